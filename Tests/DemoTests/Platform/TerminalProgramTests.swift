#if !canImport(UIKit) && !os(watchOS)
import DemoKit
import Foundation
import Testing

@MainActor
struct TerminalProgramTests {
  @Test("A user fills in a form, and explores the app")
  func recordedScreens() async throws {
    try await TerminalWorld.with { world in
      #expect(await world.screen() == RecordedScreens.login)
      #expect(await world.type("kim@example") == RecordedScreens.typing)
      await world.type(".com\rsecret\r\r")
      #expect(await world.screen() == RecordedScreens.list)
      #expect(await world.type(":tab Settings\r\r") == RecordedScreens.settings)
      #expect(await world.type("\u{1B}[B\r") == RecordedScreens.sheet)
      #expect(await world.type(":tab Hme\r") == RecordedScreens.covered)
    }
  }

  @Test("Draws an alert in front of everything")
  func alert() async throws {
    try await TerminalWorld.with { world in
      #expect(await world.type(":tap Forgotten?\r") == RecordedScreens.alert)
      await world.type("a@b\r\u{1B}[B\r")
      #expect(world.app.events.events.last?.text == "a mail is sent")
    }
  }

  @Test("Explains the keys and commands of the page")
  func help() async throws {
    try await TerminalWorld.with { world in
      #expect(await world.type(":help\r") == RecordedScreens.help)
      #expect(await world.type("x:?\r") == RecordedScreens.help)
    }
  }

  @Test("Continues with another app after a restart, and begins again on request")
  func restart() async throws {
    try await TerminalWorld.with { world in
      await world.type("kim@example.com\rsecret\r\r:tab Settings\r")
      let restored = await world.type(":restart\r")
      #expect(restored.contains("Sample · Settings"))
      #expect(!restored.contains("login: welcome"))
      // The page shows the events of the other app.
      #expect(await world.type(":signal message\r").contains("a message has arrived"))
      let begun = await world.type(":anew\r")
      #expect(begun.contains("Sample · Login"))
      #expect(begun.contains("The app begins again."))
    }
  }

  @Test("A narrow terminal omits the tree, and a tiny one everything")
  func narrow() async throws {
    try await TerminalWorld.with(width: 40, height: 16) { world in
      #expect(await world.type("\u{1B}[B서울") == RecordedScreens.narrow)
    }
    try await TerminalWorld.with(width: 20, height: 5) { tiny in
      #expect(await tiny.screen() == "30×12 at least: make\nthe window larger.\n\n\n")
    }
  }

  @Test("Keys typed while the app is busy take effect in order")
  func typeAhead() async throws {
    try await TerminalWorld.with { world in
      let keys = "kim@example.com\rsecret\r\r:choose Tromsø\r\r\r\r"
      #expect(await world.type(keys).contains("Sample · City"))
      #expect(world.app.store.tree.visibleLeaf.name == "City")
      #expect(world.app.store.tree.visiblePath.dropLast().last?.children.count == 5)
    }
  }

  @Test("Shows a finger on the screen, its screen everywhere, and the keys that lift it")
  func finger() async throws {
    try await TerminalWorld.with { world in
      await world.type("kim@example.com\rsecret\r\r:choose Tromsø\r")
      #expect(await world.type(":begin swipe back\r") == RecordedScreens.finger)
      for key in ["x", "\u{1B}[A", "\t"] {
        #expect(await world.type(key).contains("Enter lets it finish, Esc cancels."))
      }
      #expect(await world.type(":tab Settings\r").contains("`finish` or `cancel` lifts it."))
      #expect(await world.type("\u{7F}").contains("Enter use"))
      #expect(world.app.store.tree.visibleLeaf.name == "City")
      await world.type(":begin swipe back\r\r")
      #expect(world.app.store.tree.visibleLeaf.name == "List")
    }
  }

  @Test("Explains a line that belongs in a file")
  func linesOfFiles() async throws {
    try await TerminalWorld.with { world in
      let tree = await world.type(":expect tree\r")
      #expect(tree.contains("A tree has several lines and can be expected in a file alone."))
      #expect(!tree.contains("Expected"))
      #expect(await world.type(":| window\r").contains("The lines of a tree belong into a file."))
      #expect(await world.type(":story A\r").contains("A name is given to a story in a file."))
      #expect(!(await world.type(":# nothing\r").contains("missing")))
      #expect(await world.type(":say \"Hello you\"\r").contains("\nHello you\n"))
    }
  }

  @Test("A long paste is drawn as often as it is read, and not for each character")
  func longPaste() async throws {
    try await TerminalWorld.with { world in
      _ = await world.screen()
      let (draws, reads) = (world.drawCount, world.device.readCount)
      let screen = await world.type(":" + String(repeating: "x", count: 900) + "end")
      #expect(screen.hasSuffix("\n: " + String(repeating: "x", count: 74) + "end"))
      #expect(world.drawCount - draws <= world.device.readCount - reads)
    }
  }

  @Test("Finds an event caused by the keys")
  func events() async throws {
    try await TerminalWorld.with { world in
      await world.type("kim@example.com\rsecret\r\r")
      #expect(await world.type(":expect event welcome\r").contains("True: "))
      await world.type("\r")
      #expect(await world.type(":expect event welcome\r").contains("change: pushed City"))
    }
  }

  @Test("A lone Escape goes back after a delay")
  func escape() async throws {
    try await TerminalWorld.with { world in
      await world.type("kim@example.com\rsecret\r\r\r")
      #expect(world.app.store.tree.visibleLeaf.name == "City")
      world.terminal.type("\u{1B}")
      await world.clock.waitForSleepers(1)
      world.clock.advance(by: TerminalProgram.escapeDelay)
      await world.program.idle(afterReading: world.terminal.typedCount)
      #expect(world.app.store.tree.visibleLeaf.name == "List")
    }
  }

  @Test("Hides the text typed into a secret field")
  func secrets() async throws {
    try await TerminalWorld.with { world in
      let screen = await world.type("\u{1B}[Bhidden")
      #expect(screen.hasSuffix("Password: ••••••"))
      #expect(!(await world.type("\r").contains("hidden")))
    }
  }

  @Test("Explains an unknown command, and recalls the last ones")
  func commands() async throws {
    try await TerminalWorld.with { world in
      #expect(
        await world.type(":tapp x\r").contains("tapp is not a move. Did you mean \"tap\"?"))
      #expect(
        await world.type(":expect screen Login\r").contains("True: expect screen Login"))
      #expect(await world.type(":link app://home\r").contains("No user is logged in."))
      #expect(await world.type(":\u{1B}[A\u{1B}[A").hasSuffix(": expect screen Login"))
      #expect(await world.type("\u{7F}\u{7F}").hasSuffix(": expect screen Log"))
      #expect(await world.type("\u{1B}[B").hasSuffix(": link app://home"))
    }
  }

  @Test(
    "Restores the terminal however the program ends",
    arguments: [
      (":quit\r", TerminalProgram.Ending.quit), ("\u{1B}[B\u{1B}[Bq", .quit),
      ("\u{3}", .interrupted), (":tap\u{3}", .interrupted), ("kim\u{4}", .quit),
    ])
  func restoring(keys: String, ending: TerminalProgram.Ending) async throws {
    let terminal = try PseudoTerminal(width: 80, height: 24)
    let before = terminal.attributes
    #expect(!before.isEmpty)
    let device = TerminalDevice(input: terminal.programEnd, output: terminal.programEnd)
    let world = SampleWorld()
    let program = TerminalProgram(DemoSession(world.app), on: device, listensToSignals: false)
    try #require(program.start())
    #expect(terminal.attributes != before)
    terminal.type(keys)
    #expect(await program.ended() == ending)
    let count = device.byteCount
    _ = await terminal.receive { $0.received.count >= count }
    #expect(terminal.attributes == before)
    #expect(terminal.picture.isCursorVisible)
    #expect(!terminal.picture.isOtherScreen)
    #expect(!program.start())
  }

  @Test("Ends when the terminal that shows the page is gone, although the input is not")
  func outputEnded() async throws {
    let keyboard = try PseudoTerminal(width: 80, height: 24)
    var ends: (user: Int32, program: Int32) = (-1, -1)
    try #require(openpty(&ends.user, &ends.program, nil, nil, nil) == 0)
    let device = TerminalDevice(input: keyboard.programEnd, output: ends.program)
    let program = TerminalProgram(
      DemoSession(SampleWorld().app), on: device, listensToSignals: false)
    try #require(program.start())
    close(ends.user)
    keyboard.type("k")
    #expect(await program.ended() == .inputEnded)
    close(ends.program)
  }

  @Test("A file is no terminal")
  func noTerminal() async throws {
    let program = TerminalProgram(
      DemoSession(SampleWorld().app), on: TerminalDevice(input: -1, output: -1))
    #expect(await program.run() == .noTerminal)
  }
}
#endif

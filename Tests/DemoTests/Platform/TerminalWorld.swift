#if !canImport(UIKit) && !os(watchOS)
import DemoKit
import Foundation
import NavigationRuntime
import Testing

/// The sample app in a terminal, with a test at the keyboard.
@MainActor
final class TerminalWorld {
  let app = SampleApplication()
  let terminal: PseudoTerminal
  let program: TerminalProgram
  let device: TerminalDevice
  let clock = ManualNavigationClock()

  /// Runs a test with a terminal, and ends the program before the terminal is closed.
  static func with(
    width: Int = 80, height: Int = 24, _ test: (TerminalWorld) async throws -> Void
  ) async throws {
    let world = try TerminalWorld(width: width, height: height)
    let result: Result<Void, any Error>
    do {
      result = .success(try await test(world))
    } catch {
      result = .failure(error)
    }
    world.program.stop()
    _ = await world.program.ended()
    try result.get()
  }

  private init(width: Int, height: Int) throws {
    terminal = try PseudoTerminal(width: width, height: height)
    device = TerminalDevice(input: terminal.programEnd, output: terminal.programEnd)
    app.start()
    program = TerminalProgram(
      DemoSession(app), on: device, listensToSignals: false, clock: clock)
    try #require(program.start())
  }

  /// Types, waits until the text has taken effect, and reads the screen.
  @discardableResult
  func type(_ text: String) async -> String {
    terminal.type(text)
    await program.idle(afterReading: terminal.typedCount)
    return await screen()
  }

  /// How many pages the terminal has received; each begins by hiding the cursor.
  var drawCount: Int {
    String(decoding: terminal.received, as: UTF8.self)
      .components(separatedBy: "\u{1B}[?25l").count - 1
  }

  /// Returns the screen after all output.
  func screen() async -> String {
    let count = device.byteCount
    _ = await terminal.receive { $0.received.count >= count }
    let picture = terminal.picture
    #expect(picture.unknown == [])
    return picture.text
  }
}
#endif

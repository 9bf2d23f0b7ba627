import AppKit
import NavigationRuntime
import Testing

@MainActor
@Suite("Windows and sheets on AppKit", .serialized)
struct AppKitWindowTests {
  @Test("A window that the user closes is released, and its screens have left")
  func closeButton() {
    let main = AppKitWorld(content: screen("Home"))
    weak var content: NSViewController?
    weak var window: NSWindow?
    do {
      let document = screen("Document")
      let world = AppKitWorld(content: stack("Stack", document))
      (content, window) = (document, world.window)
      let (log, delegate) = (EventLog(document), WindowOwner())
      world.window.delegate = delegate
      delegate.allowsClosing = false
      world.window.standInUserDidClickClose()
      #expect(world.names == ["Window", "Stack", "Document"])
      delegate.allowsClosing = true
      world.window.standInUserDidClickClose()
      #expect(world.names == ["Window"])
      #expect(world.takeCauses() == [.user])
      #expect(log.take() == [.visible(true), .visible(false), .dismissed])
      #expect(document.lifecycle.departureCause?.kind == .user)
      #expect(delegate.heard == ["should close", "should close", "will close"])
    }
    #expect(content == nil)
    #expect(window == nil)
    #expect(main.names == ["Window", "Home"])
    #expect(main.takeCauses() == [])
  }

  @Test("An equivalent of the close button is the user's; a window that code closes is not")
  func performClose() {
    let world = AppKitWorld(content: screen("Home"))
    world.window.performClose(nil)
    #expect(world.takeCauses() == [.user])
    world.window.makeKeyAndOrderFront(nil)
    #expect(world.names == ["Window", "Home"])
    world.window.close()
    #expect(world.names == ["Window"])
    #expect(world.takeCauses() == [.unknown, .unknown])
    world.window.makeKeyAndOrderFront(nil)
    // A button of the app's, anywhere but in the title.
    world.userDidClick(at: CGPoint(x: 8, y: 8)) { world.window.close() }
    #expect(world.takeCauses() == [.unknown, .unknown])
  }

  @Test("A window that is only ordered out keeps its content")
  func orderOut() {
    let world = AppKitWorld(content: screen("Home"))
    world.window.orderOut(nil)
    #expect(world.names == ["Window", "Home"])
  }

  @Test("A window stays closed although an observer of the close selects a tab in it")
  func selectionWhileClosing() {
    let content = AppKitTests.tabs("Tabs", screen("A"), screen("B"))
    let world = AppKitWorld(content: content)
    let observation = world.store.onChange { _ in content.selectedTabViewItemIndex = 1 }
    world.window.close()
    #expect(world.names == ["Window"])
    observation.cancel()
    world.window.makeKeyAndOrderFront(nil)
    #expect(world.names == ["Window", "Tabs", "A", "B"])
  }

  @Test("A window stays closed although an observer of the close replaces its content")
  func contentWhileClosing() {
    let world = AppKitWorld(content: screen("Home"))
    let next = screen("Next")
    let log = EventLog(next)
    let observation = world.store.onChange { [window = world.window] _ in
      window.contentViewController = next
    }
    world.window.close()
    observation.cancel()
    #expect(world.names == ["Window"])
    #expect(log.take() == [])
    world.window.makeKeyAndOrderFront(nil)
    #expect(world.names == ["Window", "Next"])
    world.window.close()
    #expect(world.names == ["Window"])
  }

  @Test("A closed window refuses requests; its new content is read once it is shown")
  func closed() {
    let world = AppKitWorld(content: screen("Home"))
    world.window.close()
    let outcome = world.context.request(.setRoot(screen("New")), on: world.window).outcome
    guard case .refused(let refusal) = outcome else {
      Issue.record("It was \(String(describing: outcome)).")
      return
    }
    #expect(refusal.code == .notInTree)
    world.window.contentViewController = screen("Other")
    world.window.beginSheet(NSWindow(contentViewController: screen("Sheet")))
    #expect(world.names == ["Window"])
    world.window.makeKeyAndOrderFront(nil)
    #expect(world.names == ["Window", "Other", "Sheet"])
  }

  @Test("A modal window is in the tree until the call that presents it has returned")
  func modalWindow() {
    let home = screen("Home")
    let world = AppKitWorld(content: home)
    let question = screen("Question")
    let log = EventLog(question)
    var seen: [[String]] = []
    NSApp.standInModalLoop = { window in
      seen.append(world.modals)
      window.standInUserDidClickClose()
      seen.append(world.modals)
    }
    home.presentAsModalWindow(question)
    #expect(seen == [["Question"], []])
    #expect(world.takeCauses() == [.unknown, .user])
    #expect(log.take() == [.visible(true), .visible(false), .dismissed])
    NSApp.standInModalLoop = { _ in home.dismiss(question) }
    home.presentAsModalWindow(question)
    #expect(world.takeCauses() == [.unknown, .code])
    #expect(!world.store.isTransitioning)
  }

  @Test("A sheet that foreign code begins is over the window's content until it has slid out")
  func foreignSheet() {
    let home = stack("Home", screen("List"))
    let world = AppKitWorld(animates: true, content: home)
    let sheet = NSWindow()
    let panel = screen("Panel")
    sheet.contentViewController = panel
    let log = EventLog(panel)
    world.window.beginSheet(sheet)
    let push = world.context.request(.push(screen("Detail")), on: home)
    #expect(push.outcome == nil)
    world.window.standInCompleteAnimations()
    #expect(push.outcome == .performed)
    #expect(world.modals == ["Panel"])
    world.window.endSheet(sheet)
    world.window.standInCompleteAnimations()
    #expect(world.modals.isEmpty)
    #expect(log.take() == [.visible(true), .visible(false), .dismissed])
    world.window.beginSheet(sheet)
    world.window.standInCompleteAnimations()
    let dismiss = world.context.request(.dismiss, on: home)
    #expect(dismiss.outcome == nil)
    world.window.standInCompleteAnimations()
    #expect(dismiss.outcome == .performed)
    #expect(world.modals.isEmpty)
    #expect(world.window.sheets.isEmpty)
    #expect(world.context.activity.isIdle)
  }

  @Test("A critical sheet that foreign code begins is followed like any other")
  func criticalSheet() {
    let world = AppKitWorld(animates: true, content: screen("Home"))
    let sheet = NSWindow(contentViewController: screen("Panel"))
    world.window.beginCriticalSheet(sheet)
    world.window.standInCompleteAnimations()
    #expect(world.modals == ["Panel"])
    world.window.endSheet(sheet)
    world.window.standInCompleteAnimations()
    #expect(world.modals.isEmpty)
    #expect(world.takeCauses() == [.code, .code])
    #expect(world.context.activity.isIdle)
  }

  @Test("The handler of a sheet receives the response, and may begin the next sheet")
  func handler() {
    let world = AppKitWorld(animates: true, content: screen("Home"))
    let first = NSWindow(contentViewController: screen("First"))
    let second = NSWindow(contentViewController: screen("Second"))
    var responses: [NSApplication.ModalResponse] = []
    world.window.beginSheet(first) { [window = world.window] response in
      responses.append(response)
      window.beginSheet(second) { responses.append($0) }
    }
    world.window.standInCompleteAnimations()
    #expect(world.modals == ["First"])
    world.window.endSheet(first, returnCode: .OK)
    world.window.standInCompleteAnimations()
    #expect(world.modals == ["Second"])
    world.window.endSheet(second)
    world.window.standInCompleteAnimations()
    #expect(world.modals.isEmpty)
    #expect(responses == [.OK, .stop])
    #expect(world.takeCauses().allSatisfy { $0 == .code })
    #expect(world.context.activity.isIdle)
  }

  @Test("AppKit's dismiss action closes a sheet for the user, an action of the app's for code")
  func dismissAction() {
    let home = screen("Home")
    let world = AppKitWorld(animates: true, content: home)
    let sheet = screen("Sheet")
    let button = NSButton()
    for (isAction, cause) in [(true, NavigationCause.Kind.user), (false, .code), (true, .user)] {
      button.standInIsDismissAction = isAction
      button.standInAction = { sheet.dismiss(button) }
      home.presentAsSheet(sheet)
      world.window.standInCompleteAnimations()
      button.performClick(nil)
      world.window.standInCompleteAnimations()
      #expect(world.takeCauses() == [.code, cause])
    }
    // Without a presenter nothing happens, and nothing is remembered.
    button.performClick(nil)
    home.presentAsSheet(sheet)
    home.dismiss(sheet)
    world.window.standInCompleteAnimations()
    #expect(world.takeCauses() == [])
    home.presentAsSheet(sheet)
    world.window.standInCompleteAnimations()
    home.dismiss(sheet)
    world.window.standInCompleteAnimations()
    #expect(world.takeCauses() == [.code, .code])
  }

  @Test("A click on AppKit's tabs is the user's, in any tab style", arguments: tabStyles)
  func tabs(style: NSTabViewController.TabStyle) {
    let (films, account) = (screen("Films"), screen("Account"))
    let main = AppKitTests.tabs("Main", films, account)
    main.tabStyle = style
    let world = AppKitWorld(content: main)
    main.standInUserDidClick(1)
    #expect(world.takeCauses() == [style == .unspecified ? .unknown : .user])
    // The click is consumed: a later change by code in the same event is not the user's.
    main.selectedTabViewItemIndex = 0
    #expect(world.takeCauses() == [.unknown])
    // A click in the content of a tab, on a control of the app's.
    world.userDidClick(at: CGPoint(x: 50, y: 50)) { main.selectedTabViewItemIndex = 1 }
    #expect(world.takeCauses() == [.unknown])
    world.userDidClick(at: CGPoint(x: 1, y: 1)) {
      world.context.request(.select(0), on: main, cause: NavigationCause(.framework("Test")))
    }
    #expect(world.takeCauses() == [.framework("Test")])
  }
}

private let tabStyles: [NSTabViewController.TabStyle] = [
  .segmentedControlOnTop, .segmentedControlOnBottom, .toolbar, .unspecified,
]

@MainActor
private final class WindowOwner: NSWindowDelegate {
  var allowsClosing = true
  private(set) var heard: [String] = []

  func windowShouldClose(_ sender: NSWindow) -> Bool {
    heard.append("should close")
    return allowsClosing
  }

  func windowWillClose(_ notification: Notification) { heard.append("will close") }
}

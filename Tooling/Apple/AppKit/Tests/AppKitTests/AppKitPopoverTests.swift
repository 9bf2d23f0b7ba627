import AppKit
import NavigationRuntime
import Testing

@MainActor
@Suite("Popovers on AppKit", .serialized)
struct AppKitPopoverTests {
  @Test(
    "A presented popover is in the tree until the user clicks elsewhere",
    arguments: [false, true], [false, true])
  func presented(dismissesFirst: Bool, notesPresenterLate: Bool) throws {
    NSPopover.standInDismissesFirst = dismissesFirst
    NSViewController.standInNotesPresenterLate = notesPresenterLate
    defer {
      NSPopover.standInDismissesFirst = false
      NSViewController.standInNotesPresenterLate = false
    }
    let home = screen("Home")
    let world = AppKitWorld(animates: true, content: home)
    weak var released: NSViewController?
    do {
      let details = screen("Details")
      released = details
      let log = EventLog(details)
      home.presentAsPopover(details, .transient)
      #expect(world.modals.isEmpty)
      world.window.standInCompleteAnimations()
      #expect(world.modals == ["Details"])
      #expect(world.takeCauses() == [.code])
      try #require(details.standInPopover).standInUserDidClick(in: world.window)
      world.window.standInCompleteAnimations()
      #expect(world.modals.isEmpty)
      #expect(world.takeCauses() == [.user])
      #expect(details.lifecycle.departureCause?.kind == .user)
      #expect(log.take() == [.visible(true), .visible(false), .dismissed])
    }
    #expect(released == nil)
    #expect(world.context.activity.isIdle)
  }

  @Test("The presenter's late registration in AppKit has no effect", arguments: [false, true])
  func notedLate(isShownAtOnce: Bool) throws {
    NSViewController.standInNotesPresenterLate = true
    defer { NSViewController.standInNotesPresenterLate = false }
    let list = screen("List")
    let home = stack("Home", list)
    let world = AppKitWorld(animates: !isShownAtOnce, content: home)
    let log = EventLog(list)
    for present in [list.presentAsSheet, { list.presentAsPopover($0, .transient) }] {
      let shown = screen("Shown")
      present(shown)
      world.window.standInCompleteAnimations()
      #expect(world.modals == ["Shown"])
      // Over the window's content, it would not leave with its presenter.
      #expect(shown.lifecycle.holder?.element === list)
      list.dismiss(shown)
      world.window.standInCompleteAnimations()
      #expect(world.modals.isEmpty)
    }
    #expect(log.take() == [.visible(true)])
    #expect(world.context.activity.isIdle)
  }

  @Test("A dismissal by the escape key is the user's; one by code is not")
  func escape() throws {
    let home = screen("Home")
    let world = AppKitWorld(content: home)
    let details = screen("Details")
    home.presentAsPopover(details, .semitransient)
    try #require(details.standInPopover).standInUserDidEscape()
    #expect(world.takeCauses() == [.unknown, .user])
    home.presentAsPopover(details, .semitransient)
    home.dismiss(details)
    #expect(world.takeCauses() == [.unknown, .code])
    home.presentAsPopover(details, .transient)
    try #require(details.standInPopover).close()
    #expect(world.takeCauses() == [.unknown, .code])
    #expect(details.presentingViewController == nil)
    #expect(world.modals.isEmpty)
  }

  @Test("A click in a popover that makes code close it is not the user's move")
  func clickInside() throws {
    let home = screen("Home")
    let world = AppKitWorld(content: home)
    let details = screen("Details")
    home.presentAsPopover(details, .transient)
    world.userDidClick(at: .zero, in: details.view.window) { home.dismiss(details) }
    #expect(world.takeCauses() == [.unknown, .code])
    // Nor is the click that opened it the cause, although it is the user's last event.
    world.userDidClick(at: .zero) { home.presentAsPopover(details, .transient) }
    try #require(details.standInPopover).close()
    #expect(world.takeCauses() == [.unknown, .code])
    home.presentAsPopover(details, .applicationDefined)
    let popover = try #require(details.standInPopover)
    popover.standInUserDidClick(in: world.window)
    #expect(world.modals == ["Details"])
    popover.close()
    #expect(world.takeCauses() == [.unknown, .code])
  }

  @Test("A popover of foreign code is over the window's content, and its delegate is called")
  func foreign() throws {
    let home = stack("Home", screen("List"))
    let world = AppKitWorld(animates: true, content: home)
    weak var released: NSViewController?
    do {
      let (popover, host) = (NSPopover(), PopoverHost())
      let tip = screen("Tip")
      released = tip
      popover.delegate = host
      popover.behavior = .transient
      popover.contentViewController = tip
      popover.show(relativeTo: .zero, of: home.view, preferredEdge: .minY)
      world.window.standInCompleteAnimations()
      #expect(world.modals == ["Tip"])
      let log = EventLog(tip)
      host.allowsClosing = false
      popover.standInUserDidClick(in: world.window)
      #expect(world.modals == ["Tip"])
      host.allowsClosing = true
      popover.standInUserDidClick(in: world.window)
      #expect(world.store.isTransitioning)
      world.window.standInCompleteAnimations()
      #expect(world.modals.isEmpty)
      #expect(world.takeCauses() == [.unknown, .user])
      #expect(host.heard == ["should close", "should close", "did close"])
      #expect(log.take() == [.visible(true), .visible(false), .dismissed])
    }
    #expect(released == nil)
    #expect(world.context.activity.isIdle)
  }

  @Test("A request closes a popover of foreign code, and waits until it has faded out")
  func request() {
    let home = screen("Home")
    let world = AppKitWorld(animates: true, content: home)
    let popover = NSPopover()
    popover.contentViewController = screen("Tip")
    popover.show(relativeTo: .zero, of: home.view, preferredEdge: .minY)
    world.window.standInCompleteAnimations()
    let present = world.context.request(.present(screen("Sheet")), on: home)
    guard case .refused(let refusal) = present.outcome else {
      Issue.record("It was \(String(describing: present.outcome)).")
      return
    }
    #expect(refusal.code == .alreadyPresenting)
    // The click is over; a request during it is not the user's move.
    world.userDidClick(at: .zero) {
      let dismiss = world.context.request(
        .dismiss, on: home, cause: NavigationCause(.framework("Test")))
      #expect(dismiss.outcome == nil)
      world.window.standInCompleteAnimations()
      #expect(dismiss.outcome == .performed)
    }
    #expect(!popover.isShown)
    #expect(world.modals.isEmpty)
    #expect(world.takeCauses() == [.unknown, .framework("Test")])
  }

  @Test("A popover over a sheet is over the sheet's content; both close from the top down")
  func overSheet() {
    let home = screen("Home")
    let world = AppKitWorld(content: home)
    let sheet = screen("Sheet")
    home.presentAsSheet(sheet)
    let popover = NSPopover()
    let tip = screen("Tip")
    popover.contentViewController = tip
    popover.show(relativeTo: .zero, of: sheet.view, preferredEdge: .minY)
    #expect(world.modals == ["Sheet", "Tip"])
    let logs = [EventLog(sheet), EventLog(tip)]
    #expect(world.context.request(.dismiss, on: home).outcome == .performed)
    #expect(!popover.isShown)
    #expect(world.modals.isEmpty)
    #expect(logs.map { $0.take().last } == [.dismissed, .dismissed])
  }

  @Test("A popover over an unobserved window is ignored")
  func unknownWindow() {
    let world = AppKitWorld(content: screen("Home"))
    let other = NSWindow()
    let content = screen("Other")
    other.contentViewController = content
    other.makeKeyAndOrderFront(nil)
    let popover = NSPopover()
    popover.contentViewController = screen("Tip")
    popover.show(relativeTo: .zero, of: content.view, preferredEdge: .minY)
    popover.close()
    #expect(world.takeCauses() == [])
    #expect(NavigationContext.shared.registry[content] == nil)
  }
}

extension NSViewController {
  fileprivate func presentAsPopover(_ shown: NSViewController, _ behavior: NSPopover.Behavior) {
    present(
      shown, asPopoverRelativeTo: .zero, of: view, preferredEdge: .maxY, behavior: behavior)
  }
}

@MainActor
private final class PopoverHost: NSPopoverDelegate {
  var allowsClosing = true
  private(set) var heard: [String] = []

  func popoverShouldClose(_ popover: NSPopover) -> Bool {
    heard.append("should close")
    return allowsClosing
  }

  func popoverDidClose(_ notification: Notification) { heard.append("did close") }
}

import NavigationRuntime
import TestSupport
import Testing

/// The headless platform reports each change in its call, so that a window could be read before the
/// screen that has left it is in another one.
@MainActor
@Suite("A screen that moves in one go")
struct MovedInOneGoTests {
  @Test(
    "Receives no dismissal when one call moves it to another window",
    arguments: [.stack, .tabs, .parent] as [PageTaker])
  func byCall(to taker: PageTaker) throws {
    let windows = Windows(taker.root)
    let log = EventLog(windows.detail)
    taker.take(windows.detail, in: windows.other)
    #expect(!log.events.contains(.dismissed))
    try windows.checkMove()
  }

  @Test("Receives no dismissal when one call moves it to another window during a transition there")
  func byCallDuringTransition() throws {
    let shelf = stack("Shelf", screen("Empty"))
    let windows = Windows(shelf)
    let log = EventLog(windows.detail)
    windows.headless.platform.transitionMode = .manual
    shelf.pushViewController(screen("Book"), animated: true)
    shelf.pushViewController(windows.detail, animated: true)
    windows.headless.platform.completeAllTransitions()
    #expect(!log.events.contains(.dismissed))
    try windows.checkMove()
  }

  @Test("Receives no dismissal when one call moves it inside its window")
  func insideWindow() throws {
    let shelf = stack("Shelf", screen("Empty"))
    let detail = screen("Detail")
    let world = HeadlessWorld(root: tabs("Tabs", stack("Home", screen("List"), detail), shelf))
    let log = EventLog(detail)
    shelf.pushViewController(detail, animated: false)
    #expect(log.lines == ["Detail visible", "Detail hidden"])
    #expect(world.changes.map(\.change.description.first) == ["m"])
    #expect(treeText(world.store.tree) == platformText(world.window))
  }

  @Test("Receives no dismissal when the platform part of another window's transition moves it")
  func byOtherWindow() throws {
    let shelf = stack("Shelf", screen("Empty"))
    let windows = Windows(shelf)
    let third = HeadlessWindow(platform: windows.headless.platform)
    third.makeKeyAndVisible()
    let log = EventLog(windows.detail)
    var causes: [NavigationCause.Kind] = []
    let subscription = windows.store.onChange { causes.append($0.cause.kind) }
    let scheduler = windows.headless.context.store(for: third).scheduler
    scheduler.schedule("move", cause: .user) { _ in
      windows.home.popViewController(animated: false)
      shelf.pushViewController(windows.detail, animated: false)
      #expect(windows.store.scheduler.count == 0 && !windows.store.isIdle)
      return .started
    }
    #expect(log.lines == ["Detail visible"])
    #expect(causes == [.user])
    #expect(windows.headless.changes.map(\.cause.kind) == [.user])
    try windows.checkMove()
    withExtendedLifetime((subscription, third)) {}
  }

  @Test("Is hidden once if it moves beneath another screen of another window")
  func hiddenInOtherWindow() throws {
    let shelf = stack("Shelf", screen("Empty"))
    let windows = Windows(shelf)
    let third = HeadlessWindow(platform: windows.headless.platform)
    third.makeKeyAndVisible()
    let log = EventLog(windows.detail)
    let scheduler = windows.headless.context.store(for: third).scheduler
    scheduler.schedule("move") { _ in
      windows.home.popViewController(animated: false)
      shelf.setViewControllers([windows.detail, screen("Top")], animated: false)
      return .started
    }
    #expect(log.lines == ["Detail visible", "Detail hidden"])
    try windows.checkMove()
    withExtendedLifetime(third) {}
  }

  @Test("Is hidden if it moves to a stack that is in no window")
  func hiddenWithoutWindow() {
    let windows = Windows(screen("Empty"))
    let shelf = stack("Shelf", screen("Book"))
    let store = windows.headless.context.store(for: shelf)
    let log = EventLog(windows.detail)
    windows.store.scheduler.schedule("move") { _ in
      windows.home.popViewController(animated: false)
      shelf.setViewControllers([windows.detail], animated: false)
      return .started
    }
    #expect(store.tree.node(windows.detail.lifecycle.id) != nil)
    #expect(log.lines == ["Detail visible", "Detail hidden"])
  }

  @Test("Waits no longer for a platform part that runs a loop of its own")
  func byLoopOfOwn() throws {
    let windows = Windows(stack("Shelf", screen("Empty")))
    let third = HeadlessWindow(platform: windows.headless.platform)
    third.makeKeyAndVisible()
    let scheduler = windows.headless.context.store(for: third).scheduler
    scheduler.schedule("runModal") { _ in
      windows.home.popViewController(animated: false)
      #expect(windows.headless.store.tree.node(windows.detail.lifecycle.id) != nil)
      windows.headless.store.runLoopDidTurn()
      #expect(windows.headless.store.tree.node(windows.detail.lifecycle.id) == nil)
      #expect(windows.headless.store.isIdle)
      return .started
    }
    #expect(windows.headless.issues.isEmpty)
    withExtendedLifetime(third) {}
  }

  /// A window with a detail screen on a stack, and another one.
  @MainActor
  private struct Windows {
    let detail = screen("Detail")
    let home: HeadlessNavigationController
    let headless: HeadlessWorld
    let other: HeadlessWindow
    let store: NavigationStore

    init(_ root: HeadlessViewController) {
      home = stack("Home", screen("List"), detail)
      headless = HeadlessWorld(root: home)
      other = HeadlessWindow(platform: headless.platform)
      root.restorationIdentifier = "Root"
      other.rootViewController = root
      other.makeKeyAndVisible()
      store = headless.context.store(for: other)
    }

    /// Checks that the detail is in the other window, and that both have been read.
    func checkMove() throws {
      #expect(store.tree.node(detail.lifecycle.id) != nil)
      #expect(treeText(store.tree) == platformText(other))
      #expect(treeText(headless.store.tree) == platformText(headless.window))
      try store.tree.validate()
      try headless.store.tree.validate()
      #expect(headless.issues.isEmpty)
    }
  }
}

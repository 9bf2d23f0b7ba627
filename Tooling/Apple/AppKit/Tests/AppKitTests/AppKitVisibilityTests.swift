import AppKit
import NavigationRuntime
import Testing

@MainActor
@Suite("Screens that are in the tree and not on the screen, on AppKit", .serialized)
struct AppKitVisibilityTests {
  /// A way to take a window off the screen, and back.
  enum Hiding: CaseIterable {
    case orderedOut, miniaturized, covered

    @MainActor
    func apply(_ isHidden: Bool, to window: NSWindow) {
      switch self {
      case .orderedOut: isHidden ? window.orderOut(nil) : window.makeKeyAndOrderFront(nil)
      case .miniaturized: isHidden ? window.miniaturize(nil) : window.deminiaturize(nil)
      case .covered: window.standInIsCovered = isHidden
      }
    }
  }

  @Test(
    "A window off the screen is hidden with all its contents, and keeps them",
    arguments: Hiding.allCases)
  func window(hiding: Hiding) {
    let list = screen("List")
    let world = AppKitWorld(content: stack("Home", list))
    let log = EventLog(list)
    for _ in 0..<2 {
      #expect(log.take() == [.visible(true)])
      hiding.apply(true, to: world.window)
      world.store.runLoopDidTurn()
      #expect(log.take() == [.visible(false)])
      hiding.apply(false, to: world.window)
      world.store.runLoopDidTurn()
    }
    #expect(world.names == ["Window", "Home", "List"])
    #expect(world.takeChanges().isEmpty)
  }

  @Test("Nothing in a window is visible before it is shown")
  func windowNeverShown() {
    let world = AppKitWorld()
    let home = screen("Home")
    let window = NSWindow(contentViewController: home)
    let store = world.context.store(for: window)
    let log = EventLog(home)
    store.runLoopDidTurn()
    #expect(log.take().isEmpty)
    window.makeKeyAndOrderFront(nil)
    store.runLoopDidTurn()
    #expect(log.take() == [.visible(true)])
  }

  @Test(
    "A window that its own sheet or modal window covers is on the screen", arguments: [false, true])
  func coveredByItsOwn(isSheet: Bool) {
    let home = screen("Home")
    let world = AppKitWorld(content: home)
    let question = screen("Question")
    if isSheet { home.presentAsSheet(question) } else { home.presentAsModalWindow(question) }
    let log = EventLog(question)
    world.window.standInIsCovered = true
    world.store.runLoopDidTurn()
    #expect(log.take() == [.visible(true)])
    question.view.window?.standInIsCovered = true
    world.store.runLoopDidTurn()
    #expect(log.take() == [.visible(false)])
  }

  @Test("The controller of a collapsed item of a split is hidden with all its contents")
  func columns() {
    let (sidebar, list) = (screen("Sidebar"), screen("List"))
    let split = NSSplitViewController()
    split.identifier = NSUserInterfaceItemIdentifier("Split")
    let items = [sidebar, stack("Home", list)].map { NSSplitViewItem(viewController: $0) }
    for item in items { split.addSplitViewItem(item) }
    items[0].isCollapsed = true
    let world = AppKitWorld(content: split)
    let (left, right) = (EventLog(sidebar), EventLog(list))
    #expect(left.take() == [.visible(false)])
    #expect(right.take() == [.visible(true)])
    items[0].isCollapsed = false
    items[1].isCollapsed = true
    world.store.runLoopDidTurn()
    #expect(left.take() == [.visible(true)])
    #expect(right.take() == [.visible(false)])
    #expect(world.names == ["Window", "Split", "Sidebar", "Home", "List"])
  }

  @Test("A child whose view, or a view around it, is hidden or not in its parent's is hidden")
  func children() {
    let inner = screen("Inner")
    let drawer = screen("Drawer")
    let world = AppKitWorld(content: drawer)
    let frame = NSView()
    drawer.view.addSubview(frame)
    drawer.addChild(inner)
    let log = EventLog(inner)
    world.store.runLoopDidTurn()
    #expect(log.take() == [.visible(false)])
    frame.addSubview(inner.view)
    world.store.runLoopDidTurn()
    for view in [frame, inner.view] {
      #expect(log.take() == [.visible(true)])
      view.isHidden = true
      world.store.runLoopDidTurn()
      #expect(log.take() == [.visible(false)])
      view.isHidden = false
      world.store.runLoopDidTurn()
    }
    frame.removeFromSuperview()
    world.store.runLoopDidTurn()
    #expect(log.take() == [.visible(true), .visible(false)])
  }
}

import AppKit
import CoreFlow
import NavigationRuntime
import Testing

@MainActor
@Suite("The adapter for AppKit")
struct AppKitAdapterTests {
  @Test("Uses AppKit's controllers as the platform's")
  func platform() {
    #expect(PlatformViewController.self == NSViewController.self)
    #expect(PlatformWindow.self == NSWindow.self)
    let controller = screen("A")
    #expect(controller.viewController === controller)
    #expect(NSWindow().navigationRuntimeKind == .window)
  }

  @Test(
    "Notifies of no dismissal when a container in another window takes a controller in one call",
    arguments: 0..<3)
  func moveToOtherWindow(container: Int) {
    let detail = screen("Detail")
    let world = AppKitWorld(content: stack("Home", screen("List"), detail))
    let (shelf, bar, board) = (stack("Shelf"), tabs("Bar", screen("First")), screen("Board"))
    let other = NSWindow()
    other.contentViewController = [shelf, bar, board][container]
    other.makeKeyAndOrderFront(nil)
    let store = world.context.store(for: other)
    let log = EventLog(detail)
    switch container {
    case 0: shelf.pushViewController(detail, animated: false)
    case 1: bar.tabViewItems.append(NSTabViewItem(viewController: detail))
    default: board.addChild(detail)
    }
    #expect(!log.events.contains(.dismissed))
    #expect(detail.isPresented)
    #expect(world.names == ["Window", "Home", "List"])
    #expect(store.tree.node(detail.lifecycle.id) != nil)
    #expect(world.takeCauses() == [.code])
    #expect(world.issues.isEmpty)
  }

  @Test("Follows a stack that code or a request changes")
  func stackMoves() {
    let (list, detail, more) = (screen("List"), screen("Detail"), screen("More"))
    let home = stack("Home", list)
    let world = AppKitWorld(content: home)
    let (listLog, detailLog) = (EventLog(list), EventLog(detail))
    home.pushViewController(detail, animated: true)
    #expect(world.names == ["Window", "Home", "List", "Detail"])
    #expect(listLog.take() == [.visible(true), .visible(false)])
    #expect(world.context.request(.push(more), on: home).outcome == .performed)
    #expect(world.context.request(.popTo(list), on: home).outcome == .performed)
    #expect(world.names == ["Window", "Home", "List"])
    #expect(detailLog.take() == [.visible(true), .visible(false), .dismissed])
    #expect(listLog.take() == [.visible(true)])
    #expect(world.context.request(.setStack([detail, list]), on: home).outcome == .performed)
    #expect(world.names == ["Window", "Home", "Detail", "List"])
    #expect(home.popViewController(animated: true) === list)
    #expect(home.popViewController(animated: true) == nil)
    #expect(world.names == ["Window", "Home", "Detail"])
    #expect(detail.navigationController === home)
    #expect(detail.view.superview === home.view)
    #expect(list.parent == nil && list.view.superview == nil)
  }

  @Test("Refuses and reports a second entry of a controller in a stack")
  func twice() {
    let list = screen("List")
    let home = stack("Home", list)
    let world = AppKitWorld(content: home)
    home.pushViewController(list, animated: false)
    #expect(home.viewControllers.count == 1)
    #expect(world.issues.map(\.code.rawValue) == ["stackedTwice"])
  }

  @Test("Takes a controller out of the stack when another container takes it")
  func taken() {
    let moved = screen("Moved")
    let (first, second) = (stack("First", screen("A"), moved), stack("Second", screen("B")))
    let world = AppKitWorld(content: tabs("Tabs", first, second))
    second.pushViewController(moved, animated: false)
    #expect(world.names == ["Window", "Tabs", "First", "A", "Second", "B", "Moved"])
    #expect(first.viewControllers.count == 1)
    #expect(moved.lifecycle.isInTree)
  }

  @Test("A child that code removes from a stack leaves the tree at once, by code")
  func removedChild() {
    let (list, detail, more) = (screen("List"), screen("Detail"), screen("More"))
    let home = stack("Home", list, detail, more)
    let world = AppKitWorld(content: home)
    more.removeFromParent()
    #expect(world.names == ["Window", "Home", "List", "Detail"])
    #expect(world.takeCauses() == [.code])
    home.removeChild(at: 0)
    #expect(world.names == ["Window", "Home", "Detail"])
    #expect(world.takeCauses() == [.code])
    #expect(detail.view.superview === home.view)
  }

  @Test("Hides a tab behind another one, and ends removed tabs only")
  func tabMoves() {
    let (films, account) = (screen("Films"), screen("Account"))
    let main = tabs("Main", films, account)
    let world = AppKitWorld(content: main)
    let log = EventLog(films)
    main.standInUserDidClick(1)
    #expect(world.store.tree.visibleLeaf.name == "Account")
    #expect(log.take() == [.visible(true), .visible(false)])
    #expect(world.context.request(.select(0), on: main).outcome == .performed)
    #expect(log.take() == [.visible(true)])
    let more = screen("More")
    #expect(world.context.request(.setTabs([account, more]), on: main).outcome == .performed)
    #expect(log.take() == [.visible(false), .dismissed])
    #expect(world.names == ["Window", "Main", "Account", "More"])
    #expect(world.context.request(.select(7), on: main).outcome != .performed)
  }

  @Test("Waits until a sheet has slid in, and until it has slid out")
  func sheet() {
    let home = screen("Home")
    let world = AppKitWorld(animates: true, content: home)
    let sheet = screen("Sheet")
    let present = world.context.request(.present(sheet), on: home)
    let dismiss = world.context.request(.dismiss, on: home)
    #expect(present.outcome == nil)
    #expect(world.names == ["Window", "Home"])
    world.window.standInCompleteAnimations()
    #expect(present.outcome == .performed)
    #expect(dismiss.outcome == .performed)
    #expect(world.takeChanges().count == 2)
    #expect(world.names == ["Window", "Home"])
    #expect(world.context.activity.isIdle)
  }

  @Test("Follows a sheet of foreign code, and lets the scheduler continue after it")
  func foreign() {
    let home = screen("Home")
    let world = AppKitWorld(animates: true, content: home)
    let (alert, sheet) = (screen("Alert"), screen("Sheet"))
    home.presentAsSheet(alert)
    let present = world.context.request(.present(sheet), on: alert)
    #expect(present.outcome == nil)
    #expect(world.window.standInAnimationCount == 1)
    world.window.standInCompleteAnimations()
    #expect(present.outcome == .performed)
    #expect(world.store.tree.modalChain.map(\.name) == ["Alert", "Sheet"])
    alert.dismiss(sheet)
    let log = EventLog(alert)
    home.dismiss(alert)
    world.window.standInCompleteAnimations()
    #expect(world.names == ["Window", "Home"])
    #expect(log.take().last == .dismissed)
    #expect(world.context.activity.isIdle)
  }

  @Test("Dismisses modals from the top down on a request to any contained controller")
  func chain() {
    let list = screen("List")
    let home = stack("Home", list)
    let world = AppKitWorld(content: home)
    let (first, second) = (screen("First"), screen("Second"))
    home.presentAsSheet(first)
    first.presentAsSheet(second)
    #expect(world.store.tree.modalChain.map(\.name) == ["First", "Second"])
    let logs = [EventLog(first), EventLog(second)]
    #expect(world.context.request(.dismiss, on: list).outcome == .performed)
    #expect(logs.map { $0.take().last } == [.dismissed, .dismissed])
    #expect(first.presentedViewControllers == nil)
    #expect(world.store.tree.modalChain.isEmpty)
  }

  @Test("Reports a call that AppKit ignores, and changes nothing")
  func ignored() throws {
    let home = screen("Home")
    let world = AppKitWorld(content: home)
    world.window.orderOut(nil)
    let outcome = world.context.request(.present(screen("Sheet")), on: home).outcome
    guard case .refused(let refusal) = outcome else {
      Issue.record("It was \(String(describing: outcome)).")
      return
    }
    #expect(refusal.code == .ignoredByPlatform)
    #expect(refusal.description.contains("AppKit ignored the call"))
    #expect(world.store.tree.modalChain.isEmpty)
    #expect(world.store.isIdle)
  }

  @Test("Ends the old content of a window that code or a request replaces")
  func content() {
    let (old, new, last) = (screen("Old"), screen("New"), screen("Last"))
    let world = AppKitWorld(content: old)
    let log = EventLog(old)
    world.window.contentViewController = new
    #expect(log.take() == [.visible(true), .visible(false), .dismissed])
    #expect(world.context.request(.setRoot(last), on: world.window).outcome == .performed)
    #expect(world.names == ["Window", "Last"])
  }

  @Test("Reads the contents of an unknown parent")
  func plainParent() {
    let home = screen("Home")
    let world = AppKitWorld(content: home)
    let child = screen("Child")
    home.addChild(child)
    #expect(world.names == ["Window", "Home", "Child"])
    child.removeFromParent()
    #expect(world.names == ["Window", "Home"])
  }

  @Test("A container whose overrides do not call `super` is read as AppKit has it")
  func overridesWithoutSuper() {
    let home = Deaf()
    let world = AppKitWorld(content: home)
    home.addChild(screen("Child"))
    #expect(world.names == ["Window", "Deaf"])
    home.isDeaf = false
    home.addChild(screen("Child"))
    home.isDeaf = true
    home.children[0].removeFromParent()
    world.store.runLoopDidTurn()
    #expect(world.names == ["Window", "Deaf", "Child"])
    #expect(world.takeCauses() == [.code])
    #expect(world.context.activity.isIdle)
  }

  @Test("Ends the transition of a sheet over a sheet that still slides in")
  func dismissedSliding() {
    let home = screen("Home")
    let world = AppKitWorld(animates: true, content: home)
    let list = screen("List")
    home.presentAsSheet(stack("Sheet", list))
    let alert = screen("Alert")
    list.presentAsSheet(alert)
    #expect(!list.lifecycle.isInTree)
    list.dismiss(alert)
    world.window.standInCompleteAnimations()
    #expect(!world.store.isTransitioning)
    #expect(world.store.tree.modalChain.map(\.name) == ["Sheet"])
    #expect(world.context.activity.isIdle)
  }

  @Test("Waits for a sheet, also if its contents appear earlier")
  func appearingInside() {
    let home = screen("Home")
    let world = AppKitWorld(animates: true, content: home)
    let sheet = stack("Sheet", screen("List"))
    home.presentAsSheet(sheet)
    let detail = screen("Detail")
    sheet.addChild(detail)
    StandInHooks.didAppear?(detail)
    #expect(world.store.isTransitioning)
    #expect(world.names == ["Window", "Home"])
    world.window.standInCompleteAnimations()
    #expect(!world.store.isTransitioning)
    #expect(world.store.tree.modalChain.map(\.name) == ["Sheet"])
  }

  @Test("Does not wait for a sheet that another controller already presents")
  func presentedElsewhere() {
    let (home, other) = (screen("Home"), screen("Other"))
    let world = AppKitWorld(content: tabs("Tabs", home, other))
    let sheet = screen("Sheet")
    home.presentAsSheet(sheet)
    other.presentAsSheet(sheet)
    other.dismiss(other)
    #expect(!world.store.isTransitioning)
    #expect(world.store.tree.modalChain.map(\.name) == ["Sheet"])
  }

  @Test("Abandons a sheet that never comes to rest, and ignores its later end")
  func stuckSheet() throws {
    let clock = ManualNavigationClock()
    let context = NavigationContext(
      configuration: .init(watchdogInterval: 5), clock: clock)
    var codes: [String] = []
    context.issues.handler = { codes.append($0.code.rawValue) }
    let window = NSWindow()
    let home = screen("Home")
    window.contentViewController = home
    window.makeKeyAndOrderFront(nil)
    window.standInAnimates = true
    let store = context.store(for: window)
    let sheet = screen("Sheet")
    let present = context.request(.present(sheet), on: home)
    clock.advance(by: 5)
    #expect(present.outcome != nil && present.outcome != .performed)
    #expect(codes == ["neverEnded"])
    let dismiss = context.request(.dismiss, on: home)
    #expect(dismiss.outcome == nil)
    window.standInCompleteAnimations()
    #expect(dismiss.outcome == .performed)
    #expect(store.tree.modalChain.isEmpty)
    withExtendedLifetime(window) {}
  }

  @Test("Releases a controller that leaves, with its lifecycle")
  func release() {
    let home = stack("Home", screen("List"))
    let world = AppKitWorld(content: home)
    weak var detail: NSViewController?
    weak var lifecycle: NavigationLifecycle?
    do {
      let strong = screen("Detail")
      detail = strong
      world.context.request(.push(strong), on: home)
      lifecycle = strong.lifecycle
      #expect(lifecycle?.isInTree ?? false)
    }
    home.popViewController(animated: true)
    #expect(detail == nil)
    #expect(lifecycle == nil)
  }

  @Test("Releases a window with its store, and its screens leave")
  func window() {
    let home = screen("Home")
    let log = EventLog(home)
    weak var store: NavigationStore?
    do {
      let world = AppKitWorld(content: home)
      store = world.store
    }
    #expect(store == nil)
    #expect(log.take().last == .dismissed)
  }
}

@MainActor
@Suite("Flows of CoreFlow on AppKit")
struct AppKitFlowTests {
  @Test("A flow ends by the user who closes its sheet, or by code")
  func sheet() {
    let world = AppKitWorld()
    let root = StepFlow(context: world.context)
    root.launch(in: world.window)
    var reasons: [NavigationEndReason] = []
    let button = NSButton()
    for isAction in [true, false] {
      weak var child: StepFlow?
      do {
        let strong = StepFlow(context: world.context)
        child = strong
        root.attach(strong, by: .present) { reasons.append($0) }
        button.standInIsDismissAction = isAction
        button.standInAction = { [weak screen = strong.screen] in screen?.dismiss(button) }
      }
      #expect(child != nil)
      button.performClick(nil)
      #expect(child == nil)
    }
    #expect(reasons == [.dismissedByUser, .removed])
    #expect(world.modals.isEmpty)
    withExtendedLifetime(root) {}
  }

  @Test("The flows of a window that the user closes end from the top down, and are released")
  func window() {
    let world = AppKitWorld()
    var ended: [String] = []
    weak var weakRoot: StepFlow?
    weak var weakChild: StepFlow?
    do {
      let root = StepFlow(context: world.context)
      let child = StepFlow(context: world.context)
      (weakRoot, weakChild) = (root, child)
      root.core.onResign = { ended.append("root") }
      child.core.onResign = { ended.append("child") }
      root.launch(in: world.window)
      root.attach(child, by: .present)
      #expect(world.modals.count == 1)
      world.window.standInUserDidClickClose()
      #expect(ended == ["child", "root"])
      // AppKit's window still has its content, to show it again.
      world.window.contentViewController = nil
      withExtendedLifetime(root) {}
    }
    #expect(weakChild == nil)
    #expect(weakRoot == nil)
  }
}

private final class StepCore: Core<Void, Int> {
  var onResign: () -> Void = {}

  init() { super.init(initialState: 0) }

  override func willResignActive() { onResign() }
}

private final class StepScreen: Screen<StepCore> {
  override func loadView() { view = NSView() }
}

private final class StepFlow: Flow<StepCore, StepScreen> {
  override func createCore() -> StepCore { StepCore() }
  override func createScreen() -> StepScreen { StepScreen(reactor: core) }
}

/// A container of the app's that ignores what AppKit asks an override to do.
@MainActor
private final class Deaf: NSViewController {
  var isDeaf = true

  override func loadView() { view = NSView(frame: .zero) }

  override func insertChild(_ childViewController: NSViewController, at index: Int) {
    if !isDeaf { super.insertChild(childViewController, at: index) }
  }

  override func removeChild(at index: Int) {
    if !isDeaf { super.removeChild(at: index) }
  }
}

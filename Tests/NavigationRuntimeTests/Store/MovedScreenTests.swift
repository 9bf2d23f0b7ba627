import NavigationRuntime
import TestSupport
import Testing

/// Containment and presentation are two links; a screen has one of them at a time.
@MainActor
@Suite("A screen that moves to another slot")
struct MovedScreenTests {
  @Test("Receives no dismissal as a hidden page in a stack that becomes a page in one go")
  func pageIntoStack() throws {
    let (first, second) = (screen("First"), screen("Second"))
    let pages = HeadlessPageViewController(
      transitionStyle: .scroll, navigationOrientation: .horizontal)
    let world = HeadlessWorld(root: pages)
    let log = EventLog(first)
    let replica = Replica(world.store)
    let wrapper = HeadlessNavigationController()
    pages.setViewControllers([first], direction: .forward, animated: false)
    pages.setViewControllers([second], direction: .forward, animated: false)
    world.store.scheduler.schedule("wrap") { _ in
      wrapper.viewControllers = [first]
      pages.setViewControllers([wrapper], direction: .forward, animated: false)
      return .started
    }
    #expect(
      world.store.tree.description == """
        window Window
          pages Page
            screen Second
            stack Navigation (selected)
              screen First
        """)
    #expect(log.lines == ["First visible", "First hidden", "First visible"])
    #expect(replica.tree == world.store.tree)
    try world.store.tree.validate()
    #expect(world.issues.isEmpty)
  }

  @Test(
    "A hidden page is dismissed when a container outside the tree takes it",
    arguments: PageTaker.allCases)
  func takenPage(by taker: PageTaker) {
    let first = screen("First")
    let pages = HeadlessPageViewController(
      transitionStyle: .scroll, navigationOrientation: .horizontal)
    pages.setViewControllers([first], direction: .forward, animated: false)
    let world = HeadlessWorld(root: pages)
    let log = EventLog(first)
    pages.setViewControllers([screen("Second")], direction: .forward, animated: false)
    let window = HeadlessWindow(platform: world.platform)
    window.rootViewController = taker.root
    window.makeKeyAndVisible()
    taker.take(first, in: window)
    #expect(log.lines == ["First visible", "First hidden", "First dismissed"])
    #expect(world.changes.last?.change.description.first == "r")
  }

  @Test("A hidden page that another observed window takes has moved", arguments: PageTaker.allCases)
  func takenByWindow(by taker: PageTaker) {
    let first = screen("First")
    let pages = HeadlessPageViewController(
      transitionStyle: .scroll, navigationOrientation: .horizontal)
    pages.setViewControllers([first], direction: .forward, animated: false)
    let world = HeadlessWorld(root: pages)
    let log = EventLog(first)
    pages.setViewControllers([screen("Second")], direction: .forward, animated: false)
    let window = HeadlessWindow(platform: world.platform)
    let store = world.context.store(for: window)
    window.rootViewController = taker.root
    window.makeKeyAndVisible()
    taker.take(first, in: window)
    #expect(log.lines == ["First visible", "First hidden", "First visible"])
    #expect(store.tree.node(first.lifecycle.id) != nil)
    #expect(world.store.tree.node(first.lifecycle.id) == nil)
  }

  @Test("A hidden page leaves its container when it is presented over it")
  func pagePresented() throws {
    let first = screen("First")
    let pages = HeadlessPageViewController(
      transitionStyle: .scroll, navigationOrientation: .horizontal)
    let world = HeadlessWorld(root: pages)
    let replica = Replica(world.store)
    pages.setViewControllers([first], direction: .forward, animated: false)
    pages.setViewControllers([screen("Second")], direction: .forward, animated: false)
    pages.present(first, animated: false)
    #expect(
      world.store.tree.description == """
        window Window
          pages Page
            screen Second (selected)
            modal screen First
        """)
    #expect(replica.tree == world.store.tree)
    try world.store.tree.validate()
  }

  @Test("A screen leaves a hidden page that is released before the containers are read")
  func releasedPage() throws {
    let (inner, list) = (screen("Inner"), stack("List", screen("Home")))
    let pages = HeadlessPageViewController(
      transitionStyle: .scroll, navigationOrientation: .horizontal)
    let world = HeadlessWorld(root: tabs("Tabs", list, pages))
    let replica = Replica(world.store)
    var page: HeadlessViewController? = screen("Page")
    let released = page.map { WeakReference($0) }
    if let page {
      embed(inner, in: page)
      pages.setViewControllers([page], direction: .forward, animated: false)
    }
    pages.setViewControllers([screen("Second")], direction: .forward, animated: false)
    #expect(world.store.tree.description.contains("screen Inner"))
    world.store.scheduler.schedule("move the screen") { _ in
      list.pushViewController(inner, animated: false)
      page = nil
      return .started
    }
    #expect(released?.object == nil)
    #expect(
      world.store.tree.description == """
        window Window
          tabs Tabs
            stack List (selected)
              screen Home
              screen Inner
            pages Page
              screen Second (selected)
        """)
    #expect(replica.tree == world.store.tree)
    try world.store.tree.validate()
    #expect(world.issues.isEmpty)
  }

  @Test("A page that was in another window for a moment is read with the contents that it has now")
  func pageReturns() throws {
    let (child, page, other) = (screen("Child"), screen("Page"), screen("Other"))
    let pages = HeadlessPageViewController(
      transitionStyle: .scroll, navigationOrientation: .horizontal)
    let root = screen("Root")
    for parent in [pages, other] as [HeadlessViewController] { embed(parent, in: root) }
    embed(child, in: page)
    pages.setViewControllers([page], direction: .forward, animated: false)
    let world = HeadlessWorld(root: root)
    let elsewhere = stack("Elsewhere", screen("List"))
    let window = HeadlessWindow(platform: world.platform)
    window.rootViewController = elsewhere
    window.makeKeyAndVisible()
    let store = world.context.store(for: window)
    let replica = Replica(world.store)
    let transition = root.lifecycle.transitionDidBegin(isInteractive: false)
    embed(child, in: other)
    elsewhere.setViewControllers([elsewhere.viewControllers[0], page], animated: false)
    #expect(store.tree.visibleLeaf.name == "Page")
    pages.setViewControllers([page], direction: .forward, animated: false)
    root.lifecycle.transitionDidEnd(transition, completed: true)
    #expect(
      world.store.tree.description == """
        window Window
          container(View) Root
            pages Page
              screen Page (selected)
            container(View) Other
              screen Child
        """)
    #expect(replica.tree == world.store.tree)
    try world.store.tree.validate()
    #expect(world.issues.isEmpty)
  }

  @Test("Receives no dismissal when a sheet is dismissed and pushed in one transition")
  func promotedInTransition() {
    let sheet = screen("Sheet")
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(root: home)
    home.present(sheet, animated: false)
    let log = EventLog(sheet)
    world.store.scheduler.schedule("promote") { _ in
      home.dismiss(animated: false)
      home.pushViewController(sheet, animated: false)
      return .started
    }
    #expect(log.lines == ["Sheet visible"])
    #expect(world.store.tree.visibleLeaf.name == "Sheet")
    home.present(screen("Over"), animated: false)
    #expect(world.store.tree.visibleLeaf.name == "Over")
    #expect(world.changes.map(\.change.description.first) == ["p", "m", "p"])
    sheet.addChild(screen("Child"))
    #expect(world.store.tree.node(sheet.lifecycle.id)?.children.count == 1)
    #expect(world.issues.isEmpty)
  }

  @Test("Receives no dismissal when a pushed screen is popped and presented in one transition")
  func demotedInTransition() {
    let detail = screen("Detail")
    let home = stack("Home", screen("List"), detail)
    let world = HeadlessWorld(root: home)
    let log = EventLog(detail)
    let replica = Replica(world.store)
    world.store.scheduler.schedule("demote") { _ in
      home.popViewController(animated: false)
      home.present(detail, animated: false)
      return .started
    }
    #expect(log.lines == ["Detail visible"])
    #expect(world.store.tree.modalChain.map(\.name) == ["Detail"])
    #expect(replica.tree == world.store.tree)
  }

  @Test("Receives no dismissal when it is promoted by direct calls during an animated push")
  func promotedDuringPush() {
    let sheet = screen("Sheet")
    let other = stack("Other", screen("Empty"))
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(.manual, root: tabs("Main", home, other))
    home.present(sheet, animated: false)
    world.platform.completeAllTransitions()
    let log = EventLog(sheet)
    world.store.scheduler.schedule("promote") { _ in
      home.dismiss(animated: false)
      world.platform.completeAllTransitions()
      home.pushViewController(sheet, animated: true)
      return .started
    }
    world.platform.completeAllTransitions()
    #expect(log.lines == ["Sheet visible"])
    #expect(world.store.tree.visibleLeaf.name == "Sheet")
  }

  @Test("A sheet that is wrapped in a new container and presented again is in the tree once")
  func wrappedSheet() throws {
    let sheet = screen("Sheet")
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(root: home)
    home.present(sheet, animated: false)
    let log = EventLog(sheet)
    let replica = Replica(world.store)
    world.store.scheduler.schedule("wrap") { _ in
      home.dismiss(animated: false)
      home.present(stack("Wrapper", sheet), animated: false)
      return .started
    }
    #expect(log.lines == ["Sheet visible"])
    #expect(replica.tree == world.store.tree)
    #expect(world.issues.isEmpty)
    try world.store.tree.validate()
  }

  @Test("Two stacks that exchange their tops publish changes that apply one at a time")
  func exchange() throws {
    let (first, second) = (screen("First"), screen("Second"))
    let left = stack("Left", screen("A"), first)
    let right = stack("Right", screen("B"), second)
    let world = HeadlessWorld(root: tabs("Main", left, right))
    let replica = Replica(world.store)
    world.store.scheduler.schedule("exchange") { _ in
      left.popViewController(animated: false)
      right.popViewController(animated: false)
      left.pushViewController(second, animated: false)
      right.pushViewController(first, animated: false)
      return .started
    }
    #expect(left.lifecycle.children.count == 2)
    #expect(replica.tree == world.store.tree)
    #expect(replica.faults == [])
  }

  @Test("A split that collapses and expands publishes each removal before the insertion")
  func collapse() {
    let split = HeadlessSplitViewController(style: .doubleColumn)
    split.setViewController(stack("Primary", screen("A")), for: .primary)
    split.setViewController(stack("Secondary", screen("B"), screen("C")), for: .secondary)
    let world = HeadlessWorld(root: split)
    let replica = Replica(world.store)
    split.collapse()
    #expect(replica.tree == world.store.tree)
    split.expand()
    #expect(replica.tree == world.store.tree)
    #expect(replica.faults == [])
  }

  @Test("A callback that pushes while a split collapses or expands leaves the tree right")
  func pushWhileColumnsMove() {
    let moved = MovingStack()
    moved.restorationIdentifier = "Detail"
    moved.viewControllers = [screen("B")]
    let list = stack("List", screen("A"))
    let split = HeadlessSplitViewController(style: .doubleColumn)
    split.restorationIdentifier = "Split"
    split.setViewController(list, for: .primary)
    split.setViewController(moved, for: .secondary)
    let world = HeadlessWorld(root: split)
    let replica = Replica(world.store)
    moved.onMove = { list.pushViewController(screen("pushed"), animated: false) }
    split.collapse()
    #expect(list.viewControllers.count == 3)
    #expect(treeText(world.store.tree) == platformText(world.window))
    split.expand()
    #expect(list.viewControllers.count == 2 && moved.viewControllers.count == 2)
    #expect(treeText(world.store.tree) == platformText(world.window))
    #expect(replica.tree == world.store.tree && replica.faults == [])
  }

  @Test(
    "Pushed from its last notification, it is shown and not dismissed",
    arguments: [true, false])
  func pushedFromHidden(intoOtherWindow: Bool) {
    let detail = screen("Detail")
    let home = stack("Home", screen("List"), detail)
    let world = HeadlessWorld(root: home)
    let other = HeadlessWindow(platform: world.platform)
    let shelf = stack("Shelf", screen("Empty"))
    other.rootViewController = shelf
    other.makeKeyAndVisible()
    let store = world.context.store(for: other)
    let log = EventLog(detail)
    var isMoved = false
    let subscription = detail.observePresentation { event in
      guard event == .visible(false), !isMoved else { return }
      isMoved = true
      (intoOtherWindow ? shelf : home).pushViewController(detail, animated: false)
    }
    home.popViewController(animated: false)
    #expect(log.lines == ["Detail visible", "Detail hidden", "Detail visible"])
    #expect((intoOtherWindow ? store : world.store).tree.visibleLeaf.name == "Detail")
    #expect(detail.isPresented)
    withExtendedLifetime((subscription, other)) {}
  }

  @Test("Popped again after a push from its last notification, it is dismissed once")
  func poppedAgain() {
    let detail = screen("Detail")
    let home = stack("Home", screen("List"), detail)
    let world = HeadlessWorld(root: home)
    let log = EventLog(detail)
    var moves = 0
    let subscription = detail.observePresentation { event in
      guard event == .visible(false), moves == 0 else { return }
      moves = 1
      home.pushViewController(detail, animated: false)
      home.popViewController(animated: false)
    }
    home.popViewController(animated: false)
    #expect(log.lines == ["Detail visible", "Detail hidden", "Detail dismissed"])
    withExtendedLifetime((subscription, world)) {}
  }

  @Test("Tabs that an observer moves to another window, and removes there, are dismissed")
  func movedByObserver() throws {
    let bar = tabs("Bar", screen("First"), screen("Second"))
    let home = stack("Home", bar)
    let world = HeadlessWorld(root: home)
    let window = HeadlessWindow(platform: world.platform)
    let shelf = stack("Shelf", screen("Empty"))
    window.rootViewController = shelf
    window.makeKeyAndVisible()
    let store = world.context.store(for: window)
    let log = EventLog(bar)
    let replica = Replica(world.store)
    var isMoved = false
    let subscription = world.store.onChange { _ in
      if isMoved { return }
      isMoved = true
      shelf.setViewControllers([bar], animated: false)
      shelf.setViewControllers([screen("Other")], animated: false)
    }
    home.setViewControllers([screen("Beneath"), bar], animated: false)
    #expect(isMoved)
    #expect(store.tree.visibleLeaf.name == "Other")
    #expect(world.store.tree.visibleLeaf.name == "Beneath")
    #expect(replica.tree == world.store.tree)
    try world.store.tree.validate()
    #expect(log.lines == ["Bar visible", "Bar hidden", "Bar dismissed"])
    withExtendedLifetime((subscription, window)) {}
  }
}

/// The tree that results from a store's changes, applied one at a time.
@MainActor
final class Replica {
  private(set) var tree: NavigationTree
  private(set) var faults: [String] = []
  private var subscription: Cancellation?

  init(_ store: NavigationStore) {
    tree = store.tree
    subscription = store.onChange { [weak self] in self?.apply($0.change) }
  }

  private func apply(_ change: NavigationTree.Change) {
    do {
      try tree.apply(change)
    } catch {
      faults.append("\(change): \(error)")
    }
  }
}

/// The container in another window that takes a page.
enum PageTaker: CaseIterable {
  case window, stack, tabs, parent, presenter

  @MainActor var root: HeadlessViewController {
    switch self {
    case .window, .parent, .presenter: screen("Root")
    case .stack: HeadlessNavigationController(rootViewController: screen("Root"))
    case .tabs: HeadlessTabBarController()
    }
  }

  @MainActor func take(_ page: HeadlessViewController, in window: HeadlessWindow) {
    switch (self, window.rootViewController) {
    case (.stack, let stack as HeadlessNavigationController):
      stack.pushViewController(page, animated: false)
    case (.tabs, let tabs as HeadlessTabBarController): tabs.viewControllers = [page]
    case (.parent, let parent?): embed(page, in: parent)
    case (.presenter, let presenter?): presenter.present(page, animated: false)
    default: window.rootViewController = page
    }
  }
}

@MainActor
private func embed(_ child: HeadlessViewController, in parent: HeadlessViewController) {
  parent.addChild(child)
  parent.view.addSubview(child.view)
  child.didMove(toParent: parent)
}

/// A stack that calls back after it has moved to a parent.
private final class MovingStack: HeadlessNavigationController {
  var onMove: (() -> Void)?

  override func didMove(toParent parent: HeadlessViewController?) {
    super.didMove(toParent: parent)
    if parent != nil { onMove?() }
  }
}

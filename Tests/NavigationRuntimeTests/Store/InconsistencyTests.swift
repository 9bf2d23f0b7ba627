import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("An inconsistency")
struct InconsistencyTests {
  @Test("Between tree and containers is reported, and the tree is read anew")
  func wrongTree() throws {
    let home = stack("Home", screen("List"), screen("Detail"))
    let world = HeadlessWorld(root: home)
    let wrong = NavigationTree(
      unchecked: .window(world.store.tree.root.id, "Window", .screen(home.lifecycle.id, "Home")))
    world.store.latestTree = wrong
    let replica = Replica(world.store)
    home.popViewController(animated: false)
    #expect(world.issues.map(\.code.rawValue) == ["inconsistentTree"])
    #expect(
      world.store.tree.description == """
        window Window
          stack Home
            screen List
        """)
    #expect(replica.faults == [])
    #expect(replica.tree == world.store.tree)
    home.pushViewController(screen("Next"), animated: false)
    #expect(world.store.tree.visibleLeaf.name == "Next")
    #expect(world.issues.count == 1)
  }

  @Test("Keeps hidden pages, and dismisses no screen that is still shown")
  func nothingIsDismissed() throws {
    let first = screen("First")
    let pages = HeadlessPageViewController(
      transitionStyle: .scroll, navigationOrientation: .horizontal)
    pages.setViewControllers([first], direction: .forward, animated: false)
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(root: tabs("Main", pages, home))
    pages.setViewControllers([screen("Second")], direction: .forward, animated: false)
    let log = EventLog(first, pages, home)
    let before = world.store.tree
    world.store.latestTree = NavigationTree(unchecked: .window(before.root.id, "Window"))
    home.pushViewController(screen("Detail"), animated: false)
    #expect(world.issues.map(\.code.rawValue) == ["inconsistentTree"])
    #expect(!log.events.contains(.dismissed))
    #expect(world.store.tree.contains(first.lifecycle.id))
    #expect(world.store.tree.count == before.count + 1)
  }

  #if compiler(>=6.2)
  @Test("Traps in a debug build if configured", .enabled(if: isDebugBuild))
  func trap() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let configuration = NavigationContext.Configuration(trapsOnInconsistency: true)
        let home = stack("Home", screen("List"))
        let world = HeadlessWorld(configuration: configuration, root: home)
        world.store.latestTree = NavigationTree(
          unchecked: .window(world.store.tree.root.id, "Window"))
        home.pushViewController(screen("Detail"), animated: false)
      }
    }
  }
  #endif

  @Test("Between two containers of one controller is reported, and ends with the second container")
  func twoSlots() {
    let left = ListContainer("Left")
    let right = ListContainer("Right")
    let shared = ListContainer("Shared")
    let root = ListContainer("Root")
    root.contents = [left, right]
    let context = NavigationContext(clock: ManualNavigationClock())
    var issues: [String] = []
    context.issues.handler = { issues.append($0.code.rawValue) }
    let store = context.store(for: root)
    left.contents = [shared]
    left.lifecycle.containerDidChange(.contents)
    right.contents = [shared]
    right.lifecycle.containerDidChange(.contents)
    #expect(store.tree.parent(of: shared.lifecycle.id)?.name == "Right")
    left.lifecycle.containerDidChange(.contents)
    right.lifecycle.containerDidChange(.contents)
    let count = issues.count
    #expect(issues == Array(repeating: "inTwoSlots", count: count))
    right.contents = []
    right.lifecycle.containerDidChange(.contents)
    #expect(store.tree.parent(of: shared.lifecycle.id)?.name == "Left")
    #expect(shared.lifecycle.isInTree)
    left.contents = []
    left.lifecycle.containerDidChange(.contents)
    #expect(!shared.lifecycle.isInTree)
    #expect(issues.count == count)
  }

  @Test("In a container that contains itself ends, and leaves nothing behind")
  func ring() throws {
    let first = ListContainer("First")
    let second = ListContainer("Second")
    let root = ListContainer("Root")
    root.contents = [first]
    let context = NavigationContext(clock: ManualNavigationClock())
    var issues: [String] = []
    context.issues.handler = { issues.append($0.code.rawValue) }
    let store = context.store(for: root)
    first.contents = [second]
    second.contents = [first, root]
    first.lifecycle.containerDidChange(.contents)
    second.lifecycle.containerDidChange(.contents)
    try store.tree.validate()
    #expect(Set(issues) == ["inTwoSlots"])
    second.contents = []
    second.lifecycle.containerDidChange(.contents)
    root.lifecycle.containerDidChange(.contents)
    #expect(store.tree.count == 3)
    root.contents = []
    root.lifecycle.containerDidChange(.contents)
    #expect(store.tree.count == 1)
    #expect(!first.lifecycle.isInTree)
    #expect(!second.lifecycle.isInTree)
  }

  @Test("Between two windows of one controller ends, and is reported")
  func twoWindows() throws {
    let left = ListContainer("Left")
    let right = ListContainer("Right")
    let shared = ListContainer("Shared")
    let context = NavigationContext(clock: ManualNavigationClock())
    var issues: Set<String> = []
    context.issues.handler = { issues.insert($0.code.rawValue) }
    let stores = [context.store(for: left), context.store(for: right)]
    left.contents = [shared]
    left.lifecycle.containerDidChange(.contents)
    right.contents = [shared]
    right.lifecycle.containerDidChange(.contents)
    #expect(issues.contains("endlessReading"))
    #expect(stores.contains { $0.tree.contains(shared.lifecycle.id) })
    left.contents = []
    left.lifecycle.containerDidChange(.contents)
    #expect(stores[1].tree.contains(shared.lifecycle.id))
    #expect(!stores[0].tree.contains(shared.lifecycle.id))
  }

  @Test("By an observer that navigates at each change ends, and is reported")
  func endlessObserver() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(root: home)
    let subscription = world.store.onChange { _ in
      home.setViewControllers([screen("Next")], animated: false)
    }
    home.pushViewController(screen("Detail"), animated: false)
    #expect(world.issues.map(\.code.rawValue) == ["endlessReading"])
    subscription.cancel()
    home.pushViewController(screen("Last"), animated: false)
    #expect(world.store.tree.visibleLeaf.name == "Last")
    #expect(world.store.tree.count == home.viewControllers.count + 2)
  }

  @Test("Between a kind and its contents gives a valid tree")
  func kind() throws {
    let root = ListContainer("Root", kind: .window)
    root.contents = [ListContainer("A", kind: .screen), ListContainer("B")]
    (root.contents[0] as? ListContainer)?.contents = [ListContainer("C", kind: .window)]
    let context = NavigationContext(clock: ManualNavigationClock())
    let store = context.store(for: root)
    try store.tree.validate()
    #expect(store.tree.count == 3)
  }
}

private let isDebugBuild: Bool = {
  #if DEBUG
  true
  #else
  false
  #endif
}()

/// A container with the contents that a test gives it.
@MainActor
private final class ListContainer: PlainContainer {
  private let name: String
  private let kind: NavigationTree.Kind?
  var contents: [any NavigationContainer] = []

  init(_ name: String, kind: NavigationTree.Kind? = nil) {
    self.name = name
    self.kind = kind
  }

  override var navigationRuntimeKind: NavigationTree.Kind { kind ?? .container("List") }
  override var navigationRuntimeName: String { name }
  override var navigationRuntimeContainedCount: Int { contents.count }
  override func navigationRuntimeContained(at index: Int) -> any NavigationContainer {
    contents[index]
  }
}

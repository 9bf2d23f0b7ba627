import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("The cost of the store")
struct NavigationStoreCostTests {
  @Test(
    "A push and a pop read as few nodes in a deep stack as in a shallow one",
    arguments: [10, 1_000, 100_000])
  func readsOfPushAndPop(depth: Int) {
    let home = stack("Home")
    home.viewControllers = (0..<depth).map { _ in HeadlessViewController() }
    let world = HeadlessWorld(root: home)
    #expect(world.store.tree.count == depth + 2)

    var readCount = world.store.readCount
    home.pushViewController(screen("Detail"), animated: false)
    #expect(world.store.readCount - readCount == 1)

    readCount = world.store.readCount
    home.popViewController(animated: false)
    #expect(world.store.readCount - readCount == 0)

    readCount = world.store.readCount
    home.present(screen("Modal"), animated: false)
    #expect(world.store.readCount - readCount <= 2)
    #expect(world.store.tree.count == depth + 3)
  }

  @Test("Pops and pushes at one settle point read the screens above the lowest of them")
  func readsOfSeveralOperations() {
    let home = stack("Home")
    home.viewControllers = (0..<1_000).map { _ in HeadlessViewController() }
    let world = HeadlessWorld(root: home)
    let readCount = world.store.readCount
    world.store.scheduler.schedule("three at once") { _ in
      home.popViewController(animated: false)
      home.popViewController(animated: false)
      home.pushViewController(screen("Detail"), animated: false)
      return .started
    }
    #expect(world.store.readCount - readCount <= 2)
    #expect(world.changes.count == 1)
    #expect(world.store.tree.count == 1_001)
  }

  @Test("10,000 controllers that are pushed, presented and removed are released")
  func nothingStays() async {
    let counter = LiveCounter()
    let home = CountedStack(counter: counter)
    let world = HeadlessWorld(root: home)
    let before = counter.count
    for number in 0..<2_500 {
      home.pushViewController(CountedScreen(counter: counter), animated: number % 2 == 0)
      home.present(CountedScreen(counter: counter), animated: number % 3 == 0)
      home.dismiss(animated: true)
      await world.context.perform(.push(CountedScreen(counter: counter)), on: home)
      await world.context.perform(.present(CountedScreen(counter: counter)), on: home)
      await world.context.perform(.dismiss, on: home)
      if number % 50 == 49 { home.popToRootViewController(animated: true) }
    }
    #expect(counter.count == before)
    #expect(world.store.tree.count == 3)
    #expect(world.store.scheduler.count == 0)
    #expect(world.context.registry.count == 0)
    #expect(world.context.activity.isIdle)
    #expect(home.lifecycle.children.count == 1)
  }

  @Test("Objects without storage for a lifecycle leave the registry when they are released")
  func registryIsSwept() {
    let registry = WeakTable<NavigationLifecycle>()
    for _ in 0..<10_000 {
      _ = registry.lifecycle(of: HeadlessViewController())
    }
    #expect(registry.count == 0)
    let kept = HeadlessViewController()
    #expect(registry.lifecycle(of: kept) === registry.lifecycle(of: kept))
    #expect(registry.count == 1)
  }
}

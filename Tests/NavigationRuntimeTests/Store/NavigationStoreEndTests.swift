import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("The end of a tree, and moves between trees")
struct NavigationStoreEndTests {
  @Test("The screens of a released window leave, also if its store is retained")
  func keptStore() {
    let context = NavigationContext(clock: ManualNavigationClock())
    let child = screen("Child")
    let home = stack("Home", child)
    var events: [PresentationEvent] = []
    let subscription = child.observePresentation { events.append($0) }
    var store: NavigationStore?
    do {
      let window = HeadlessWindow(platform: HeadlessPlatform())
      window.rootViewController = home
      window.makeKeyAndVisible()
      store = context.store(for: window)
    }
    #expect(store != nil)
    #expect(events == [.visible(true), .visible(false), .dismissed])
    #expect(!child.isPresented)
    #expect(!home.isPresented)
    #expect(child.navigationStore == nil)
    withExtendedLifetime((subscription, store)) {}
  }

  @Test("A container that moves to another window takes its running transition along")
  func transitionGoesAlong() {
    let context = NavigationContext(clock: ManualNavigationClock())
    let shared = PlainContainer()
    let rooms = [PlainRoom(), PlainRoom()]
    rooms[0].contents = [shared]
    let stores = rooms.map { context.store(for: $0) }
    let token = shared.lifecycle.transitionDidBegin(isInteractive: false)
    #expect(!stores[0].scheduler.isFree)
    rooms[0].contents = []
    rooms[0].lifecycle.containerDidChange(.contents)
    rooms[1].contents = [shared]
    rooms[1].lifecycle.containerDidChange(.contents)
    #expect(stores[0].scheduler.isFree)
    #expect(stores[0].tree.count == 1)
    #expect(stores[1].tree.count == 2)
    #expect(!stores[1].scheduler.isFree)
    shared.lifecycle.transitionDidEnd(token, completed: true)
    #expect(stores[1].scheduler.isFree)
    #expect(context.activity.isIdle)
    withExtendedLifetime(rooms) {}
  }

  @Test("A container that another tree takes leaves its tree without a notification")
  func takenUnsaid() {
    let context = NavigationContext(clock: ManualNavigationClock())
    let shared = PlainContainer()
    let rooms = [PlainRoom(), PlainRoom()]
    rooms[0].contents = [shared]
    let stores = rooms.map { context.store(for: $0) }
    rooms[0].contents = []
    rooms[1].contents = [shared]
    rooms[1].lifecycle.containerDidChange(.contents)
    #expect(stores.map(\.tree.count) == [1, 2])
    #expect(shared.navigationStore === stores[1])
    withExtendedLifetime(rooms) {}
  }

  @Test("A screen left behind by its moving container has left the screen")
  func leftBehind() {
    let context = NavigationContext(clock: ManualNavigationClock())
    let child = PlainContainer()
    let shared = PlainRoom()
    let rooms = [PlainRoom(), PlainRoom()]
    shared.contents = [child]
    rooms[0].contents = [shared]
    let stores = rooms.map { context.store(for: $0) }
    var events: [PresentationEvent] = []
    let subscription = child.observePresentation { events.append($0) }
    let token = rooms[0].lifecycle.transitionDidBegin(isInteractive: false)
    shared.contents = []
    rooms[0].contents = []
    rooms[1].contents = [shared]
    rooms[1].lifecycle.containerDidChange(.contents)
    rooms[0].lifecycle.transitionDidEnd(token, completed: true)
    #expect(stores.map(\.tree.count) == [1, 2])
    #expect(events == [.dismissed])
    #expect(!child.isPresented)
    withExtendedLifetime(subscription) {}
    withExtendedLifetime(rooms) {}
  }

  @Test("A visible screen is hidden when it enters another window out of sight")
  func hiddenElsewhere() {
    let shared = screen("Shared")
    let world = HeadlessWorld(root: shared)
    world.window.rootViewController = nil
    let log = EventLog(shared)
    let window = HeadlessWindow(platform: world.platform)
    window.rootViewController = tabs("Tabs", screen("Shown"), shared)
    window.makeKeyAndVisible()
    let other = world.context.store(for: window)
    #expect(other.tree.visibleLeaf.name == "Shown")
    #expect(log.events == [.visible(false)])
    withExtendedLifetime(window) {}
  }

  @Test("A container inside a tree returns that tree's store, and reports the misuse")
  func innerContainer() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(root: home)
    let store = world.context.store(for: home)
    #expect(store === world.store)
    #expect(world.issues.map(\.code.rawValue) == ["storeOfInnerContainer"])
    home.pushViewController(screen("Detail"), animated: true)
    #expect(world.store.tree.visibleLeaf.name == "Detail")
  }
}

private final class PlainRoom: PlainContainer {
  var contents: [PlainContainer] = []
  override var navigationRuntimeKind: NavigationTree.Kind { .container("Room") }
  override var navigationRuntimeContainedCount: Int { contents.count }
  override func navigationRuntimeContained(at index: Int) -> any NavigationContainer {
    contents[index]
  }
}

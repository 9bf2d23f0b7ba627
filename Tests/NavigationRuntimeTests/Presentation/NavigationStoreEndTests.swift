import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("A tree that ends, or is taken from")
struct NavigationStoreEndTests {
  @Test("A window that goes is left by all that was in it, also if somebody keeps its store")
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

  @Test("A container inside a tree gets that tree's store, and the misuse is reported")
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

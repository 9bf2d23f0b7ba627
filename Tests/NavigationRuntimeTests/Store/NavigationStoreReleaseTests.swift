import NavigationRuntime
import Testing

@MainActor
@Suite("The objects that a store releases")
struct NavigationStoreReleaseTests {
  @Test("A released window releases its store and scheduler, and its screens leave")
  func window() {
    let context = NavigationContext(clock: ManualNavigationClock())
    weak var window: HeadlessWindow?
    weak var store: NavigationStore?
    weak var scheduler: NavigationScheduler?
    let screen = HeadlessViewController()
    var events: [PresentationEvent] = []
    let subscription = screen.observePresentation { events.append($0) }
    do {
      let strong = HeadlessWindow(platform: HeadlessPlatform())
      strong.rootViewController = screen
      strong.makeKeyAndVisible()
      window = strong
      store = context.store(for: strong)
      scheduler = store?.scheduler
      #expect(events == [.visible(true)])
    }
    #expect(window == nil)
    #expect(store == nil)
    #expect(scheduler == nil)
    #expect(events.last == .dismissed)
    #expect(!screen.isPresented)
    #expect(context.activity.isIdle)
    withExtendedLifetime(subscription) {}
  }

  @Test("A window released before a change is read releases its store, too")
  func windowInTransition() {
    let context = NavigationContext(clock: ManualNavigationClock())
    weak var store: NavigationStore?
    do {
      let window = HeadlessWindow(platform: HeadlessPlatform())
      store = context.store(for: window)
      _ = window.lifecycle.transitionDidBegin(isInteractive: false)
      window.lifecycle.containerDidChange(.contents)
    }
    #expect(store == nil)
  }
}

import NavigationRuntime
import Testing

@MainActor
@Suite("What a store lets go of")
struct NavigationStoreReleaseTests {
  @Test("A window that goes takes its store and lane with it, and its screens hear that they left")
  func window() {
    let context = NavigationContext(clock: ManualNavigationClock())
    weak var window: HeadlessWindow?
    weak var store: NavigationStore?
    weak var lane: NavigationScheduler?
    let screen = HeadlessViewController()
    var events: [PresentationEvent] = []
    let subscription = screen.observePresentation { events.append($0) }
    do {
      let strong = HeadlessWindow(platform: HeadlessPlatform())
      strong.rootViewController = screen
      strong.makeKeyAndVisible()
      window = strong
      store = context.store(for: strong)
      lane = store?.scheduler
      #expect(events == [.visible(true)])
    }
    #expect(window == nil)
    #expect(store == nil)
    #expect(lane == nil)
    #expect(events.last == .dismissed)
    #expect(!screen.isPresented)
    #expect(context.activity.isIdle)
    withExtendedLifetime(subscription) {}
  }

  @Test("A window that goes while a change waits to be read takes its store with it too")
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

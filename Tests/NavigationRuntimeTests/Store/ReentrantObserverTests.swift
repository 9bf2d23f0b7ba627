import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Observers that navigate")
struct ReentrantObserverTests {
  enum Push: CaseIterable {
    case byCall, byRequest
  }

  @Test(
    "A push during the first reading of a window is delivered after it", arguments: Push.allCases)
  func firstReading(push: Push) {
    let context = NavigationContext(clock: ManualNavigationClock())
    let list = screen("List")
    let detail = screen("Detail")
    let home = stack("Home", list)
    let window = HeadlessWindow(platform: HeadlessPlatform())
    window.rootViewController = home
    window.makeKeyAndVisible()
    let log = EventLog(list, detail)
    let subscription = home.observePresentation { event in
      guard event == .visible(true) else { return }
      switch push {
      case .byCall: home.pushViewController(detail, animated: false)
      case .byRequest: context.request(.push(detail), on: home)
      }
    }
    let store = context.store(for: window)
    #expect(store.tree.visibleLeaf.name == "Detail")
    #expect(log.lines == ["List visible", "List hidden", "Detail visible"])
    withExtendedLifetime(subscription) {}
  }

  @Test("An observer may request the store that is being made")
  func storeInTheMaking() {
    let context = NavigationContext(clock: ManualNavigationClock())
    var issues: [String] = []
    context.issues.handler = { issues.append($0.code.rawValue) }
    let home = stack("Home", screen("List"))
    let window = HeadlessWindow(platform: HeadlessPlatform())
    window.rootViewController = home
    window.makeKeyAndVisible()
    var seen: NavigationStore?
    let subscription = home.observePresentation { _ in seen = context.store(for: window) }
    let store = context.store(for: window)
    #expect(seen === store)
    #expect(issues == [])
    withExtendedLifetime(subscription) {}
  }

  @Test("A leaving screen that an observer pushes in another window is shown there")
  func intoAnotherWindow() {
    let first = screen("First")
    let second = screen("Second")
    let home = stack("Home", screen("List"), second, first)
    let world = HeadlessWorld(root: home)
    let other = HeadlessWindow(platform: world.platform)
    let shelf = stack("Shelf", screen("Empty"))
    other.rootViewController = shelf
    other.makeKeyAndVisible()
    let store = world.context.store(for: other)
    let log = EventLog(second)
    let subscription = first.observePresentation { event in
      if event == .dismissed { shelf.pushViewController(second, animated: false) }
    }
    home.popToRootViewController(animated: false)
    #expect(store.tree.visibleLeaf.name == "Second")
    #expect(second.isPresented)
    #expect(second.lifecycle.isInTree)
    #expect(log.lines.last == "Second visible")
    withExtendedLifetime((subscription, other)) {}
  }

  @Test("Changes in one container at one settle point have causes of their own")
  func causes() throws {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(root: home)
    let sheet = screen("Sheet")
    home.present(sheet, animated: false)
    _ = world.takeChanges()
    let pull = try #require(sheet.userDidBeginPullDown())
    home.pushViewController(screen("Detail"), animated: false)
    pull.finish()
    #expect(
      world.changes.map { "\($0.change.description.prefix(6)) by \($0.cause)" } == [
        "pushed by code", "dismis by user",
      ])
  }

  @Test("Ends waiting requests when the window is released, also if its scheduler is retained")
  func keptScheduler() {
    let context = NavigationContext(clock: ManualNavigationClock())
    let home = stack("Home", screen("List"))
    let waiting: ScheduledTransition
    let scheduler: NavigationScheduler
    do {
      let window = HeadlessWindow(platform: HeadlessPlatform())
      window.rootViewController = home
      window.makeKeyAndVisible()
      scheduler = context.store(for: window).scheduler
      _ = window.lifecycle.transitionDidBegin(isInteractive: false)
      waiting = context.request(.push(screen("Detail")), on: home)
      #expect(waiting.outcome == nil)
    }
    #expect(waiting.outcome?.word == "refused: notInTree")
    #expect(scheduler.isFree)
    #expect(context.activity.isIdle)
  }

  @Test("Ends waiting requests when the window is released, also if its store is retained")
  func keptStore() {
    let context = NavigationContext(clock: ManualNavigationClock())
    let home = stack("Home", screen("List"))
    let waiting: ScheduledTransition
    let store: NavigationStore
    do {
      let window = HeadlessWindow(platform: HeadlessPlatform())
      window.rootViewController = home
      window.makeKeyAndVisible()
      store = context.store(for: window)
      _ = window.lifecycle.transitionDidBegin(isInteractive: false)
      waiting = context.request(.push(screen("Detail")), on: home)
      #expect(waiting.outcome == nil)
    }
    #expect(waiting.outcome?.word == "refused: notInTree")
    #expect(store.scheduler.isFree)
    #expect(context.activity.isIdle)
  }
}

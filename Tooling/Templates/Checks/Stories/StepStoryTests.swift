import AsyncFlow
import Testing

@testable import StepFeatures

@MainActor
@Suite("Generated features of AsyncFlow, in a window")
struct StepStoryTests {
  private let window = HeadlessWindow(platform: HeadlessPlatform(transitionMode: .immediate))
  private let app = AppCoordinator(context: NavigationContext())

  init() {
    app.start(in: window)
  }

  @Test("The first screen comes up, a further one is pushed, and its step ends the flow")
  func push() async throws {
    let movie = MovieCoordinator(context: NavigationContext())
    movie.start(in: window)
    await movie.coordinator.settled()
    #expect(window.visibleText.contains("Movie"))
    let answer = movie.flow.showDetail()
    await movie.coordinator.settled()
    #expect(window.visibleText.contains("Detail"))
    guard case .one(.contribute(_, let stepper, _, _)) = answer else {
      Issue.record("The answer is \(answer).")
      return
    }
    #expect(stepper is DetailViewModel)
  }

  @Test("A flow is presented, and dismissed when its step has come")
  func present() async {
    await app.coordinator.settled()
    _ = app.flow.presentMovie(then: .finished)
    await app.coordinator.settled()
    #expect(app.flow.navigationController.presentedViewController != nil)
    _ = app.flow.dismissMovie()
    await app.coordinator.settled()
    #expect(app.flow.navigationController.presentedViewController == nil)
    _ = app.flow.dismissMovie()
    #expect(app.flow.navigationController.presentedViewController == nil)
  }

  @Test("The window is observed: a flow whose screens leave it ends")
  func leave() async {
    var events: [String] = []
    let subscription = app.coordinator.onEvent { events.append("\($0)") }
    await app.coordinator.settled()
    window.rootViewController = HeadlessNavigationController()
    await app.coordinator.settled()
    #expect(events.contains("ended: AppFlow, removed"))
    subscription.cancel()
  }
}

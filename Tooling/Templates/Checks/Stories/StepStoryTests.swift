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

  @Test("A presented flow dismisses itself, and its parent's step leaves its successor there")
  func present() async throws {
    let parent = ParentFlow()
    let coordinator = FlowCoordinator(context: NavigationContext())
    window.rootViewController = parent.app.navigationController
    coordinator.coordinate(flow: parent, with: OneStepper(ParentStep.present))
    await coordinator.settled()
    let navigation = parent.app.navigationController
    let sheet = try #require(navigation.presentedViewController as? HeadlessNavigationController)
    let movie = try #require(sheet.viewControllers.first as? MovieViewController)
    movie.viewModel.done()
    await coordinator.settled()
    #expect(navigation.presentedViewController == nil)
    #expect(parent.ends == 1)

    coordinator.send(ParentStep.present)
    await coordinator.settled()
    #expect(navigation.presentedViewController != nil)
    let plan = DeepLinkPlan([.init(ParentStep.help, in: ParentFlow.self)], deadline: 30)
    #expect(await coordinator.follow(plan) == .arrived)
    await coordinator.settled()
    #expect(navigation.presentedViewController === parent.help)
    #expect(parent.ends == 2)
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

/// Presents a generated flow with the code that was generated for its parent.
private final class ParentFlow: Flow {
  var root: any Presentable { app.navigationController }
  let app = AppFlow()
  let help = HeadlessViewController()
  private(set) var ends = 0

  func navigate(to step: any Step) async -> FlowContributors {
    switch step {
    case ParentStep.present: return app.presentMovie(then: .finished)
    case ParentStep.help:
      app.navigationController.present(help, animated: true)
      return .one(.contribute(presentable: help, stepper: DefaultStepper()))
    case AppStep.finished:
      ends += 1
      return .none
    default: return .unhandled
    }
  }
}

private enum ParentStep: Step { case present, help }

import AsyncFlow
import Foundation
import NavigationRuntime
import TestSupport
import Testing

/// The code of the README, in its order.
@MainActor
@Suite("Specification: README")
struct ReadmeSpecificationTests {
  enum MovieStep: Step, Equatable {
    case movieList
    case movieDetail(id: Int)
    case unauthorized
  }

  enum AppStep: Step, Equatable {
    case launch
    case login
    case home
    case logout
    case onboardingComplete
  }

  final class MovieListViewModel: FlowStepper {
    @Steps var steps

    enum Input: Sendable { case movieTapped(id: Int) }

    func send(_ input: Input) {
      switch input {
      case .movieTapped(let id): steps.send(MovieStep.movieDetail(id: id))
      }
    }
  }

  final class MovieListViewController: HeadlessViewController {
    let viewModel: MovieListViewModel
    init(viewModel: MovieListViewModel) {
      self.viewModel = viewModel
      super.init(nibName: nil, bundle: nil)
    }
    required init?(coder: NSCoder) { return nil }
  }

  final class MovieFlow: Flow {
    var root: Presentable { navigationController }
    let navigationController = HeadlessNavigationController()
    var isAuthorized = true

    func navigate(to step: Step) -> FlowContributors {
      guard let step = step as? MovieStep else { return .none }
      switch step {
      case .movieList: return navigateToMovieList()
      case .movieDetail, .unauthorized:
        let viewController = screen("\(step)")
        navigationController.pushViewController(viewController, animated: true)
        return .one(
          flowContributor: .contribute(
            withNextPresentable: viewController, withNextStepper: MovieListViewModel()))
      }
    }

    func adapt(step: Step) async -> Step {
      guard let movieStep = step as? MovieStep else { return step }
      switch movieStep {
      case .movieDetail: return isAuthorized ? step : MovieStep.unauthorized
      default: return step
      }
    }

    private func navigateToMovieList() -> FlowContributors {
      let viewModel = MovieListViewModel()
      let viewController = MovieListViewController(viewModel: viewModel)
      navigationController.setViewControllers([viewController], animated: false)
      return .one(
        flowContributor: .contribute(
          withNextPresentable: viewController, withNextStepper: viewModel))
    }
  }

  final class LoginViewModel: FlowStepper {
    @Steps var steps
    var isLoading = false
    func login() async {
      isLoading = true
      isLoading = false
      steps.send(AppStep.home)
    }
  }

  final class AppFlow: Flow {
    var root: Presentable { window }
    private let window: HeadlessWindow
    let login = LoginViewModel()
    var handled: [AppStep] = []

    init(window: HeadlessWindow) { self.window = window }

    func navigate(to step: Step) -> FlowContributors {
      guard let step = step as? AppStep else { return .none }
      handled.append(step)
      switch step {
      case .launch: return .one(flowContributor: .forwardToCurrentFlow(withStep: AppStep.login))
      case .login:
        let viewController = screen("Login")
        window.rootViewController = viewController
        window.makeKeyAndVisible()
        return .one(
          flowContributor: .contribute(
            withNextPresentable: viewController, withNextStepper: login))
      case .home: return startMovieFlow()
      case .logout, .onboardingComplete: return .none
      }
    }

    private func startMovieFlow() -> FlowContributors {
      let movieFlow = MovieFlow()
      let movieStepper = OneStepper(withSingleStep: MovieStep.movieList)
      window.rootViewController = movieFlow.navigationController
      return .one(
        flowContributor: .contribute(
          withNextPresentable: movieFlow, withNextStepper: movieStepper))
    }
  }

  @Test("The app launches, logs in, and shows the movies")
  func quickStart() async {
    let world = HeadlessWorld()
    let coordinator = FlowCoordinator(context: world.context)
    let appFlow = AppFlow(window: world.window)
    let appStepper = OneStepper(withSingleStep: AppStep.launch)
    coordinator.coordinate(flow: appFlow, with: appStepper)
    await coordinator.settled()
    #expect(world.store.tree.visibleLeaf.name == "Login")
    await appFlow.login.login()
    await coordinator.settled()
    #expect(world.store.tree.visibleLeaf.name == "MovieList")
    #expect(appFlow.handled == [.launch, .login, .home])
    let receipt = await coordinator.navigate(to: MovieStep.movieDetail(id: 7))
    #expect(receipt.handledBy == ["MovieFlow"])
    #expect(world.store.tree.visibleLeaf.name == "movieDetail(id: 7)")
  }

  /// Only the compiler can fail this test.
  @Test("Compiles every spelling of the contributors")
  func contributors() {
    let flow = MovieFlow()
    let _: [FlowContributors] = [
      .one(flowContributor: .contribute(withNextPresentable: flow, withNextStepper: flow.stepper)),
      .multiple(
        .contribute(withNextPresentable: flow, withNextStepper: flow.stepper),
        .contribute(withNextPresentable: flow, withNextStepper: flow.stepper)),
      .multiple(flowContributors: []),
      .one(flowContributor: .forwardToCurrentFlow(withStep: AppStep.home)),
      .one(flowContributor: .forwardToParentFlow(withStep: AppStep.logout)),
      .end(forwardToParentFlowWithStep: AppStep.onboardingComplete),
      .none,
    ]
  }

  @Test("Composes steppers")
  func composite() async {
    let world = CoordinatorWorld()
    let appFlow = AppFlow(window: HeadlessWorld().window)
    let viewModel = LoginViewModel()
    viewModel.steps.send(AppStep.onboardingComplete)
    let compositeStepper = CompositeStepper(steppers: [
      OneStepper(withSingleStep: AppStep.logout), viewModel,
    ])
    world.coordinator.coordinate(flow: appFlow, with: compositeStepper)
    await world.coordinator.settled()
    #expect(appFlow.handled == [.logout, .onboardingComplete])
  }

  @Test("Tests an untyped flow with a test store, comparing its steps through a cast")
  func flowTest() async {
    let store = FlowTestStore(flow: MovieFlow())
    let contributors = await store.navigate(to: MovieStep.movieList)
    #expect(store.steps as? [MovieStep] == [MovieStep.movieList])
    if case .one(.contribute(let presentable, let stepper, _, _)) = contributors {
      #expect(presentable is MovieListViewController)
      #expect(stepper is MovieListViewModel)
    } else {
      Issue.record("expected one contribution, got \(contributors)")
    }
  }

  @Test("Reads the mock stepper's steps without a sleep")
  func stepEmission() async {
    let mockStepper = MockStepper()
    let stream = mockStepper.steps.stream
    mockStepper.emit(MovieStep.movieList)
    mockStepper.emit(MovieStep.movieDetail(id: 1))
    var receivedSteps: [Step] = []
    for await step in stream {
      receivedSteps.append(step)
      if receivedSteps.count == 2 { break }
    }
    #expect(receivedSteps.count == 2)
    #expect(mockStepper.emittedSteps as? [MovieStep] == [.movieList, .movieDetail(id: 1)])
  }
}

extension ReadmeSpecificationTests.MovieFlow {
  fileprivate var stepper: DefaultStepper { DefaultStepper() }
}

import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

/// The code of the architecture document, in its order.
@MainActor
@Suite("Specification: architecture")
struct ArchitectureSpecificationTests {
  enum MovieStep: Step, Equatable {
    case movieList
    case movieDetail(id: Int)
    case castDetail(id: Int)
    case unauthorized
  }

  enum DashboardStep: Step { case dashboard }
  enum WatchedStep: Step { case watchedList }

  /// A double of the document's permission service.
  @MainActor
  final class Permissions {
    var isAuthorized = true
    func check() async -> Bool { isAuthorized }
  }

  final class MovieListViewModel: StepEmittable {
    typealias StepType = MovieStep
    var stepContinuation: AsyncStream<MovieStep>.Continuation?

    enum Input { case movieTapped(id: Int) }

    func send(_ input: Input) {
      switch input {
      case .movieTapped(let id): emit(.movieDetail(id: id))
      }
    }
  }

  final class MovieFlow: Flow {
    typealias StepType = MovieStep

    var root: any Presentable { navigationController }
    let navigationController = HeadlessNavigationController()
    private let permissions: Permissions

    init(permissions: Permissions = Permissions()) {
      self.permissions = permissions
    }

    func navigate(to step: MovieStep) async -> FlowContributors {
      switch step {
      case .movieList: return navigateToMovieList()
      case .movieDetail, .castDetail, .unauthorized:
        let viewController = screen("\(step)")
        navigationController.pushViewController(viewController, animated: true)
        return .one(.contribute(presentable: viewController, stepper: MovieListViewModel()))
      }
    }

    func adapt(step: MovieStep) async -> MovieStep? {
      switch step {
      case .movieDetail: return await permissions.check() ? step : .unauthorized
      default: return step
      }
    }

    private func navigateToMovieList() -> FlowContributors {
      let viewModel = MovieListViewModel()
      let viewController = screen("MovieList")
      navigationController.pushViewController(viewController, animated: true)
      return .one(.contribute(presentable: viewController, stepper: viewModel))
    }
  }

  final class WatchedFlow: Flow {
    var root: any Presentable { controller }
    let controller = stack("Watched")
    func navigate(to step: WatchedStep) async -> FlowContributors { .none }
  }

  final class DashboardFlow: Flow {
    let window: HeadlessWindow
    var root: any Presentable { window }
    init(window: HeadlessWindow) { self.window = window }

    func navigate(to step: DashboardStep) async -> FlowContributors {
      let movieFlow = MovieFlow()
      let watchedFlow = WatchedFlow()
      let tabBarController = HeadlessTabBarController()
      tabBarController.viewControllers = [
        movieFlow.navigationController, watchedFlow.controller,
      ]
      window.rootViewController = tabBarController
      return .multiple([
        .contribute(presentable: movieFlow, stepper: OneStepper(.movieList)),
        .contribute(presentable: watchedFlow, stepper: OneStepper(.watchedList)),
      ])
    }
  }

  @Test("Checks a tapped movie's permission, and pushes its screen")
  func dataFlow() async throws {
    let permissions = Permissions()
    let flow = MovieFlow(permissions: permissions)
    let world = HeadlessWorld(root: flow.navigationController)
    let coordinator = FlowCoordinator(context: world.context)
    coordinator.coordinate(flow: flow, with: OneStepper(MovieStep.movieList))
    await coordinator.settled()
    await coordinator.navigate(to: MovieStep.movieDetail(id: 12345))
    #expect(world.store.tree.visibleLeaf.name == "movieDetail(id: 12345)")
    permissions.isAuthorized = false
    await coordinator.navigate(to: MovieStep.movieDetail(id: 1))
    #expect(world.store.tree.visibleLeaf.name == "unauthorized")
  }

  @Test("Starts several flows in tabs at once")
  func childFlows() async {
    let world = HeadlessWorld()
    let coordinator = FlowCoordinator(context: world.context)
    coordinator.coordinate(
      flow: DashboardFlow(window: world.window), with: OneStepper(DashboardStep.dashboard))
    await coordinator.settled()
    #expect(
      world.store.tree.description == """
        window Window
          tabs TabBar
            stack Navigation (selected)
              screen MovieList
            stack Watched
        """)
  }

  @Test("Tests a flow with a test store")
  func flowTest() async {
    let store = FlowTestStore(flow: MovieFlow())
    let contributors = await store.navigate(to: .movieList)
    #expect(store.steps == [.movieList])
    if case .one(.contribute(_, let stepper, _, _)) = contributors {
      #expect(stepper is MovieListViewModel)
    } else {
      Issue.record("expected one contribution, got \(contributors)")
    }
    #expect(await store.adapt(step: .movieList) == .movieList)
    #expect(store.contributors.count == 1)
    store.reset()
    #expect(store.steps.isEmpty)
  }

  @Test("Tests the steps of a view model")
  func viewModelTest() async {
    let viewModel = MovieListViewModel()
    viewModel.send(.movieTapped(id: 1))
    var steps = viewModel.steps.makeAsyncIterator()
    #expect(await steps.next() == .movieDetail(id: 1))
  }

  @Test(
    "Events reach an observer in a task that subscribes before or after them",
    arguments: [false, true])
  func events(isLate: Bool) async {
    let coordinator = FlowCoordinator(context: NavigationContext())
    func observe() -> Task<[String], Never> {
      let stream = coordinator.didNavigate
      return Task {
        var events: [String] = []
        for await event in stream {
          events.append("\(event.flowType) → \(event.stepDescription)")
        }
        return events
      }
    }
    let early = isLate ? nil : observe()
    coordinator.coordinate(flow: MovieFlow(), with: OneStepper(MovieStep.movieList))
    await coordinator.settled()
    let observer = early ?? observe()
    // Ends the stream.
    coordinator.stop()
    #expect(await observer.value == ["MovieFlow → movieList"])
  }
}

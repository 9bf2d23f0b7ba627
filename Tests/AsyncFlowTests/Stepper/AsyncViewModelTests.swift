import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

/// View models of the shape that AsyncViewModel gives them.
///
/// The parts that its macro would write, the state, `send` and the effects, are written by hand.
@MainActor
@Suite("View models of AsyncViewModel's shape")
struct AsyncViewModelTests {
  enum AuthStep: Step, Equatable { case login, signup, loginCompleted }

  enum AsyncEffect<Action, CancelID> {
    case run(id: CancelID, @MainActor () async -> Action)
  }

  final class EmittingLogin: StepEmittable {
    typealias StepType = AuthStep
    var stepContinuation: AsyncStream<AuthStep>.Continuation?

    enum Input { case loginButtonTapped, signupButtonTapped }
    enum Action: Equatable { case login, loginSuccess, navigateToSignup }
    struct State: Equatable { var isLoading = false }
    enum CancelID: Hashable { case login }

    func transform(_ input: Input) -> [Action] {
      switch input {
      case .loginButtonTapped: [.login]
      case .signupButtonTapped: [.navigateToSignup]
      }
    }

    func reduce(state: inout State, action: Action) -> [AsyncEffect<Action, CancelID>] {
      switch action {
      case .login:
        state.isLoading = true
        return [.run(id: .login) { .loginSuccess }]
      case .loginSuccess:
        state.isLoading = false
        emit(.loginCompleted)
        return []
      case .navigateToSignup:
        emit(.signup)
        return []
      }
    }

    private(set) var state = State()
    private var tasks: [CancelID: Task<Void, Never>] = [:]

    func send(_ input: Input) {
      for action in transform(input) { handle(action) }
    }

    func effectsEnded() async {
      for task in tasks.values { await task.value }
    }

    private func handle(_ action: Action) {
      for case .run(let id, let work) in reduce(state: &state, action: action) {
        tasks[id]?.cancel()
        tasks[id] = Task { [weak self] in
          let next = await work()
          self?.handle(next)
        }
      }
    }
  }

  final class SubjectLogin: FlowStepper {
    @Steps var steps

    enum Input: Equatable, Sendable { case login }
    enum Action: Equatable, Sendable { case login, loginSuccess }
    struct State: Equatable, Sendable { var isLoading = false }
    enum CancelID: Hashable, Sendable { case login }

    private(set) var state = State()

    func reduce(state: inout State, action: Action) -> [AsyncEffect<Action, CancelID>] {
      switch action {
      case .login:
        state.isLoading = true
        return [.run(id: .login) { .loginSuccess }]
      case .loginSuccess:
        state.isLoading = false
        steps.send(AuthStep.loginCompleted)
        return []
      }
    }

    func send(_ input: Input) async {
      for case .run(_, let work) in reduce(state: &state, action: .login) {
        _ = reduce(state: &state, action: await work())
      }
    }
  }

  final class AuthFlow: Flow {
    let home = stack("Auth")
    var root: any Presentable { home }
    let emitting = EmittingLogin()
    let subject = SubjectLogin()
    var handled: [AuthStep] = []

    func navigate(to step: AuthStep) async -> FlowContributors {
      handled.append(step)
      guard step == .login else { return .none }
      let page = screen("Login")
      home.setViewControllers([page], animated: false)
      return .multiple(
        .contribute(presentable: page, stepper: emitting),
        .contribute(presentable: page, stepper: subject))
    }
  }

  @Test("Actions emit steps through StepEmittable and @Steps, separate from the state")
  func emits() async {
    let world = CoordinatorWorld()
    let flow = AuthFlow()
    world.coordinator.coordinate(flow: flow, with: OneStepper(AuthStep.login))
    await world.coordinator.settled()
    flow.emitting.send(.signupButtonTapped)
    #expect(flow.emitting.state == .init())
    flow.emitting.send(.loginButtonTapped)
    #expect(flow.emitting.state.isLoading)
    await flow.emitting.effectsEnded()
    await flow.subject.send(.login)
    await world.coordinator.settled()
    #expect(flow.handled == [.login, .signup, .loginCompleted, .loginCompleted])
  }

  @Test("Tests a view model alone through its steps")
  func alone() async {
    let viewModel = EmittingLogin()
    viewModel.send(.signupButtonTapped)
    viewModel.send(.loginButtonTapped)
    await viewModel.effectsEnded()
    var steps = viewModel.steps.makeAsyncIterator()
    #expect(await steps.next() == .signup)
    #expect(await steps.next() == .loginCompleted)
  }
}

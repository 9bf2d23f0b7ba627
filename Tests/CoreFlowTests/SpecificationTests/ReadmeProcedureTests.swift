// The procedure of the README, with publishers read as asynchronous methods.
import CoreFlow
import Testing

struct User: Equatable {
  var name: String
}

@MainActor
protocol RootStepAction {
  func waitForOnboarding() async -> (RootStepAction, Void)
  func waitForLogin() async -> (RootStepAction, User)
  func presentMain(user: User) async -> (MainStepAction, Void)
}

@MainActor
protocol MainStepAction {}

final class DefaultProcedure: Procedure<RootStepAction> {
  override init() {
    super.init()
    onStep { rootStepAction in
      await rootStepAction.waitForOnboarding()
    }
    .onStep { rootStepAction, _ in
      await rootStepAction.waitForLogin()
    }
    .onStep { rootStepAction, user in
      await rootStepAction.presentMain(user: user)
    }
    .commit()
  }
}

@MainActor
protocol RootRouting: AnyObject {
  func routeToOnboarding()
  func routeToLogin()
  func routeToMain(user: User)
}

enum RootAction {
  case viewDidLoad
}

struct RootState {}

final class RootCore: Core<RootAction, RootState> {
  weak var router: RootRouting?
  let onboardingFinished = AsyncReplaySubject<Void>()
  let loginFinished = AsyncReplaySubject<User>()

  override func reduce(state: inout RootState, action: RootAction) -> Effect<RootAction> {
    switch action {
    case .viewDidLoad:
      DefaultProcedure()
        .start(self)
        .store(in: &store)
      return .none
    }
  }
}

extension RootCore: RootStepAction {
  func waitForOnboarding() async -> (RootStepAction, Void) {
    router?.routeToOnboarding()
    for await _ in onboardingFinished.stream { break }
    return (self, ())
  }

  func waitForLogin() async -> (RootStepAction, User) {
    router?.routeToLogin()
    var user = User(name: "")
    for await found in loginFinished.stream {
      user = found
      break
    }
    return (self, user)
  }

  func presentMain(user: User) async -> (MainStepAction, Void) {
    router?.routeToMain(user: user)
    return (MainSteps(), ())
  }
}

@MainActor
private final class MainSteps: MainStepAction {}

@MainActor
private final class Router: RootRouting {
  private(set) var calls: [String] = []
  var gates: [String: Gate] = ["onboarding": Gate(), "login": Gate(), "main": Gate()]

  private func note(_ call: String) {
    calls.append(call)
    if let gate = gates[call] { Task { await gate.pass() } }
  }

  func routeToOnboarding() { note("onboarding") }
  func routeToLogin() { note("login") }
  func routeToMain(user: User) { note("main") }
}

@MainActor
@Suite("The README on procedures")
struct ReadmeProcedureTests {
  @Test("Runs onboarding, login and main in turn, each after the one before has finished")
  func launch() async {
    let core = RootCore(initialState: .init())
    let router = Router()
    core.router = router
    core.send(.viewDidLoad)
    await router.gates["onboarding"]?.arrival()
    #expect(router.calls == ["onboarding"])
    core.onboardingFinished.send()
    await router.gates["login"]?.arrival()
    #expect(router.calls == ["onboarding", "login"])
    core.loginFinished.send(User(name: "Ada"))
    await router.gates["main"]?.arrival()
    #expect(router.calls == ["onboarding", "login", "main"])
    for gate in router.gates.values { gate.open() }
  }
}

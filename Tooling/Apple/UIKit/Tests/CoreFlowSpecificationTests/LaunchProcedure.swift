// The procedure of the README, with its publishers.
import Combine
import CoreFlow
import UIKit

struct User: Equatable {
  var name: String
}

final class DefaultProcedure: Procedure<RootStepAction> {
  override init() {
    super.init()
    onStep { rootStepAction in
      rootStepAction.waitForOnboarding()
    }
    .onStep { rootStepAction, _ in
      rootStepAction.waitForLogin()
    }
    .onStep { rootStepAction, user in
      rootStepAction.presentMain(user: user)
    }
    .commit()
  }
}

@MainActor
protocol RootStepAction {
  func waitForOnboarding() -> AnyPublisher<(RootStepAction, Void), Never>
  func waitForLogin() -> AnyPublisher<(RootStepAction, User), Never>
  func presentMain(user: User) -> AnyPublisher<(MainStepAction, Void), Never>
}

@MainActor
protocol MainStepAction {}

@MainActor
protocol RootRouting: AnyObject {
  func routeToOnboarding()
  func routeToLogin()
  func routeToMain(user: User) -> any MainStepAction
}

enum RootAction {
  case viewDidLoad
}

struct RootState {}

final class RootCore: Core<RootAction, RootState> {
  weak var router: RootRouting?
  let onboardingFinished = CurrentValueSubject<Void?, Never>(nil)
  let loginFinished = CurrentValueSubject<User?, Never>(nil)

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
  func waitForOnboarding() -> AnyPublisher<(RootStepAction, Void), Never> {
    router?.routeToOnboarding()
    return
      onboardingFinished
      .compactMap(\.self)
      .map { (self, ()) }
      .eraseToAnyPublisher()
  }

  func waitForLogin() -> AnyPublisher<(RootStepAction, User), Never> {
    router?.routeToLogin()
    return
      loginFinished
      .compactMap(\.self)
      .map { user in (self, user) }
      .eraseToAnyPublisher()
  }

  func presentMain(user: User) -> AnyPublisher<(MainStepAction, Void), Never> {
    guard let main = router?.routeToMain(user: user) else {
      return Empty().eraseToAnyPublisher()
    }
    return Just((main, ())).eraseToAnyPublisher()
  }
}

// The features of the procedure. The main one is pushed onto the root's stack; onboarding and login
// are only recorded, and the test finishes them.

final class RootScreen: Screen<RootCore> {
  override func viewDidLoad() {
    super.viewDidLoad()
    send(.viewDidLoad)
  }
}

final class RootFlow: Flow<RootCore, RootScreen> {
  private(set) var calls: [String] = []
  private(set) var main: MainFlow?
  var onRoute: (String) -> Void = { _ in }

  override func createCore() -> RootCore {
    let core = RootCore(initialState: .init())
    core.router = self
    return core
  }

  override func createScreen() -> RootScreen {
    let screen = RootScreen(reactor: core)
    screen.bind()
    return screen
  }

  fileprivate func note(_ call: String) {
    calls.append(call)
    onRoute(call)
  }
}

extension RootFlow: RootRouting {
  func routeToOnboarding() { note("onboarding") }

  func routeToLogin() { note("login") }

  func routeToMain(user: User) -> any MainStepAction {
    let flow = MainFlow(user: user)
    main = flow
    screen.navigationController?.pushViewController(flow.screen, animated: true)
    note("main")
    return flow.core
  }
}

enum MainAction { case greet }

struct MainState { var user: User }

final class MainCore: Core<MainAction, MainState>, MainStepAction {}

final class MainScreen: Screen<MainCore> {
  let label = UILabel()

  override func bind() {
    observeDistinctState(\.user.name, receiver: label) { label, name in label.text = name }
  }
}

final class MainFlow: Flow<MainCore, MainScreen> {
  private let user: User

  init(user: User) {
    self.user = user
    super.init()
  }

  override func createCore() -> MainCore { MainCore(initialState: .init(user: user)) }

  override func createScreen() -> MainScreen {
    let screen = MainScreen(reactor: core)
    screen.restorationIdentifier = "Main"
    screen.bind()
    return screen
  }
}

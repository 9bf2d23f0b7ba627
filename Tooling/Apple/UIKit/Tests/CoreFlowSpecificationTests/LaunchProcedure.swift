// The procedure of the read-me, with its publishers.
import Combine
import CoreFlow

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

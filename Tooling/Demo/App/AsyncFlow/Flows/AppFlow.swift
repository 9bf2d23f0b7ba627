import AsyncFlow
import DemoKit
import DemoShared

enum AppStep: Step, Equatable {
  case launch
  case onboarding
  case login(message: String?)
  case main
  case logout
}

/// The whole app: decides which screen fills the window.
///
/// The previous root of the window leaves the tree, and its flow ends with it.
@MainActor
final class AppFlow: Flow {
  var root: any Presentable { window }
  private let window: DemoWindow
  private let services: AppServices
  private weak var main: MainFlow?

  init(window: DemoWindow, services: AppServices) {
    self.window = window
    self.services = services
  }

  func navigate(to step: AppStep) async -> FlowContributors {
    switch step {
    case .launch: return await launch()
    case .onboarding: return showOnboarding()
    case .login(let message): return showLogin(message)
    case .main: return showMain()
    case .logout:
      services.auth.logOut()
      return .one(.forwardToCurrentFlow(withStep: AppStep.login(message: nil)))
    }
  }

  private func launch() async -> FlowContributors {
    window.rootViewController = ModelScreen("Launch", PageViewModel(Pages.launch))
    let user = await services.auth.restoreSession()
    let next: AppStep =
      if user != nil { .main } else {
        services.auth.hasSeenOnboarding ? .login(message: nil) : .onboarding
      }
    return .one(.forwardToCurrentFlow(withStep: next))
  }

  private func showOnboarding() -> FlowContributors {
    services.auth.hasSeenOnboarding = true
    let screen = ModelScreen(
      "Onboarding", PageViewModel(Pages.onboarding) { _ in AppStep.login(message: nil) })
    window.rootViewController = screen
    return .one(screen.contributor)
  }

  private func showLogin(_ message: String?) -> FlowContributors {
    let auth = AuthFlow(services: services)
    window.rootViewController = auth.navigationController
    return .one(.contribute(presentable: auth, stepper: OneStepper(.login(message: message))))
  }

  private func showMain() -> FlowContributors {
    guard main?.isPresented != true else { return .none }
    let main = MainFlow(services: services)
    self.main = main
    window.rootViewController = main.tabBarController
    return .one(.contribute(presentable: main, stepper: OneStepper(.start)))
  }
}

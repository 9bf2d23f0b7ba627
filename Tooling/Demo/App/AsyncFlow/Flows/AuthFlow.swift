import AsyncFlow
import DemoKit
import DemoShared

enum AuthStep: Step, Equatable {
  case login(message: String?)
  case register
  case forgotPassword
}

/// Logs users in.
@MainActor
final class AuthFlow: Flow {
  var root: any Presentable { navigationController }
  let navigationController = DemoNavigationController().named("Auth")
  private let services: AppServices
  private weak var login: LoginViewModel?

  init(services: AppServices) {
    self.services = services
  }

  func navigate(to step: AuthStep) async -> FlowContributors {
    switch step {
    case .login(let message): showLogin(message)
    case .register: showRegister()
    case .forgotPassword: askForAddress()
    }
  }

  private func showLogin(_ message: String?) -> FlowContributors {
    let model = LoginViewModel(services: services, message: message)
    let screen = ModelScreen("Login", model)
    login = model
    navigationController.setViewControllers([screen], animated: false)
    return .one(screen.contributor)
  }

  private func showRegister() -> FlowContributors {
    guard !navigationController.goBack(to: "Register") else { return .none }
    let screen = ModelScreen("Register", RegisterViewModel(services: services))
    navigationController.pushViewController(screen, animated: true)
    return .one(screen.contributor)
  }

  private func askForAddress() -> FlowContributors {
    guard navigationController.presentedViewController == nil else { return .none }
    let alert = forgottenPasswordAlert { [weak login] in login?.resetPassword(of: $0) }
    navigationController.present(alert, animated: true)
    return .none
  }
}

extension DemoNavigationController {
  /// Goes back to the screen with this name, if it is in the stack.
  ///
  /// A step names a screen. Handled twice, after a double tap for example, it leads there once.
  func goBack(to name: String) -> Bool {
    guard let screen = viewControllers.last(where: { $0.restorationIdentifier == name }) else {
      return false
    }
    popToViewController(screen, animated: true)
    return true
  }
}

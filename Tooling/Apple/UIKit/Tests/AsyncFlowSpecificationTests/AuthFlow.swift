import AsyncFlow
import SwiftUI
import UIKit

@MainActor
final class AuthFlow: Flow {
  typealias StepType = AuthStep

  var root: any Presentable { navigationController }
  private let navigationController = UINavigationController()
  private let services: AppServices

  init(services: AppServices) {
    self.services = services
  }

  func navigate(to step: AuthStep) async -> FlowContributors {
    switch step {
    case .login:
      return navigateToLogin()

    case .register:
      return navigateToRegister()

    case .forgotPassword:
      return navigateToForgotPassword()

    case .loginSuccess:
      return .one(.forwardToParent(step: AppStep.main))

    case .loginCancelled:
      navigationController.dismiss(animated: true)
      return .none
    }
  }

  private func navigateToLogin() -> FlowContributors {
    let viewModel = LoginViewModel(authService: services.authService)
    let view = LoginView(viewModel: viewModel)
    let viewController = UIHostingController(rootView: view)
    viewController.title = "Login"

    navigationController.setViewControllers([viewController], animated: false)

    return .one(.contribute(presentable: viewController, stepper: viewModel))
  }

  private func navigateToRegister() -> FlowContributors {
    let viewModel = RegisterViewModel(authService: services.authService)
    let viewController = RegisterViewController(viewModel: viewModel)
    viewController.title = "Register"

    navigationController.pushViewController(viewController, animated: true)

    return .one(.contribute(presentable: viewController, stepper: viewModel))
  }

  private func navigateToForgotPassword() -> FlowContributors {
    let alert = UIAlertController(
      title: "Forgot password",
      message: "Enter your address",
      preferredStyle: .alert
    )

    alert.addTextField { textField in
      textField.placeholder = "email@example.com"
      textField.keyboardType = .emailAddress
    }

    alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
    alert.addAction(UIAlertAction(title: "Send", style: .default) { _ in })

    navigationController.present(alert, animated: true)

    return .none
  }
}

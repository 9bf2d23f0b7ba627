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

@MainActor
final class MainFlow: Flow {
  typealias StepType = AppStep

  var root: any Presentable { tabBarController }
  private let tabBarController = UITabBarController()
  private let services: AppServices
  private let coordinator: FlowCoordinator

  private var dashboardFlow: DashboardFlow?
  private var settingsFlow: SettingsFlow?

  init(services: AppServices, coordinator: FlowCoordinator) {
    self.services = services
    self.coordinator = coordinator
  }

  func navigate(to step: AppStep) async -> FlowContributors {
    switch step {
    case .main:
      return navigateToMain()
    case .dashboardRequired(let dashboardStep):
      return await navigateToDashboard(dashboardStep)
    case .settingsRequired(let settingsStep):
      return await navigateToSettings(settingsStep)
    case .logout:
      return .one(.forwardToParent(step: step))
    default:
      return .none
    }
  }

  private func navigateToMain() -> FlowContributors {
    let dashboardFlow = DashboardFlow(services: services)
    dashboardFlow.root.viewController.tabBarItem = UITabBarItem(
      title: "Dashboard",
      image: UIImage(systemName: "chart.bar"),
      tag: 0
    )

    let settingsFlow = SettingsFlow(services: services)
    settingsFlow.root.viewController.tabBarItem = UITabBarItem(
      title: "Settings",
      image: UIImage(systemName: "gear"),
      tag: 1
    )

    self.dashboardFlow = dashboardFlow
    self.settingsFlow = settingsFlow

    tabBarController.viewControllers = [
      dashboardFlow.root.viewController,
      settingsFlow.root.viewController,
    ]

    coordinator.coordinate(
      flow: dashboardFlow,
      with: OneStepper(DashboardStep.home)
    )

    coordinator.coordinate(
      flow: settingsFlow,
      with: OneStepper(SettingsStep.settings)
    )

    return .none
  }

  private func navigateToDashboard(_ step: DashboardStep) async -> FlowContributors {
    tabBarController.selectedIndex = 0
    _ = await dashboardFlow?.navigate(to: step)
    return .none
  }

  private func navigateToSettings(_ step: SettingsStep) async -> FlowContributors {
    tabBarController.selectedIndex = 1
    _ = await settingsFlow?.navigate(to: step)
    return .none
  }
}

@MainActor
final class DashboardFlow: Flow {
  typealias StepType = DashboardStep

  var root: any Presentable { navigationController }
  private let navigationController = UINavigationController()
  private let services: AppServices

  init(services: AppServices) {
    self.services = services
  }

  func navigate(to step: DashboardStep) async -> FlowContributors {
    let viewModel = DashboardViewModel()
    let viewController = DashboardViewController(viewModel: viewModel)

    navigationController.setViewControllers([viewController], animated: false)

    return .one(.contribute(presentable: viewController, stepper: viewModel))
  }
}

@MainActor
final class SettingsFlow: Flow {
  typealias StepType = SettingsStep

  var root: any Presentable { navigationController }
  private let navigationController = UINavigationController()
  private let services: AppServices

  init(services: AppServices) {
    self.services = services
  }

  func navigate(to step: SettingsStep) async -> FlowContributors {
    switch step {
    case .settings:
      return navigateToSettings()

    case .profile:
      return navigateToProfile()

    case .notifications:
      return navigateToNotifications()

    case .about:
      return navigateToAbout()

    case .logout:
      return .one(.forwardToParent(step: AppStep.logout))

    case .back:
      navigationController.popViewController(animated: true)
      return .none
    }
  }

  private func navigateToSettings() -> FlowContributors {
    let viewModel = SettingsViewModel()
    let viewController = SettingsViewController(viewModel: viewModel)

    navigationController.setViewControllers([viewController], animated: false)

    return .one(.contribute(presentable: viewController, stepper: viewModel))
  }

  private func navigateToProfile() -> FlowContributors {
    let viewModel = ProfileViewModel()
    let view = ProfileView(viewModel: viewModel)
    let viewController = UIHostingController(rootView: view)
    viewController.title = "Profile"

    navigationController.pushViewController(viewController, animated: true)

    return .one(.contribute(presentable: viewController, stepper: viewModel))
  }

  private func navigateToNotifications() -> FlowContributors {
    let viewModel = NotificationsViewModel()
    let viewController = NotificationsViewController(viewModel: viewModel)

    navigationController.pushViewController(viewController, animated: true)

    return .one(.contribute(presentable: viewController, stepper: viewModel))
  }

  private func navigateToAbout() -> FlowContributors {
    let viewModel = AboutViewModel()
    let view = AboutView(viewModel: viewModel)
    let viewController = UIHostingController(rootView: view)
    viewController.title = "About"

    navigationController.pushViewController(viewController, animated: true)

    return .one(.contribute(presentable: viewController, stepper: viewModel))
  }
}

import AsyncFlow
import SwiftUI
import UIKit

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

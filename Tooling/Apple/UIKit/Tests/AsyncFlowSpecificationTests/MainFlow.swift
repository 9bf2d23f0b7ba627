import AsyncFlow
import SwiftUI
import UIKit

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

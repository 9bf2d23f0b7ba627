import AsyncFlow
import DemoKit
import DemoShared

enum MainStep: Step, Equatable {
  case start
  case dashboard
  case settings
  case logout
}

/// The tabs.
@MainActor
final class MainFlow: Flow {
  var root: any Presentable { tabBarController }
  let tabBarController = DemoTabBarController().named("Main")
  private let services: AppServices

  init(services: AppServices) {
    self.services = services
  }

  func navigate(to step: MainStep) async -> FlowContributors {
    switch step {
    case .start: return start()
    case .dashboard: return await show(tab: 0)
    case .settings: return await show(tab: 1)
    case .logout: return .one(.forwardToParent(step: AppStep.logout))
    }
  }

  private func start() -> FlowContributors {
    let dashboard = DashboardFlow(services: services)
    let settings = SettingsFlow(services: services)
    tabBarController.viewControllers = [
      dashboard.navigationController, settings.navigationController,
    ]
    return .multiple(
      .contribute(presentable: dashboard, stepper: OneStepper(.home)),
      .contribute(presentable: settings, stepper: OneStepper(.settings)))
  }

  /// Selects a tab, and dismisses everything in front of the tabs.
  private func show(tab index: Int) async -> FlowContributors {
    await services.context.perform(.dismiss, on: tabBarController)
    await services.context.perform(.select(index), on: tabBarController)
    return .none
  }
}

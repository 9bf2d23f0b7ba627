import AsyncFlow
import DemoKit
import DemoShared

enum SettingsStep: Step, Equatable {
  case settings
  case profile
  case notifications
  case about
  case logout
}

/// The settings of the user.
@MainActor
final class SettingsFlow: Flow {
  var root: any Presentable { navigationController }
  let navigationController = DemoNavigationController().named("Settings")
  private let services: AppServices

  init(services: AppServices) {
    self.services = services
    navigationController.tabBarItem.title = "Settings"
  }

  func navigate(to step: SettingsStep) async -> FlowContributors {
    switch step {
    case .settings: showSettings()
    case .profile: push("Profile") { ProfileViewModel(services: services) }
    case .notifications: push("Notifications") { NotificationsViewModel() }
    case .about: push("About") { PageViewModel(Pages.about) }
    case .logout: .one(.forwardToParent(step: MainStep.logout))
    }
  }

  private func showSettings() -> FlowContributors {
    let screen = ModelScreen(
      "SettingsList",
      PageViewModel(Pages.settings) { event in
        switch event {
        case .profile: SettingsStep.profile
        case .notifications: SettingsStep.notifications
        case .about: SettingsStep.about
        case .logOut: SettingsStep.logout
        }
      })
    navigationController.setViewControllers([screen], animated: false)
    return .one(screen.contributor)
  }

  private func push(_ name: String, _ makeModel: () -> some ViewModel) -> FlowContributors {
    guard !navigationController.goBack(to: name) else { return .none }
    let screen = ModelScreen(name, makeModel())
    navigationController.pushViewController(screen, animated: true)
    return .one(screen.contributor)
  }
}

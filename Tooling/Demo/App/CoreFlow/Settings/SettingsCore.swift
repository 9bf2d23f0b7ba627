import CoreFlow
import DemoShared

enum SettingsPage: String, CaseIterable {
  case profile = "Profile"
  case notifications = "Notifications"
  case about = "About"
}

@MainActor
protocol SettingsListener: AnyObject {
  func settingsDidLogOut()
}

@MainActor
protocol SettingsRouting: AnyObject {
  func routeTo(_ page: SettingsPage)
}

/// The settings of the user.
final class SettingsCore: Core<Pages.SettingsEvent, Content<Pages.SettingsEvent>> {
  weak var listener: (any SettingsListener)?
  weak var router: (any SettingsRouting)?

  override func reduce(
    state: inout Content<Pages.SettingsEvent>, action: Pages.SettingsEvent
  ) -> Effect<Pages.SettingsEvent> {
    switch action {
    case .profile: router?.routeTo(.profile)
    case .notifications: router?.routeTo(.notifications)
    case .about: router?.routeTo(.about)
    case .logOut: listener?.settingsDidLogOut()
    }
    return .none
  }
}

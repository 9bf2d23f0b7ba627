import CoreFlow
import DemoKit
import DemoShared

/// The settings' tab.
final class SettingsFlow: Flow<SettingsCore, ContentScreen<SettingsCore, Pages.SettingsEvent>> {
  private let services: AppServices
  private weak var listener: (any SettingsListener)?
  private lazy var stack = DemoNavigationController(rootViewController: screen).named("Settings")

  init(services: AppServices, listener: any SettingsListener) {
    self.services = services
    self.listener = listener
    super.init()
  }

  override var representative: any Presentable {
    stack.tabBarItem.title = "Settings"
    return stack
  }

  override func createCore() -> SettingsCore {
    let core = SettingsCore(initialState: Pages.settings)
    core.listener = listener
    core.router = self
    return core
  }

  override func createScreen() -> ContentScreen<SettingsCore, Pages.SettingsEvent> {
    ContentScreen("SettingsList", reactor: core, content: \.self) { $0 }
  }
}

extension SettingsFlow: SettingsRouting {
  func routeTo(_ page: SettingsPage) {
    guard goBack(to: page.rawValue, in: stack) == nil else { return }
    switch page {
    case .profile: attach(ProfileFlow(services: services), by: .push)
    case .notifications: attach(NotificationsFlow(), by: .push)
    case .about: attach(PageFlow(page.rawValue, Pages.about), by: .push)
    }
  }
}

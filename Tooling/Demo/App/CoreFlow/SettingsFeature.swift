import CoreFlow
import DemoKit
import DemoShared

/// The settings' tab.
final class SettingsFlow: Flow<SettingsCore, ContentScreen<SettingsCore, Pages.SettingsEvent>> {
  private let services: AppServices
  private weak var listener: (any SettingsListener)?
  private let stack = DemoNavigationController().named("Settings")

  init(services: AppServices, listener: any SettingsListener) {
    self.services = services
    self.listener = listener
    super.init()
    stack.tabBarItem.title = "Settings"
    embedded(in: stack)
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
    case .profile: attach(ProfileFlow(services: services), by: .push, as: page)
    case .notifications: attach(NotificationsFlow(), by: .push, as: page)
    case .about: attach(PageFlow(page.rawValue, Pages.about), by: .push, as: page)
    }
  }
}

extension SettingsFlow: PlaceRouting {
  func attachChild(for place: SettingsPage) async { routeTo(place) }
}

enum SettingsPage: String, CaseIterable, Codable {
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

/// Lets the user choose another name.
final class ProfileFlow: Flow<ProfileCore, ContentScreen<ProfileCore, ProfileForm.Event>> {
  private let services: AppServices

  init(services: AppServices) {
    self.services = services
    super.init()
  }

  override func createCore() -> ProfileCore { ProfileCore(services: services) }

  override func createScreen() -> ContentScreen<ProfileCore, ProfileForm.Event> {
    ContentScreen("Profile", reactor: core, content: \.content) { .user($0) }
  }
}

enum ProfileAction {
  case user(ProfileForm.Event)
  case restore(ProfileForm.Draft)
  case saved
  case failed(ServiceError)
}

/// Saves the user's name.
final class ProfileCore: Core<ProfileAction, ProfileForm> {
  private let services: AppServices

  init(services: AppServices) {
    self.services = services
    super.init(initialState: ProfileForm(services.auth.user))
  }

  override func reduce(state: inout ProfileForm, action: ProfileAction) -> Effect<ProfileAction> {
    switch action {
    case .user(.name(let name)): state.name = name
    case .restore(let draft): state.draft = draft
    case .user(.save):
      guard !state.isBusy else { return .none }
      state.isBusy = true
      return .run { @MainActor [services, name = state.name] send in
        try await services.profile.save(name, of: services.auth)
        await send(.saved)
      }.catch(ServiceError.self) { error, send in await send(.failed(error)) }
    case .saved:
      state.isBusy = false
      state.message = "Saved."
    case .failed(let error):
      state.isBusy = false
      state.message = error.message
    }
    return .none
  }
}

extension ProfileCore: PlaceStateKeeping {
  var placeState: ProfileForm.Draft { currentState.draft }
  func restore(_ draft: ProfileForm.Draft) { send(.restore(draft)) }
}

/// Lets the user choose the notifications.
final class NotificationsFlow:
  Flow<NotificationsCore, ContentScreen<NotificationsCore, NotificationSettings.Event>>
{
  override func createCore() -> NotificationsCore { NotificationsCore(initialState: .init()) }

  override func createScreen() -> ContentScreen<NotificationsCore, NotificationSettings.Event> {
    ContentScreen("Notifications", reactor: core, content: \.content) { $0 }
  }
}

/// Remembers the switches.
final class NotificationsCore: Core<NotificationSettings.Event, NotificationSettings> {
  override func reduce(
    state: inout NotificationSettings, action: NotificationSettings.Event
  ) -> Effect<NotificationSettings.Event> {
    switch action {
    case .news(let isOn): state.news = isOn
    case .sounds(let isOn): state.sounds = isOn
    }
    return .none
  }
}

extension NotificationsCore: PlaceStateKeeping {
  var placeState: NotificationSettings { currentState }

  func restore(_ settings: NotificationSettings) {
    send(.news(settings.news))
    send(.sounds(settings.sounds))
  }
}

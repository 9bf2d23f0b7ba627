import AsyncFlow
import DemoKit
import DemoShared

enum SettingsStep: Step, Codable, Equatable {
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
    case .logout: .forward(AppStep.logout)
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

/// Lets the user choose another name.
@MainActor
final class ProfileViewModel: ViewModel {
  @Steps var steps
  var onChange: (() -> Void)?
  var content: Content<ProfileForm.Event> { form.content }

  private var form: ProfileForm { didSet { onChange?() } }
  private let services: AppServices
  private var work: Cancellation?

  init(services: AppServices) {
    self.services = services
    form = ProfileForm(services.auth.user)
  }

  func send(_ event: ProfileForm.Event) {
    switch event {
    case .name(let name): form.name = name
    case .save: save()
    }
  }

  private func save() {
    guard !form.isBusy else { return }
    form.isBusy = true
    work = services.context.run("save the profile") { [weak self, services, form] in
      var message: String? = "Saved."
      do { try await services.profile.save(form.name, of: services.auth) } catch {
        message = (error as? ServiceError)?.message
      }
      self?.form.message = message
      self?.form.isBusy = false
    }
  }
}

extension ProfileViewModel: PlaceStateKeeping {
  var placeState: ProfileForm.Draft { form.draft }
  func restore(_ draft: ProfileForm.Draft) { form.draft = draft }
}

/// Lets the user choose the notifications.
@MainActor
final class NotificationsViewModel: ViewModel {
  @Steps var steps
  var onChange: (() -> Void)?
  var content: Content<NotificationSettings.Event> { settings.content }

  private var settings = NotificationSettings() { didSet { onChange?() } }

  func send(_ event: NotificationSettings.Event) {
    switch event {
    case .news(let isOn): settings.news = isOn
    case .sounds(let isOn): settings.sounds = isOn
    }
  }
}

extension NotificationsViewModel: PlaceStateKeeping {
  var placeState: NotificationSettings { settings }
  func restore(_ settings: NotificationSettings) { self.settings = settings }
}

import AsyncFlow
import DemoShared

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

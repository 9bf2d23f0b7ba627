import CoreFlow
import DemoKit
import DemoShared

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

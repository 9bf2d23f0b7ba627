/// The screen with the switches for notifications.
package struct NotificationSettings: Equatable {
  package enum Event {
    case news(Bool)
    case sounds(Bool)
  }

  package var news = true
  package var sounds = false

  package init() {}

  package var content: Content<Event> {
    Content(
      "Notifications",
      [
        .toggle("News", isOn: news) { .news($0) },
        .toggle("Sounds", isOn: sounds) { .sounds($0) },
      ])
  }
}

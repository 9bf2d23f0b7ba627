import DemoKit

/// Records the screens that users visit.
@MainActor
package final class AnalyticsService {
  private let events: DemoEventLog

  init(_ events: DemoEventLog) {
    self.events = events
  }

  package func track(_ event: String) { events.add(.analytics, event) }
}

import DemoKit
import Foundation
import NavigationRuntime

/// What the app has around it, whichever framework it is made with.
@MainActor
package final class DemoShell {
  package let window: DemoWindow
  package let context: NavigationContext
  package let store: NavigationStore
  package let services: AppServices
  package let events = DemoEventLog()

  package init(platform: DemoPlatform, context: NavigationContext) {
    self.context = context
    window = DemoWindow(platform: platform)
    window.makeKeyAndVisible()
    store = context.store(for: window)
    services = AppServices(context: context, events: events)
    events.follow(store, in: window)
  }
}

/// The services behind the app: one of each, shared by all screens.
///
/// They answer at once, unless somebody holds them back or makes them fail; see ``ServiceDesk``.
@MainActor
package final class AppServices {
  package let context: NavigationContext
  package let desk: ServiceDesk
  package let auth: AuthService
  package let permissions: PermissionService
  package let profile: ProfileService
  package let news = NewsService()
  package let analytics: AnalyticsService

  package init(context: NavigationContext, events: DemoEventLog) {
    self.context = context
    desk = ServiceDesk(context: context, events: events)
    auth = AuthService(desk)
    permissions = PermissionService(desk)
    profile = ProfileService(desk)
    analytics = AnalyticsService(events)
  }
}

extension AppServices: DemoServices {
  package var names: [String] { ServiceDesk.Service.allCases.map(\.rawValue) }

  package var signals: [String] { ["news", "expire", "restart"] }

  package var held: [String: Int] { desk.held }

  package func hold(_ name: String) {
    ServiceDesk.Service(rawValue: name).map(desk.hold)
  }

  package func release(_ name: String) {
    ServiceDesk.Service(rawValue: name).map(desk.release)
  }

  package func fail(_ name: String) {
    ServiceDesk.Service(rawValue: name).map(desk.fail)
  }

  package func signal(_ name: String) {
    switch name {
    case "news": news.publish("A new version is there.")
    case "expire": auth.expire()
    case "restart": auth.restart()
    default: break
    }
  }
}

/// Learns where users go.
@MainActor
package final class AnalyticsService {
  private let events: DemoEventLog

  init(_ events: DemoEventLog) {
    self.events = events
  }

  package func track(_ event: String) { events.add(.analytics, event) }
}

/// Tells what is new, whatever is on screen.
@MainActor
package final class NewsService {
  package let published = AsyncPassthroughSubject<String>()

  func publish(_ text: String) { published.send(text) }
}

/// Knows what the user has allowed.
@MainActor
package final class PermissionService {
  private let desk: ServiceDesk
  private var granted: Set<String> = []

  init(_ desk: ServiceDesk) {
    self.desk = desk
  }

  /// Whether a feature may be used; no, if nobody answers.
  package func isGranted(_ feature: Feature) async -> Bool {
    guard feature.requiresPermission else { return true }
    guard (try? await desk.answer(.permission, feature.name)) != nil else { return false }
    return granted.contains(feature.id)
  }

  package func grant(_ feature: Feature) { granted.insert(feature.id) }
}

/// Keeps what the user says about themselves.
@MainActor
package final class ProfileService {
  private let desk: ServiceDesk

  init(_ desk: ServiceDesk) {
    self.desk = desk
  }

  package func save(_ name: String, of auth: AuthService) async throws {
    guard !name.isEmpty else { throw ServiceError.incomplete }
    try await desk.answer(.profile, name)
    auth.rename(name)
  }
}

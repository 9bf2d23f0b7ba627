import DemoKit
import Foundation
import NavigationRuntime

/// The part of the app that is the same for each framework.
@MainActor
open class DemoShell {
  /// The window.
  public let window: DemoWindow
  /// The context.
  public let context: NavigationContext
  /// The store of the window.
  public let store: NavigationStore
  /// The log of events.
  public let events = DemoEventLog()
  package let appServices: AppServices
  /// The way to the place of an archive.
  package final var journey: Journey?

  /// Makes the app; nothing is shown until it is started.
  ///
  /// - Parameters:
  ///   - platform: The process of its window.
  ///   - context: Its context.
  public init(platform: DemoPlatform, context: NavigationContext) {
    self.context = context
    window = DemoWindow(platform: platform)
    window.makeKeyAndVisible()
    store = context.store(for: window)
    appServices = AppServices(context: context, events: events)
    events.follow(store, in: window)
  }

  /// The services.
  public final var services: any DemoServices { appServices }

  /// Waits until nothing can continue by itself.
  @discardableResult
  public final func settled() async -> [NavigationActivity] { await context.settled() }
}

extension DemoApplication where Self: DemoShell {
  /// Returns the place, and the state of the services.
  ///
  /// Until a journey has ended, the place is its destination.
  public func archive() throws -> Data {
    let destination = journey.flatMap { $0.outcome == nil ? $0.place : nil }
    return try DemoArchive(destination ?? place, appServices, of: name).data()
  }
}

/// The services behind the app: one of each, shared by all screens.
///
/// They answer immediately, unless they are held or made to fail; see ``ServiceDesk``.
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

/// Records the screens that users visit.
@MainActor
package final class AnalyticsService {
  private let events: DemoEventLog

  init(_ events: DemoEventLog) {
    self.events = events
  }

  package func track(_ event: String) { events.add(.analytics, event) }
}

/// Sends news, whatever is on screen.
@MainActor
package final class NewsService {
  package let published = AsyncPassthroughSubject<String>()

  func publish(_ text: String) { published.send(text) }
}

/// The permissions that the user has granted.
@MainActor
package final class PermissionService {
  private let desk: ServiceDesk
  /// The identifiers of the features that may be used.
  var granted: Set<String> = []

  init(_ desk: ServiceDesk) {
    self.desk = desk
  }

  /// Whether a feature may be used; `false` if there is no answer.
  package func isGranted(_ feature: Feature) async -> Bool {
    guard feature.requiresPermission else { return true }
    guard (try? await desk.answer(.permission, feature.name)) != nil else { return false }
    return granted.contains(feature.id)
  }

  package func grant(_ feature: Feature) { granted.insert(feature.id) }
}

/// Stores the user's profile.
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

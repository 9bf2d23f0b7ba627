import DemoKit
import NavigationRuntime

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

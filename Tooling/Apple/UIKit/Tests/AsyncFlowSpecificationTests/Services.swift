import AsyncFlow
import Foundation

// The services of the example app, reduced to what its flows ask of them.

struct AppServices: Sendable {
  let authService: AuthService
  let permissionService: PermissionService
  let deepLinkService: DeepLinkService
  let analyticsService: AnalyticsService
}

@MainActor
final class AuthService {
  var isLoggedIn = false

  nonisolated init() {}

  func logout() { isLoggedIn = false }
}

struct PermissionService: Sendable {}

struct DeepLinkService: Sendable {}

@MainActor
final class AnalyticsService {
  private(set) var tracked: [String] = []

  nonisolated init() {}

  func trackNavigation(_ event: NavigationEvent) {
    tracked.append("\(event.flowType) \(event.stepDescription)")
  }
}

struct User: Equatable, Sendable {
  let id: UUID
  let name: String
  let email: String
  let avatarURL: URL?
}

enum AppStep: Step, Equatable {
  case launch
  case onboarding
  case main
  case deepLink(URL)
  case loginRequired
  case logout
  case dashboardRequired(DashboardStep)
  case settingsRequired(SettingsStep)
  case authRequired(AuthStep)
}

enum DashboardStep: Step, Equatable { case home }

enum SettingsStep: Step, Equatable {
  case settings
  case profile
  case notifications
  case about
  case logout
  case back
}

enum AuthStep: Step, Equatable {
  case login
  case register
  case forgotPassword
  case loginSuccess
  case loginCancelled
}

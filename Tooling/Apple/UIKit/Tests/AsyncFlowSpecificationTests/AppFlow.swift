import AsyncFlow
import Foundation
import UIKit

class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  let coordinator = FlowCoordinator()
  let services = AppServices(
    authService: AuthService(),
    permissionService: PermissionService(),
    deepLinkService: DeepLinkService(),
    analyticsService: AnalyticsService()
  )
  private var monitoring: Task<Void, Never>?

  deinit { monitoring?.cancel() }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)

    let appFlow = AppFlow(
      window: window!,
      services: services,
      coordinator: coordinator
    )
    let appStepper = OneStepper(AppStep.launch)

    monitoring = Task { [coordinator, services] in
      for await event in coordinator.willNavigate {
        services.analyticsService.trackNavigation(event)
      }
    }

    coordinator.coordinate(flow: appFlow, with: appStepper)

    return true
  }

  func application(
    _ app: UIApplication,
    open url: URL,
    options: [UIApplication.OpenURLOptionsKey: Any] = [:]
  ) -> Bool {
    coordinator.send(AppStep.deepLink(url))
    return true
  }
}

@MainActor
final class AppFlow: Flow {
  typealias StepType = AppStep

  var root: any Presentable { window }

  private let window: UIWindow
  private let services: AppServices
  private let coordinator: FlowCoordinator
  private(set) var mainFlow: MainFlow?
  private(set) var authFlow: AuthFlow?

  init(window: UIWindow, services: AppServices, coordinator: FlowCoordinator) {
    self.window = window
    self.services = services
    self.coordinator = coordinator
  }

  func navigate(to step: AppStep) async -> FlowContributors {
    switch step {
    case .launch:
      return navigateToLaunch()

    case .onboarding:
      return navigateToOnboarding()

    case .main:
      return navigateToMain()

    case .deepLink(let url):
      return await navigateToDeepLink(url)

    case .loginRequired:
      return navigateToAuth()

    case .logout:
      return navigateToLogout()

    case .dashboardRequired(let dashboardStep):
      _ = await mainFlow?.navigate(to: .dashboardRequired(dashboardStep))
      return .none

    case .settingsRequired(let settingsStep):
      _ = await mainFlow?.navigate(to: .settingsRequired(settingsStep))
      return .none

    case .authRequired(let authStep):
      _ = await authFlow?.navigate(to: authStep)
      return .none
    }
  }

  private func navigateToLaunch() -> FlowContributors {
    guard services.authService.isLoggedIn else {
      return .one(
        .contribute(
          presentable: self,
          stepper: OneStepper(.loginRequired)
        ))
    }
    return .one(
      .contribute(
        presentable: self,
        stepper: OneStepper(.main)
      ))
  }

  private func navigateToOnboarding() -> FlowContributors {
    return .none
  }

  private func navigateToMain() -> FlowContributors {
    let mainFlow = MainFlow(services: services, coordinator: coordinator)
    self.mainFlow = mainFlow

    window.rootViewController = mainFlow.root.viewController
    window.makeKeyAndVisible()

    return .one(
      .contribute(
        presentable: mainFlow,
        stepper: OneStepper(.main)
      ))
  }

  private func navigateToAuth() -> FlowContributors {
    let authFlow = AuthFlow(services: services)
    self.authFlow = authFlow

    window.rootViewController = authFlow.root.viewController
    window.makeKeyAndVisible()

    return .one(
      .contribute(
        presentable: authFlow,
        stepper: OneStepper(AuthStep.login)
      ))
  }

  private func navigateToLogout() -> FlowContributors {
    services.authService.logout()
    authFlow = nil
    mainFlow = nil

    return .one(
      .contribute(
        presentable: self,
        stepper: OneStepper(.loginRequired)
      ))
  }

  private func navigateToDeepLink(_ url: URL) async -> FlowContributors {
    guard let components = URLComponents(url: url, resolvingAgainstBaseURL: false) else {
      return .none
    }

    switch components.path {
    case "/dashboard":
      return .one(
        .contribute(
          presentable: self,
          stepper: OneStepper(.main)
        ))

    case "/settings/profile":
      if mainFlow == nil {
        await coordinator.navigate(to: AppStep.main, in: self)
        _ = await mainFlow?.flowReady
      }

      return .one(
        .contribute(
          presentable: self,
          stepper: OneStepper(.settingsRequired(.profile))
        ))

    default:
      return .none
    }
  }
}

// The services of the example app, reduced to the needs of its flows.

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

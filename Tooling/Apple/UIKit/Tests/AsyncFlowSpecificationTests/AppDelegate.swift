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
    coordinator.navigate(to: AppStep.deepLink(url))
    return true
  }
}

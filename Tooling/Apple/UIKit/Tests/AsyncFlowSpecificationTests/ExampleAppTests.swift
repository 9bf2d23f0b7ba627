import AsyncFlow
import Foundation
import SwiftUI
import TestSupport
import Testing
import UIKit

/// The example app of the specifications under UIKit's and SwiftUI's own names.
@MainActor
@Suite("Specification: example app, on UIKit")
struct ExampleAppTests {
  @MainActor
  final class App {
    let world = HeadlessWorld()
    let coordinator: FlowCoordinator
    let services = AppServices(
      authService: AuthService(), permissionService: PermissionService(),
      deepLinkService: DeepLinkService(), analyticsService: AnalyticsService())
    let flow: AppFlow

    init(isLoggedIn: Bool = false) {
      services.authService.isLoggedIn = isLoggedIn
      coordinator = FlowCoordinator(context: world.context)
      flow = AppFlow(window: world.window, services: services, coordinator: coordinator)
      coordinator.coordinate(flow: flow, with: OneStepper(AppStep.launch))
    }

    var tabs: UITabBarController? { world.window.rootViewController as? UITabBarController }
    var stack: UINavigationController? {
      (tabs?.selectedViewController ?? world.window.rootViewController) as? UINavigationController
    }
    var leaf: String { world.store.tree.visibleLeaf.name }

    func top<Controller>(_ type: Controller.Type) -> Controller? {
      stack?.topViewController as? Controller
    }

    /// Taps a button of the topmost SwiftUI view.
    func tap<Content: View>(_ title: String, in _: Content.Type) async -> Bool {
      guard let controller = top(UIHostingController<Content>.self) else { return false }
      guard StandInElement.tap(title, in: controller.rootView) else { return false }
      await coordinator.settled()
      return true
    }
  }

  @Test("Runs from launch through login, main, settings and logout to login again, without leaks")
  func story() async {
    let app = App()
    await app.coordinator.settled()
    #expect(app.leaf == "Login")
    #expect(app.stack?.topViewController?.title == "Login")
    weak var authFlow: AuthFlow?
    authFlow = app.flow.authFlow
    #expect(await app.tap("Register", in: LoginView.self))
    #expect(app.leaf == "Register")
    app.top(RegisterViewController.self)?.viewModel.register()
    await app.coordinator.settled()
    #expect(app.leaf == "Dashboard")
    #expect(app.tabs?.viewControllers?.map(\.tabBarItem.title) == ["Dashboard", "Settings"])
    weak var mainFlow: MainFlow?
    mainFlow = app.flow.mainFlow
    #expect(authFlow != nil, "the app flow retains it until the logout")

    #expect(app.tabs?.userDidTapTab(at: 1) == true)
    app.top(SettingsViewController.self)?.viewModel.send(.profile)
    await app.coordinator.settled()
    #expect(app.leaf == "Profile")
    #expect(await app.tap("Back", in: ProfileView.self))
    #expect(app.leaf == "Settings")
    for (step, name) in [(SettingsStep.about, "About"), (.notifications, "Notifications")] {
      app.top(SettingsViewController.self)?.viewModel.send(step)
      await app.coordinator.settled()
      #expect(app.leaf == name)
      #expect(app.stack?.userDidTapBack() == true)
    }
    app.top(SettingsViewController.self)?.viewModel.send(.logout)
    await app.coordinator.settled()
    #expect(app.leaf == "Login")
    #expect(!app.services.authService.isLoggedIn)
    #expect(mainFlow == nil)
    #expect(authFlow == nil)
    #expect(app.world.issues.isEmpty)
    #expect(app.world.refusals.isEmpty)
  }

  @Test("The alert has its field and buttons, the user closes it, and the login continues")
  func alert() async throws {
    let app = App()
    await app.coordinator.settled()
    #expect(await app.tap("Forgot password?", in: LoginView.self))
    let alert = try #require(app.stack?.presentedViewController as? UIAlertController)
    #expect(alert.textFields?.map(\.placeholder) == ["email@example.com"])
    #expect(app.world.store.tree.modalChain.count == 1)
    #expect(alert.userDidTap("Cancel"))
    #expect(app.world.store.tree.modalChain.isEmpty)
    #expect(await app.tap("Log in", in: LoginView.self))
    #expect(app.leaf == "Dashboard")
  }

  @Test("A deep link starts the main flow first if necessary")
  func deepLink() async throws {
    for isLoggedIn in [true, false] {
      let app = App(isLoggedIn: isLoggedIn)
      await app.coordinator.settled()
      #expect(app.leaf == (isLoggedIn ? "Dashboard" : "Login"))
      let url = try #require(URL(string: "app://host/settings/profile"))
      await app.coordinator.navigate(to: AppStep.deepLink(url), in: app.flow)
      await app.coordinator.settled()
      #expect(app.leaf == "Profile")
    }
  }

  @Test("The app delegate launches the app and opens a deep link")
  func launch() async throws {
    let delegate = AppDelegate()
    #expect(
      delegate.application(UIApplication.shared, didFinishLaunchingWithOptions: nil))
    await delegate.coordinator.settled()
    let stack = delegate.window?.rootViewController as? UINavigationController
    #expect(stack?.topViewController?.title == "Login")
    for await event in delegate.coordinator.didNavigate {
      #expect(event.stepDescription == "launch")
      break
    }
    let url = try #require(URL(string: "app://host/dashboard"))
    #expect(delegate.application(UIApplication.shared, open: url))
    await delegate.coordinator.settled()
    #expect(delegate.window?.rootViewController is UITabBarController)
    delegate.window?.rootViewController = nil
  }
}

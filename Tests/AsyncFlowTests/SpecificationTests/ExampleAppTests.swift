import AsyncFlow
import Foundation
import NavigationRuntime
import TestSupport
import Testing

/// The example app of the specifications, from launch to logout.
@MainActor
@Suite("Specification: example app")
struct ExampleAppSpecificationTests {
  @MainActor
  final class App {
    let world = HeadlessWorld()
    let coordinator: FlowCoordinator
    let authService = ExampleApp.AuthService()
    let flow: ExampleApp.AppFlow

    init(isLoggedIn: Bool = false) {
      authService.isLoggedIn = isLoggedIn
      coordinator = FlowCoordinator(context: world.context)
      flow = ExampleApp.AppFlow(
        window: world.window, authService: authService, coordinator: coordinator)
      coordinator.coordinate(flow: flow, with: OneStepper(ExampleApp.AppStep.launch))
    }

    var leaf: String { world.store.tree.visibleLeaf.name }
    var page: ExampleApp.Page? {
      let container = world.window.rootViewController
      let tabs = container as? HeadlessTabBarController
      let stack = (tabs?.selectedViewController ?? container) as? HeadlessNavigationController
      return stack?.topViewController as? ExampleApp.Page
    }
  }

  @Test("Runs from launch through login, main, settings and logout to login again, without leaks")
  func story() async {
    let app = App()
    await app.coordinator.settled()
    #expect(app.leaf == "Login")
    weak var authFlow: ExampleApp.AuthFlow?
    authFlow = app.flow.authFlow
    app.page?.viewModel.send(ExampleApp.AuthStep.register)
    await app.coordinator.settled()
    #expect(app.leaf == "Register")
    app.authService.isLoggedIn = true
    app.page?.viewModel.send(ExampleApp.AuthStep.loginSuccess)
    await app.coordinator.settled()
    #expect(app.leaf == "Home")
    weak var mainFlow: ExampleApp.MainFlow?
    mainFlow = app.flow.mainFlow
    #expect(authFlow != nil, "the app flow retains it until the logout")

    let tabs = app.world.window.rootViewController as? HeadlessTabBarController
    #expect(tabs?.userDidTapTab(at: 1) == true)
    app.page?.viewModel.send(ExampleApp.SettingsStep.profile)
    await app.coordinator.settled()
    #expect(app.leaf == "Profile")
    app.page?.viewModel.send(ExampleApp.SettingsStep.back)
    await app.coordinator.settled()
    #expect(app.leaf == "Settings")
    app.page?.viewModel.send(ExampleApp.SettingsStep.logout)
    await app.coordinator.settled()
    #expect(app.leaf == "Login")
    #expect(!app.authService.isLoggedIn)
    #expect(mainFlow == nil)
    #expect(authFlow == nil)
    #expect(app.world.issues.isEmpty)
    #expect(app.world.refusals.isEmpty)
  }

  @Test("A deep link starts the main flow first if necessary")
  func deepLink() async throws {
    for isLoggedIn in [true, false] {
      let app = App(isLoggedIn: isLoggedIn)
      await app.coordinator.settled()
      #expect(app.leaf == (isLoggedIn ? "Home" : "Login"))
      let url = try #require(URL(string: "app://host/settings/profile"))
      await app.coordinator.navigate(to: ExampleApp.AppStep.deepLink(url), in: app.flow)
      await app.coordinator.settled()
      #expect(app.leaf == "Profile")
      let other = try #require(URL(string: "app://host/elsewhere"))
      await app.coordinator.navigate(to: ExampleApp.AppStep.deepLink(other), in: app.flow)
      #expect(app.leaf == "Profile")
    }
  }

  @Test("The auth flow presents an alert for a forgotten password, and the user closes it")
  func alert() async throws {
    let app = App()
    await app.coordinator.settled()
    app.page?.viewModel.send(ExampleApp.AuthStep.forgotPassword)
    await app.coordinator.settled()
    let alert = app.world.window.rootViewController?.presentedViewController
    #expect(alert is HeadlessAlertController)
    try app.world.window.userDidTap("Cancel")
    await app.coordinator.settled()
    #expect(app.world.window.rootViewController?.presentedViewController == nil)
    #expect(app.world.store.tree.modalChain.isEmpty)
    #expect(app.leaf == "Login")
    app.page?.viewModel.send(ExampleApp.AuthStep.register)
    await app.coordinator.settled()
    #expect(app.leaf == "Register")
    #expect(app.world.issues.isEmpty)
    #expect(app.world.refusals.isEmpty)
  }
}

import AsyncFlow
import Foundation
import NavigationRuntime
import TestSupport

/// The example app of the specifications, its screens reduced to their names.
@MainActor
enum ExampleApp {
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

  @MainActor
  final class AuthService {
    var isLoggedIn = false
    func logout() { isLoggedIn = false }
  }

  final class ViewModel: FlowStepper {
    @Steps var steps
    func send(_ step: some Step) { steps.send(step) }
  }

  /// A screen that retains its view model.
  final class Page: HeadlessViewController {
    let viewModel = ViewModel()

    convenience init(_ name: String) {
      self.init(nibName: nil, bundle: nil)
      restorationIdentifier = name
    }
  }
}

extension ExampleApp {
  final class DashboardFlow: Flow {
    typealias StepType = DashboardStep
    var root: any Presentable { navigationController }
    let navigationController = HeadlessNavigationController()

    func navigate(to step: DashboardStep) async -> FlowContributors {
      let page = Page("Home")
      navigationController.setViewControllers([page], animated: false)
      return .one(.contribute(presentable: page, stepper: page.viewModel))
    }
  }

  final class SettingsFlow: Flow {
    typealias StepType = SettingsStep
    var root: any Presentable { navigationController }
    let navigationController = HeadlessNavigationController()

    func navigate(to step: SettingsStep) async -> FlowContributors {
      switch step {
      case .settings:
        let page = Page("Settings")
        navigationController.setViewControllers([page], animated: false)
        return .one(.contribute(presentable: page, stepper: page.viewModel))
      case .profile: return push("Profile")
      case .notifications: return push("Notifications")
      case .about: return push("About")
      case .logout: return .one(.forwardToParent(step: AppStep.logout))
      case .back:
        navigationController.popViewController(animated: true)
        return .none
      }
    }

    private func push(_ name: String) -> FlowContributors {
      let page = Page(name)
      navigationController.pushViewController(page, animated: true)
      return .one(.contribute(presentable: page, stepper: page.viewModel))
    }
  }

  final class AuthFlow: Flow {
    typealias StepType = AuthStep
    var root: any Presentable { navigationController }
    let navigationController = HeadlessNavigationController()

    func navigate(to step: AuthStep) async -> FlowContributors {
      switch step {
      case .login:
        let page = Page("Login")
        navigationController.setViewControllers([page], animated: false)
        return .one(.contribute(presentable: page, stepper: page.viewModel))
      case .register:
        let page = Page("Register")
        navigationController.pushViewController(page, animated: true)
        return .one(.contribute(presentable: page, stepper: page.viewModel))
      case .forgotPassword:
        let alert = HeadlessAlertController(
          title: "Forgot password", message: "Enter your address", preferredStyle: .alert)
        alert.addAction(HeadlessAlertAction(title: "Cancel", style: .cancel))
        navigationController.present(alert, animated: true)
        return .none
      case .loginSuccess: return .one(.forwardToParent(step: AppStep.main))
      case .loginCancelled:
        navigationController.dismiss(animated: true)
        return .none
      }
    }
  }

  final class MainFlow: Flow {
    typealias StepType = AppStep
    var root: any Presentable { tabBarController }
    let tabBarController = HeadlessTabBarController()
    private let coordinator: FlowCoordinator
    private var dashboardFlow: DashboardFlow?
    private var settingsFlow: SettingsFlow?

    init(coordinator: FlowCoordinator) { self.coordinator = coordinator }

    func navigate(to step: AppStep) async -> FlowContributors {
      switch step {
      case .main: return navigateToMain()
      case .dashboardRequired(let step):
        tabBarController.selectedIndex = 0
        _ = await dashboardFlow?.navigate(to: step)
        return .none
      case .settingsRequired(let step):
        tabBarController.selectedIndex = 1
        _ = await settingsFlow?.navigate(to: step)
        return .none
      case .logout: return .one(.forwardToParent(step: step))
      default: return .none
      }
    }

    private func navigateToMain() -> FlowContributors {
      let dashboardFlow = DashboardFlow()
      let settingsFlow = SettingsFlow()
      self.dashboardFlow = dashboardFlow
      self.settingsFlow = settingsFlow
      tabBarController.viewControllers = [
        dashboardFlow.navigationController, settingsFlow.navigationController,
      ]
      coordinator.coordinate(flow: dashboardFlow, with: OneStepper(DashboardStep.home))
      coordinator.coordinate(flow: settingsFlow, with: OneStepper(SettingsStep.settings))
      return .none
    }
  }

  final class AppFlow: Flow {
    typealias StepType = AppStep
    var root: any Presentable { window }
    private let window: HeadlessWindow
    private let authService: AuthService
    private let coordinator: FlowCoordinator
    private(set) var mainFlow: MainFlow?
    private(set) var authFlow: AuthFlow?

    init(window: HeadlessWindow, authService: AuthService, coordinator: FlowCoordinator) {
      self.window = window
      self.authService = authService
      self.coordinator = coordinator
    }

    func navigate(to step: AppStep) async -> FlowContributors {
      switch step {
      case .launch:
        return .one(
          .contribute(
            presentable: self,
            stepper: authService.isLoggedIn ? OneStepper(.main) : OneStepper(.loginRequired)))
      case .onboarding: return .none
      case .main: return navigateToMain()
      case .deepLink(let url): return await navigateToDeepLink(url)
      case .loginRequired: return navigateToAuth()
      case .logout:
        authService.logout()
        authFlow = nil
        mainFlow = nil
        return .one(.contribute(presentable: self, stepper: OneStepper(.loginRequired)))
      case .dashboardRequired, .settingsRequired:
        _ = await mainFlow?.navigate(to: step)
        return .none
      case .authRequired(let step):
        _ = await authFlow?.navigate(to: step)
        return .none
      }
    }

    private func navigateToMain() -> FlowContributors {
      let mainFlow = MainFlow(coordinator: coordinator)
      self.mainFlow = mainFlow
      window.rootViewController = mainFlow.tabBarController
      window.makeKeyAndVisible()
      return .one(.contribute(presentable: mainFlow, stepper: OneStepper(.main)))
    }

    private func navigateToAuth() -> FlowContributors {
      let authFlow = AuthFlow()
      self.authFlow = authFlow
      window.rootViewController = authFlow.navigationController
      window.makeKeyAndVisible()
      return .one(.contribute(presentable: authFlow, stepper: OneStepper(AuthStep.login)))
    }

    private func navigateToDeepLink(_ url: URL) async -> FlowContributors {
      switch url.path {
      case "/dashboard":
        return .one(.contribute(presentable: self, stepper: OneStepper(.main)))
      case "/settings/profile":
        if mainFlow == nil {
          await coordinator.navigate(to: AppStep.main, in: self)
          _ = await mainFlow?.flowReady
        }
        return .one(
          .contribute(presentable: self, stepper: OneStepper(.settingsRequired(.profile))))
      default: return .none
      }
    }
  }
}

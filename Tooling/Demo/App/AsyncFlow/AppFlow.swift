import AsyncFlow
import DemoKit
import DemoShared

enum AppStep: PlaceStep, Equatable {
  case launch
  case onboarding
  case login(message: String?)
  case main
  case logout

  var isPartOfPlace: Bool { self != .launch }
}

/// The whole app: decides which screen fills the window.
///
/// The previous root of the window leaves the tree, and its flow ends with it.
@MainActor
final class AppFlow: Flow {
  var root: any Presentable { window }
  private let window: DemoWindow
  private let services: AppServices
  private weak var main: MainFlow?

  init(window: DemoWindow, services: AppServices) {
    self.window = window
    self.services = services
  }

  func adapt(step: AppStep) async -> AppStep? {
    step == .main && services.auth.user == nil ? .login(message: nil) : step
  }

  func navigate(to step: AppStep) async -> FlowContributors {
    switch step {
    case .launch: return await launch()
    case .onboarding: return showOnboarding()
    case .login(let message): return showLogin(message)
    case .main: return showMain()
    case .logout:
      services.auth.logOut()
      return .one(.forwardToCurrentFlow(withStep: AppStep.login(message: nil)))
    }
  }

  private func launch() async -> FlowContributors {
    window.rootViewController = ModelScreen("Launch", PageViewModel(Pages.launch))
    let user = await services.auth.restoreSession()
    let next: AppStep =
      if user != nil { .main } else {
        services.auth.hasSeenOnboarding ? .login(message: nil) : .onboarding
      }
    return .one(.forwardToCurrentFlow(withStep: next))
  }

  private func showOnboarding() -> FlowContributors {
    services.auth.hasSeenOnboarding = true
    let screen = ModelScreen(
      "Onboarding", PageViewModel(Pages.onboarding) { _ in AppStep.login(message: nil) })
    window.rootViewController = screen
    return .one(screen.contributor)
  }

  private func showLogin(_ message: String?) -> FlowContributors {
    let auth = AuthFlow(services: services)
    window.rootViewController = auth.navigationController
    return .one(.contribute(presentable: auth, stepper: OneStepper(.login(message: message))))
  }

  private func showMain() -> FlowContributors {
    guard main?.isPresented != true else { return .none }
    let main = MainFlow(services: services)
    self.main = main
    window.rootViewController = main.tabBarController
    return .one(.contribute(presentable: main, stepper: OneStepper(.start)))
  }
}

/// Turns the events of the session into steps, whatever is on screen.
@MainActor
final class SessionStepper: FlowStepper {
  @Steps<AppStep> var steps
  private var events: Cancellation?

  init(_ auth: AuthService) {
    events = auth.events.sink { [steps] event in
      switch event {
      case .began: steps.send(.main)
      case .expired: steps.send(.login(message: "Your session has ended."))
      case .restarted: steps.send(.launch)
      }
    }
  }

  var initialStep: any Step { AppStep.launch }
}

enum MainStep: Step, Codable, Equatable {
  case start
  case dashboard
  case settings
}

/// The tabs.
@MainActor
final class MainFlow: Flow {
  var root: any Presentable { tabBarController }
  let tabBarController = DemoTabBarController().named("Main")
  private let services: AppServices

  init(services: AppServices) {
    self.services = services
  }

  func navigate(to step: MainStep) async -> FlowContributors {
    switch step {
    case .start: return start()
    case .dashboard: return await show(tab: 0)
    case .settings: return await show(tab: 1)
    }
  }

  private func start() -> FlowContributors {
    let dashboard = DashboardFlow(services: services)
    let settings = SettingsFlow(services: services)
    tabBarController.viewControllers = [
      dashboard.navigationController, settings.navigationController,
    ]
    return .multiple(
      .contribute(presentable: dashboard, stepper: OneStepper(.home)),
      .contribute(presentable: settings, stepper: OneStepper(.settings)))
  }

  /// Selects a tab, and dismisses everything in front of the tabs.
  private func show(tab index: Int) async -> FlowContributors {
    await services.context.perform(.dismiss, on: tabBarController)
    await services.context.perform(.select(index), on: tabBarController)
    return .none
  }
}

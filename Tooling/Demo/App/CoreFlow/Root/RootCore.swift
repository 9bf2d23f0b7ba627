import CoreFlow
import DemoShared

/// The screens that the root's core requests from its flow.
@MainActor
protocol RootRouting: AnyObject {
  func routeToLaunch() async
  func routeToOnboarding()
  func routeToLogin(message: String?)
  func routeToMain() -> MainCore
}

/// Leads the user through launch, onboarding and login to the tabs, and back when a session ends.
final class RootCore: ScreenLessCore {
  weak var router: (any RootRouting)?
  private let services: AppServices
  private weak var main: MainCore?

  private var way: ProcedureHandle?
  private var link: ProcedureHandle?
  private var onboarding: ActivityGate?
  private var login: ActivityGate?
  private var mainGate: ActivityGate?

  init(services: AppServices) {
    self.services = services
  }

  override func didBecomeActive() {
    way = LaunchProcedure().start(self)
    services.auth.events.sink { [weak self] event in
      guard let self else { return }
      switch event {
      case .began: break
      case .expired: way = LoginProcedure(message: "Your session has ended.").start(self)
      case .restarted: way = LaunchProcedure().start(self)
      }
    }.store(in: &store)
  }

  override func willResignActive() {
    way = nil
    link = nil
  }

  /// Follows a link, which replaces one that still waits.
  func follow(_ destination: Destination) {
    link = LinkProcedure(destination).start(self)
  }
}

// The steps of the procedures.
extension RootCore {
  func restoreSession() async -> (RootCore, User?) {
    await router?.routeToLaunch()
    return (self, await services.auth.restoreSession())
  }

  /// Shows the onboarding to a user who has never seen it, and continues when it is over.
  func waitForOnboarding(_ user: User?) async throws -> (RootCore, User?) {
    guard user == nil, !services.auth.hasSeenOnboarding else { return (self, user) }
    services.auth.hasSeenOnboarding = true
    let gate = ActivityGate("the end of the onboarding", context: context)
    onboarding = gate
    router?.routeToOnboarding()
    try await gate.wait()
    return (self, nil)
  }

  /// Shows the login to a user who is not logged in, and continues when it has succeeded.
  func waitForLogin(_ user: User?, message: String? = nil) async throws -> (RootCore, Void) {
    guard user == nil else { return (self, ()) }
    let gate = ActivityGate("the login", context: context)
    login = gate
    router?.routeToLogin(message: message)
    try await gate.wait()
    return (self, ())
  }

  func presentMain() {
    main = router?.routeToMain()
    mainGate?.open()
    mainGate = nil
  }

  /// Continues when the tabs are shown.
  func waitForMain() async throws -> (MainCore, Void) {
    while true {
      if let main, main.isActive { return (main, ()) }
      let gate = mainGate ?? ActivityGate("the tabs", context: context)
      mainGate = gate
      try await gate.wait()
    }
  }
}

extension RootCore: LoginListener, MainListener {
  func onboardingDidFinish() { onboarding?.open() }

  func loginDidFinish() { login?.open() }

  func mainDidLogOut() {
    services.auth.logOut()
    way = LoginProcedure(message: nil).start(self)
  }
}

import CoreFlow
import DemoKit
import DemoShared
import Foundation

/// The whole app: fills the window with one feature after the other.
final class RootFlow: ScreenLessFlow<RootCore> {
  private let services: AppServices

  init(services: AppServices) {
    self.services = services
    super.init(context: services.context)
  }

  override func createCore() -> RootCore {
    let core = RootCore(services: services)
    core.router = self
    return core
  }
}

extension RootFlow: RootRouting {
  func routeToLaunch() async {
    await attach(PageFlow("Launch", Pages.launch), by: .root)?.value()
  }

  func routeToOnboarding() {
    let page = PageFlow("Onboarding", Pages.onboarding) { [weak core] _ in
      core?.onboardingDidFinish()
    }
    attach(page, by: .root, as: .onboarding)
  }

  func routeToLogin(message: String?) {
    attach(
      LoginFlow(services: services, message: message, listener: core), by: .root, as: .login)
  }

  func routeToMain() -> MainCore {
    let main = MainFlow(services: services, listener: core)
    attach(main, by: .root, as: .main)
    return main.core
  }
}

/// The screens that fill the window, in places.
///
/// The launch screen is none: it passes.
nonisolated enum RootPlace: Codable, Hashable {
  case onboarding
  case login
  case main
}

extension RootFlow: PlaceRouting {
  /// Shows the tabs after the launch and the login, and the others at once after the launch.
  func attachChild(for place: RootPlace) async { await core.goTo(place) }
}

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
  /// Open when the session has been restored.
  private var launch: ActivityGate?

  private var way: ProcedureHandle?
  private var link: ProcedureHandle?
  private var onboarding: ActivityGate?
  private var login: ActivityGate?
  private var mainGate: ActivityGate?

  init(services: AppServices) {
    self.services = services
  }

  override func didBecomeActive() {
    begin()
    services.auth.events.sink { [weak self] event in
      guard let self else { return }
      switch event {
      case .began: break
      case .expired: way = LoginProcedure(message: "Your session has ended.").start(self)
      case .restarted: begin()
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

  /// Goes to the screen of a place, after the launch; to the tabs after the login, too.
  func goTo(_ place: RootPlace) async {
    if let launch, !launch.isOpen {
      guard (try? await launch.wait()) != nil else { return }
      // The launch has led there.
      if place == .login, login != nil { return }
    }
    switch place {
    case .onboarding:
      showOnboarding()
      way = OnboardingProcedure().start(self)
    case .login:
      showLogin(message: nil)
      way = LoginProcedure(message: nil, isShown: true).start(self)
    case .main:
      if services.auth.user != nil {
        onboarding?.open()
        login?.open()
      }
      _ = try? await waitForMain()
    }
  }

  private func begin() {
    login = nil
    launch = ActivityGate("the end of the launch", context: context)
    way = LaunchProcedure().start(self)
  }

  @discardableResult
  private func showOnboarding() -> ActivityGate {
    let gate = ActivityGate("the end of the onboarding", context: context)
    login = nil
    onboarding = gate
    router?.routeToOnboarding()
    return gate
  }

  @discardableResult
  private func showLogin(message: String?) -> ActivityGate {
    let gate = ActivityGate("the login", context: context)
    login = gate
    router?.routeToLogin(message: message)
    return gate
  }
}

// The steps of the procedures.
extension RootCore {
  func restoreSession() async -> (RootCore, User?) {
    let gate = launch
    defer { gate?.open() }
    await router?.routeToLaunch()
    return (self, await services.auth.restoreSession())
  }

  /// Shows the onboarding to a user who has never seen it, and continues when it is over.
  func waitForOnboarding(_ user: User?) async throws -> (RootCore, User?) {
    guard user == nil, !services.auth.hasSeenOnboarding else { return (self, user) }
    services.auth.hasSeenOnboarding = true
    try await showOnboarding().wait()
    return (self, nil)
  }

  /// Continues when the onboarding, which is shown, is over.
  func waitForEndOfOnboarding() async throws -> (RootCore, User?) {
    try await onboarding?.wait()
    return (self, services.auth.user)
  }

  /// Shows the login to a user who is not logged in, and continues when it has succeeded.
  func waitForLogin(
    _ user: User?, message: String? = nil, isShown: Bool = false
  ) async throws -> (RootCore, Void) {
    guard user == nil else { return (self, ()) }
    let gate = isShown ? login : nil
    try await (gate ?? showLogin(message: message)).wait()
    login = nil
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

/// From the launch screen to the tabs.
final class LaunchProcedure: Procedure<RootCore> {
  override init() {
    super.init()
    keepsSettledWaiting = true
    onStep { root in await root.restoreSession() }
      .onStep { root, user in try await root.waitForOnboarding(user) }
      .onStep { root, user in try await root.waitForLogin(user) }
      .finalStep { root, _ in root.presentMain() }
  }
}

/// From the onboarding, which is shown, to the tabs.
final class OnboardingProcedure: Procedure<RootCore> {
  override init() {
    super.init()
    keepsSettledWaiting = true
    onStep { root in try await root.waitForEndOfOnboarding() }
      .onStep { root, user in try await root.waitForLogin(user) }
      .finalStep { root, _ in root.presentMain() }
  }
}

/// From the end of a session to the tabs.
final class LoginProcedure: Procedure<RootCore> {
  init(message: String?, isShown: Bool = false) {
    super.init()
    keepsSettledWaiting = true
    onStep { root in
      try await root.waitForLogin(nil, message: message, isShown: isShown)
    }
    .finalStep { root, _ in root.presentMain() }
  }
}

/// To where a link leads, as soon as the tabs are there.
final class LinkProcedure: Procedure<RootCore> {
  init(_ destination: Destination) {
    super.init()
    keepsSettledWaiting = true
    let tab = onStep { root in try await root.waitForMain() }
      .onStep { main, _ in await main.show(tab: destination.tab) }
    switch destination {
    case .dashboard, .settings: tab.commit()
    case .feature(let feature): tab.onStep { main, _ in try await main.show(feature) }.commit()
    case .page(let page): tab.finalStep { main, _ in main.open(page) }
    case .letter(let letter):
      tab.onStep { main, _ in try await main.showLetters() }
        .finalStep { letters, _ in
          for letter in letter.wayFromA { letters.send(.show(letter)) }
        }
    }
  }
}

/// Where a link leads.
enum Destination {
  case dashboard
  case feature(Feature)
  case letter(Letter)
  case settings
  case page(SettingsPage)

  init?(_ link: URL) {
    let path = link.path.split(separator: "/").map(String.init)
    switch (path.first, path.count) {
    case ("dashboard", 1): self = .dashboard
    case ("features", 2):
      guard let feature = Feature(id: path[1]) else { return nil }
      self = .feature(feature)
    case ("letters", 2):
      guard let letter = Letter(rawValue: path[1]) else { return nil }
      self = .letter(letter)
    case ("settings", 1): self = .settings
    case ("settings", 2):
      guard let page = SettingsPage.allCases.first(where: { $0.rawValue.lowercased() == path[1] })
      else { return nil }
      self = .page(page)
    default: return nil
    }
  }

  /// The tab in which it is.
  var tab: Int {
    switch self {
    case .dashboard, .feature, .letter: 0
    case .settings, .page: 1
    }
  }
}

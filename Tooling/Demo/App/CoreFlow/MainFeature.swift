import CoreFlow
import DemoKit
import DemoShared

/// The tabs, and the letters in front of them.
final class MainFlow: Flow<MainCore, DemoTabBarController> {
  private let services: AppServices
  private weak var listener: (any MainListener)?
  private weak var home: HomeFlow?
  private weak var settings: SettingsFlow?

  init(services: AppServices, listener: any MainListener) {
    self.services = services
    self.listener = listener
    super.init()
  }

  override func createCore() -> MainCore {
    let core = MainCore()
    core.listener = listener
    core.router = self
    return core
  }

  override func createScreen() -> DemoTabBarController { DemoTabBarController().named("Main") }
}

extension MainFlow: MainRouting {
  func routeToTabs() {
    let home = HomeFlow(services: services, listener: core)
    let settings = SettingsFlow(services: services, listener: core)
    self.home = home
    self.settings = settings
    attach(home, by: .tab, as: .dashboard)
    attach(settings, by: .tab, as: .settings)
  }

  func show(tab index: Int) async {
    await context.perform(.dismiss, on: screen)
    // News that waited for the same finger may have come since.
    await context.scheduler(of: screen).transaction("tab") {
      await context.perform(.dismiss, on: screen)
      await context.perform(.select(index), on: screen)
    }
  }

  func uncoverHome() async {
    if let letters = child("Letters") { await detach(letters)?.value() }
    await context.perform(.select(0), on: screen)
  }

  func routeToLetters() async -> LettersCore? {
    // The user may have opened them meanwhile.
    if let letters = child("Letters") as? LettersFlow { return letters.core }
    guard screen.presentedViewController == nil else { return nil }
    let letters = LettersFlow()
    await attach(letters, by: .present, as: .letters)?.value()
    return letters.core
  }

  func askForLetters(_ request: LinkRequest) { home?.core.send(.letters(request)) }

  func open(_ feature: Feature, for request: LinkRequest) { home?.open(feature, for: request) }

  func open(_ page: SettingsPage) { settings?.routeTo(page) }
}

/// The tabs, and the letters in front of them, in places.
nonisolated enum MainPlace: Codable, Hashable {
  case dashboard
  case settings
  case letters
}

extension MainFlow: PlaceRouting {
  func attachChild(for place: MainPlace) async {
    switch place {
    case .dashboard, .settings: break  // They are always there.
    case .letters: _ = await routeToLetters()
    }
  }
}

@MainActor
protocol MainListener: AnyObject {
  func mainDidLogOut()
}

@MainActor
protocol MainRouting: AnyObject {
  func routeToTabs()
  func show(tab index: Int) async
  /// Removes the letters that the user has opened meanwhile, and selects the dashboard; news, which
  /// may have waited for it, stay.
  func uncoverHome() async
  func routeToLetters() async -> LettersCore?
  func askForLetters(_ request: LinkRequest)
  func open(_ feature: Feature, for request: LinkRequest)
  func open(_ page: SettingsPage)
}

/// Coordinates the tabs.
final class MainCore: ScreenLessCore {
  weak var listener: (any MainListener)?
  weak var router: (any MainRouting)?

  override func didBecomeActive() { router?.routeToTabs() }

  /// Selects a tab, and dismisses everything in front of the tabs.
  func show(tab index: Int) async -> (MainCore, Void) {
    await router?.show(tab: index)
    return (self, ())
  }

  /// Requests a feature as the user would, and returns when it is shown.
  func show(_ feature: Feature) async throws -> (MainCore, Void) {
    try await waitForAnswer { router?.open(feature, for: $0) }
    return (self, ())
  }

  func open(_ page: SettingsPage) { router?.open(page) }

  /// Requests the letters as the user would, and returns when they are shown.
  func showLetters() async throws -> (LettersCore, Void) {
    let request = try await waitForAnswer { router?.askForLetters($0) }
    guard let letters = request.letters else { throw ProcedureStop() }
    return (letters, ())
  }

  @discardableResult
  private func waitForAnswer(
    _ ask: (LinkRequest) -> Void
  ) async throws -> LinkRequest {
    let request = LinkRequest(context: context)
    defer { request.isWanted = false }
    ask(request)
    try await request.answer.wait()
    return request
  }
}

extension MainCore: HomeListener, SettingsListener {
  func homeWantsToBeVisible() async { await router?.uncoverHome() }

  func homeWantsLetters(_ request: LinkRequest?) async {
    let letters = await router?.routeToLetters()
    request?.letters = letters
    request?.answer.open()
  }

  func settingsDidLogOut() { listener?.mainDidLogOut() }
}

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
    await context.perform(.select(index), on: screen)
  }

  func routeToLetters() async -> LettersCore? {
    guard screen.presentedViewController == nil else { return nil }
    let letters = LettersFlow()
    await attach(letters, by: .present, as: .letters)?.value()
    return letters.core
  }

  func askForLetters(_ request: LettersRequest) { home?.core.send(.letters(request)) }

  func open(_ feature: Feature) { home?.open(feature) }

  func open(_ page: SettingsPage) { settings?.routeTo(page) }
}

/// The tabs, and the letters in front of them, in places.
enum MainPlace: Codable, Hashable {
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
  func routeToLetters() async -> LettersCore?
  func askForLetters(_ request: LettersRequest)
  func open(_ feature: Feature)
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

  func open(_ feature: Feature) { router?.open(feature) }

  func open(_ page: SettingsPage) { router?.open(page) }

  /// Requests the letters as the user would, and returns when they are shown.
  func showLetters() async throws -> (LettersCore, Void) {
    let request = LettersRequest(context: context)
    router?.askForLetters(request)
    try await request.answer.wait()
    guard let letters = request.letters else { throw ProcedureStop() }
    return (letters, ())
  }
}

extension MainCore: HomeListener, SettingsListener {
  func homeWantsLetters(_ request: LettersRequest?) async {
    let letters = await router?.routeToLetters()
    request?.letters = letters
    request?.answer.open()
  }

  func settingsDidLogOut() { listener?.mainDidLogOut() }
}

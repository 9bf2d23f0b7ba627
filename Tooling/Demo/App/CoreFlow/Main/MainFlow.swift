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
    attach(home, by: .tab)
    attach(settings, by: .tab)
  }

  func show(tab index: Int) async {
    await context.perform(.dismiss, on: screen)
    await context.perform(.select(index), on: screen)
  }

  func routeToLetters() async -> LettersCore? {
    guard screen.presentedViewController == nil else { return nil }
    let letters = LettersFlow()
    await attach(letters, by: .present)?.value()
    return letters.core
  }

  func askForLetters(_ request: LettersRequest) { home?.core.send(.letters(request)) }

  func open(_ feature: Feature) { home?.open(feature) }

  func open(_ page: SettingsPage) { settings?.routeTo(page) }
}

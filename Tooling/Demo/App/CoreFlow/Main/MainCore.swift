import CoreFlow
import DemoShared

@MainActor
protocol MainListener: AnyObject {
  func mainDidLogOut()
}

@MainActor
protocol MainRouting: AnyObject {
  func routeToTabs()
  func show(tab index: Int) async
  func routeToLetters() -> LettersCore?
  func open(_ feature: Feature)
  func open(_ page: SettingsPage)
}

/// Coordinates the tabs.
final class MainCore: ScreenLessCore {
  weak var listener: (any MainListener)?
  weak var router: (any MainRouting)?

  override func didBecomeActive() { router?.routeToTabs() }

  /// Selects a tab, and takes away what is in front of the tabs.
  func show(tab index: Int) async -> (MainCore, Void) {
    await router?.show(tab: index)
    return (self, ())
  }

  func open(_ feature: Feature) { router?.open(feature) }

  func open(_ page: SettingsPage) { router?.open(page) }

  func showLetters() throws -> LettersCore {
    guard let letters = router?.routeToLetters() else { throw ProcedureStop() }
    return letters
  }
}

extension MainCore: HomeListener, SettingsListener {
  func homeWantsLetters() { _ = router?.routeToLetters() }

  func settingsDidLogOut() { listener?.mainDidLogOut() }
}

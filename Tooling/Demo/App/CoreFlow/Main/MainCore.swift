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

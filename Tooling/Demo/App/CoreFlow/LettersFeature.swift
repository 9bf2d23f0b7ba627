import CoreFlow
import DemoKit
import DemoShared

/// The way from A to E: forward, straight to the end, and back by any number of screens.
final class LettersFlow: Flow<LettersCore, DemoNavigationController> {
  override func createCore() -> LettersCore {
    let core = LettersCore()
    core.router = self
    return core
  }

  override func createScreen() -> DemoNavigationController {
    DemoNavigationController().named("Letters")
  }
}

extension LettersFlow: LettersRouting {
  func routeTo(_ letter: Letter) {
    guard goBack(to: letter.rawValue, in: screen) == nil else { return }
    let before = children.compactMap { $0.navigationContainer?.navigationRuntimeName }
      .compactMap(Letter.init)
    let page = LetterPage(path: before + [letter])
    attach(
      PageFlow(letter.rawValue, page.content) { [weak core] in core?.send($0) }, by: .push,
      as: LetterPlace(letter: letter.rawValue))
  }

  func goBack(by count: Int) {
    let index = children.count - 1 - count
    guard children.indices.contains(index), let target = children[index].navigationContainer
    else { return }
    context.request(.popTo(target), on: screen)
  }
}

/// A letter in places.
nonisolated struct LetterPlace: Codable, Hashable {
  let letter: String
}

extension LettersFlow: PlaceRouting {
  func attachChild(for place: LetterPlace) async {
    if let letter = Letter(rawValue: place.letter) { routeTo(letter) }
  }
}

@MainActor
protocol LettersRouting: AnyObject {
  func routeTo(_ letter: Letter)
  func goBack(by count: Int)
  func finish()
}

/// Decides where it goes from a letter.
final class LettersCore: ScreenLessCore {
  weak var router: (any LettersRouting)?

  override func didBecomeActive() { router?.routeTo(.a) }

  func send(_ event: LetterPage.Event) {
    switch event {
    case .show(let letter): router?.routeTo(letter)
    case .back(let count): router?.goBack(by: count)
    case .close: router?.finish()
    }
  }
}

import AsyncFlow
import DemoKit
import DemoShared

enum LettersStep: Step, Codable, Equatable {
  case show(Letter)
  case back(Int)
  case close
}

/// The way from A to E: forward, straight to the end, and back by any number of screens.
@MainActor
final class LettersFlow: Flow {
  var root: any Presentable { navigationController }
  let navigationController = DemoNavigationController().named("Letters")

  func navigate(to step: LettersStep) async -> FlowContributors {
    switch step {
    case .show(let letter): return show(letter)
    case .back(let count):
      let index = navigationController.viewControllers.count - 1 - count
      guard index >= 0 else { return .none }
      navigationController.popToViewController(
        navigationController.viewControllers[index], animated: true)
      return .none
    case .close:
      navigationController.dismiss(animated: true)
      return .end
    }
  }

  private func show(_ letter: Letter) -> FlowContributors {
    guard !navigationController.goBack(to: letter.rawValue) else { return .none }
    let before = navigationController.viewControllers.compactMap {
      $0.restorationIdentifier.flatMap(Letter.init)
    }
    let page = LetterPage(path: before + [letter])
    let screen = ModelScreen(
      letter.rawValue,
      PageViewModel(page.content) { event in
        switch event {
        case .show(let letter): LettersStep.show(letter)
        case .back(let count): LettersStep.back(count)
        case .close: LettersStep.close
        }
      })
    navigationController.pushViewController(screen, animated: true)
    return .one(screen.contributor)
  }
}

import NavigationRuntime
import TestSupport

/// An app's delegate, set wherever possible, which notes missing calls.
@MainActor
final class WatchedDelegate {
  private(set) var faults: [String] = []
  /// The number of screens shown by stacks.
  private(set) var showCount = 0
  private var selectionCount = 0
  private var dismissalCount = 0

  /// Becomes the delegate where there is none, and notes other delegates.
  func join(_ controllers: [HeadlessViewController]) {
    for controller in controllers {
      switch controller {
      case let stack as HeadlessNavigationController:
        stack.delegate = stack.delegate ?? self
        if stack.delegate !== self { note("\(stack) has another delegate") }
      case let tabs as HeadlessTabBarController:
        tabs.delegate = tabs.delegate ?? self
        if tabs.delegate !== self { note("\(tabs) has another delegate") }
      default: break
      }
      guard controller.presentingViewController != nil,
        let presentation = controller.presentationController
      else { continue }
      presentation.delegate = presentation.delegate ?? self
      if presentation.delegate !== self { note("a presentation has another delegate") }
    }
  }

  /// Runs a move of the user; if it succeeds with a tab, the delegate must receive a selection.
  func expectSelection(from select: () -> Bool) {
    let before = selectionCount
    let isSelected = select()
    if (selectionCount > before) != isSelected { note("tapped: \(isSelected), received: other") }
  }

  /// The same with a sheet or popover, which notifies its delegate as soon as a finger moves it.
  @discardableResult
  func expectDismissal<Result>(from pull: () -> Result?) -> Result? {
    let before = dismissalCount
    let result = pull()
    if (dismissalCount > before) != (result != nil) {
      note("dismissed: \(result != nil), received: other")
    }
    return result
  }

  private func note(_ fault: String) { faults.append(fault) }
}

extension WatchedDelegate: HeadlessNavigationControllerDelegate {
  func navigationController(
    _ navigationController: HeadlessNavigationController,
    didShow viewController: HeadlessViewController, animated: Bool
  ) {
    showCount += 1
  }
}

extension WatchedDelegate: HeadlessTabBarControllerDelegate {
  func tabBarController(
    _ tabBarController: HeadlessTabBarController, didSelect viewController: HeadlessViewController
  ) {
    selectionCount += 1
  }
}

extension WatchedDelegate: HeadlessAdaptivePresentationControllerDelegate {
  func presentationControllerWillDismiss(_ presentationController: HeadlessPresentationController) {
    dismissalCount += 1
  }
}

#if canImport(UIKit) && !os(watchOS)
import UIKit

extension UIViewController {
  /// Returns the refusal of an operation for which UIKit would raise an exception.
  ///
  /// The checks before it know the tree. This one looks at the controllers themselves: code may have
  /// changed a stack in the same turn, and no tree contains what is in another window or in none.
  func refusalOfException(for operation: NavigationOperation) -> TransitionRefusal? {
    switch (operation, self) {
    case (.push(let node as UIViewController), let stack as UINavigationController):
      if stack.holds(node) {
        return .init(.alreadyInTree, operation, on: self, "the stack contains it already.")
      }
      return node.reasonNotToStack.map { .init(.unsupported, operation, on: self, $0) }
    case (.popTo(let node as UIViewController), let stack as UINavigationController):
      guard !stack.holds(node) else { return nil }
      return .init(.notInTree, operation, on: self, "the stack does not contain it.")
    case (.setStack(let nodes), let stack as UINavigationController):
      // A collapsed split has put the stack of another column there.
      let new = nodes.compactMap { $0 as? UIViewController }.filter { !stack.holds($0) }
      let obstacle = new.compactMap(\.reasonNotToStack).first
      return obstacle.map { .init(.unsupported, operation, on: self, $0) }
    case (.present(let node as UIViewController), _):
      if let reason = node.reasonNotToPresent {
        return .init(.alreadyInTree, operation, on: self, reason)
      }
      return node.reasonNotToShow(over: self).map { .init(.unsupported, operation, on: self, $0) }
    case (.select, let pages as UIPageViewController):
      guard pages.viewControllers?.count ?? 0 > 1 else { return nil }
      return .init(
        .unsupported, operation, on: self,
        "it shows several pages at once, which `setViewControllers` replaces together.")
    default: return nil
    }
  }

  private var reasonNotToStack: String? {
    switch self {
    case is UINavigationController:
      "UIKit does not push a navigation controller. Present it, or push its root."
    case is UISplitViewController: "UIKit does not push a split view controller. Present it."
    default: nil
    }
  }

  /// The reason for which the controller can be neither presented nor the root of a window.
  fileprivate var reasonNotToMove: String? {
    if let parent { return "it is in \(parent.label); remove it first." }
    return presentingViewController.map { "\($0.label) presents it; dismiss it first." }
  }

  private func reasonNotToShow(over presenter: UIViewController) -> String? {
    if modalPresentationStyle == .none {
      return "it has the style `none`. Set another `modalPresentationStyle`."
    }
    // A subclass may add its actions when its view loads.
    if let alert = self as? UIAlertController, alert.title == nil, alert.message == nil,
      alert.actions.isEmpty, isViewLoaded || type(of: alert) == UIAlertController.self
    {
      return "it has no title, message or action. Add one of them."
    }
    #if os(tvOS)
    return nil
    #else
    guard let traits = presenter.viewIfLoaded?.window?.traitCollection, isPopover(in: traits),
      popoverPresentationController?.hasSource == false
    else { return nil }
    return """
      it is shown as a popover without a source. Set `sourceView` or `barButtonItem` of its \
      `popoverPresentationController`.
      """
    #endif
  }

  private var reasonNotToPresent: String? {
    reasonNotToMove ?? windowOfOwn.map { "it is the root of \($0.label); remove it first." }
  }
}

extension UINavigationController {
  fileprivate func holds(_ node: UIViewController) -> Bool {
    viewControllers.contains { $0 === node }
  }
}

extension UIWindow {
  /// Returns the refusal of a root for which UIKit would raise an exception.
  func refusalOfException(for operation: NavigationOperation) -> TransitionRefusal? {
    guard case .setRoot(let node as UIViewController) = operation else { return nil }
    return node.reasonNotToMove.map { .init(.alreadyInTree, operation, on: self, $0) }
  }
}
#endif

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

extension NSViewController {
  /// Dismisses what this controller presents, or the nearest ancestor that presents something, with
  /// everything that is presented above it.
  ///
  /// - Returns: The lowest that was dismissed; `nil` if nothing is presented.
  func dismissPresented() -> NSViewController? {
    guard let presented = presentedViewControllers?.last else { return parent?.dismissPresented() }
    presented.dismissPresentedAbove()
    lifecycle.duringAppKitDismissal(of: presented) { dismiss(presented) }
    return presented
  }

  /// From the top down, since AppKit leaves what a dismissed controller presents as it is.
  private func dismissPresentedAbove() {
    for child in children { child.dismissPresentedAbove() }
    while let presented = presentedViewControllers?.last {
      presented.dismissPresentedAbove()
      lifecycle.duringAppKitDismissal(of: presented) { dismiss(presented) }
      if presentedViewControllers?.last === presented { return }
    }
  }
}
#endif

#if canImport(UIKit) && canImport(ObjectiveC) && !os(watchOS)
import UIKit

/// Gesture recognizers report through a target.
extension UIGestureRecognizer: UIKitGestureSource {
  package func onStateChange(_ call: @escaping @MainActor () -> Void) -> Cancellation {
    let target = GestureTarget(call)
    addTarget(target, action: #selector(GestureTarget.gestureDidChange))
    // A recognizer does not retain its targets: the handle does.
    return Cancellation { [weak self] in self?.removeTarget(target, action: nil) }
  }
}

@MainActor
private final class GestureTarget: NSObject {
  private let call: @MainActor () -> Void

  init(_ call: @escaping @MainActor () -> Void) {
    self.call = call
    super.init()
  }

  @objc func gestureDidChange() { call() }
}
#endif

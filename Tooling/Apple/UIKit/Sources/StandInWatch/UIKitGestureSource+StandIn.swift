import NavigationRuntime
import UIKit

/// What stands for targets and selectors.
extension UIGestureRecognizer: UIKitGestureSource {
  package func onStateChange(_ call: @escaping @MainActor () -> Void) -> Cancellation {
    let id = standInAddTarget(call)
    return Cancellation { [weak self] in self?.standInRemoveTarget(id) }
  }
}

#if canImport(UIKit) && !os(watchOS)
import UIKit

/// Alerts have to be answered; other controllers say so with `isModalInPresentation`.
extension UIViewController: DismissalGuarding {
  package var navigationRuntimeRefusesDismissal: Bool {
    self is UIAlertController || isModalInPresentation
  }
}
#endif

#if canImport(UIKit) && !os(watchOS)
import UIKit

/// Alerts have to be answered; for other controllers `isModalInPresentation` decides.
extension UIViewController: DismissalGuarding {
  package var navigationRuntimeRefusesDismissal: Bool {
    self is UIAlertController || isModalInPresentation
  }
}
#endif

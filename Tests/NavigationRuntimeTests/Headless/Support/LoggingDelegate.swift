import NavigationRuntime

/// A stack's delegate that logs its calls.
final class LoggingDelegate: HeadlessNavigationControllerDelegate {
  private let log: CallbackLog

  init(_ log: CallbackLog) {
    self.log = log
  }

  func navigationController(
    _ navigationController: HeadlessNavigationController,
    willShow viewController: HeadlessViewController, animated: Bool
  ) {
    log.write("willShow \(viewController.title ?? "")")
  }

  func navigationController(
    _ navigationController: HeadlessNavigationController,
    didShow viewController: HeadlessViewController, animated: Bool
  ) {
    log.write("didShow \(viewController.title ?? "")")
  }
}

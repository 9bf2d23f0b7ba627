/// Observes the controllers that a navigation controller shows, shaped like
/// `UINavigationControllerDelegate`.
@MainActor
public protocol HeadlessNavigationControllerDelegate: AnyObject {
  /// Called when the change begins, before the appearance callbacks; it may still be cancelled.
  func navigationController(
    _ navigationController: HeadlessNavigationController,
    willShow viewController: HeadlessViewController,
    animated: Bool
  )

  /// Called at the real end of the change; not called for a cancelled one.
  func navigationController(
    _ navigationController: HeadlessNavigationController,
    didShow viewController: HeadlessViewController,
    animated: Bool
  )
}

extension HeadlessNavigationControllerDelegate {
  /// Has no effect.
  public func navigationController(
    _ navigationController: HeadlessNavigationController,
    willShow viewController: HeadlessViewController,
    animated: Bool
  ) {}

  /// Has no effect.
  public func navigationController(
    _ navigationController: HeadlessNavigationController,
    didShow viewController: HeadlessViewController,
    animated: Bool
  ) {}
}

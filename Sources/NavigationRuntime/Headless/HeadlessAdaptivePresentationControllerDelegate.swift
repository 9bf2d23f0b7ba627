/// Allows and observes the user's dismissal of a presented controller, shaped like
/// `UIAdaptivePresentationControllerDelegate`.
///
/// Not called for a dismissal by code.
@MainActor
public protocol HeadlessAdaptivePresentationControllerDelegate: AnyObject {
  /// Called when the user begins to dismiss; `false` forbids it.
  func presentationControllerShouldDismiss(
    _ presentationController: HeadlessPresentationController
  ) -> Bool

  /// Called when the user's dismissal begins; it may still be cancelled.
  func presentationControllerWillDismiss(_ presentationController: HeadlessPresentationController)

  /// Called when the user's dismissal has ended.
  func presentationControllerDidDismiss(_ presentationController: HeadlessPresentationController)

  /// Called when the user tried a dismissal that is not allowed.
  func presentationControllerDidAttemptToDismiss(
    _ presentationController: HeadlessPresentationController)
}

extension HeadlessAdaptivePresentationControllerDelegate {
  /// Returns `true`.
  public func presentationControllerShouldDismiss(
    _ presentationController: HeadlessPresentationController
  ) -> Bool { true }

  /// Has no effect.
  public func presentationControllerWillDismiss(
    _ presentationController: HeadlessPresentationController
  ) {}

  /// Has no effect.
  public func presentationControllerDidDismiss(
    _ presentationController: HeadlessPresentationController
  ) {}

  /// Has no effect.
  public func presentationControllerDidAttemptToDismiss(
    _ presentationController: HeadlessPresentationController
  ) {}
}

/// Decides about the user's dismissal of a presented controller and hears of it, shaped like
/// `UIAdaptivePresentationControllerDelegate`.
///
/// None of it is called when code dismisses.
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

  /// Called when the user tried to dismiss what must not be dismissed.
  func presentationControllerDidAttemptToDismiss(
    _ presentationController: HeadlessPresentationController)
}

extension HeadlessAdaptivePresentationControllerDelegate {
  /// Allows it.
  public func presentationControllerShouldDismiss(
    _ presentationController: HeadlessPresentationController
  ) -> Bool { true }

  /// Does nothing.
  public func presentationControllerWillDismiss(
    _ presentationController: HeadlessPresentationController
  ) {}

  /// Does nothing.
  public func presentationControllerDidDismiss(
    _ presentationController: HeadlessPresentationController
  ) {}

  /// Does nothing.
  public func presentationControllerDidAttemptToDismiss(
    _ presentationController: HeadlessPresentationController
  ) {}
}

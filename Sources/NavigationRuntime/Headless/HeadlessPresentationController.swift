/// The manager of one presentation, shaped like `UIPresentationController`; it holds the delegate
/// for the user's dismissal.
@MainActor
open class HeadlessPresentationController: HeadlessObject {
  /// The controller that is, or would be, presented.
  public private(set) final weak var presentedViewController: HeadlessViewController?
  /// Allows and observes the user's dismissal; never called for a dismissal by code.
  open weak var delegate: (any HeadlessAdaptivePresentationControllerDelegate)?
  /// The view at which a popover points; stored and never used.
  open var sourceView: HeadlessView?
  /// The button at which a popover points; stored and never used.
  open var barButtonItem: HeadlessBarButtonItem?

  package init(presentedViewController: HeadlessViewController) {
    self.presentedViewController = presentedViewController
  }

  /// The presenter, during the presentation.
  public final var presentingViewController: HeadlessViewController? {
    presentedViewController?.directPresenter
  }

  /// The style of the presentation, whatever the delegate adapts it to.
  public final var presentationStyle: HeadlessModalPresentationStyle {
    presentedViewController?.presentationStyle ?? .none
  }
}

/// Adapts a presentation, and allows and observes the user's dismissal of the presented controller,
/// shaped like `UIAdaptivePresentationControllerDelegate`.
///
/// Not called for a dismissal by code.
@MainActor
public protocol HeadlessAdaptivePresentationControllerDelegate: AnyObject {
  /// Returns the style in place of a sheet, a popover or a custom style, or `none` to keep it.
  ///
  /// Called at each request to present, as by UIKit where there is little width; the headless platform
  /// has no size classes.
  func adaptivePresentationStyle(
    for controller: HeadlessPresentationController
  ) -> HeadlessModalPresentationStyle

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
  /// Returns `none`.
  public func adaptivePresentationStyle(
    for controller: HeadlessPresentationController
  ) -> HeadlessModalPresentationStyle { .none }

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

/// The manager of one presentation, shaped like `UIPresentationController`; it holds the delegate
/// for the user's dismissal.
@MainActor
open class HeadlessPresentationController {
  /// The controller that is, or would be, presented.
  public private(set) final weak var presentedViewController: HeadlessViewController?
  /// Allows and observes the user's dismissal; never called for a dismissal by code.
  open weak var delegate: (any HeadlessAdaptivePresentationControllerDelegate)?

  /// Makes the manager of a controller's presentation.
  public init(presentedViewController: HeadlessViewController) {
    self.presentedViewController = presentedViewController
  }

  /// The presenter, during the presentation.
  public final var presentingViewController: HeadlessViewController? {
    presentedViewController?.directPresenter
  }

  /// The style of the presentation.
  public final var presentationStyle: HeadlessModalPresentationStyle {
    presentedViewController?.modalPresentationStyle ?? .none
  }
}

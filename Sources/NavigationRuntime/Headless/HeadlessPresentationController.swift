/// What manages one presentation, shaped like `UIPresentationController`: the place for the
/// delegate that decides about the user's dismissal.
@MainActor
open class HeadlessPresentationController {
  /// The controller that is, or would be, presented.
  public private(set) final weak var presentedViewController: HeadlessViewController?
  /// Who decides about and hears of the user's dismissal; never asked about the code's.
  open weak var delegate: (any HeadlessAdaptivePresentationControllerDelegate)?

  /// Makes the manager of a controller's presentation.
  public init(presentedViewController: HeadlessViewController) {
    self.presentedViewController = presentedViewController
  }

  /// The controller that presents, while it does.
  public final var presentingViewController: HeadlessViewController? {
    presentedViewController?.directPresenter
  }

  /// How the controller is presented.
  public final var presentationStyle: HeadlessModalPresentationStyle {
    presentedViewController?.modalPresentationStyle ?? .none
  }
}

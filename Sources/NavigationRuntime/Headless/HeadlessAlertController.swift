import Foundation

/// A question with a few buttons, shaped like `UIAlertController`.
///
/// Whichever button is tapped, the alert closes itself first and calls the handler then. An action
/// sheet whose ``HeadlessViewController/modalPresentationStyle`` is `popover` is shown as on a wide
/// screen: without its cancel button, for which a tap outside stands.
open class HeadlessAlertController: HeadlessViewController {
  /// Where the question is shown, shaped like `UIAlertController.Style`.
  public enum Style: Int, Sendable {
    /// At the bottom of the screen.
    case actionSheet = 0
    /// In the middle of the screen.
    case alert = 1
  }

  /// The text under the title.
  open var message: String?
  /// Where the question is shown.
  public final private(set) var preferredStyle = Style.alert
  /// The buttons.
  public final private(set) var actions: [HeadlessAlertAction] = []
  /// The button that the return key stands for; it has to be one of ``actions``.
  open var preferredAction: HeadlessAlertAction? {
    didSet {
      guard let preferredAction, !holds(preferredAction) else { return }
      self.preferredAction = oldValue
      platform.report(.preferredActionNotAdded(preferredAction, self))
    }
  }
  /// The text fields, if any were added.
  public final private(set) var textFields: [HeadlessTextField]?

  /// Makes a question without buttons.
  public convenience init(title: String?, message: String?, preferredStyle: Style) {
    self.init(nibName: nil, bundle: nil)
    self.title = title
    self.message = message
    self.preferredStyle = preferredStyle
    modalPresentationStyle = .overFullScreen
  }

  /// Adds a button; only one of them can be the cancel button.
  open func addAction(_ action: HeadlessAlertAction) {
    if action.style == .cancel, cancelAction != nil {
      return platform.report(.secondCancelAction(action, self))
    }
    actions.append(action)
  }

  /// Adds a text field, which an action sheet cannot have; the closure sets it up.
  open func addTextField(configurationHandler: ((HeadlessTextField) -> Void)? = nil) {
    guard preferredStyle == .alert else { return platform.report(.textFieldInActionSheet(self)) }
    let field = HeadlessTextField()
    configurationHandler?(field)
    textFields = (textFields ?? []) + [field]
  }

  /// The user taps the button with this title.
  ///
  /// - Returns: `false` if there is no such button, it is disabled, the alert is not on the screen
  ///   or something is above it, or a transition runs.
  @discardableResult
  public final func userDidTap(_ title: String) -> Bool {
    guard let action = visibleActions.first(where: { $0.title == title }) else { return false }
    return userDidTap(action)
  }

  /// The user taps a button.
  @discardableResult
  public final func userDidTap(_ action: HeadlessAlertAction) -> Bool {
    guard visibleActions.contains(where: { $0 === action }), action.isEnabled, isTouchable,
      let presenter = directPresenter
    else { return false }
    let result = presenter.performDismiss(
      self, animated: true, by: .user, delegate: nil,
      completion: { action.handler?(action) })
    if case .failure = result { return false }
    return true
  }

  /// The button that leaves everything as it is.
  final var cancelAction: HeadlessAlertAction? { actions.first { $0.style == .cancel } }

  /// Whether it is shown beside what it belongs to, as an action sheet on a wide screen is.
  final var isPopover: Bool { preferredStyle == .actionSheet && modalPresentationStyle == .popover }

  /// The buttons that the user sees.
  final var visibleActions: [HeadlessAlertAction] {
    isPopover ? actions.filter { $0.style != .cancel } : actions
  }

  private func holds(_ action: HeadlessAlertAction) -> Bool {
    actions.contains { $0 === action }
  }
}

import Foundation

/// A question with a few buttons, shaped like `UIAlertController`.
///
/// Whichever button is tapped, the alert closes itself first and calls the handler then.
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
  /// The button that the return key stands for.
  open var preferredAction: HeadlessAlertAction?
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

  /// Adds a button.
  open func addAction(_ action: HeadlessAlertAction) {
    actions.append(action)
  }

  /// Adds a text field; the closure sets it up.
  open func addTextField(configurationHandler: ((HeadlessTextField) -> Void)? = nil) {
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
    guard let action = actions.first(where: { $0.title == title }) else { return false }
    return userDidTap(action)
  }

  /// The user taps a button.
  @discardableResult
  public final func userDidTap(_ action: HeadlessAlertAction) -> Bool {
    guard actions.contains(where: { $0 === action }), action.isEnabled, isTouchable,
      let presenter = directPresenter
    else { return false }
    let result = presenter.performDismiss(
      self, animated: true, by: .user, delegate: nil,
      completion: { action.handler?(action) })
    if case .failure = result { return false }
    return true
  }
}

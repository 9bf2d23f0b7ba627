/// A button of an alert, shaped like `UIAlertAction`.
@MainActor
open class HeadlessAlertAction {
  /// What kind of button it is, shaped like `UIAlertAction.Style`.
  public enum Style: Int, Sendable {
    /// A button like any other.
    case `default` = 0
    /// The button that leaves everything as it is.
    case cancel = 1
    /// The button that destroys something.
    case destructive = 2
  }

  /// The button's text.
  public final let title: String?
  /// What kind of button it is.
  public final let style: Style
  /// Whether the user can tap the button.
  open var isEnabled = true

  let handler: ((HeadlessAlertAction) -> Void)?

  /// Makes a button; the handler is called once the alert has closed.
  public init(
    title: String?, style: Style, handler: ((HeadlessAlertAction) -> Void)? = nil
  ) {
    self.title = title
    self.style = style
    self.handler = handler
  }
}

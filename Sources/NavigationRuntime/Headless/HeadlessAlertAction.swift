/// A button of an alert, shaped like `UIAlertAction`.
@MainActor
open class HeadlessAlertAction {
  /// The style of a button, shaped like `UIAlertAction.Style`.
  public enum Style: Int, Sendable {
    /// An ordinary button.
    case `default` = 0
    /// The button that leaves everything as it is.
    case cancel = 1
    /// A button for a destructive action.
    case destructive = 2
  }

  /// The button's text.
  public final let title: String?
  /// The style of the button.
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

/// A line of text that the user can edit, shaped like `UITextField`.
open class HeadlessTextField: HeadlessControl {
  /// The text.
  open var text: String? = ""
  /// The text shown in an empty field.
  open var placeholder: String?
  /// Whether the text is shown as dots.
  open var isSecureTextEntry = false

  /// The visible text: the text, dots, or the placeholder.
  final var visibleText: String {
    let text = text ?? ""
    if text.isEmpty { return placeholder ?? "" }
    return isSecureTextEntry ? String(repeating: "•", count: text.count) : text
  }
}

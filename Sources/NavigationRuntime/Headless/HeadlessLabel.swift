/// A line of text, shaped like `UILabel`.
open class HeadlessLabel: HeadlessView {
  /// The text.
  open var text: String?
}

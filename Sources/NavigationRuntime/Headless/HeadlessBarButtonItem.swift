/// A button in a navigation bar, shaped like `UIBarButtonItem`.
@MainActor
open class HeadlessBarButtonItem {
  /// The button's text.
  open var title: String?
  /// The button's picture.
  open var image: HeadlessImage?
  /// Whether the user can tap the button.
  open var isEnabled = true
  /// What happens when the user taps the button.
  open var primaryAction: HeadlessAction?
  /// A name for tests and tools.
  open var accessibilityIdentifier: String?

  /// Makes a button from a text, or the action's text, and what it does.
  public init(
    title: String? = nil, image: HeadlessImage? = nil, primaryAction: HeadlessAction? = nil
  ) {
    self.title = title ?? primaryAction?.title
    self.image = image ?? primaryAction?.image
    self.primaryAction = primaryAction
  }
}

/// A button in a navigation bar, shaped like `UIBarButtonItem`.
@MainActor
open class HeadlessBarButtonItem {
  /// The button's text.
  open var title: String?
  /// The button's picture.
  open var image: HeadlessImage?
  /// Whether the user can tap the button.
  open var isEnabled = true
  /// The action for a tap on the button.
  open var primaryAction: HeadlessAction?
  /// A name for tests and tools.
  open var accessibilityIdentifier: String?

  /// Makes a button from an action, and a text that defaults to the action's.
  public init(
    title: String? = nil, image: HeadlessImage? = nil, primaryAction: HeadlessAction? = nil
  ) {
    self.title = title ?? primaryAction?.title
    self.image = image ?? primaryAction?.image
    self.primaryAction = primaryAction
  }
}

/// The contents of a tab bar for one tab, shaped like `UITabBarItem`.
@MainActor
open class HeadlessTabBarItem {
  /// The text under the image; if there is none, the controller's title.
  open var title: String? {
    get { ownTitle ?? controller?.title }
    set { ownTitle = newValue }
  }
  /// The image.
  open var image: HeadlessImage?
  /// A number that identifies the item.
  open var tag: Int
  /// The text of the badge.
  open var badgeValue: String?
  /// Whether the user can tap the tab.
  open var isEnabled = true
  /// A name for tests and tools.
  open var accessibilityIdentifier: String?

  private var ownTitle: String?
  private weak var controller: HeadlessViewController?

  /// Makes an item with a text, an image and a number.
  public init(title: String?, image: HeadlessImage?, tag: Int) {
    ownTitle = title
    self.image = image
    self.tag = tag
  }

  init(controller: HeadlessViewController) {
    tag = 0
    self.controller = controller
  }
}

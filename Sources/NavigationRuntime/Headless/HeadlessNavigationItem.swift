/// The contents of a navigation bar while its controller is on top, shaped like `UINavigationItem`.
@MainActor
open class HeadlessNavigationItem {
  /// The bar's title; if there is none, the controller's.
  open var title: String? {
    get { ownTitle ?? controller?.title }
    set { ownTitle = newValue }
  }
  /// The text of the button that leads back here; if there is none, the title.
  open var backButtonTitle: String?
  /// Whether the back button is hidden.
  open var hidesBackButton = false
  /// Whether the back button stays when there are buttons on the left.
  open var leftItemsSupplementBackButton = false
  /// The buttons on the left, from the left.
  open var leftBarButtonItems: [HeadlessBarButtonItem]?
  /// The buttons on the right, from the right.
  open var rightBarButtonItems: [HeadlessBarButtonItem]?

  private var ownTitle: String?
  private weak var controller: HeadlessViewController?

  /// Makes an item with a title.
  public init(title: String) {
    ownTitle = title
  }

  init(controller: HeadlessViewController) {
    self.controller = controller
  }

  /// The first button on the left.
  open var leftBarButtonItem: HeadlessBarButtonItem? {
    get { leftBarButtonItems?.first }
    set { leftBarButtonItems = newValue.map { [$0] } }
  }

  /// The first button on the right.
  open var rightBarButtonItem: HeadlessBarButtonItem? {
    get { rightBarButtonItems?.first }
    set { rightBarButtonItems = newValue.map { [$0] } }
  }

  /// Whether the back button is shown when there is a controller beneath.
  var showsBackButton: Bool {
    if hidesBackButton { return false }
    return leftItemsSupplementBackButton || (leftBarButtonItems ?? []).isEmpty
  }
}

/// Stands in for AppKit's class.
@MainActor
open class NSSplitViewItem: NSObject {
  /// Whose view the pane shows.
  open var viewController = NSViewController()
  /// Whether the pane is hidden.
  ///
  /// AppKit's documentation promises no callback; the stand-in makes none.
  open var isCollapsed = false {
    didSet { if viewController.isViewLoaded { viewController.view.isHidden = isCollapsed } }
  }

  /// Makes an item.
  public convenience init(viewController: NSViewController) {
    self.init()
    self.viewController = viewController
  }

  /// Makes an item with an empty controller.
  public override init() {
    super.init()
  }
}

/// Stands in for AppKit's class.
@MainActor
open class NSSplitViewController: NSViewController {
  /// The panes.
  open private(set) var splitViewItems: [NSSplitViewItem] = []

  /// Adds a pane, as the last.
  open func addSplitViewItem(_ splitViewItem: NSSplitViewItem) {
    splitViewItems.append(splitViewItem)
    addChild(splitViewItem.viewController)
    if isViewLoaded { show(splitViewItem) }
  }

  /// The pane of a controller.
  open func splitViewItem(for viewController: NSViewController) -> NSSplitViewItem? {
    splitViewItems.first { $0.viewController === viewController }
  }

  /// A view of its own.
  open override func loadView() { view = NSView() }

  /// Shows the panes.
  open override func viewDidLoad() {
    super.viewDidLoad()
    for item in splitViewItems { show(item) }
  }

  private func show(_ item: NSSplitViewItem) {
    view.addSubview(item.viewController.view)
    item.viewController.view.isHidden = item.isCollapsed
  }
}

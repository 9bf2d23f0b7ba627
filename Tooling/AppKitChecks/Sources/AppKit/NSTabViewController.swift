/// Stands in for AppKit's class.
@MainActor
open class NSTabViewItem: NSObject {
  /// Whose view the tab shows.
  open var viewController: NSViewController?
  /// What is written on it.
  open var label = ""

  /// Makes a tab.
  public convenience init(viewController: NSViewController) {
    self.init()
    self.viewController = viewController
  }

  /// Makes a tab without a controller.
  public override init() {
    super.init()
  }
}

/// Stands in for AppKit's class.
@MainActor
open class NSTabViewController: NSViewController {
  private var items: [NSTabViewItem] = []
  private var selection = -1

  /// The tabs.
  open var tabViewItems: [NSTabViewItem] {
    get { items }
    set {
      let selected = items.indices.contains(selection) ? items[selection] : nil
      for item in items where !newValue.contains(where: { $0 === item }) {
        item.viewController?.removeFromParent()
      }
      items = newValue
      for item in items {
        guard let controller = item.viewController, controller.parent !== self else { continue }
        addChild(controller)
      }
      let index = items.firstIndex { $0 === selected } ?? (items.isEmpty ? -1 : 0)
      show(index, insteadOf: selected)
    }
  }

  /// Which tab is shown; -1 if there are none.
  open var selectedTabViewItemIndex: Int {
    get { selection }
    set {
      guard items.indices.contains(newValue) else { return }
      StandInHooks.around(StandInHooks.change, self) {
        show(newValue, insteadOf: items.indices.contains(selection) ? items[selection] : nil)
      }
    }
  }

  /// The tab of a controller.
  open func tabViewItem(for viewController: NSViewController) -> NSTabViewItem? {
    items.first { $0.viewController === viewController }
  }

  /// The user clicks a tab.
  package func standInUserDidClick(_ index: Int) { selectedTabViewItemIndex = index }

  /// A view of its own.
  open override func loadView() { view = NSView() }

  /// Shows what is selected.
  open override func viewDidLoad() {
    super.viewDidLoad()
    show(selection, insteadOf: nil)
  }

  private func show(_ index: Int, insteadOf old: NSTabViewItem?) {
    selection = index
    guard isViewLoaded else { return }
    let new = items.indices.contains(index) ? items[index] : nil
    if let old, old !== new, let controller = old.viewController, controller.isViewLoaded {
      controller.view.removeFromSuperview()
    }
    guard let shown = new?.viewController?.view, shown.superview !== view else { return }
    view.addSubview(shown)
  }
}

/// Stands in for AppKit's class.
@MainActor
open class NSSplitViewController: NSViewController {}

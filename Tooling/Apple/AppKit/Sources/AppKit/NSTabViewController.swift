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
  /// Stands in for AppKit's enumeration.
  public enum TabStyle: Int, Sendable {
    /// Segments above the content.
    case segmentedControlOnTop = 0
    /// Segments beneath the content.
    case segmentedControlOnBottom = 1
    /// Items in the toolbar of the window.
    case toolbar = 2
    /// None: what selects is the app's.
    case unspecified = -1
  }

  /// What the user selects a tab with.
  open var tabStyle = TabStyle.segmentedControlOnTop
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
      StandInHooks.around(StandInHooks.select, self) {
        show(newValue, insteadOf: items.indices.contains(selection) ? items[selection] : nil)
      }
    }
  }

  /// The tab of a controller.
  open func tabViewItem(for viewController: NSViewController) -> NSTabViewItem? {
    items.first { $0.viewController === viewController }
  }

  /// The user clicks a tab.
  package func standInUserDidClick(_ index: Int) {
    guard let window = view.window else { return }
    let origin = view.convert(.zero, from: nil)
    let onTabs = CGPoint(x: 1 - origin.x, y: 1 - origin.y)
    let inToolbar = CGPoint(x: 1, y: window.contentLayoutRect.maxY + 1)
    NSApp.standInHandle(.mouse(at: tabStyle == .toolbar ? inToolbar : onTabs, in: window)) {
      selectedTabViewItemIndex = index
    }
  }

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
    // The tabs take the lowest 20 points.
    shown.frame = CGRect(
      x: 0, y: 20, width: view.frame.width, height: max(0, view.frame.height - 20))
    view.addSubview(shown)
  }
}

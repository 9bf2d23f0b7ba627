import Foundation

/// Columns side by side, or one stack when there is no room, shaped like `UISplitViewController`.
///
/// The system collapses and expands a split when the available room changes; here ``collapse()``
/// and ``expand()`` do.
open class HeadlessSplitViewController: HeadlessViewController {
  /// The number of columns, shaped like `UISplitViewController.Style`.
  public enum Style: Int, Sendable {
    /// Two columns, set as a list.
    case unspecified = 0
    /// Primary and secondary.
    case doubleColumn = 1
    /// Primary, supplementary and secondary.
    case tripleColumn = 2
  }

  /// A column, shaped like `UISplitViewController.Column`.
  public enum Column: Int, Sendable, CaseIterable {
    /// The first one.
    case primary = 0
    /// The one in the middle of three.
    case supplementary = 1
    /// The last one, with the details.
    case secondary = 2
    /// The column shown instead of all others when the split is collapsed.
    case compact = 3
  }

  /// The columns shown beside the secondary one, shaped like `UISplitViewController.DisplayMode`.
  public enum DisplayMode: Int, Sendable {
    /// The system's choice; never returned.
    case automatic = 0
    /// The secondary column alone.
    case secondaryOnly = 1
    /// One column beside the secondary one.
    case oneBesideSecondary = 2
    /// One column over the secondary one; never returned.
    case oneOverSecondary = 3
    /// Two columns beside the secondary one.
    case twoBesideSecondary = 4
    /// Two columns over the secondary one; never returned.
    case twoOverSecondary = 5
    /// Two columns that displace the secondary one; never returned.
    case twoDisplaceSecondary = 6
  }

  /// Observes the shown columns.
  open weak var delegate: (any HeadlessSplitViewControllerDelegate)?
  /// The number of columns.
  public final let style: Style
  /// Whether there is room for one column only.
  public final internal(set) var isCollapsed = false

  final var columns: [Column: HeadlessViewController] = [:]
  final var hiddenColumns: Set<Column> = []
  final var movedEntries: [MovedEntry] = []

  /// A controller that a collapse moved into the first column's stack.
  struct MovedEntry {
    weak var controller: HeadlessViewController?
    var column: Column
  }

  /// Makes a split with empty columns.
  public init(style: Style) {
    self.style = style
    super.init(nibName: nil, bundle: nil)
  }

  /// Makes a split of two columns; both arguments are ignored.
  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    style = .unspecified
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }

  /// Makes a split of two columns; nothing is read from the archive.
  public required init?(coder: NSCoder) {
    style = .unspecified
    super.init(coder: coder)
  }

  /// The contained controllers; setting them fills the columns from the first to the last.
  open var viewControllers: [HeadlessViewController] {
    get { contained }
    set {
      let order: [Column] =
        style == .tripleColumn ? [.primary, .supplementary, .secondary] : [.primary, .secondary]
      for (index, column) in order.enumerated() {
        setViewController(newValue.indices.contains(index) ? newValue[index] : nil, for: column)
      }
    }
  }

  /// The columns shown while there is room for more than one.
  public final var displayMode: DisplayMode {
    if style != .tripleColumn {
      return hiddenColumns.contains(.primary) ? .secondaryOnly : .oneBesideSecondary
    }
    if !hiddenColumns.contains(.primary) { return .twoBesideSecondary }
    return hiddenColumns.contains(.supplementary) ? .secondaryOnly : .oneBesideSecondary
  }

  /// Returns the controller of a column.
  public final func viewController(for column: Column) -> HeadlessViewController? {
    columns[column]
  }

  /// Sets the controller of a column; while collapsed it is shown by ``show(_:)``.
  open func setViewController(_ viewController: HeadlessViewController?, for column: Column) {
    reportFailure(of: performSetColumn(column, to: viewController))
  }

  /// Shows a column; while collapsed its controller is pushed onto the stack.
  open func show(_ column: Column) {
    reportFailure(of: performShow(column))
  }

  /// Hides a column; has no effect while collapsed.
  open func hide(_ column: Column) {
    reportFailure(of: performHide(column))
  }

  /// Shows a controller in the secondary column, or on top of the stack while collapsed.
  open override func showDetailViewController(_ vc: HeadlessViewController, sender: Any?) {
    setViewController(vc, for: .secondary)
    if columns[.secondary] === vc { show(.secondary) }
  }

  override var shownMembers: [HeadlessViewController] {
    if isCollapsed { return contained }
    return contained.filter { member in
      !hiddenColumns.contains { columns[$0] === member }
    }
  }

  override var placesMemberViews: Bool { true }

  override func adopt(
    _ child: HeadlessViewController
  ) -> Result<HeadlessTransition?, HeadlessRefusal> {
    let free = [Column.primary, .secondary].first { columns[$0] == nil }
    guard let free else { return .failure(.unsupported("Adding \(child.name) as a child", self)) }
    return performSetColumn(free, to: child)
  }

  override func relinquish(
    _ child: HeadlessViewController
  ) -> Result<HeadlessTransition?, HeadlessRefusal> {
    guard let column = columns.first(where: { $0.value === child })?.key else {
      return .failure(.notContained(child, self, count: contained.count))
    }
    return performSetColumn(column, to: nil)
  }
}

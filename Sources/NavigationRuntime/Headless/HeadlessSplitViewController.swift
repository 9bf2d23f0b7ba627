import Foundation

/// Columns side by side, or one stack when there is no room, shaped like `UISplitViewController`.
///
/// The system collapses and expands a split when the available room changes; here ``collapse()``
/// and ``expand()`` do.
open class HeadlessSplitViewController: HeadlessViewController {
  /// The number of columns, shaped like `UISplitViewController.Style`.
  public enum Style: Sendable {
    /// Two columns, set as a list.
    case unspecified
    /// Primary and secondary.
    case doubleColumn
    /// Primary, supplementary and secondary.
    case tripleColumn
  }

  /// A column, shaped like `UISplitViewController.Column`.
  public enum Column: Sendable, CaseIterable {
    /// The first one.
    case primary
    /// The one in the middle of three.
    case supplementary
    /// The last one, with the details.
    case secondary
    /// The column shown instead of all others when the split is collapsed.
    case compact
  }

  /// The columns shown beside the secondary one, shaped like `UISplitViewController.DisplayMode`.
  public enum DisplayMode: Sendable {
    /// The system's choice; never returned.
    case automatic
    /// The secondary column alone.
    case secondaryOnly
    /// One column beside the secondary one.
    case oneBesideSecondary
    /// One column over the secondary one; never returned.
    case oneOverSecondary
    /// Two columns beside the secondary one.
    case twoBesideSecondary
    /// Two columns over the secondary one; never returned.
    case twoOverSecondary
    /// Two columns that displace the secondary one; never returned.
    case twoDisplaceSecondary
  }

  /// Observes the shown columns.
  open weak var delegate: (any HeadlessSplitViewControllerDelegate)?
  /// The number of columns.
  public final let style: Style
  /// Whether there is room for one column only.
  public final internal(set) var isCollapsed = false

  final var columns: [Column: HeadlessViewController] = [:]
  final var hiddenColumns: Set<Column> = []

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
      let changes = order.enumerated().map { index, column in
        (column, newValue.indices.contains(index) ? newValue[index] : nil)
      }
      reportFailure(of: performSetColumns(changes))
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
  open func viewController(for column: Column) -> HeadlessViewController? {
    columns[column]
  }

  /// Sets the controller of a column; while collapsed it is shown by ``show(_:)``.
  open func setViewController(_ viewController: HeadlessViewController?, for column: Column) {
    reportFailure(of: performSetColumn(column, to: viewController))
  }

  /// Shows a column, and of three columns the middle one with the first; while collapsed its
  /// controller is pushed onto the stack.
  open func show(_ column: Column) {
    reportFailure(of: performShow(column))
  }

  /// Hides a column, and of three columns the first one with the middle one; has no effect on the
  /// secondary column, nor while collapsed.
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

  override func adopt(_ child: HeadlessViewController) -> HeadlessResult {
    let free = [Column.primary, .secondary].first { columns[$0] == nil }
    guard let free else { return .failure(.unsupported("Adding \(child.name) as a child", self)) }
    return performSetColumn(free, to: child)
  }

  override func relinquish(_ child: HeadlessViewController) -> HeadlessResult {
    guard let column = columns.first(where: { $0.value === child })?.key else {
      return .failure(.notContained(child, self, count: contained.count))
    }
    return performSetColumn(column, to: nil)
  }
}

extension HeadlessSplitViewController {
  func performSetColumn(
    _ column: Column, to controller: HeadlessViewController?
  ) -> HeadlessResult {
    performSetColumns([(column, controller)])
  }

  /// Sets columns in one operation, in which a controller that changes its column stays contained.
  private func performSetColumns(
    _ changes: [(column: Column, controller: HeadlessViewController?)]
  ) -> HeadlessResult {
    layOutContents()
    var new = columns
    for change in changes { new[change.column] = change.controller }
    let changed = Column.allCases.filter { columns[$0] !== new[$0] }
    if changed.isEmpty { return .success(nil) }
    let controllers = Column.allCases.compactMap { new[$0] }
    let arriving = changed.compactMap { new[$0] }.filter { $0.parent !== self }
    if let refusal = refusalOfDuplicate(in: controllers) { return .failure(refusal) }
    if let refusal = arriving.lazy.compactMap(refusalToContain).first { return .failure(refusal) }
    if let running = runningChange("Setting a column") { return .failure(running) }
    if let taken = arriving.first(where: { $0.parent != nil }) {
      return taken.moveFromFormerParent { performSetColumns(changes) }
    }
    let leaving = changed.compactMap { columns[$0] }.filter { old in
      old.parent === self && (isCollapsed || !controllers.contains { $0 === old })
    }
    if platform.endTransitions(within: leaving) { return performSetColumns(changes) }
    let shownColumn = isCollapsed ? changed.first { columns[$0]?.parent === self } : nil
    return .success(
      rearrange(from: leaving.first, to: arriving.first) { [self] in
        columns = new
        if !isCollapsed {
          contained = expandedContents
        } else if let shownColumn {
          contained = new[shownColumn].map { [$0] } ?? []
        }
      })
  }

  func performShow(_ column: Column) -> HeadlessResult {
    layOutContents()
    guard let controller = columns[column] else {
      return .failure(.unsupported("Showing the empty \(column) column", self))
    }
    if let running = runningChange("Showing a column") { return .failure(running) }
    if isCollapsed { return .success(showCollapsed(column, controller)) }
    guard hiddenColumns.contains(column) else { return .success(nil) }
    // The middle one of three columns is shown with the first.
    let partner: [Column] = style == .tripleColumn && column == .primary ? [.supplementary] : []
    let shown = ([column] + partner).filter(hiddenColumns.contains)
    return .success(
      rearrange(from: nil, to: controller) { [self] in
        for column in shown { delegate?.splitViewController(self, willShow: column) }
        hiddenColumns.subtract(shown)
      })
  }

  func performHide(_ column: Column) -> HeadlessResult {
    layOutContents()
    guard column == .primary || column == .supplementary, !isCollapsed,
      let controller = columns[column], !hiddenColumns.contains(column)
    else { return .success(nil) }
    if let running = runningChange("Hiding a column") { return .failure(running) }
    // The first one of three columns is hidden with the middle one.
    let partner: [Column] = style == .tripleColumn && column == .supplementary ? [.primary] : []
    let hidden = (partner + [column]).filter { !hiddenColumns.contains($0) }
    if platform.endTransitions(within: hidden.compactMap { columns[$0] }) {
      return performHide(column)
    }
    return .success(
      rearrange(from: controller, to: nil) { [self] in
        for column in hidden { delegate?.splitViewController(self, willHide: column) }
        hiddenColumns.formUnion(hidden)
      })
  }

  /// The contents of the split while there is room for all columns.
  var expandedContents: [HeadlessViewController] {
    [Column.primary, .supplementary, .secondary].compactMap { columns[$0] }
  }

  /// Changes the contained and shown controllers, with the callbacks that follow.
  private func rearrange(
    from: HeadlessViewController?, to: HeadlessViewController?, _ edit: @escaping () -> Void
  ) -> HeadlessTransition? {
    let contents = contained
    let shown = shownMembers
    let transition = HeadlessTransition(
      .setColumn, on: self, from: from, to: to, animated: false, by: .code)
    var removed: [HeadlessViewController] = []
    var inserted: [HeadlessViewController] = []
    let work = HeadlessTransition.Work(
      change: { [self] in
        edit()
        removed = contents.filter { old in !contained.contains { $0 === old } }
        inserted = contained.filter { new in !contents.contains { $0 === new } }
        if !announceMoves(of: removed, and: inserted) {
          contained.removeAll { $0.parent !== self }
          giveUpColumnsTakenElsewhere()
        }
        let isSame = contained.elementsEqual(contents, by: ===)
        notify(isSame ? .selection : .contents, by: .code)
      },
      begin: { [self] in
        for old in shown where !shows(old) { old.beginChain(false, animated: false) }
        for new in shownMembers { new.beginChain(true, animated: false) }
      },
      end: HeadlessTransition.Work.steps { [self] _ in
        let ends = (shown + shownMembers).map { member in { member.endChain() } }
        let departures = removed.map { removed in { removed.leaveParent(self) } }
        return ends + departures + inserted.map { inserted in { inserted.arrive(in: self) } }
      }
    )
    return platform.perform(transition, work, isOnScreen: isShowing)
  }

  /// Returns a refusal if a change of the columns runs.
  func runningChange(_ request: String) -> HeadlessReport? {
    ownTransition.map { .transitionRunning(request, self, $0) }
  }
}

/// Observes the shown columns of a split, shaped like `UISplitViewControllerDelegate`.
@MainActor
public protocol HeadlessSplitViewControllerDelegate: AnyObject {
  /// Called before a hidden column is shown beside the others.
  func splitViewController(
    _ svc: HeadlessSplitViewController, willShow column: HeadlessSplitViewController.Column)

  /// Called before a column is hidden.
  func splitViewController(
    _ svc: HeadlessSplitViewController, willHide column: HeadlessSplitViewController.Column)

  /// Called after the split has collapsed.
  func splitViewControllerDidCollapse(_ svc: HeadlessSplitViewController)

  /// Called after the split has expanded.
  func splitViewControllerDidExpand(_ svc: HeadlessSplitViewController)
}

extension HeadlessSplitViewControllerDelegate {
  /// Has no effect.
  public func splitViewController(
    _ svc: HeadlessSplitViewController, willShow column: HeadlessSplitViewController.Column
  ) {}

  /// Has no effect.
  public func splitViewController(
    _ svc: HeadlessSplitViewController, willHide column: HeadlessSplitViewController.Column
  ) {}

  /// Has no effect.
  public func splitViewControllerDidCollapse(_ svc: HeadlessSplitViewController) {}

  /// Has no effect.
  public func splitViewControllerDidExpand(_ svc: HeadlessSplitViewController) {}
}

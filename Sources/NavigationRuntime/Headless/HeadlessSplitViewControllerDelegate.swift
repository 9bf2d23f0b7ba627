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

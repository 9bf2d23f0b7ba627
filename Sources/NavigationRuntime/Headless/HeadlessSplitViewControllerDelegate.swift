/// Hears which columns of a split are shown, shaped like `UISplitViewControllerDelegate`.
@MainActor
public protocol HeadlessSplitViewControllerDelegate: AnyObject {
  /// Called before a hidden column is shown beside the others.
  func splitViewController(
    _ svc: HeadlessSplitViewController, willShow column: HeadlessSplitViewController.Column)

  /// Called before a column is hidden.
  func splitViewController(
    _ svc: HeadlessSplitViewController, willHide column: HeadlessSplitViewController.Column)

  /// Called after the split has collapsed to what there is room for.
  func splitViewControllerDidCollapse(_ svc: HeadlessSplitViewController)

  /// Called after the split has got room for its columns again.
  func splitViewControllerDidExpand(_ svc: HeadlessSplitViewController)
}

extension HeadlessSplitViewControllerDelegate {
  /// Does nothing.
  public func splitViewController(
    _ svc: HeadlessSplitViewController, willShow column: HeadlessSplitViewController.Column
  ) {}

  /// Does nothing.
  public func splitViewController(
    _ svc: HeadlessSplitViewController, willHide column: HeadlessSplitViewController.Column
  ) {}

  /// Does nothing.
  public func splitViewControllerDidCollapse(_ svc: HeadlessSplitViewController) {}

  /// Does nothing.
  public func splitViewControllerDidExpand(_ svc: HeadlessSplitViewController) {}
}

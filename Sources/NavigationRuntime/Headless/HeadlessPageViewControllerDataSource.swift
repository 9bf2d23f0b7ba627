/// Knows the pages beside the one shown, shaped like `UIPageViewControllerDataSource`.
@MainActor
public protocol HeadlessPageViewControllerDataSource: AnyObject {
  /// The page before, or `nil` at the beginning.
  func pageViewController(
    _ pageViewController: HeadlessPageViewController,
    viewControllerBefore viewController: HeadlessViewController
  ) -> HeadlessViewController?

  /// The page after, or `nil` at the end.
  func pageViewController(
    _ pageViewController: HeadlessPageViewController,
    viewControllerAfter viewController: HeadlessViewController
  ) -> HeadlessViewController?
}

/// Provides the pages beside the shown one, shaped like `UIPageViewControllerDataSource`.
@MainActor
public protocol HeadlessPageViewControllerDataSource: AnyObject {
  /// Returns the previous page, or `nil` at the beginning.
  func pageViewController(
    _ pageViewController: HeadlessPageViewController,
    viewControllerBefore viewController: HeadlessViewController
  ) -> HeadlessViewController?

  /// Returns the next page, or `nil` at the end.
  func pageViewController(
    _ pageViewController: HeadlessPageViewController,
    viewControllerAfter viewController: HeadlessViewController
  ) -> HeadlessViewController?
}

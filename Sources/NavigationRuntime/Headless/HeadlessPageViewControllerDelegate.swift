/// Hears of pages that the user turns, shaped like `UIPageViewControllerDelegate`.
///
/// None of it is called when code sets a page.
@MainActor
public protocol HeadlessPageViewControllerDelegate: AnyObject {
  /// Called when the user begins to turn the page.
  func pageViewController(
    _ pageViewController: HeadlessPageViewController,
    willTransitionTo pendingViewControllers: [HeadlessViewController]
  )

  /// Called when the page has been turned, or the user has let go too early.
  func pageViewController(
    _ pageViewController: HeadlessPageViewController,
    didFinishAnimating finished: Bool,
    previousViewControllers: [HeadlessViewController],
    transitionCompleted completed: Bool
  )
}

extension HeadlessPageViewControllerDelegate {
  /// Does nothing.
  public func pageViewController(
    _ pageViewController: HeadlessPageViewController,
    willTransitionTo pendingViewControllers: [HeadlessViewController]
  ) {}

  /// Does nothing.
  public func pageViewController(
    _ pageViewController: HeadlessPageViewController,
    didFinishAnimating finished: Bool,
    previousViewControllers: [HeadlessViewController],
    transitionCompleted completed: Bool
  ) {}
}

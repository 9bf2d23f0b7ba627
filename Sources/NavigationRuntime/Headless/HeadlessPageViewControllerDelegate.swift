/// Observes the pages that the user turns, shaped like `UIPageViewControllerDelegate`.
///
/// Not called when code sets a page.
@MainActor
public protocol HeadlessPageViewControllerDelegate: AnyObject {
  /// Called when the user begins to turn the page.
  func pageViewController(
    _ pageViewController: HeadlessPageViewController,
    willTransitionTo pendingViewControllers: [HeadlessViewController]
  )

  /// Called when the page has been turned, or the gesture was cancelled.
  func pageViewController(
    _ pageViewController: HeadlessPageViewController,
    didFinishAnimating finished: Bool,
    previousViewControllers: [HeadlessViewController],
    transitionCompleted completed: Bool
  )
}

extension HeadlessPageViewControllerDelegate {
  /// Has no effect.
  public func pageViewController(
    _ pageViewController: HeadlessPageViewController,
    willTransitionTo pendingViewControllers: [HeadlessViewController]
  ) {}

  /// Has no effect.
  public func pageViewController(
    _ pageViewController: HeadlessPageViewController,
    didFinishAnimating finished: Bool,
    previousViewControllers: [HeadlessViewController],
    transitionCompleted completed: Bool
  ) {}
}

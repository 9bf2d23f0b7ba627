/// Allows and observes the user's taps on tabs, shaped like `UITabBarControllerDelegate`.
///
/// Not called when code selects a tab.
@MainActor
public protocol HeadlessTabBarControllerDelegate: AnyObject {
  /// Called when the user taps a tab; `false` forbids it.
  func tabBarController(
    _ tabBarController: HeadlessTabBarController,
    shouldSelect viewController: HeadlessViewController
  ) -> Bool

  /// Called after a tap on a tab, including the selected one.
  func tabBarController(
    _ tabBarController: HeadlessTabBarController,
    didSelect viewController: HeadlessViewController
  )
}

extension HeadlessTabBarControllerDelegate {
  /// Returns `true`.
  public func tabBarController(
    _ tabBarController: HeadlessTabBarController,
    shouldSelect viewController: HeadlessViewController
  ) -> Bool { true }

  /// Has no effect.
  public func tabBarController(
    _ tabBarController: HeadlessTabBarController,
    didSelect viewController: HeadlessViewController
  ) {}
}

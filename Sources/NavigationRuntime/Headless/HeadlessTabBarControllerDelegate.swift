/// Decides about and hears of tabs that the user taps, shaped like `UITabBarControllerDelegate`.
///
/// None of it is called when code selects a tab.
@MainActor
public protocol HeadlessTabBarControllerDelegate: AnyObject {
  /// Called when the user taps a tab; `false` forbids it.
  func tabBarController(
    _ tabBarController: HeadlessTabBarController,
    shouldSelect viewController: HeadlessViewController
  ) -> Bool

  /// Called after a tap on a tab, the selected one included.
  func tabBarController(
    _ tabBarController: HeadlessTabBarController,
    didSelect viewController: HeadlessViewController
  )
}

extension HeadlessTabBarControllerDelegate {
  /// Allows it.
  public func tabBarController(
    _ tabBarController: HeadlessTabBarController,
    shouldSelect viewController: HeadlessViewController
  ) -> Bool { true }

  /// Does nothing.
  public func tabBarController(
    _ tabBarController: HeadlessTabBarController,
    didSelect viewController: HeadlessViewController
  ) {}
}

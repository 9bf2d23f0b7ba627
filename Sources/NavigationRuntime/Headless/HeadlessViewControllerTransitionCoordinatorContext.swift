/// The properties of a running transition, shaped like
/// `UIViewControllerTransitionCoordinatorContext`.
@MainActor
public protocol HeadlessViewControllerTransitionCoordinatorContext: AnyObject {
  /// Whether the transition is animated.
  var isAnimated: Bool { get }
  /// Whether the transition currently follows the user's finger.
  var isInteractive: Bool { get }
  /// Whether the transition has been cancelled.
  var isCancelled: Bool { get }

  /// Returns the controller that leaves or appears, according to the key.
  func viewController(
    forKey key: HeadlessTransitionContextViewControllerKey
  ) -> HeadlessViewController?
}

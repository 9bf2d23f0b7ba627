/// What can be asked about a running transition, shaped like
/// `UIViewControllerTransitionCoordinatorContext`.
@MainActor
public protocol HeadlessViewControllerTransitionCoordinatorContext: AnyObject {
  /// Whether the transition is animated.
  var isAnimated: Bool { get }
  /// Whether the transition follows the user's finger right now.
  var isInteractive: Bool { get }
  /// Whether the transition has been cancelled.
  var isCancelled: Bool { get }

  /// The controller that leaves or comes, as the key says.
  func viewController(
    forKey key: HeadlessTransitionContextViewControllerKey
  ) -> HeadlessViewController?
}

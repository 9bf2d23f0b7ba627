/// A running transition that accepts additional animations and a completion, shaped like
/// `UIViewControllerTransitionCoordinator`.
@MainActor
public protocol HeadlessViewControllerTransitionCoordinator:
  HeadlessViewControllerTransitionCoordinatorContext
{
  /// Runs closures together with the transition and after its end.
  ///
  /// - Parameters:
  ///   - animation: Called when the transition's animation starts, or at once if it has started.
  ///   - completion: Called after the transition has ended, completed or cancelled.
  /// - Returns: Whether the animation was accepted.
  @discardableResult
  func animate(
    alongsideTransition animation: (
      (any HeadlessViewControllerTransitionCoordinatorContext) -> Void
    )?,
    completion: ((any HeadlessViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool

  /// Calls the handler when the finger is lifted, before the callbacks of the end.
  func notifyWhenInteractionChanges(
    _ handler: @escaping (any HeadlessViewControllerTransitionCoordinatorContext) -> Void
  )
}

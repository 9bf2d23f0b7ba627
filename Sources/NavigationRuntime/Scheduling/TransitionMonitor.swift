/// Reports to a scheduler whether the platform runs a transition.
///
/// Implemented by the ``NavigationStore`` of the scheduler's window, which calls
/// ``NavigationScheduler/platformDidChange()`` when one of the values has changed.
@MainActor
package protocol TransitionMonitor: AnyObject {
  /// Whether the platform runs a transition, whatever began it.
  var isTransitioning: Bool { get }

  /// Whether the running transition follows the user's finger.
  var isInteractive: Bool { get }

  /// Called before a transition's platform part, whose changes belong together.
  func transitionWillStart(cause: NavigationCause)

  /// Called when the platform part has returned.
  func transitionDidStart()

  /// Treats the running transitions, which never ended, as over.
  func abandonTransitions()
}

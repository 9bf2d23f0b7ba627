/// What a lane has to know about the platform: whether a transition runs there.
///
/// Implemented by the ``NavigationStore`` of the lane's window, which tells the lane with
/// ``NavigationScheduler/platformDidChange()`` when one of the answers has changed.
@MainActor
package protocol TransitionMonitor: AnyObject {
  /// Whether the platform runs a transition, whoever asked for it.
  var isTransitioning: Bool { get }

  /// Whether the running transition follows the user's finger.
  var isInteractive: Bool { get }

  /// A transition's platform part is about to be called; what it changes belongs together.
  func transitionWillStart(cause: NavigationCause)

  /// The call has returned.
  func transitionDidStart()

  /// The running transitions never ended; they count as over.
  func abandonTransitions()
}

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

  /// The containers and the window of the running transitions, such as "of Home #2 in Window #1";
  /// `nil` if they are unknown.
  var transitionLocation: String? { get }

  /// Looks for running transitions that the platform has not reported yet.
  ///
  /// - Returns: Whether the platform runs a transition.
  func isInTransition() -> Bool

  /// Reads changes that the platform has not reported, and notifies their observers; called before
  /// the next transition is chosen.
  func readUnreportedChanges()

  /// Called before a transition's platform part, whose changes belong together.
  func transitionWillStart(cause: NavigationCause)

  /// Called when the platform part has returned.
  func transitionDidStart()

  /// Treats the running transitions, which never ended, as over.
  func abandonTransitions()
}

extension TransitionMonitor {
  package var transitionLocation: String? { nil }

  package func isInTransition() -> Bool { isTransitioning }

  /// Does nothing, for a platform that reports all changes.
  package func readUnreportedChanges() {}
}

/// One run of a platform transition, from beginning to end.
///
/// ``NavigationLifecycle/transitionDidBegin(isInteractive:)`` returns it, and
/// ``NavigationLifecycle/transitionDidEnd(_:completed:)`` takes it back, so that an end is never
/// attributed to another transition. An end after the watchdog has given the transition up has no
/// effect.
public struct NavigationTransitionToken: Sendable, Hashable {
  /// The number of tokens made so far.
  ///
  /// Transitions that began inside one call have consecutive numbers.
  @MainActor package private(set) static var count: UInt64 = 0

  /// The position in the order of the beginnings.
  package let number: UInt64
  /// Whether it follows the user's finger and may be cancelled.
  package let isInteractive: Bool

  @MainActor
  package init(isInteractive: Bool) {
    number = Self.count
    self.isInteractive = isInteractive
    Self.count += 1
  }
}

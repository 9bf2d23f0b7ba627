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

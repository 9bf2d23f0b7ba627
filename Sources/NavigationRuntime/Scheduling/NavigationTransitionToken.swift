/// One run of a platform's transition, from its begin to its end.
///
/// ``NavigationLifecycle/transitionDidBegin(isInteractive:)`` returns it, and
/// ``NavigationLifecycle/transitionDidEnd(_:completed:)`` takes it back, so that an end is never
/// taken for that of another transition: one that comes after the watchdog has given the
/// transition up counts for nothing.
public struct NavigationTransitionToken: Sendable, Hashable {
  /// How many have been made.
  ///
  /// Those that began inside one call are neighbours.
  @MainActor package private(set) static var count: UInt64 = 0

  /// In the order of the begins.
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

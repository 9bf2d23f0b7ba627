extension NavigationScheduler {
  /// Whether a transition that is scheduled now would start at once.
  package var isFree: Bool { state.isEmpty && !(monitor?.isTransitioning ?? false) }

  /// Whether all that keeps the lane from being free is a gesture that the user has not finished.
  package var waitsForUser: Bool { !isFree && (monitor?.isInteractive ?? false) && isIdle }

  /// Calls a closure when everything that was scheduled before has ended.
  ///
  /// It takes its turn like a transition, and so waits for the transitions of others too.
  ///
  /// - Parameters:
  ///   - name: What is waiting, for lists.
  ///   - action: Called once, on the main actor; at once if the lane is free.
  package func whenFree(_ name: String, _ action: @escaping @MainActor () -> Void) {
    guard !isFree else { return action() }
    schedule(name) { _ in .ended(.alreadyThere) }.onEnd { _ in action() }
  }
}

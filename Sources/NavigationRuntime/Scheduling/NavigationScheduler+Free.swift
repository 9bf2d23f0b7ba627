extension NavigationScheduler {
  /// Whether a transition that is scheduled now would start at once.
  package var isFree: Bool { state.isEmpty && !(monitor?.isTransitioning ?? false) }

  /// Whether an unfinished gesture of the user is all that keeps the scheduler from being free.
  package var waitsForUser: Bool { !isFree && (monitor?.isInteractive ?? false) && isIdle }

  /// Calls a closure when everything scheduled before has ended.
  ///
  /// The call takes its turn like a transition, so it waits for foreign transitions too.
  ///
  /// - Parameters:
  ///   - name: The name of the waiting work, for lists.
  ///   - action: Called once, on the main actor; synchronously if the scheduler is free.
  package func whenFree(_ name: String, _ action: @escaping @MainActor () -> Void) {
    guard !isFree else { return action() }
    schedule(name) { _ in .ended(.alreadyThere) }.onEnd { _ in action() }
  }
}

import Foundation

extension Core {
  /// Records the action behind each effect from now on, for the text of a timeout.
  public final func enableTestMode() {
    namesEffects = true
  }

  /// Returns when no effect runs; immediately, if none does.
  ///
  /// The timeout counts only while the main actor is free. When it has passed, effects that have
  /// not had a turn yet get one, as long as they make progress. Fails immediately if all remaining
  /// effects sleep on a ``/NavigationRuntime/ManualNavigationClock``: advance the clock first.
  ///
  /// - Parameter timeout: The timeout, in seconds of real time, independent of the context's clock.
  /// - Throws: ``ExhaustTimeout``, which names the remaining effects, when the time has passed;
  ///   `CancellationError` if the calling task is cancelled first.
  public final func exhaust(timeout: TimeInterval = 10) async throws {
    guard let effects, !effects.root.isEmpty else { return }
    await effects.waitForNews(timeout: timeout) { effects.root.isEmpty }
    guard !effects.root.isEmpty else { return }
    try Task.checkCancellation()
    throw ExhaustTimeout(effects.coreName, seconds: timeout, effects.state)
  }
}

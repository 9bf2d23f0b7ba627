import Foundation

extension Core {
  /// From now on effects know the action that started them, for the text of a timeout.
  public final func enableTestMode() {
    namesEffects = true
  }

  /// Returns when no effect runs any more; at once, if none does.
  ///
  /// Time that passes while other work keeps the main actor busy does not make it fail, and when the
  /// time has passed, effects that had no turn yet get one, as long as they move. It does fail at once
  /// if all that is left sleeps on a ``/NavigationRuntime/ManualNavigationClock``: move the clock
  /// before.
  ///
  /// - Parameter timeout: How many seconds to wait: real time, whatever clock the context has.
  /// - Throws: ``ExhaustTimeout``, naming what runs, when the time has passed;
  ///   `CancellationError` if the calling task is cancelled before.
  public final func exhaust(timeout: TimeInterval = 10) async throws {
    guard let effects, !effects.root.isEmpty else { return }
    await effects.waitForNews(timeout: timeout) { effects.root.isEmpty }
    guard !effects.root.isEmpty else { return }
    try Task.checkCancellation()
    throw ExhaustTimeout(effects.coreName, seconds: timeout, effects.state)
  }
}

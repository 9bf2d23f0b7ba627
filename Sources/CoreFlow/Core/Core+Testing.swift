import Foundation

extension Core {
  /// From now on effects know the action that started them, for the text of a timeout.
  public final func enableTestMode() {
    namesEffects = true
  }

  /// Returns when no effect runs any more; at once, if none does.
  ///
  /// Time that passes while other work keeps the main actor busy does not make it fail: when the
  /// time has passed, effects that had no turn yet get one, as long as they move.
  ///
  /// - Parameter timeout: How many seconds to wait, on the clock of the core's context.
  /// - Throws: ``ExhaustTimeout``, naming what runs, when the time has passed;
  ///   `CancellationError` if the calling task is cancelled before.
  public final func exhaust(timeout: TimeInterval = 10) async throws {
    guard let effects, !effects.root.isEmpty else { return }
    var isLate = false
    let timer = context.clock.schedule(after: timeout) {
      isLate = true
      effects.root.wake()
    }
    defer { timer.cancel() }
    while !effects.root.isEmpty, !isLate, !Task.isCancelled { await effects.root.waitForNews() }
    if isLate { await effects.takeLateTurns() }
    guard !effects.root.isEmpty else { return }
    try Task.checkCancellation()
    throw ExhaustTimeout(
      core: effects.coreName, seconds: timeout, running: effects.root.runningNames)
  }
}

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
    let (running, sleeping) = effects.listUnfinished()
    throw ExhaustTimeout(
      core: effects.coreName, seconds: timeout, running: running, sleeping: sleeping)
  }
}

/// An error for effects that did not end in time.
public struct ExhaustTimeout: Error, Sendable, Equatable, CustomStringConvertible {
  /// The type name of the core.
  public var core: String
  /// The timeout, in seconds.
  public var seconds: TimeInterval
  /// The effects that were running or waiting for something outside, with the actions behind them
  /// if ``Core/enableTestMode()`` was called.
  public var running: [String]
  /// The effects that slept on a manual clock, with the time for which they waited.
  ///
  /// If there were no others, `exhaust` did not wait.
  public var sleeping: [String]

  /// The running effects, a line each, and the times to which the clock has to advance.
  public var description: String {
    var lines: [String] = []
    if running.isEmpty {
      lines.append("\(core) cannot be exhausted while its clock stands still. Waiting for time:")
    } else {
      lines.append("\(core) was not exhausted after \(seconds) s. Running:")
      lines += running.map { "- \($0)" }
      if !sleeping.isEmpty { lines.append("Waiting for time:") }
    }
    return (lines + sleeping.map { "- \($0)" }).joined(separator: "\n")
  }
}

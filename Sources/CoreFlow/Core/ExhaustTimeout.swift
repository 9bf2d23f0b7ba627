import Foundation

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

  init(_ core: String, seconds: TimeInterval, _ effects: EffectsLeft) {
    self.core = core
    self.seconds = seconds
    running = effects.running
    sleeping = effects.sleeping
  }

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

import Foundation

/// Effects did not end in time.
public struct ExhaustTimeout: Error, Sendable, Equatable, CustomStringConvertible {
  /// The core whose effects they are.
  public var core: String
  /// How long was waited at most.
  public var seconds: TimeInterval
  /// What was running or waited for something outside; with the actions behind it, if
  /// ``Core/enableTestMode()`` was called.
  public var running: [String]
  /// What slept on a manual clock, with the time it waits for.
  ///
  /// If nothing else was left, nothing was waited for.
  public var sleeping: [String]

  init(_ core: String, seconds: TimeInterval, _ effects: EffectsLeft) {
    self.core = core
    self.seconds = seconds
    running = effects.running
    sleeping = effects.sleeping
  }

  /// What is still running, a line each, and what the clock has to be moved for.
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

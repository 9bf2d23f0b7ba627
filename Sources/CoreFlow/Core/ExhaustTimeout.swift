import Foundation

/// Effects did not end in time.
public struct ExhaustTimeout: Error, Sendable, Equatable, CustomStringConvertible {
  /// The core whose effects they are.
  public var core: String
  /// How long was waited.
  public var seconds: TimeInterval
  /// What was running; with the actions behind it, if ``Core/enableTestMode()`` was called.
  public var running: [String]

  /// What is still running, a line each.
  public var description: String {
    (["\(core) was not exhausted after \(seconds) s. Running:"] + running.map { "- \($0)" })
      .joined(separator: "\n")
  }
}

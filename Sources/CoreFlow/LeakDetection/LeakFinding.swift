import Foundation

/// Something is still there that should have gone.
public struct LeakFinding: Sendable, Equatable, CustomStringConvertible {
  /// What was expected of it.
  public enum Expectation: Sendable, Equatable {
    /// To be released.
    case deallocate
    /// To leave the screen.
    case disappear
  }

  /// What was expected.
  public var expectation: Expectation
  /// The type of the object.
  public var typeName: String
  /// The place of its flow in the tree of flows, the root first.
  public var path: String
  /// How many seconds it was given.
  public var seconds: TimeInterval
  /// What else is known, such as what it was shown on.
  public var note: String?

  /// What is still there, where it belonged, and what to look for.
  public var description: String {
    let fact =
      switch expectation {
      case .deallocate: "\(typeName) is still alive \(seconds) s after its end."
      case .disappear: "\(typeName) is still on screen \(seconds) s after its end."
      }
    return ["\(fact) Its place was \(path).", note].compactMap { $0 }.joined(separator: " ")
  }
}

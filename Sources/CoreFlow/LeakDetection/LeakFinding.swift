import Foundation

/// An object that is still alive, or a screen that is still shown, after its end.
public struct LeakFinding: Sendable, Equatable, CustomStringConvertible {
  /// The kind of an expectation.
  public enum Expectation: Sendable, Equatable {
    /// To be released.
    case deallocate
    /// To leave the screen.
    case disappear
  }

  /// The expectation that was not fulfilled.
  public var expectation: Expectation
  /// The type of the object.
  public var typeName: String
  /// The path of its flow in the flow tree, from the root.
  public var path: String
  /// The time limit, in seconds.
  public var seconds: TimeInterval
  /// Further information, such as the screen beneath it.
  public var note: String?

  /// The finding in words: the type, the time limit, the path and the note.
  public var description: String {
    let fact =
      switch expectation {
      case .deallocate: "\(typeName) is still alive \(seconds) s after its end."
      case .disappear: "\(typeName) is still on screen \(seconds) s after its end."
      }
    return ["\(fact) Its path was \(path).", note].compactMap { $0 }.joined(separator: " ")
  }
}

/// An error that prevents a recording from being replayed to its end.
public struct StepReplayError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of an error.
  public enum Code: Sendable, Equatable {
    /// The type of a step was not passed to the recorder.
    case unknownType
    /// There is no flow at the recorded path.
    case noFlow
    /// There is no container at the recorded path.
    case noContainer
    /// The user's move is not possible.
    case refused
  }

  /// The kind of the error.
  public let code: Code
  /// A description of the error with its values.
  public let reason: String

  /// The reason.
  public var description: String { reason }
}

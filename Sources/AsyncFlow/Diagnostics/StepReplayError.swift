/// Why a recording could not be replayed to its end.
public struct StepReplayError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What went wrong.
  public enum Code: Sendable, Equatable {
    /// The recorder does not know the type of a step.
    case unknownType
    /// The flow that handled a step is not there.
    case noFlow
    /// The container in which the user moved is not there.
    case noContainer
    /// The user's move is not possible here.
    case refused
  }

  /// What went wrong.
  public let code: Code
  /// What went wrong, with the values.
  public let reason: String

  /// The reason.
  public var description: String { reason }
}

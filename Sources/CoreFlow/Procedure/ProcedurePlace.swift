/// A step of a procedure, with its source location.
public struct ProcedurePlace: Sendable, Equatable, CustomStringConvertible {
  /// The step's number in its chain, from 1.
  public var number: Int
  /// The file of the step.
  public var fileID: String
  /// The line of the step.
  public var line: UInt

  /// The number and the source location.
  public var description: String { "step \(number) (\(fileID):\(line))" }
}

/// Which step of a procedure.
public struct ProcedurePlace: Sendable, Equatable, CustomStringConvertible {
  /// Which one of its chain, from 1.
  public var number: Int
  /// The file in which it was written.
  public var fileID: String
  /// The line on which it was written.
  public var line: UInt

  /// Number and source.
  public var description: String { "step \(number) (\(fileID):\(line))" }
}

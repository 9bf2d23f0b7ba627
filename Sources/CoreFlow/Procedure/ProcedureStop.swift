/// What a step throws that has no value for the next one and has not failed.
///
/// The procedure's outcome is then ``ProcedureOutcome/stoppedEarly(_:)``.
public struct ProcedureStop: Error, Sendable {
  /// Makes the error.
  public init() {}
}

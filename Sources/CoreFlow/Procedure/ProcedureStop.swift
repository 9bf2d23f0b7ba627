/// An error that a step throws if it has no value for the next one and has not failed.
///
/// The outcome is then ``ProcedureOutcome/stoppedEarly(_:)``.
public struct ProcedureStop: Error, Sendable {
  /// Creates the error.
  public init() {}
}

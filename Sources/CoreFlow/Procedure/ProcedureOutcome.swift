/// What became of a procedure.
public enum ProcedureOutcome: Sendable {
  /// Every committed chain has run to its end.
  case completed
  /// A step threw an error.
  case failed(any Error, at: ProcedurePlace)
  /// It was cancelled.
  case cancelled(ProcedureCancellation)
  /// A step ended without a value, so that there was nothing for the next one.
  case stoppedEarly(ProcedurePlace)
  /// A step had to wait too long: for whom, or for its own end.
  case timedOut(ProcedurePlace, waitingFor: String)
}

extension ProcedureOutcome: CustomStringConvertible {
  /// The outcome in words.
  public var description: String {
    switch self {
    case .completed: "completed"
    case .failed(let error, let place): "failed at \(place): \(error)"
    case .cancelled(let reason): "cancelled: \(reason)"
    case .stoppedEarly(let place): "stopped early at \(place)"
    case .timedOut(let place, let whom): "timed out at \(place), waiting for \(whom)"
    }
  }
}

/// The outcome of a procedure's run.
public enum ProcedureOutcome: Sendable {
  /// Every committed chain has run to its end.
  case completed
  /// A step threw an error.
  case failed(any Error, at: ProcedurePlace)
  /// The run was cancelled.
  case cancelled(ProcedureCancellation)
  /// A step ended without a value for the next one.
  case stoppedEarly(ProcedurePlace)
  /// A step waited too long for its core to be active, or steps exceeded their deadline.
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

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

/// Why a procedure was cancelled.
public enum ProcedureCancellation: Sendable, Equatable {
  /// Its handle was cancelled or released.
  case requested
  /// The core that a step ran on has resigned.
  case resigned(core: String, at: ProcedurePlace)
  /// A step threw a `CancellationError`.
  case byStep(ProcedurePlace)
  /// Nothing had been committed; this is reported, too.
  case notCommitted
}

extension ProcedureCancellation: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .requested: "by its handle"
    case .resigned(let core, let place): "\(core) resigned during \(place)"
    case .byStep(let place): "by \(place)"
    case .notCommitted: "no chain had been committed"
    }
  }
}

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

/// What a step throws that has no value for the next one and has not failed.
///
/// The procedure's outcome is then ``ProcedureOutcome/stoppedEarly(_:)``.
public struct ProcedureStop: Error, Sendable {
  /// Makes the error.
  public init() {}
}

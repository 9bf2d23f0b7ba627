/// The reason for a procedure's cancellation.
public enum ProcedureCancellation: Sendable, Equatable {
  /// Its handle was cancelled or released.
  case requested
  /// The core on which a step ran has resigned.
  case resigned(core: String, at: ProcedurePlace)
  /// A step threw a `CancellationError`.
  case byStep(ProcedurePlace)
  /// No chain had been committed, which is also reported.
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

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

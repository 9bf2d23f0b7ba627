/// The outcome of a deep link.
public enum DeepLinkOutcome: Sendable, Equatable {
  /// Every hop was handled, or was on screen already, and the last one's destination is visible.
  case arrived
  /// Another screen, with this name, covers the destination: it refused to be removed, or appeared
  /// in the meantime.
  case covered(by: String)
  /// A flow did not handle its hop: the hop's index, and the step's outcome.
  case stopped(hop: Int, StepOutcome)
  /// The deadline passed: the hop's index, and a description of the awaited event.
  case timedOut(hop: Int, waitingFor: String)
  /// A newer link was followed in the same window before this one had arrived.
  case superseded
  /// It was cancelled, or its coordinator has ended.
  case cancelled
}

extension DeepLinkOutcome: CustomStringConvertible {
  /// The outcome in words.
  public var description: String {
    switch self {
    case .arrived: "arrived"
    case .covered(let name): "covered by \(name)"
    case .stopped(let hop, let outcome): "stopped at hop \(hop), \(outcome)"
    case .timedOut(let hop, let reason): "timed out at hop \(hop), waiting for \(reason)"
    case .superseded: "superseded by a newer link"
    case .cancelled: "cancelled"
    }
  }
}

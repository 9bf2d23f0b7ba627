/// What became of a deep link.
public enum DeepLinkOutcome: Sendable, Equatable {
  /// Every hop was handled, or was on screen already, and the user sees where the last one leads.
  case arrived
  /// The user sees something else than where the link leads, which did not let itself be taken away
  /// or came in the meantime: the name of the screen.
  case covered(by: String)
  /// A flow did not handle its hop: the hop's number from 0, and what became of it.
  case stopped(hop: Int, StepOutcome)
  /// The deadline came: the hop's number from 0, and what it waited for.
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

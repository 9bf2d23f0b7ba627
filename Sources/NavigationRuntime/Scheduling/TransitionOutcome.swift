/// The outcome of a requested transition.
///
/// Every request has exactly one outcome, even when the platform ignores the call.
public enum TransitionOutcome: Sendable, Equatable {
  /// The platform has performed it, and it has ended, animation included.
  case performed
  /// The requested state was on screen already; nothing was done.
  case alreadyThere
  /// It was not performed; nothing has changed.
  case refused(TransitionRefusal)
  /// A later request of the same kind superseded it before it began.
  case superseded
  /// It began, and the user stopped it.
  case interruptedByUser
}

extension TransitionOutcome: CustomStringConvertible {
  /// The outcome in words, with the reason of a refusal.
  public var description: String {
    switch self {
    case .performed: "performed"
    case .alreadyThere: "already there"
    case .refused(let refusal): "refused: \(refusal)"
    case .superseded: "superseded by a later request"
    case .interruptedByUser: "interrupted by the user"
    }
  }
}

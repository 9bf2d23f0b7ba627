/// What became of a step in one flow.
public enum StepOutcome: Sendable, Equatable {
  /// The flow has handled it, and the transitions it started have ended.
  case handled
  /// The flow does not know it: it is of another type, or the flow said so.
  case unhandled
  /// A flow that takes all steps answered with nothing, so that nobody can tell whether it knew it.
  case unknown
  /// The flow's `adapt` stopped it.
  case filtered
  /// It never reached the flow.
  case refused(StepRefusal)
  /// It was being handled when the flow ended.
  case cancelled
}

extension StepOutcome: CustomStringConvertible {
  /// The outcome in words, with the reason of a refusal.
  public var description: String {
    switch self {
    case .handled: "handled"
    case .unhandled: "unhandled"
    case .unknown: "perhaps handled"
    case .filtered: "filtered by adapt"
    case .refused(let reason): "refused: \(reason)"
    case .cancelled: "cancelled by the end of the flow"
    }
  }
}

/// The outcome of a step in one flow.
public enum StepOutcome: Sendable, Equatable {
  /// The flow has handled it, and the transitions it started have ended.
  case handled
  /// The flow does not know it: it is of another type, or the flow answered
  /// ``FlowContributors/unhandled``.
  case unhandled
  /// A flow that takes all types of steps answered ``FlowContributors/none``, which leaves open
  /// whether it knew the step.
  case unknown
  /// The flow's `adapt` stopped it.
  case filtered
  /// It was refused before it reached the flow.
  case refused(StepRefusal)
  /// The flow ended while handling it.
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

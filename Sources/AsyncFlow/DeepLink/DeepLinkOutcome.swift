/// What became of a deep link.
public enum DeepLinkOutcome: Sendable, Equatable {
  /// Every hop was handled, or was on screen already.
  case arrived
  /// A flow did not handle its hop: the hop's number from 0, and what became of it.
  case stopped(hop: Int, StepOutcome)
  /// The deadline came: the hop's number from 0, and what it waited for.
  case timedOut(hop: Int, waitingFor: String)
  /// It was cancelled, or its coordinator has ended.
  case cancelled
}

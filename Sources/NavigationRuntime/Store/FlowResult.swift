/// The result of an awaited flow, in both frameworks.
public enum FlowResult<Value: Sendable>: Sendable {
  /// The flow has finished with a value.
  case value(Value)
  /// The user dismissed the flow's screen.
  case userLeft
  /// The flow ended without a value: it ended itself, its screen was removed or left for an unknown
  /// reason, it was stopped, or the waiting task was cancelled.
  case cancelled
}

extension FlowResult: Equatable where Value: Equatable {}

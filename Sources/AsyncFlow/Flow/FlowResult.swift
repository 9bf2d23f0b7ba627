/// What came of a flow that was started for a result.
public enum FlowResult<Value: Sendable>: Sendable {
  /// The flow has finished with a value.
  case value(Value)
  /// The user took the flow's screen away.
  case userLeft
  /// The flow ended without a value: its screen was removed, it was stopped, or whoever waited
  /// was cancelled.
  case cancelled
}

extension FlowResult: Equatable where Value: Equatable {}

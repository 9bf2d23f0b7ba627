/// A flow's answer to a step.
public enum FlowContributors {
  /// No contributor.
  ///
  /// From a flow that takes all types of steps this is ambiguous: the flow may not know the step.
  /// ``unhandled`` states that.
  case none
  /// One contributor.
  case one(flowContributor: FlowContributor)
  /// Several contributors, in this order.
  case multiple(flowContributors: [FlowContributor])
  /// The flow ends, and forwards a step to its parent; `NoneStep` for none.
  case end(forwardToParentFlowWithStep: any Step)
  /// The flow ends with an awaited value; see ``FlowCoordinator/result(of:with:as:)``.
  case finish(value: any Sendable)
  /// The flow does not know the step.
  case unhandled
}

extension FlowContributors {
  /// Answers with one contributor.
  ///
  /// - Parameter contributor: The contributor.
  /// - Returns: The answer.
  public static func one(_ contributor: FlowContributor) -> FlowContributors {
    .one(flowContributor: contributor)
  }

  /// Answers with several contributors.
  ///
  /// - Parameter contributors: The contributors, in order.
  /// - Returns: The answer.
  public static func multiple(_ contributors: [FlowContributor]) -> FlowContributors {
    .multiple(flowContributors: contributors)
  }

  /// Answers with several contributors.
  ///
  /// - Parameter contributors: The contributors, in order.
  /// - Returns: The answer.
  public static func multiple(_ contributors: FlowContributor...) -> FlowContributors {
    .multiple(flowContributors: contributors)
  }

  /// The flow ends.
  public static var end: FlowContributors { .end(forwardToParentFlowWithStep: NoneStep()) }

  /// The value with which the flow finishes.
  var value: (any Sendable)? {
    if case .finish(let value) = self { value } else { nil }
  }

  /// Ends the flow with an awaited value.
  ///
  /// - Parameter value: The value.
  /// - Returns: The answer.
  public static func finish(_ value: any Sendable) -> FlowContributors { .finish(value: value) }
}

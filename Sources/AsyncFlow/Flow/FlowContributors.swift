/// What a flow answers to a step.
public enum FlowContributors {
  /// Nothing new goes on.
  ///
  /// From a flow that takes all steps it may mean that it did not know this one; ``unhandled``
  /// says so outright.
  case none
  /// One thing goes on.
  case one(flowContributor: FlowContributor)
  /// Several things go on, in this order.
  case multiple(flowContributors: [FlowContributor])
  /// The flow ends, and its parent gets a step; `NoneStep` for none.
  case end(forwardToParentFlowWithStep: any Step)
  /// The flow ends with the value that is awaited, see
  /// ``FlowCoordinator/result(of:with:as:fileID:line:)``.
  case finish(value: any Sendable)
  /// The flow does not know the step.
  case unhandled
}

extension FlowContributors {
  /// One thing goes on.
  ///
  /// - Parameter contributor: What.
  /// - Returns: The answer.
  public static func one(_ contributor: FlowContributor) -> FlowContributors {
    .one(flowContributor: contributor)
  }

  /// Several things go on.
  ///
  /// - Parameter contributors: What, in order.
  /// - Returns: The answer.
  public static func multiple(_ contributors: [FlowContributor]) -> FlowContributors {
    .multiple(flowContributors: contributors)
  }

  /// Several things go on.
  ///
  /// - Parameter contributors: What, in order.
  /// - Returns: The answer.
  public static func multiple(_ contributors: FlowContributor...) -> FlowContributors {
    .multiple(flowContributors: contributors)
  }

  /// The flow ends.
  public static var end: FlowContributors { .end(forwardToParentFlowWithStep: NoneStep()) }

  /// What the flow finishes with.
  var value: (any Sendable)? {
    if case .finish(let value) = self { value } else { nil }
  }

  /// The flow ends with the value that somebody awaits.
  ///
  /// - Parameter value: The value.
  /// - Returns: The answer.
  public static func finish(_ value: any Sendable) -> FlowContributors { .finish(value: value) }
}

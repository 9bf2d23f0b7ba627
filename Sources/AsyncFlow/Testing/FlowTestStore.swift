/// Calls a flow without a coordinator, and records its steps and answers.
///
/// ```swift
/// let store = FlowTestStore(flow: MovieFlow())
/// let contributors = await store.navigate(to: .movieList)
/// #expect(store.steps == [.movieList])
/// ```
///
/// No stepper is observed and no step is adapted first; see ``FlowScenario`` for a step's whole path.
@MainActor
public final class FlowTestStore<F: Flow> {
  /// The flow.
  public let flow: F
  /// The steps passed to `navigate`, oldest first.
  public private(set) var steps: [F.StepType] = []
  /// The answers, in the same order.
  public private(set) var contributors: [FlowContributors] = []

  /// Makes a store.
  ///
  /// - Parameter flow: The flow.
  public init(flow: F) {
    self.flow = flow
  }

  /// Calls the flow's `navigate`.
  ///
  /// - Parameter step: The step.
  /// - Returns: The flow's answer.
  @discardableResult
  public func navigate(to step: F.StepType) async -> FlowContributors {
    steps.append(step)
    let answer = await flow.navigate(to: step)
    contributors.append(answer)
    return answer
  }

  /// Calls the flow's `adapt`.
  ///
  /// - Parameter step: The step.
  /// - Returns: The adapted step; `nil` if the flow stops it.
  public func adapt(step: F.StepType) async -> F.StepType? {
    await flow.adapt(step: step)
  }

  /// Makes the flow ready, as a coordinator does after its first step.
  ///
  /// ``Flow/flowReady`` returns, and blocks of ``Flows`` that wait for the flow are called. Has no
  /// effect on a flow that lives in a coordinator.
  public func becomeReady() {
    guard FlowReadiness.node(of: flow) == nil else { return }
    FlowReadiness.of(flow).becomeReady()
  }

  /// Clears the recorded steps and answers.
  public func reset() {
    steps = []
    contributors = []
  }
}

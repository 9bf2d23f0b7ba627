/// Calls a flow without a coordinator, and remembers what it was asked and what it answered.
///
/// ```swift
/// let store = FlowTestStore(flow: MovieFlow())
/// let contributors = await store.navigate(to: .movieList)
/// #expect(store.steps == [.movieList])
/// ```
///
/// Nothing is subscribed and nothing is filtered; see ``FlowScenario`` for the whole way of a step.
@MainActor
public final class FlowTestStore<F: Flow> {
  /// The flow.
  public let flow: F
  /// The steps it was navigated to, oldest first.
  public private(set) var steps: [F.StepType] = []
  /// What it answered, in the same order.
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
  /// - Returns: What the flow answers.
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
  /// - Returns: What the flow lets through; `nil` if it stops the step.
  public func adapt(step: F.StepType) async -> F.StepType? {
    await flow.adapt(step: step)
  }

  /// Forgets what was asked and answered.
  public func reset() {
    steps = []
    contributors = []
  }
}

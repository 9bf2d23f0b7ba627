import NavigationRuntime

/// The machine's payload: a pending step with its flow and call.
struct WorkItem {
  /// The step; after `adapt`, its result.
  var step: any Step
  /// The step before `adapt`; `nil` if `adapt` has not answered.
  var original: (any Step)?
  let node: FlowNode
  let call: StepCall?
  /// What the step follows from, if it was forwarded.
  var chain: ForwardChain?

  init(
    _ step: any Step, in node: FlowNode, call: StepCall? = nil, chain: ForwardChain? = nil
  ) {
    self.step = step
    self.node = node
    self.call = call
    self.chain = chain
  }
}

typealias CoordinatorMachine = StepMachine<WorkItem>

extension CoordinatorMachine.Item {
  /// The step as the event of its flow.
  @MainActor var event: NavigationEvent {
    NavigationEvent(flow: payload.node.flowType, step: payload.step)
  }
}

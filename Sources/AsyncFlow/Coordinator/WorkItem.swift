import NavigationRuntime

/// What a coordinator knows of a step on its way: the machine's payload.
struct WorkItem {
  /// The step; what `adapt` made of it, when that has answered.
  var step: any Step
  /// The step as it was before `adapt` answered.
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

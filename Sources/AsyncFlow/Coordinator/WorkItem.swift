import NavigationRuntime

/// What a coordinator knows of a step on its way: the machine's payload.
struct WorkItem {
  /// The step; what `adapt` made of it, when that has answered.
  var step: any Step
  let node: FlowNode
  /// The node's; here because it is needed often, and a node is slow to retain.
  let handler: FlowHandler
  let call: StepCall?

  @MainActor
  init(_ step: any Step, in node: FlowNode, call: StepCall? = nil) {
    self.step = step
    self.node = node
    handler = node.handler
    self.call = call
  }
}

typealias CoordinatorMachine = StepMachine<WorkItem>

extension CoordinatorMachine.Item {
  /// The step as the event of its flow.
  var event: NavigationEvent { NavigationEvent(flow: payload.handler.flowType, step: payload.step) }
}

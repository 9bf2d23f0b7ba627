import NavigationRuntime

/// A step on its way through one flow, as the machine's payload.
///
/// An object, because the machine hands it on several times for each step, and a node has weak
/// references, which make each of its retains slow.
@MainActor
final class WorkItem {
  // Not checked for overlapping accesses: each is a load or a store on the main actor.
  @exclusivity(unchecked) var step: any Step
  let node: FlowNode
  let call: StepCall?
  /// The machine's number for it.
  @exclusivity(unchecked) private(set) var id = 0

  private init(step: any Step, node: FlowNode, call: StepCall?) {
    self.step = step
    self.node = node
    self.call = call
  }

  /// The step as the event of its flow.
  var event: NavigationEvent { NavigationEvent(flow: node.flowType, step: step) }

  /// Puts a step into a flow's queue.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - node: The flow.
  ///   - machine: The machine of the flow's coordinator.
  ///   - source: The contribution it comes from.
  ///   - isInitial: Whether it is that one's initial step.
  ///   - origin: The flow that forwards it, or whose handler called for it.
  ///   - call: The call it belongs to.
  static func enqueue(
    _ step: any Step, in node: FlowNode, _ machine: inout CoordinatorMachine,
    from source: SlotID? = nil, isInitial: Bool = false, origin: SlotID? = nil,
    call: StepCall? = nil
  ) {
    let item = WorkItem(step: step, node: node, call: call)
    item.id = machine.enqueue(
      item, to: node.id, from: source, isInitial: isInitial, origin: origin, call: call?.nested)
  }
}

typealias CoordinatorMachine = StepMachine<WorkItem>

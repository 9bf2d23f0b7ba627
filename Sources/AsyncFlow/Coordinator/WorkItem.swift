import NavigationRuntime

/// A pending step with its flow and call: what the machine puts in order.
final class WorkItem: TicketedStep {
  let ticket: StepTicket
  let node: FlowNode
  let call: StepCall?
  /// Whether it belongs to a detour that a task of `adapt` makes before a link's hop.
  let isOfDetour: Bool
  /// Whether a recording contains the step, or one from which it follows.
  var isRecorded = false
  // Unchecked, as the others below: each is loaded and stored, and releases a value only afterwards.
  /// The step; after `adapt`, its result.
  @exclusivity(unchecked) var step: any Step
  /// The step before `adapt`, if ``isAdapted``.
  @exclusivity(unchecked) var original: (any Step)?
  // An optional step takes long to examine.
  @exclusivity(unchecked) var isAdapted = false
  /// The chain of steps from which the step follows; `nil` if it follows from none.
  @exclusivity(unchecked) var chain: ForwardChain?

  init(
    _ step: any Step, in node: FlowNode, call: StepCall? = nil, chain: ForwardChain? = nil,
    isOfDetour: Bool = false, ticket: StepTicket
  ) {
    self.ticket = ticket
    self.step = step
    self.node = node
    self.call = call
    self.chain = chain
    self.isOfDetour = isOfDetour
  }

  /// Forgets the answer of `adapt`.
  func restore() {
    isAdapted = false
    if let original = original.take() { step = original }
  }

  @MainActor var event: NavigationEvent { NavigationEvent(flow: node.flowType, step: step) }
}

/// The result of a flow's `adapt`.
enum AdaptedStep {
  /// The step to handle.
  case step(any Step)
  /// The step is not passed to `navigate`.
  case done(StepOutcome)
}

typealias CoordinatorMachine = StepMachine<WorkItem>

import AsyncFlow

/// A step of which a test knows the name.
struct NamedStep: Step {
  let name: String
}

extension StepItem {
  var name: String { (step as? NamedStep)?.name ?? "\(step)" }
}

extension StepMachine {
  /// Adds a step to a flow's queue.
  ///
  /// - Returns: The step's number.
  @discardableResult
  mutating func enqueue(
    _ name: String = "", to flow: FlowID, from source: SourceID? = nil, isInitial: Bool = false,
    origin: FlowID? = nil, call: CallID? = nil, following: StepItem? = nil
  ) -> ItemID {
    let ticket = makeTicket(
      to: flow, from: source, isInitial: isInitial, origin: origin, call: call,
      following: following)
    enqueue(StepItem(NamedStep(name: name), ticket: ticket))
    return ticket.id
  }
}

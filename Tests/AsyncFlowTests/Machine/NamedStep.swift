import AsyncFlow

/// A step of which a test knows the name.
final class NamedStep: TicketedStep {
  let ticket: StepTicket
  let name: String

  init(_ name: String, _ ticket: StepTicket) {
    self.name = name
    self.ticket = ticket
  }
}

extension StepMachine<NamedStep> {
  /// Adds a step to a flow's queue.
  ///
  /// - Returns: The step's number.
  @discardableResult
  mutating func enqueue(
    _ name: String = "", to flow: FlowID, from source: SourceID? = nil, isInitial: Bool = false,
    origin: FlowID? = nil, call: CallID? = nil, following: NamedStep? = nil
  ) -> ItemID {
    let ticket = makeTicket(
      to: flow, from: source, isInitial: isInitial, origin: origin, call: call,
      following: following)
    enqueue(NamedStep(name, ticket))
    return ticket.id
  }
}

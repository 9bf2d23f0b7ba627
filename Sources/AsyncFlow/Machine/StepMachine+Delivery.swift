extension StepMachine {
  typealias FlowBox = Slots<Flow>.Box

  /// The rank of the step that a flow can handle now; `nil` if it has none or is busy.
  private func deliverableRank(in flow: FlowBox) -> Int? {
    guard let index = flow.value.active.indices.last else { return flow.value.queue.firstRank }
    guard case .parked(let wait) = flow.value.active[index].phase else { return nil }
    return flow.value.queue.firstRank { accepts($0, wait) }
  }

  private func accepts(_ item: Item, _ wait: Wait) -> Bool {
    switch wait {
    case .child(let child): item.origin.map { isFlow($0, within: child) } ?? false
    case .call(let call): item.call == call
    case .outside: false
    }
  }

  /// Adds a flow to the ready heap if it can handle a step.
  mutating func schedule(_ flow: FlowBox, _ id: FlowID) {
    guard let rank = deliverableRank(in: flow) else { return }
    if let scheduled = flow.value.scheduledRank, scheduled <= rank { return }
    flow.value.scheduledRank = rank
    ready.push(rank, id)
  }

  /// Returns the next action to carry out; `nil` if there is none.
  package mutating func next() -> Action? {
    while true {
      if let action = outbox.popFirst() { return action }
      guard let (scheduled, id) = ready.popMin() else { return nil }
      guard let flow = flows.own(id) else { continue }
      flow.value.scheduledRank = nil
      guard let rank = deliverableRank(in: flow) else { continue }
      // The step that it was scheduled for has been delivered, after a held step that returned to
      // the queue. Other flows may now come first.
      guard rank <= scheduled else {
        schedule(flow, id)
        continue
      }
      guard let item = flow.value.queue.remove(rank) else { continue }
      if let action = deliver(item, to: flow) { return action }
    }
  }

  private mutating func deliver(_ item: Item, to flow: FlowBox) -> Action? {
    switch gate(of: item) {
    case .open:
      flow.value.active.append(Active(item: item, phase: .adapting))
      running += 1
      return .adapt(item)
    case .refused(let refusal):
      schedule(flow, item.flow)
      return finished(item, .refused(refusal))
    case .held(let id):
      schedule(flow, item.flow)
      return hold(item, from: id)
    }
  }
}

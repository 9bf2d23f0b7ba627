extension StepMachine {
  /// The step that a flow would handle now; `nil` if it has none or is busy.
  func deliverable(in id: FlowID) -> Item? {
    guard let top = flows[id]?.value.active.last else { return flows[id]?.value.queue.first }
    guard case .parked(let wait) = top.phase else { return nil }
    return flows[id]?.value.queue.first { accepts($0, wait) }
  }

  private func accepts(_ item: Item, _ wait: Wait) -> Bool {
    switch wait {
    case .child(let child): item.origin.map { isFlow($0, within: child) } ?? false
    case .call(let call): item.call == call
    case .outside: false
    }
  }

  /// Notes that a flow may have something to deliver.
  mutating func schedule(_ id: FlowID) {
    guard flows.contains(id), let rank = deliverable(in: id)?.id else { return }
    if let scheduled = flows[id]?.value.scheduledRank, scheduled <= rank { return }
    flows.own(id)?.value.scheduledRank = rank
    ready.push(rank, id)
  }
}

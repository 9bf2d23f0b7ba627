extension StepMachine {
  /// Suspends a handler that waits for something that may need its own flow.
  package mutating func park(_ id: ItemID, in flow: FlowID, on wait: Wait) {
    guard let (box, index) = active(id, in: flow) else { return }
    switch box.value.active[index].phase {
    case .adapting, .navigating: break
    case .awaitingLane, .parked, .fulfilled: return
    }
    box.value.active[index].phase = .parked(wait)
    running -= 1
    schedule(box, flow)
  }

  /// Ends the wait of a suspended handler.
  ///
  /// The handler resumes at once, or when the steps nested in it meanwhile are done. Those may
  /// themselves wait for the user.
  package mutating func fulfil(_ id: ItemID, in flow: FlowID) {
    guard let (box, index) = active(id, in: flow), case .parked = box.value.active[index].phase
    else { return }
    box.value.active[index].phase = .fulfilled
    if index == box.value.active.count - 1 { resume(index, in: box) }
  }

  mutating func resume(_ index: Int, in flow: FlowBox) {
    flow.value.active[index].phase = .navigating
    running += 1
    outbox.append(.resume(flow.value.active[index].item))
  }

  /// Returns a new number for a nested call.
  package mutating func makeCall() -> CallID { takeID() }

  /// Returns the flows that would wait for each other if a handler of `caller` waited for steps in
  /// `recipients`; `nil` if none would.
  ///
  /// - Returns: The caller, the recipient, and so on until the caller again.
  package func mutualWait(of caller: FlowID, for recipients: [FlowID]) -> [FlowID]? {
    var visited: Set<FlowID> = [caller]
    for recipient in recipients where recipient != caller {
      if let chain = chain(from: recipient, to: caller, &visited) { return [caller] + chain }
    }
    return nil
  }

  private func chain(
    from flow: FlowID, to caller: FlowID, _ visited: inout Set<FlowID>
  ) -> [FlowID]? {
    guard visited.insert(flow).inserted else { return nil }
    for entry in flows[flow]?.value.active ?? [] {
      guard case .parked(.call(let call)) = entry.phase else { continue }
      for next in calls[call] ?? [] {
        if next == caller { return [flow, caller] }
        if let rest = chain(from: next, to: caller, &visited) { return [flow] + rest }
      }
    }
    return nil
  }
}

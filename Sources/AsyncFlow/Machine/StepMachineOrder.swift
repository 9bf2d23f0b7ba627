/// Decides which step is next: in a flow, and among the flows.
extension StepMachine {
  typealias FlowBox = Arena<Flow>.Box

  // Inlined, as other questions on a step's way are: a call copies the machine.
  /// The rank of the step that a flow can handle now; `nil` if it has none or is busy.
  @inline(__always)
  private func deliverableRank(in flow: FlowBox) -> Int? {
    guard let index = flow.value.active.indices.last else { return flow.value.queue.first?.id }
    guard case .suspended(let wait) = flow.value.active[index].phase else { return nil }
    return flow.value.queue.first { accepts($0, wait) }?.id
  }

  private func accepts(_ item: StepItem, _ wait: Wait) -> Bool {
    accepts(wait, from: item.ticket.origin, of: item.ticket.call)
  }

  private func accepts(_ wait: Wait, from origin: FlowID?, of call: CallID?) -> Bool {
    switch wait {
    case .child(let child): origin.map { isFlow($0, within: child) } ?? false
    case .call(let awaited): call == awaited
    case .outside: false
    }
  }

  /// The step for which the newest one of a flow waits: the one before it in the queue, or else the
  /// one that the flow handles; `nil` if the flow can handle the newest one now.
  func predecessor(of id: ItemID, in flow: FlowID) -> StepItem? {
    guard let flow = flows[flow]?.value, let item = flow.queue.last, item.id == id else {
      return nil
    }
    let earlier = flow.queue[flow.queue.count - 2]
    guard let active = flow.active.last else { return earlier }
    if case .suspended(let wait) = active.phase, accepts(item, wait) { return nil }
    return earlier ?? active.item
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
      if let action = actions.popFirst() { return action }
      guard let (scheduled, id) = ready.popMin() else { return nil }
      // Another entry means that the flow has been scheduled again since, for an older step or after
      // it. Kept, it would be one more entry to move behind each later step.
      guard let flow = flows.own(id), flow.value.scheduledRank == scheduled else { continue }
      flow.value.scheduledRank = nil
      guard let rank = deliverableRank(in: flow) else { continue }
      // The step that it was scheduled for has been delivered, after a held step that returned to
      // the queue. Other flows may now come first.
      guard rank <= scheduled else {
        schedule(flow, id)
        continue
      }
      guard let item = flow.value.queue.removeFirst(where: { $0.id == rank }) else { continue }
      if let action = deliver(item, to: flow) { return action }
    }
  }

  private mutating func deliver(_ item: StepItem, to flow: FlowBox) -> Action? {
    switch gate(of: item.ticket) {
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

  /// Keeps a step until its screen is visible, or refuses it, as the policy of its source demands.
  mutating func hold(_ item: StepItem, from id: SourceID) -> Action? {
    guard let source = sources.own(id) else { return nil }
    let hadScreen = item.ticket.visibleSource != nil
    if recordsHeld, source.value.policy != .drop || hadScreen { newlyHeld.append(item) }
    switch source.value.policy {
    case .drop where !hadScreen: return finished(item, .refused(.hidden))
    case .hold, .always, .drop: source.value.held.append(item)
    case .latestOnly:
      let superseded = source.value.held
      source.value.held = [item]
      for old in superseded { finish(old, .refused(.superseded)) }
    }
    return nil
  }
}

/// Handlers that wait, and the steps nested in them.
extension StepMachine {
  /// Suspends a handler that waits for something that may need its own flow.
  package mutating func suspend(_ id: ItemID, in flow: FlowID, on wait: Wait) {
    guard let (box, index) = active(id, in: flow) else { return }
    switch box.value.active[index].phase {
    case .adapting: box.value.active[index].wasAdapting = true
    case .navigating: box.value.active[index].wasAdapting = false
    case .awaitingScheduler, .suspended, .fulfilled: return
    }
    box.value.active[index].phase = .suspended(wait)
    running -= 1
    schedule(box, flow)
  }

  /// Ends the wait of a suspended handler.
  ///
  /// The handler resumes at once, or when the steps nested in it meanwhile are done. Those may
  /// themselves wait for the user.
  package mutating func fulfil(_ id: ItemID, in flow: FlowID) {
    guard let (box, index) = active(id, in: flow), case .suspended = box.value.active[index].phase
    else { return }
    box.value.active[index].phase = .fulfilled
    if index == box.value.active.count - 1 { resume(index, in: box) }
  }

  mutating func resume(_ index: Int, in flow: FlowBox) {
    flow.value.active[index].phase =
      flow.value.active[index].wasAdapting ? .adapting : .navigating
    running += 1
    actions.append(.resume(flow.value.active[index].item))
  }

  /// Returns a new number for a nested call.
  package mutating func makeCall() -> CallID { takeID() }

  /// Returns the steps with which a flow has to be done before it handles another one, innermost
  /// first.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - origin: The flow whose handler navigates to the other step, if it is nested.
  ///   - call: The nested call of the other step.
  /// - Returns: The steps in progress, without those that wait for the other step.
  package func steps(
    beforeStepIn flow: FlowID, from origin: FlowID? = nil, of call: CallID? = nil
  ) -> [StepItem] {
    let active = flows[flow]?.value.active ?? []
    let ahead = active.reversed().prefix {
      guard case .suspended(let wait) = $0.phase else { return true }
      return !accepts(wait, from: origin, of: call)
    }
    return ahead.map(\.item)
  }

  /// Returns a step that a flow handles and those nested in it, innermost first.
  package func steps(within id: ItemID, in flow: FlowID) -> [StepItem] {
    flows[flow]?.value.active.drop { $0.item.id != id }.reversed().map(\.item) ?? []
  }
}

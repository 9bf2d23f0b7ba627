extension StepMachine {
  /// Adds a step to a flow's queue.
  ///
  /// - Parameters:
  ///   - payload: The owner's data.
  ///   - flow: The flow.
  ///   - source: The contribution that emitted it, if one did.
  ///   - isInitial: Whether the step passes although its screen is hidden.
  ///   - origin: The flow that forwarded it, or whose handler navigated to it.
  ///   - call: The nested call that waits for it.
  ///   - following: The step that it follows from; it inherits that step's intent.
  /// - Returns: The step's number.
  @discardableResult
  package mutating func enqueue(
    _ payload: consuming Payload,
    to flow: FlowID,
    from source: SourceID? = nil,
    isInitial: Bool = false,
    origin: FlowID? = nil,
    call: CallID? = nil,
    following: Item? = nil
  ) -> ItemID {
    let id = takeID()
    let item = Item(
      id: id, payload: payload, flow: flow, source: source, isInitial: isInitial,
      origin: origin, call: call, intent: following?.intent ?? id,
      moment: moment(from: source, isInitial: isInitial, following: following, call: call))
    undoneCount += 1
    if item.isBoundToOther, let screen = item.moment { forwarded[screen, default: 0] += 1 }
    if let call { calls[call, default: []].append(flow) }
    guard let box = flows.own(flow), !box.value.isEnded else {
      finish(item, .refused(.flowEnded))
      return item.id
    }
    box.value.queue.append(item)
    schedule(box, flow)
    return item.id
  }

  /// Records the answer of `adapt`.
  ///
  /// - Parameters:
  ///   - id: The step.
  ///   - flow: Its flow.
  ///   - passes: Whether it let the step, or a replacement, through.
  package mutating func adapted(_ id: ItemID, in flow: FlowID, passes: Bool) {
    guard let (box, index) = active(id, in: flow) else { return }
    guard passes else { return complete(box, index, .filtered) }
    guard !box.value.isEnded else { return complete(box, index, .refused(.flowEnded)) }
    guard passesSecondGate(box, index) else { return }
    box.value.active[index].phase = .awaitingLane
    outbox.append(.askLane(box.value.active[index].item))
  }

  /// Checks the gate again, and refuses or holds a step that does not pass.
  private mutating func passesSecondGate(_ flow: FlowBox, _ index: Int) -> Bool {
    switch secondGate(of: flow.value.active[index].item) {
    case .open: return true
    case .refused(let refusal): complete(flow, index, .refused(refusal))
    case .held(let source):
      let item = remove(index, from: flow)
      if let action = hold(item, from: source) { outbox.append(action) }
      afterRemoval(flow, item.flow)
    }
    return false
  }

  /// Refuses a step that is already being handled.
  package mutating func refuse(_ id: ItemID, in flow: FlowID, because refusal: StepRefusal) {
    guard let (box, index) = active(id, in: flow) else { return }
    complete(box, index, .refused(refusal))
  }

  /// Records that the flow does not understand the step.
  package mutating func notUnderstood(_ id: ItemID, in flow: FlowID) {
    guard let (box, index) = active(id, in: flow) else { return }
    complete(box, index, .unhandled)
  }

  /// Records whether the flow's scheduler is free.
  ///
  /// If it is busy, the owner calls ``laneBecameFree(_:in:)`` later. For a flow without an `adapt`
  /// of its own the owner may call this directly, in place of ``adapted(_:in:passes:)``.
  ///
  /// - Returns: Whether to call the flow's `navigate` at once, before another transition can start.
  package mutating func laneAnswered(_ id: ItemID, in flow: FlowID, isFree: Bool) -> Bool {
    guard let (box, index) = active(id, in: flow) else { return false }
    box.value.active[index].phase = .awaitingLane
    guard isFree, passesSecondGate(box, index) else { return false }
    box.value.active[index].phase = .navigating
    return true
  }

  /// Records that the scheduler was free for a moment; the owner checks it again.
  package mutating func laneBecameFree(_ id: ItemID, in flow: FlowID) {
    guard let (box, index) = active(id, in: flow) else { return }
    outbox.append(.askLane(box.value.active[index].item))
  }

  /// Records that `navigate` has returned, after the flow's answer has been carried out.
  ///
  /// - Parameters:
  ///   - id: The step.
  ///   - flow: Its flow.
  ///   - outcome: The step's outcome.
  ///   - settles: Whether transitions run; the owner calls ``settled(_:)`` when they have ended.
  package mutating func navigateReturned(
    _ id: ItemID, in flow: FlowID, _ outcome: StepOutcome, settles: Bool = false
  ) {
    guard let (box, index) = active(id, in: flow) else { return }
    guard settles else { return complete(box, index, outcome) }
    settling[id] = remove(index, from: box)
    running += 1
    afterRemoval(box, flow)
  }

  /// Records that the transitions started by a step have ended.
  package mutating func settled(_ id: ItemID) {
    guard let item = settling.removeValue(forKey: id) else { return }
    running -= 1
    finish(item, .handled)
  }

  /// Whether the machine still expects an answer for this step.
  package func isActive(_ id: ItemID, in flow: FlowID) -> Bool {
    flows[flow]?.value.active.contains { $0.item.id == id } ?? false
  }

  /// Whether a flow handles this step, and does not wait in it.
  package func isRunning(_ id: ItemID, in flow: FlowID) -> Bool {
    guard let entry = flows[flow]?.value.active.last(where: { $0.item.id == id }) else {
      return false
    }
    if case .parked = entry.phase { return false }
    return true
  }

  private mutating func complete(_ flow: FlowBox, _ index: Int, _ outcome: StepOutcome) {
    let item = remove(index, from: flow)
    finish(item, outcome)
    afterRemoval(flow, item.flow)
  }

  private mutating func afterRemoval(_ flow: FlowBox, _ id: FlowID) {
    guard let top = flow.value.active.indices.last else {
      return flow.value.isEnded ? releaseIfDone(id) : schedule(flow, id)
    }
    if flow.value.active[top].phase == .fulfilled {
      resume(top, in: flow)
    } else {
      schedule(flow, id)
    }
  }

  mutating func remove(_ index: Int, from flow: FlowBox) -> Item {
    let entry = flow.value.active.remove(at: index)
    if entry.phase.isAtWork { running -= 1 }
    return entry.item
  }

  mutating func finish(_ item: Item, _ outcome: StepOutcome) {
    outbox.append(finished(item, outcome))
  }

  mutating func finished(_ item: Item, _ outcome: StepOutcome) -> Action {
    undoneCount -= 1
    if let call = item.call, let index = calls[call]?.firstIndex(of: item.flow) {
      calls[call]?.remove(at: index)
      if calls[call]?.isEmpty == true { calls[call] = nil }
    }
    if item.isBoundToOther, let screen = item.moment { forgetForwarded(from: screen) }
    return .finish(item, outcome)
  }

  private mutating func forgetForwarded(from screen: SourceID) {
    let left = (forwarded[screen] ?? 1) - 1
    forwarded[screen] = left > 0 ? left : nil
    if left <= 0 { departures[screen] = nil }
  }

  /// The flow that handles a step, for writing, and the step's index in it.
  mutating func active(_ id: ItemID, in flow: FlowID) -> (FlowBox, Int)? {
    guard let box = flows.own(flow),
      let index = box.value.active.lastIndex(where: { $0.item.id == id })
    else { return nil }
    return (box, index)
  }
}

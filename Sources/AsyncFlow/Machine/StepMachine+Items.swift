extension StepMachine {
  /// A step wants to be handled by a flow.
  ///
  /// - Parameters:
  ///   - payload: The owner's.
  ///   - flow: The flow.
  ///   - source: The contribution that emitted it, if one did.
  ///   - isInitial: Whether no hidden screen holds it back.
  ///   - origin: The flow that forwarded it, or whose handler called for it.
  ///   - call: The nested call that waits for it.
  ///   - following: The step that it follows from, whose intent it carries on.
  /// - Returns: Its number, by which it is known from now on.
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

  /// `adapt` has answered.
  ///
  /// - Parameters:
  ///   - id: The step.
  ///   - flow: Its flow.
  ///   - passes: Whether it let the step, or another one in its place, through.
  package mutating func adapted(_ id: ItemID, in flow: FlowID, passes: Bool) {
    guard let (box, index) = active(id, in: flow) else { return }
    guard passes else { return complete(box, index, .filtered) }
    guard !box.value.isEnded else { return complete(box, index, .refused(.flowEnded)) }
    guard passesSecondGate(box, index) else { return }
    box.value.active[index].phase = .awaitingLane
    outbox.append(.askLane(box.value.active[index].item))
  }

  /// Looks at the gate again; what does not pass is refused or held.
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

  /// A step is not to be handled, though its turn has come.
  package mutating func refuse(_ id: ItemID, in flow: FlowID, because refusal: StepRefusal) {
    guard let (box, index) = active(id, in: flow) else { return }
    complete(box, index, .refused(refusal))
  }

  /// The flow does not understand the step.
  package mutating func notUnderstood(_ id: ItemID, in flow: FlowID) {
    guard let (box, index) = active(id, in: flow) else { return }
    complete(box, index, .unhandled)
  }

  /// The owner has looked at the lane.
  ///
  /// If the lane is busy, it says ``laneBecameFree(_:in:)`` later. For a flow that lets every step
  /// through it may look at once, instead of asking `adapt`.
  ///
  /// - Returns: Whether the flow's `navigate` is called at once, before anything else can take the
  ///   lane.
  package mutating func laneAnswered(_ id: ItemID, in flow: FlowID, isFree: Bool) -> Bool {
    guard let (box, index) = active(id, in: flow) else { return false }
    box.value.active[index].phase = .awaitingLane
    guard isFree, passesSecondGate(box, index) else { return false }
    box.value.active[index].phase = .navigating
    return true
  }

  /// The lane was free for a moment; whether it still is has to be looked at.
  package mutating func laneBecameFree(_ id: ItemID, in flow: FlowID) {
    guard let (box, index) = active(id, in: flow) else { return }
    outbox.append(.askLane(box.value.active[index].item))
  }

  /// `navigate` has returned, and everything that follows from it is registered.
  ///
  /// - Parameters:
  ///   - id: The step.
  ///   - flow: Its flow.
  ///   - outcome: What became of the step.
  ///   - settles: Whether transitions run; the owner says ``settled(_:)`` when they have ended.
  package mutating func navigateReturned(
    _ id: ItemID, in flow: FlowID, _ outcome: StepOutcome, settles: Bool = false
  ) {
    guard let (box, index) = active(id, in: flow) else { return }
    guard settles else { return complete(box, index, outcome) }
    settling[id] = remove(index, from: box)
    running += 1
    afterRemoval(box, flow)
  }

  /// The transitions that a step started have ended.
  package mutating func settled(_ id: ItemID) {
    guard let item = settling.removeValue(forKey: id) else { return }
    running -= 1
    finish(item, .handled)
  }

  /// Whether the machine still waits for an answer to this step.
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

  /// A step that a flow handles: the flow, to be changed, and the step's place.
  mutating func active(_ id: ItemID, in flow: FlowID) -> (FlowBox, Int)? {
    guard let box = flows.own(flow),
      let index = box.value.active.lastIndex(where: { $0.item.id == id })
    else { return nil }
    return (box, index)
  }
}

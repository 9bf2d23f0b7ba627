extension StepMachine {
  /// A step wants to be handled by a flow.
  ///
  /// - Returns: Its number, by which it is known from now on.
  @discardableResult
  package mutating func enqueue(
    _ payload: Payload,
    to flow: FlowID,
    from source: SourceID? = nil,
    isInitial: Bool = false,
    origin: FlowID? = nil,
    call: CallID? = nil
  ) -> ItemID {
    let item = Item(
      id: takeID(), flow: flow, source: source, isInitial: isInitial, origin: origin, call: call,
      payload: payload)
    if let call { calls[call, default: []].append(flow) }
    guard flows.contains(flow), flows[flow]?.value.isEnded == false else {
      finish(item, .refused(.flowEnded))
      return item.id
    }
    flows.own(flow)?.value.queue.append(item)
    schedule(flow)
    return item.id
  }

  /// What is to be done now; `nil` if nothing is.
  package mutating func next() -> Action? {
    while true {
      if let action = outbox.popFirst() { return action }
      guard let (rank, id) = ready.popMin() else { return nil }
      guard flows.contains(id) else { continue }
      flows.own(id)?.value.scheduledRank = nil
      guard let item = deliverable(in: id) else { continue }
      guard item.id <= rank else {
        schedule(id)
        continue
      }
      if let action = deliver(item, in: id) { return action }
    }
  }

  /// The gate.
  private mutating func deliver(_ item: Item, in id: FlowID) -> Action? {
    if flows[id]?.value.queue.first?.id == item.id {
      _ = flows.own(id)?.value.queue.popFirst()
    } else {
      _ = flows.own(id)?.value.queue.removeFirst { $0.id == item.id }
    }
    if let refusal = refusal(of: item) {
      schedule(id)
      return finished(item, .refused(refusal))
    }
    if let sourceID = item.source, !item.isInitial, let source = sources[sourceID]?.value,
      source.isHidden, !source.isDismissed, source.policy != .always
    {
      schedule(id)
      switch source.policy {
      case .drop: return finished(item, .refused(.hidden))
      case .hold, .always: sources.own(sourceID)?.value.held.append(item)
      case .latestOnly:
        sources.own(sourceID)?.value.held = [item]
        for old in source.held { finish(old, .refused(.superseded)) }
      }
      return nil
    }
    flows.own(id)?.value.active.append(Active(item: item, phase: .adapting))
    running += 1
    return .adapt(item)
  }

  private func refusal(of item: Item) -> StepRefusal? {
    guard let id = item.source else { return nil }
    guard sources.contains(id), let source = sources[id]?.value else { return .dismissed }
    return source.isDismissed && !source.allowsStepsWhenDismissed ? .dismissed : nil
  }

  /// `adapt` has answered.
  ///
  /// - Parameters:
  ///   - id: The step.
  ///   - flow: Its flow.
  ///   - payload: What it let through; `nil` if it stopped the step.
  package mutating func adapted(_ id: ItemID, in flow: FlowID, _ payload: Payload?) {
    guard let index = activeIndex(id, in: flow), let item = flows[flow]?.value.active[index].item
    else { return }
    guard let payload else { return complete(item, .filtered) }
    guard flows[flow]?.value.isEnded == false else { return complete(item, .refused(.flowEnded)) }
    if let refusal = refusal(of: item) { return complete(item, .refused(refusal)) }
    flows.own(flow)?.value.active[index].item.payload = payload
    flows.own(flow)?.value.active[index].phase = .awaitingLane
    askLane(index, in: flow)
  }

  /// The flow does not understand the step.
  package mutating func notUnderstood(_ id: ItemID, in flow: FlowID) {
    guard let index = activeIndex(id, in: flow), let item = flows[flow]?.value.active[index].item
    else { return }
    complete(item, .unhandled)
  }

  /// The owner has looked at the lane.
  ///
  /// If the lane is busy, it says ``laneBecameFree(_:in:)`` later.
  ///
  /// - Returns: What to do at once, before anything else can take the lane.
  package mutating func laneAnswered(_ id: ItemID, in flow: FlowID, isFree: Bool) -> Action? {
    guard isFree, let index = activeIndex(id, in: flow) else { return nil }
    flows.own(flow)?.value.active[index].phase = .navigating
    return (flows[flow]?.value.active[index].item).map { .navigate($0) }
  }

  /// The lane was free for a moment; whether it still is has to be looked at.
  package mutating func laneBecameFree(_ id: ItemID, in flow: FlowID) {
    guard let index = activeIndex(id, in: flow) else { return }
    askLane(index, in: flow)
  }

  private mutating func askLane(_ index: Int, in flow: FlowID) {
    if let item = flows[flow]?.value.active[index].item { outbox.append(.askLane(item)) }
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
    guard let index = activeIndex(id, in: flow), let item = flows[flow]?.value.active[index].item
    else { return }
    guard settles else { return complete(item, outcome) }
    remove(id, in: flow)
    running += 1
    settling[id] = item
    afterRemoval(flow)
  }

  /// The transitions that a step started have ended.
  package mutating func settled(_ id: ItemID) {
    guard let item = settling.removeValue(forKey: id) else { return }
    running -= 1
    finish(item, .handled)
  }

  /// Whether the machine still waits for an answer to this step.
  package func isActive(_ id: ItemID, in flow: FlowID) -> Bool {
    activeIndex(id, in: flow) != nil
  }

  mutating func complete(_ item: Item, _ outcome: StepOutcome) {
    remove(item.id, in: item.flow)
    finish(item, outcome)
    afterRemoval(item.flow)
  }

  private mutating func afterRemoval(_ flow: FlowID) {
    guard let top = flows[flow]?.value.active.last else {
      if flows[flow]?.value.isEnded == true { return releaseIfDone(flow) }
      return schedule(flow)
    }
    if top.phase == .fulfilled { resume(top.item.id, in: flow) } else { schedule(flow) }
  }

  mutating func remove(_ id: ItemID, in flow: FlowID) {
    guard let index = activeIndex(id, in: flow),
      let entry = flows.own(flow)?.value.active.remove(at: index)
    else { return }
    if case .parked = entry.phase { return }
    running -= 1
  }

  mutating func finish(_ item: Item, _ outcome: StepOutcome) {
    outbox.append(finished(item, outcome))
  }

  private mutating func finished(_ item: Item, _ outcome: StepOutcome) -> Action {
    if let call = item.call, let index = calls[call]?.firstIndex(of: item.flow) {
      calls[call]?.remove(at: index)
      if calls[call]?.isEmpty == true { calls[call] = nil }
    }
    return .finish(item, outcome)
  }

  func activeIndex(_ id: ItemID, in flow: FlowID) -> Int? {
    flows.contains(flow) ? flows[flow]?.value.active.lastIndex { $0.item.id == id } : nil
  }
}

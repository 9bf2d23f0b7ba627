extension StepMachine {
  /// A flow starts.
  package mutating func addFlow(under parent: FlowID? = nil) -> FlowID {
    flows.insert(Flow(parent: parent))
  }

  /// A flow ends: what it has not begun is refused, what it has begun is cancelled.
  ///
  /// - Parameters:
  ///   - id: The flow.
  ///   - refusal: The reason for what has not begun.
  ///   - keepsNavigating: Whether what its `navigate` answers still counts.
  package mutating func endFlow(
    _ id: FlowID, because refusal: StepRefusal = .flowEnded, keepsNavigating: Bool = false
  ) {
    guard var flow = flows[id]?.value, !flow.isEnded else {
      if !keepsNavigating { dropActive(of: id) }
      return
    }
    flows.own(id)?.value.isEnded = true
    var left = flow.queue.elements
    for source in flow.sources {
      left += sources[source]?.value.held ?? []
      sources.remove(source)
    }
    flow.sources = []
    flows.own(id)?.value.sources = []
    flows.own(id)?.value.queue = RankedQueue()
    for item in left.sorted(by: { $0.id < $1.id }) { finish(item, .refused(refusal)) }
    for entry in flow.active where entry.phase == .adapting || entry.phase == .awaitingLane {
      remove(entry.item.id, in: id)
      finish(entry.item, .refused(refusal))
    }
    if !keepsNavigating { dropActive(of: id) }
    releaseIfDone(id)
  }

  private mutating func dropActive(of id: FlowID) {
    for entry in flows[id]?.value.active ?? [] {
      remove(entry.item.id, in: id)
      finish(entry.item, .cancelled)
    }
    releaseIfDone(id)
  }

  mutating func releaseIfDone(_ id: FlowID) {
    guard let flow = flows[id]?.value, flow.isEnded, flow.active.isEmpty else { return }
    flows.remove(id)
  }

  /// Whether a flow is another one or under it.
  package func isFlow(_ id: FlowID, within ancestor: FlowID) -> Bool {
    var current: FlowID? = id
    while let flow = current {
      if flow == ancestor { return true }
      current = flows.contains(flow) ? flows[flow]?.value.parent : nil
    }
    return false
  }

  /// A stepper is contributed to a flow.
  package mutating func addSource(
    to flow: FlowID, policy: HiddenStepPolicy = .hold, allowsStepsWhenDismissed: Bool = false
  ) -> SourceID {
    let id = sources.insert(
      Source(flow: flow, policy: policy, allowsStepsWhenDismissed: allowsStepsWhenDismissed))
    flows.own(flow)?.value.sources.insert(id)
    return id
  }

  /// A contribution's presentable became visible or hidden.
  package mutating func setHidden(_ id: SourceID, _ isHidden: Bool) {
    guard sources.contains(id), let source = sources[id]?.value, source.isHidden != isHidden else {
      return
    }
    sources.own(id)?.value.isHidden = isHidden
    guard !isHidden, !source.held.isEmpty else { return }
    sources.own(id)?.value.held = []
    for item in source.held { flows.own(source.flow)?.value.queue.insert(item) }
    schedule(source.flow)
  }

  /// A contribution's presentable has left the screen.
  package mutating func dismiss(_ id: SourceID) {
    guard sources.contains(id), let source = sources[id]?.value, !source.isDismissed else { return }
    sources.own(id)?.value.isDismissed = true
    sources.own(id)?.value.held = []
    for item in source.held {
      if source.allowsStepsWhenDismissed {
        flows.own(source.flow)?.value.queue.insert(item)
      } else {
        finish(item, .refused(.dismissed))
      }
    }
    schedule(source.flow)
  }

  /// Whether a contribution's steps are welcome now.
  package func allowsSteps(from id: SourceID) -> Bool {
    guard let source = sources[id]?.value else { return false }
    return !source.isDismissed || source.allowsStepsWhenDismissed
  }
}

extension StepMachine {
  /// Adds a flow.
  package mutating func addFlow(under parent: FlowID? = nil) -> FlowID {
    flows.insert(Flow(parent: parent))
  }

  /// Ends a flow: refuses its waiting steps and cancels those in progress.
  ///
  /// - Parameters:
  ///   - id: The flow.
  ///   - refusal: The reason for the steps that have not begun.
  ///   - keepsNavigating: Whether the answer of a running `navigate` still counts.
  ///   - cover: The removal of its screens, if that ended it.
  package mutating func endFlow(
    _ id: FlowID, because refusal: StepRefusal = .flowEnded, keepsNavigating: Bool = false,
    by cover: ScreenCover? = nil
  ) {
    guard let flow = flows.own(id) else { return }
    if !flow.value.isEnded {
      for source in flow.value.sources { noteDeparture(of: source, by: cover) }
      refuseWaiting(in: flow, because: refusal)
    }
    if !keepsNavigating {
      while !flow.value.active.isEmpty { finish(remove(0, from: flow), .cancelled) }
    } else if flow.value.active.last?.phase == .fulfilled {
      // It waited for nested steps, which have just been refused.
      resume(flow.value.active.count - 1, in: flow)
    }
    releaseIfDone(id)
  }

  private mutating func refuseWaiting(in flow: FlowBox, because refusal: StepRefusal) {
    flow.value.isEnded = true
    var left = flow.value.queue.elements
    flow.value.queue = Queue()
    for source in flow.value.sources {
      left += sources[source]?.value.held ?? []
      sources.remove(source)
    }
    flow.value.sources = ShortArray()
    for item in left.ordered(by: { $0.id }) { finish(item, .refused(refusal)) }
    var index = 0
    while index < flow.value.active.count {
      switch flow.value.active[index].phase {
      case .adapting, .awaitingScheduler: finish(remove(index, from: flow), .refused(refusal))
      case .navigating, .suspended, .fulfilled: index += 1
      }
    }
  }

  mutating func releaseIfDone(_ id: FlowID) {
    guard let flow = flows[id], flow.value.isEnded, flow.value.active.isEmpty else { return }
    flows.remove(id)
  }

  /// Whether a flow has not ended.
  func acceptsSteps(_ id: FlowID) -> Bool {
    flows[id].map { !$0.value.isEnded } ?? false
  }

  /// The steps that a flow handles, outermost first.
  // Mutating, because a call that only reads would copy the machine out of the engine first.
  mutating func activeSteps(in id: FlowID) -> [StepItem] {
    flows[id]?.value.active.map(\.item) ?? []
  }

  /// Whether a flow has a step that is not done.
  func hasStep(_ id: FlowID) -> Bool {
    guard let flow = flows[id]?.value else { return false }
    return !flow.active.isEmpty || flow.queue.first != nil
      || flow.sources.contains { sources[$0].map { !$0.value.held.isEmpty } ?? false }
  }

  /// Removes everything at once, without any action for the owner.
  mutating func removeAll() {
    for id in flows.ids { flows.remove(id) }
    for id in sources.ids { sources.remove(id) }
    ready = RankHeap()
    actions = ActionQueue()
    settling = [:]
    newlyHeld = []
    forwarded = [:]
    departures = [:]
    running = 0
    undoneCount = 0
  }

  /// Whether a flow is `ancestor` or one of its descendants.
  func isFlow(_ id: FlowID, within ancestor: FlowID) -> Bool {
    var current: FlowID? = id
    while let flow = current {
      if flow == ancestor { return true }
      current = flows[flow]?.value.parent
    }
    return false
  }

  /// Adds a stepper's contribution to a flow.
  package mutating func addSource(
    to flow: FlowID, policy: HiddenStepPolicy = .hold, whenCovered: CoveredStepPolicy = .refuse,
    allowsStepsWhenDismissed: Bool = false
  ) -> SourceID {
    let id = sources.insert(
      Source(
        flow: flow, policy: policy, coveredPolicy: whenCovered,
        allowsStepsWhenDismissed: allowsStepsWhenDismissed))
    flows.own(flow)?.value.sources.append(id)
    return id
  }

  /// Records that a contribution's presentable became visible or hidden.
  ///
  /// The cover is the cause of hiding, if it is known.
  package mutating func setHidden(_ id: SourceID, _ isHidden: Bool, by cover: ScreenCover? = nil) {
    let visibility = isHidden ? Visibility.hidden : .visible
    guard let source = sources.own(id), source.value.visibility != visibility else { return }
    source.value.visibility = visibility
    source.value.cover = isHidden ? cover : nil
    if !isHidden { requeue(source) }
  }

  /// Records that a contribution's presentable has left the tree.
  ///
  /// The cover is the cause of the removal, if it is known.
  ///
  /// - Returns: Whether the contribution has ended, since its steps are not accepted any more.
  @discardableResult
  package mutating func dismiss(_ id: SourceID, by cover: ScreenCover? = nil) -> Bool {
    guard let source = sources.own(id) else { return true }
    if source.value.allowsStepsWhenDismissed {
      source.value.isDismissed = true
      requeue(source)
      return false
    }
    noteDeparture(of: id, by: cover)
    sources.remove(id)
    if let flow = flows.own(source.value.flow) { flow.value.sources.remove { $0 == id } }
    for item in source.value.held { finish(item, .refused(.dismissed)) }
    return true
  }

  /// Stores the cause of a screen's removal while steps forwarded from it are not done.
  private mutating func noteDeparture(of id: SourceID, by cover: ScreenCover?) {
    if forwarded[id] != nil { departures[id] = cover ?? ScreenCover() }
  }

  /// Returns held steps to the queue, in the order of emission.
  private mutating func requeue(_ source: Arena<Source>.Box) {
    guard !source.value.held.isEmpty, let flow = flows.own(source.value.flow) else { return }
    let held = source.value.held.takeAll()
    flow.value.queue = Queue((flow.value.queue.elements + held).ordered { $0.id })
    schedule(flow, source.value.flow)
  }

  /// Whether a contribution's presentable is hidden now.
  func isHidden(_ id: SourceID) -> Bool {
    sources[id].map { $0.value.visibility == .hidden && !$0.value.isDismissed } ?? false
  }
}

extension StepMachine {
  /// A step that is not done, with its state, for diagnostics.
  package struct Report {
    package let item: StepItem
    package let state: State
    /// Whether the step is suspended in `adapt`.
    package var isInAdapt = false

    package enum State {
      case queued(behind: StepItem?)
      case held
      case active(Phase)
      /// Its wait is over, but another step was nested in it meanwhile.
      case beneath(StepItem)
      case settling
    }
  }

  /// Every step that is not done, in the order of emission.
  package var reports: [Report] {
    // The common case; the loop below visits every flow.
    guard undoneCount > 0 else { return [] }
    var reports: [Report] = settling.values.map { Report(item: $0.item, state: .settling) }
    for id in flows.ids {
      guard let flow = flows[id]?.value else { continue }
      for (index, entry) in flow.active.enumerated() {
        let next = flow.active.indices.contains(index + 1) ? flow.active[index + 1].item : nil
        let nested = entry.phase == .fulfilled ? next : nil
        reports.append(
          Report(
            item: entry.item, state: nested.map { .beneath($0) } ?? .active(entry.phase),
            isInAdapt: entry.wasAdapting))
      }
      reports += flow.queue.elements.map {
        Report(item: $0, state: .queued(behind: flow.active.last?.item))
      }
      for source in flow.sources {
        reports += (sources[source]?.value.held ?? []).map { Report(item: $0, state: .held) }
      }
    }
    return reports.ordered { $0.item.id }
  }

  /// The flow's suspended step and its wait; `nil` if the flow is free or at work.
  func suspended(in flow: FlowID) -> (item: StepItem, wait: Wait)? {
    guard let top = flows[flow]?.value.active.last, case .suspended(let wait) = top.phase else {
      return nil
    }
    return (top.item, wait)
  }
}

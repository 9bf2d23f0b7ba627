import NavigationRuntime

/// The gate: decides from a step's screen whether the step may be handled.
///
/// Checking changes nothing. The checks are mutating because the call of a nonmutating function
/// would copy the machine.
extension StepMachine {
  enum Gate {
    case open
    case held(SourceID)
    case refused(StepRefusal)
  }

  /// Checks the gate when a step is next in its flow.
  mutating func gate(of step: StepTicket) -> Gate {
    guard let id = step.source else { return forwardedGate(of: step) }
    guard let source = sources[id] else { return .refused(.dismissed) }
    guard !step.isInitial, source.value.holdsBack else { return .open }
    guard step.visibleSource != nil, source.value.coveredPolicy == .refuse else { return .held(id) }
    return .refused(.covered(by: source.value.cover?.name))
  }

  /// Checks the gate again for a step that has waited since the first check.
  ///
  /// Its flow has begun to handle it, so a hidden screen no longer stops it, unless an earlier step
  /// hid the screen: with a transition that was running at the first check.
  mutating func secondGate(of step: StepTicket) -> Gate {
    guard let id = step.source, let source = sources[id] else { return gate(of: step) }
    guard source.value.holdsBack, step.isLater(than: source.value.cover) else { return .open }
    return gate(of: step)
  }

  /// Checks a forwarded step, which is refused only if an earlier step covered or removed the
  /// screen that was visible when its intent began.
  private mutating func forwardedGate(of step: StepTicket) -> Gate {
    guard let source = step.visibleSource else { return .open }
    if let departure = departures[source] {
      return step.isLater(than: departure) ? .refused(.dismissed) : .open
    }
    guard let screen = sources[source]?.value, screen.holdsBack, screen.coveredPolicy == .refuse,
      step.isLater(than: screen.cover)
    else { return .open }
    return .refused(.covered(by: screen.cover?.name))
  }

  /// Refuses the steps that screens emitted before a modal appeared over them, if they are later
  /// than the step that presented it.
  ///
  /// The screens stay visible, so their later steps are handled, as are those of contributions whose
  /// covered steps are held.
  package mutating func cover(_ screens: Set<SourceID>, with cover: ScreenCover) {
    let refusing = screens.filter { id in
      sources[id].map { $0.value.coveredPolicy == .refuse && $0.value.policy != .always } ?? false
    }
    guard !refusing.isEmpty else { return }
    var refused: [StepItem] = []
    var freed: [FlowID] = []
    for id in flows.ids {
      guard let flow = flows.own(id) else { continue }
      refused += takeQueued(of: flow, from: refusing, by: cover)
      var index = 0
      while index < flow.value.active.count {
        let entry = flow.value.active[index]
        let isBeneath = entry.item.ticket.isBeneath(refusing, cover)
        if isBeneath, entry.phase == .awaitingScheduler {
          refused.append(remove(index, from: flow))
          freed.append(id)
          continue
        }
        let isAdapting = entry.phase == .adapting || entry.wasAdapting
        if isBeneath, isAdapting, let screen = entry.item.ticket.visibleSource {
          flow.value.active[index].isCovered = true
          sources.own(screen)?.value.cover = cover
        }
        index += 1
      }
    }
    for item in refused.ordered(by: { $0.id }) { finish(item, .refused(.covered(by: cover.name))) }
    for id in freed {
      if let flow = flows.own(id) { afterRemoval(flow, id) }
    }
  }

  /// Takes the steps beneath a modal out of a flow's queue.
  private mutating func takeQueued(
    of flow: FlowBox, from screens: Set<SourceID>, by cover: ScreenCover
  ) -> [StepItem] {
    let queued = flow.value.queue.elements
    let taken = queued.filter { $0.ticket.isBeneath(screens, cover) }
    if !taken.isEmpty {
      flow.value.queue = Queue(queued.filter { !$0.ticket.isBeneath(screens, cover) })
    }
    return taken
  }

  /// Refuses a step whose `adapt` has answered after a modal appeared over its screen.
  mutating func refuseIfCovered(_ flow: FlowBox, _ index: Int) -> Bool {
    guard flow.value.active[index].isCovered else { return false }
    let screen = flow.value.active[index].item.ticket.visibleSource
    let cover = screen.flatMap { sources[$0]?.value.cover }
    complete(flow, index, .refused(.covered(by: cover?.name)))
    return true
  }

  /// The contribution whose screen is visible when a step is emitted.
  func visibleSource(
    from source: SourceID?, isInitial: Bool, following: StepItem?, call: CallID?
  ) -> SourceID? {
    if let source {
      return isInitial || sources[source]?.value.visibility != .visible ? nil : source
    }
    guard call == nil, let source = following?.ticket.visibleSource,
      let screen = sources[source]?.value, screen.visibility == .visible, screen.policy != .always
    else { return nil }
    return source
  }
}

extension StepTicket {
  /// Whether it comes from one of the screens beneath a modal, and is later than the modal's step.
  fileprivate func isBeneath(_ screens: Set<ArenaIndex>, _ cover: ScreenCover) -> Bool {
    guard let visibleSource, screens.contains(visibleSource) else { return false }
    return isLater(than: cover)
  }
}

import NavigationRuntime

/// The decisions of a coordinator: which step is handled next, which waits, which is refused.
///
/// A pure value: flows and steppers are numbers, steps have tickets; it never calls out or waits.
/// The owner reports events and carries out the ``next()`` action until there is none.
///
/// ```
///            gate: hidden        visible: back to its rank
///   queued ──────────────▶ held ───────────────▶ queued
///     │ gate: open           │ dismissed ─▶ refused
///     ▼
///  adapting ─▶ awaitingScheduler ─▶ navigating
///     │ filtered, refused               │ returned
///     ▼                                 ▼
///    done ◀───────────────────────── settling
///
///                      suspend             fulfil              nested steps are done
///  adapting, navigating ─────▶ suspended ─────▶ fulfilled ─▶ adapting, navigating as before
/// ```
///
/// - A step keeps the screen that was visible when it was emitted. At the gate a step of a hidden
///   screen is held if it was emitted while the screen was hidden, and refused if the screen was
///   visible then and has been covered since. A modal that leaves the screen visible refuses the
///   later steps that the screen has emitted before.
/// - The gate is checked again when `adapt` has answered and when the scheduler is free. It then
///   refuses a step whose screen has left, or was covered or removed by an earlier step.
/// - A forwarded step keeps the visible screen of the step that it answers.
/// - A flow handles one step at a time, the deliverable one with the lowest rank; between flows the
///   lowest rank goes first. The rank is the order of emission.
/// - A held step does not block other steps.
/// - While a flow's step is suspended, the flow accepts the steps that it waits for: those from the
///   child's subtree, or those of the nested call.
package struct StepMachine {
  package typealias FlowID = ArenaIndex
  package typealias SourceID = ArenaIndex
  package typealias ItemID = Int
  package typealias CallID = Int

  /// The reason for which a step is suspended.
  package enum Wait: Equatable {
    /// The end of a child.
    case child(FlowID)
    /// The steps of a nested call.
    case call(CallID)
    /// Something outside the machine, such as the user.
    case outside
  }

  package enum Phase: Equatable {
    case adapting
    case awaitingScheduler
    case navigating
    case suspended(Wait)
    /// The wait is over; the step resumes when the steps nested in it are done.
    case fulfilled

    /// Whether the step can proceed without an external event.
    var isAtWork: Bool {
      switch self {
      case .adapting, .awaitingScheduler, .navigating: true
      case .suspended, .fulfilled: false
      }
    }
  }

  package enum Action {
    /// Call the flow's `adapt`, then report ``adapted(_:in:isSchedulerFree:)`` or
    /// ``complete(_:in:_:)``. If the flow lets every step through, report
    /// ``schedulerAnswered(_:in:isFree:)`` instead.
    case adapt(StepItem)
    /// Check whether a transition runs, then report ``schedulerAnswered(_:in:isFree:)``. If that
    /// returns `true`, call the flow's `navigate`, and report ``complete(_:in:_:)`` or
    /// ``settle(_:in:_:)``.
    case askScheduler(StepItem)
    /// Resume a suspended handler.
    case resume(StepItem)
    /// Report the outcome of a step that is done.
    case finish(StepItem, StepOutcome)
  }

  package struct Active {
    package let item: StepItem
    package var phase: Phase
    /// Whether a suspended step is in `adapt`, and not in `navigate`.
    var wasAdapting = false
    /// Whether a modal has appeared over its screen while it was in `adapt`.
    var isCovered = false
  }

  struct Flow {
    // In an order without gaps: each flow has one.
    /// The steps to handle, by ascending rank.
    var queue = Queue<StepItem>()
    /// The step in progress and the steps nested in it, outermost first.
    var active: [Active] = []
    /// The rank of its entry in `ready`.
    var scheduledRank: Int?
    var isEnded = false
    let parent: FlowID?
    var sources = ShortArray<SourceID>()
  }

  enum Visibility {
    /// Not reported yet: open at the gate, but a step emitted now keeps no visible screen.
    case unknown
    case visible
    case hidden
  }

  struct Source {
    let flow: FlowID
    let policy: HiddenStepPolicy
    let coveredPolicy: CoveredStepPolicy
    let allowsStepsWhenDismissed: Bool
    var visibility = Visibility.unknown
    /// The cause of hiding, or of a modal that leaves it visible; `nil` if there is none.
    var cover: ScreenCover?
    /// Whether its presentable has left while its steps stay accepted.
    ///
    /// Sources without `allowsStepsWhenDismissed` are removed instead.
    var isDismissed = false
    var held: [StepItem] = []

    /// Whether its steps are held or refused now.
    var holdsBack: Bool { visibility == .hidden && !isDismissed && policy != .always }
  }

  var flows = Arena<Flow>()
  var sources = Arena<Source>()
  package internal(set) var ready = RankHeap()
  var actions = ActionQueue<Action>()
  /// The steps whose transitions run, with their outcomes.
  var settling: [ItemID: (item: StepItem, outcome: StepOutcome)] = [:]
  /// For each contribution, the number of steps forwarded from its screen that are not done.
  var forwarded: [SourceID: Int] = [:]
  /// The removals of the screens that such steps come from.
  var departures: [SourceID: ScreenCover] = [:]
  /// The number of steps that are being handled without being suspended, or that settle.
  var running = 0
  /// The number of steps that are not done.
  var undoneCount = 0
  /// Whether held steps are recorded, for a trace.
  var recordsHeld = false {
    didSet { if !recordsHeld, !newlyHeld.isEmpty { newlyHeld = [] } }
  }
  var newlyHeld: [StepItem] = []
  private var nextID = 0

  package init() {}

  /// Whether ``next()`` may return an action.
  var hasWork: Bool { !actions.isEmpty || !ready.isEmpty }

  /// Whether there is nothing to do until an external event.
  package var isIdle: Bool { running == 0 && !hasWork }

  mutating func takeID() -> Int {
    defer { nextID += 1 }
    return nextID
  }
}

/// The facts about a step by which the machine decides.
package struct StepTicket {
  /// The order of emission.
  package let id: Int
  package let flow: ArenaIndex
  /// The contribution it came from; `nil` if it was forwarded or navigated to.
  package let source: ArenaIndex?
  /// Whether it is an initial step, which passes although its screen is hidden.
  package let isInitial: Bool
  /// The flow that forwarded it, or whose handler navigated to it.
  package let origin: ArenaIndex?
  /// The nested call that waits for it.
  package let call: Int?
  /// The step that began the intent; a step that follows from another inherits its intent.
  package let intent: Int
  /// The contribution whose screen was visible when the intent began; `nil` if none was.
  let visibleSource: ArenaIndex?
}

/// The machine reads the ticket of an item alone.
extension StepItem {
  package var id: Int { ticket.id }
  package var flow: ArenaIndex { ticket.flow }
  package var source: ArenaIndex? { ticket.source }
  package var isInitial: Bool { ticket.isInitial }
  package var intent: Int { ticket.intent }
}

extension StepTicket {
  /// Whether it was forwarded from a screen that was visible.
  var isForwardedFromScreen: Bool { source == nil && visibleSource != nil }

  /// Whether a step before it, or before the one that it follows from, caused a screen's hiding.
  func isLater(than cover: ScreenCover?) -> Bool { cover?.intent.map { $0 < intent } ?? false }
}

/// The cause that hid or removed a screen; an object, since few screens have one at a time.
package final class ScreenCover: Sendable {
  /// The intent of the step that caused it; `nil` if no step did, or it is unknown.
  package let intent: Int?
  let cause: NavigationCause?

  package init(intent: Int? = nil, cause: NavigationCause? = nil) {
    self.intent = intent
    self.cause = cause
  }

  var name: String? { cause.map { $0.detail ?? $0.description } }
}

extension StepMachine {
  /// Makes the ticket of a new step; see ``StepTicket`` for the parameters.
  ///
  /// The step inherits the intent of the one that it follows. It keeps no visible screen, neither its
  /// own nor an inherited one, if `keepsScreen` is `false`.
  package mutating func makeTicket(
    to flow: FlowID,
    from source: SourceID? = nil,
    isInitial: Bool = false,
    origin: FlowID? = nil,
    call: CallID? = nil,
    following: StepItem? = nil,
    keepsScreen: Bool = true
  ) -> StepTicket {
    let id = takeID()
    return StepTicket(
      id: id, flow: flow, source: source, isInitial: isInitial, origin: origin, call: call,
      intent: following?.intent ?? id,
      visibleSource: keepsScreen
        ? visibleSource(from: source, isInitial: isInitial, following: following, call: call) : nil)
  }

  /// Adds a step to its flow's queue.
  package mutating func enqueue(_ item: StepItem) {
    let ticket = item.ticket
    undoneCount += 1
    if ticket.isForwardedFromScreen, let screen = ticket.visibleSource {
      forwarded[screen, default: 0] += 1
    }
    guard let box = flows.own(ticket.flow), !box.value.isEnded else {
      return finish(item, .refused(.flowEnded))
    }
    box.value.queue.append(item)
    schedule(box, ticket.flow)
  }

  /// Records that `adapt` has let a step, or a replacement, through.
  ///
  /// If the flow's scheduler is not known to be free, the owner is asked later.
  ///
  /// - Returns: Whether to call the flow's `navigate` at once. Otherwise an action follows, if the
  ///   step is still handled.
  @discardableResult
  package mutating func adapted(
    _ id: ItemID, in flow: FlowID, isSchedulerFree: Bool = false
  ) -> Bool {
    guard let (box, index) = active(id, in: flow) else { return false }
    guard !box.value.isEnded else {
      complete(box, index, .refused(.flowEnded))
      return false
    }
    guard !refuseIfCovered(box, index), passesSecondGate(box, index) else { return false }
    guard isSchedulerFree, actions.isEmpty else {
      box.value.active[index].phase = .awaitingScheduler
      actions.append(.askScheduler(box.value.active[index].item))
      return false
    }
    box.value.active[index].phase = .navigating
    return true
  }

  /// Checks the gate again, and refuses or holds a step that does not pass.
  private mutating func passesSecondGate(_ flow: FlowBox, _ index: Int) -> Bool {
    switch secondGate(of: flow.value.active[index].item.ticket) {
    case .open: return true
    case .refused(let refusal): complete(flow, index, .refused(refusal))
    case .held(let source):
      let item = remove(index, from: flow)
      if let action = hold(item, from: source) { actions.append(action) }
      afterRemoval(flow, item.flow)
    }
    return false
  }

  /// Records whether the flow's scheduler is free.
  ///
  /// If it is busy, the owner calls ``schedulerBecameFree(_:in:)`` later. For a flow without an
  /// `adapt` of its own the owner may call this directly, in place of
  /// ``adapted(_:in:isSchedulerFree:)``.
  ///
  /// - Returns: Whether to call the flow's `navigate` at once, before another transition can start.
  @inline(__always)
  package mutating func schedulerAnswered(_ id: ItemID, in flow: FlowID, isFree: Bool) -> Bool {
    guard let (box, index) = active(id, in: flow) else { return false }
    guard isFree else {
      box.value.active[index].phase = .awaitingScheduler
      return false
    }
    guard passesSecondGate(box, index) else { return false }
    box.value.active[index].phase = .navigating
    return true
  }

  /// Records that the scheduler was free for a moment; the owner checks it again.
  package mutating func schedulerBecameFree(_ id: ItemID, in flow: FlowID) {
    guard let (box, index) = active(id, in: flow) else { return }
    actions.append(.askScheduler(box.value.active[index].item))
  }

  /// Ends a step that is being handled: after the answer of `navigate` has been carried out, or
  /// before the call of `navigate`.
  package mutating func complete(_ id: ItemID, in flow: FlowID, _ outcome: StepOutcome) {
    guard let (box, index) = active(id, in: flow) else { return }
    complete(box, index, outcome)
  }

  /// Ends a step whose `navigate` has returned, and begins its flow's next one, if no other action
  /// would come before that one.
  ///
  /// The same as ``complete(_:in:_:)``, whose end the owner publishes, and the actions until the next
  /// step's.
  ///
  /// - Parameters:
  ///   - id: The step.
  ///   - flow: Its flow.
  ///   - isNavigating: Whether the flow's scheduler is free and it lets every step through, so that
  ///     its `navigate` is called next.
  ///   - isExpected: Whether the owner has nothing to do before it calls the flow for a step.
  /// - Returns: The next step; `nil` if nothing has changed.
  package mutating func beginNext(
    after id: ItemID, in flow: FlowID, isNavigating: Bool, if isExpected: (StepItem) -> Bool
  ) -> StepItem? {
    guard actions.isEmpty, ready.isEmpty, let box = flows.own(flow), box.value.active.count == 1,
      box.value.active[0].item.id == id, box.value.active[0].phase == .navigating,
      let next = box.value.queue.first, isExpected(next), case .open = gate(of: next.ticket)
    else { return nil }
    let ticket = box.value.active[0].item.ticket
    guard ticket.call == nil, !ticket.isForwardedFromScreen else { return nil }
    _ = box.value.queue.popFirst()
    box.value.active[0] = Active(item: next, phase: isNavigating ? .navigating : .adapting)
    undoneCount -= 1
    return next
  }

  /// Records that the answer of `navigate` has been carried out, and that transitions run.
  ///
  /// The owner calls ``settled(_:)`` when they have ended.
  package mutating func settle(_ id: ItemID, in flow: FlowID, _ outcome: StepOutcome = .handled) {
    guard let (box, index) = active(id, in: flow) else { return }
    settling[id] = (remove(index, from: box), outcome)
    running += 1
    afterRemoval(box, flow)
  }

  /// Records that the transitions started by a step have ended.
  package mutating func settled(_ id: ItemID) {
    guard let (item, outcome) = settling.removeValue(forKey: id) else { return }
    running -= 1
    finish(item, outcome)
  }

  /// Whether the machine still expects an answer for this step.
  @inline(__always)
  package func isActive(_ id: ItemID, in flow: FlowID) -> Bool {
    flows[flow]?.value.active.contains { $0.item.id == id } ?? false
  }

  /// Whether a flow handles this step, and does not wait in it.
  func isRunning(_ id: ItemID, in flow: FlowID) -> Bool {
    guard let entry = flows[flow]?.value.active.last(where: { $0.item.id == id }) else {
      return false
    }
    if case .suspended = entry.phase { return false }
    return true
  }

  mutating func complete(_ flow: FlowBox, _ index: Int, _ outcome: StepOutcome) {
    let item = remove(index, from: flow)
    finish(item, outcome)
    afterRemoval(flow, item.flow)
  }

  mutating func afterRemoval(_ flow: FlowBox, _ id: FlowID) {
    guard let top = flow.value.active.indices.last else {
      return flow.value.isEnded ? releaseIfDone(id) : schedule(flow, id)
    }
    if flow.value.active[top].phase == .fulfilled {
      resume(top, in: flow)
    } else {
      schedule(flow, id)
    }
  }

  mutating func remove(_ index: Int, from flow: FlowBox) -> StepItem {
    let isLast = index == flow.value.active.count - 1
    let entry = isLast ? flow.value.active.removeLast() : flow.value.active.remove(at: index)
    if entry.phase.isAtWork { running -= 1 }
    return entry.item
  }

  mutating func finish(_ item: StepItem, _ outcome: StepOutcome) {
    actions.append(finished(item, outcome))
  }

  mutating func finished(_ item: StepItem, _ outcome: StepOutcome) -> Action {
    undoneCount -= 1
    if item.ticket.isForwardedFromScreen, let screen = item.ticket.visibleSource {
      forgetForwarded(from: screen)
    }
    return .finish(item, outcome)
  }

  private mutating func forgetForwarded(from screen: SourceID) {
    let left = (forwarded[screen] ?? 1) - 1
    forwarded[screen] = left > 0 ? left : nil
    if left <= 0 { departures[screen] = nil }
  }

  /// The flow that handles a step, for writing, and the step's index in it.
  @inline(__always)
  mutating func active(_ id: ItemID, in flow: FlowID) -> (FlowBox, Int)? {
    guard let box = flows.own(flow),
      let index = box.value.active.lastIndex(where: { $0.item.id == id })
    else { return nil }
    return (box, index)
  }
}

import AsyncFlow

/// A machine with a parent and a child flow, a stepper for each, and an owner.
///
/// The owner records the machine's actions. A value, so that every continuation of a history can be
/// tried from it.
struct MachineWorld {
  typealias Machine = StepMachine

  enum Event: CaseIterable {
    case emitParent, emitChild, forward
    case hide, show, dismiss, hideChild, showChild, dismissChild
    /// The most recent `adapt` returns first; the same for `navigate`.
    case adaptOvertakes, navigateOvertakes
    case adaptPasses, adaptStops, schedulerFree, schedulerBusy, navigateReturns, settles
    case suspendAdapt, suspendOnChild, suspendOnCall, suspendOutside, fulfil, fulfilOvertakes
    case endChild, loseChild, endParent, loseParent
  }

  var machine = Machine()
  let parent: ArenaIndex
  let child: ArenaIndex
  let parentSource: ArenaIndex
  let childSource: ArenaIndex
  /// The largest number of steps.
  let limit: Int
  var hidden: Set<ArenaIndex> = []
  var dismissed: Set<ArenaIndex> = []
  var ended: Set<ArenaIndex> = []
  let policies: [ArenaIndex: HiddenStepPolicy]
  let covered: CoveredStepPolicy
  /// The step that hid a source, if one did.
  var covers: [ArenaIndex: Int] = [:]
  /// For each step, the source whose screen was visible at its emission, or that of the step it
  /// follows.
  var visibleSources: [Int: ArenaIndex] = [:]
  /// The source that emitted a step.
  var origins: [Int: ArenaIndex] = [:]
  /// The intent of a step that follows from another one.
  var intents: [Int: Int] = [:]
  /// Whether the flows have an `adapt`; otherwise the owner checks the scheduler at once.
  let adapts: Bool

  var emitted: [Int] = []
  var finished: [Int: StepOutcome] = [:]
  var begun: [ArenaIndex: [Int]] = [:]
  var adapting: [StepItem] = []
  var asking: [StepItem] = []
  var waitingForScheduler: [StepItem] = []
  var navigating: [StepItem] = []
  var suspended: [StepItem] = []
  /// The items that were suspended in `adapt`; they return to it when they are resumed.
  var suspendedAdapting: Set<Int> = []
  var settling: [StepItem] = []
  /// The number of times that a shortcut was taken, and compared with the actions that it replaces.
  var shortcuts = 0
  var problems: [String] = []

  init(
    inParent: HiddenStepPolicy, inChild: HiddenStepPolicy, covered: CoveredStepPolicy,
    adapts: Bool = true, limit: Int
  ) {
    self.limit = limit
    self.adapts = adapts
    self.covered = covered
    parent = machine.addFlow()
    child = machine.addFlow(under: parent)
    parentSource = machine.addSource(to: parent, policy: inParent, whenCovered: covered)
    childSource = machine.addSource(to: child, policy: inChild, whenCovered: covered)
    policies = [parentSource: inParent, childSource: inChild]
    machine.setHidden(parentSource, false)
    machine.setHidden(childSource, false)
  }

  func allows(_ event: Event) -> Bool {
    switch event {
    case .emitParent, .emitChild, .forward: emitted.count < limit
    case .hide: allowsHiding(parentSource)
    case .hideChild: allowsHiding(childSource)
    case .show: allowsShowing(parentSource)
    case .showChild: allowsShowing(childSource)
    case .dismiss: !dismissed.contains(parentSource) && matters(parentSource)
    case .dismissChild: !dismissed.contains(childSource) && matters(childSource)
    case .adaptPasses, .adaptStops, .suspendAdapt: !adapting.isEmpty
    case .schedulerFree, .schedulerBusy:
      !asking.isEmpty || (event == .schedulerFree && !waitingForScheduler.isEmpty)
    case .navigateReturns: !navigating.isEmpty
    case .adaptOvertakes: adapting.count > 1
    case .navigateOvertakes: navigating.count > 1
    case .settles: !settling.isEmpty
    case .suspendOnChild: !ended.contains(child) && isNavigatingInParent
    case .suspendOnCall: emitted.count < limit && isNavigatingInParent
    case .suspendOutside: !navigating.isEmpty
    case .fulfil: !suspended.isEmpty
    case .fulfilOvertakes: suspended.count > 1
    case .endChild, .loseChild: !ended.contains(child)
    case .endParent, .loseParent: !ended.contains(parent)
    }
  }

  private func allowsHiding(_ source: ArenaIndex) -> Bool {
    !hidden.contains(source) && !dismissed.contains(source) && matters(source)
  }

  private func allowsShowing(_ source: ArenaIndex) -> Bool {
    hidden.contains(source) && !dismissed.contains(source) && matters(source)
  }

  /// Whether a change of a source's screen makes a difference.
  func matters(_ source: ArenaIndex) -> Bool {
    let flow = source == childSource ? child : parent
    if emitted.count < limit, !ended.contains(flow) { return true }
    return emitted.contains {
      finished[$0] == nil && (origins[$0] == source || visibleSources[$0] == source)
    }
  }

  private var isNavigatingInParent: Bool { navigating.contains { $0.flow == parent } }

  mutating func apply(_ event: Event) {
    switch event {
    case .emitParent: emit(to: parent, from: parentSource)
    case .emitChild: emit(to: child, from: childSource)
    case .forward: forward()
    case .hide: hide(parentSource)
    case .hideChild: hide(childSource)
    case .show: show(parentSource)
    case .showChild: show(childSource)
    case .dismiss: dismiss(parentSource)
    case .dismissChild: dismiss(childSource)
    case .adaptPasses: pass(adapting.removeFirst())
    case .adaptOvertakes: pass(adapting.removeLast())
    case .adaptStops:
      let item = adapting.removeFirst()
      machine.complete(item.id, in: item.flow, .filtered)
    case .schedulerFree, .schedulerBusy: answerScheduler(isFree: event == .schedulerFree)
    case .navigateReturns, .navigateOvertakes:
      let item =
        event == .navigateReturns ? navigating.removeFirst() : navigating.removeLast()
      checkNext(after: item)
      let settles = machine.isActive(item.id, in: item.flow) && item.id.isMultiple(of: 2)
      if settles {
        settling.append(item)
        machine.settle(item.id, in: item.flow)
      } else {
        machine.complete(item.id, in: item.flow, .handled)
      }
    case .settles: machine.settled(settling.removeFirst().id)
    case .suspendAdapt:
      let item = adapting.removeLast()
      suspendedAdapting.insert(item.id)
      machine.suspend(item.id, in: item.flow, on: .outside)
      suspended.append(item)
    case .suspendOutside:
      let item = navigating.removeLast()
      machine.suspend(item.id, in: item.flow, on: .outside)
      if machine.isActive(item.id, in: item.flow) { suspended.append(item) }
    case .suspendOnChild, .suspendOnCall: suspend(onChild: event == .suspendOnChild)
    case .fulfil, .fulfilOvertakes:
      let item = event == .fulfil ? suspended.removeFirst() : suspended.removeLast()
      machine.fulfil(item.id, in: item.flow)
    case .endChild, .loseChild: end(child, keepsNavigating: event == .loseChild)
    case .endParent, .loseParent:
      if !ended.contains(child) { end(child, keepsNavigating: false) }
      end(parent, keepsNavigating: event == .loseParent)
    }
    drain()
  }

  private mutating func emit(to flow: ArenaIndex, from source: ArenaIndex) {
    let id = machine.enqueue(to: flow, from: source)
    origins[id] = source
    if !hidden.contains(source), !dismissed.contains(source), !ended.contains(flow) {
      visibleSources[id] = source
    }
    emitted.append(id)
  }

  /// The child forwards a step, in the answer to the step that it handles, if any.
  private mutating func forward() {
    let answered = navigating.last { $0.flow == child }
    let id = machine.enqueue(to: parent, origin: child, following: answered)
    intents[id] = answered?.intent
    if let answered, let screen = visibleSources[answered.id], !hidden.contains(screen),
      !dismissed.contains(screen), !ended.contains(child), policies[screen] != .always
    {
      visibleSources[id] = screen
    }
    emitted.append(id)
  }

  /// The step whose transitions run, if any.
  private var cover: ScreenCover {
    ScreenCover(intent: (navigating.last ?? settling.last)?.intent)
  }

  private mutating func hide(_ source: ArenaIndex) {
    hidden.insert(source)
    covers[source] = cover.intent
    machine.setHidden(source, true, by: cover)
  }

  private mutating func show(_ source: ArenaIndex) {
    hidden.remove(source)
    covers[source] = nil
    machine.setHidden(source, false)
  }

  private mutating func dismiss(_ source: ArenaIndex) {
    dismissed.insert(source)
    covers[source] = cover.intent
    machine.dismiss(source, by: cover)
  }

  private mutating func end(_ flow: ArenaIndex, keepsNavigating: Bool) {
    ended.insert(flow)
    let source = flow == child ? childSource : parentSource
    if !dismissed.contains(source) { covers[source] = cover.intent }
    machine.endFlow(flow, keepsNavigating: keepsNavigating, by: cover)
  }

  /// Whether an earlier step has hidden or removed a source.
  private func isOvertaken(_ item: StepItem, at source: ArenaIndex) -> Bool {
    covers[source].map { $0 < item.intent } ?? false
  }

  private mutating func pass(_ item: StepItem) {
    var shortcut = machine
    machine.adapted(item.id, in: item.flow)
    guard shortcut.adapted(item.id, in: item.flow, isSchedulerFree: true) else { return }
    shortcuts += 1
    var long = machine
    guard case .askScheduler(item)? = long.next(),
      long.schedulerAnswered(item.id, in: item.flow, isFree: true), long.isSame(as: shortcut)
    else { return problems.append("\(item.id) navigates at once, and would not by actions") }
  }

  /// Compares the shortcut at the end of a step with the actions that it replaces.
  private mutating func checkNext(after item: StepItem) {
    for isNavigating in [false, true] {
      var (short, long) = (machine, machine)
      let next = short.beginNext(
        after: item.id, in: item.flow, isNavigating: isNavigating, if: { _ in true })
      guard let next else { continue }
      shortcuts += 1
      long.complete(item.id, in: item.flow, .handled)
      guard case .finish(item, .handled)? = long.next(), case .adapt(next)? = long.next(),
        !isNavigating || long.schedulerAnswered(next.id, in: next.flow, isFree: true),
        long.isSame(as: short)
      else {
        problems.append("\(next.id) begins after \(item.id), and would not by actions")
        continue
      }
    }
  }

  private mutating func answerScheduler(isFree: Bool) {
    if asking.isEmpty {
      let item = waitingForScheduler.removeFirst()
      machine.schedulerBecameFree(item.id, in: item.flow)
    } else {
      let item = asking.removeFirst()
      if !isFree { waitingForScheduler.append(item) }
      if machine.schedulerAnswered(item.id, in: item.flow, isFree: isFree) {
        check(navigatingOf: item)
        navigating.append(item)
      }
    }
  }

  private mutating func suspend(onChild: Bool) {
    guard let index = navigating.lastIndex(where: { $0.flow == parent }) else { return }
    let item = navigating.remove(at: index)
    guard machine.isActive(item.id, in: parent) else { return }
    if onChild {
      machine.suspend(item.id, in: parent, on: .child(child))
    } else {
      let call = machine.makeCall()
      emitted.append(machine.enqueue(to: parent, origin: parent, call: call))
      machine.suspend(item.id, in: parent, on: .call(call))
    }
    suspended.append(item)
  }

  mutating func drain() {
    while let action = machine.next() {
      switch action {
      case .adapt(let item):
        begin(item)
        if adapts { adapting.append(item) } else { asking.append(item) }
      case .askScheduler(let item): asking.append(item)
      case .resume(let item):
        if finished[item.id] != nil { problems.append("\(item.id) resumed after its end") }
        if suspendedAdapting.remove(item.id) != nil {
          adapting.append(item)
        } else {
          navigating.append(item)
        }
      case .finish(let item, let outcome):
        if finished[item.id] != nil { problems.append("\(item.id) finished twice") }
        finished[item.id] = outcome
        check(outcome, of: item)
        adapting.removeAll { $0.id == item.id }
        asking.removeAll { $0.id == item.id }
        waitingForScheduler.removeAll { $0.id == item.id }
        suspended.removeAll { $0.id == item.id }
      }
    }
    // A suspended handler may continue only from outside, whatever is nested in it.
    let atWork = adapting + asking + waitingForScheduler + navigating + settling
    if !machine.isIdle, !atWork.contains(where: { finished[$0.id] == nil }) {
      problems.append("busy, and all remaining work waits: \(machine.reports)")
    }
  }

  /// Checks a step at its delivery: its screen is there, and no earlier step has covered it.
  private mutating func check(navigatingOf item: StepItem) {
    if let source = item.source, dismissed.contains(source) {
      problems.append("\(item.id) navigates after its dismissal")
    }
    guard let screen = item.source ?? visibleSources[item.id], policies[screen] != .always,
      hidden.contains(screen), !dismissed.contains(screen), isOvertaken(item, at: screen),
      item.source != nil || covered == .refuse
    else { return }
    problems.append("\(item.id) navigates although an earlier step has covered its screen")
  }

  /// Checks a refusal: its reason refers to the moment of the step's emission.
  private mutating func check(_ outcome: StepOutcome, of item: StepItem) {
    let screen = visibleSources[item.id]
    switch outcome {
    case .refused(.covered):
      guard let screen, hidden.contains(screen), covered == .refuse, policies[screen] != .always
      else { return problems.append("\(item.id) was refused as covered, and was not") }
    case .refused(.hidden):
      if screen != nil { problems.append("\(item.id) was refused as hidden, and was covered") }
    case .refused(.dismissed) where item.source == nil:
      if let screen, isOvertaken(item, at: screen) { return }
      problems.append("\(item.id) was refused with a screen that it did not depend on")
    default: return
    }
  }

  /// Checks the beginning of a step: no other step of its flow is active, except suspended ones,
  /// and no later step of its stepper has begun.
  private mutating func begin(_ item: StepItem) {
    let busy = adapting + asking + waitingForScheduler + navigating
    if busy.contains(where: { $0.flow == item.flow && machine.isActive($0.id, in: $0.flow) }) {
      problems.append("\(item.id) began while its flow was busy")
    }
    if let source = item.source, let last = begun[source]?.last, last > item.id {
      problems.append("\(item.id) began after \(last) of the same stepper")
    }
    if ended.contains(item.flow) { problems.append("\(item.id) began after the end of its flow") }
    if let source = item.source {
      if dismissed.contains(source) { problems.append("\(item.id) began after its dismissal") }
      if hidden.contains(source), policies[source] != .always {
        problems.append("\(item.id) began while hidden")
      }
      begun[source, default: []].append(item.id)
    }
  }

  /// The problems in a world that cannot continue by itself; empty if it can.
  var leftovers: [String] {
    guard !Event.closing.contains(where: allows) else { return [] }
    var leftovers = emitted.filter { finished[$0] == nil }.map { "\($0) was lost" }
    if !machine.isIdle { leftovers.append("busy with nothing to do: \(machine.reports)") }
    if !machine.reports.isEmpty { leftovers.append("left over: \(machine.reports)") }
    return leftovers
  }
}

extension MachineWorld.Event {
  fileprivate static let closing: [Self] = [
    .show, .showChild, .adaptPasses, .schedulerFree, .navigateReturns, .fulfil, .settles,
  ]
}

extension StepMachine {
  /// Whether all stored values are the same.
  fileprivate func isSame(as other: Self) -> Bool {
    var (own, others) = ("", "")
    dump(self, to: &own)
    dump(other, to: &others)
    return own == others
  }
}

/// A pattern of the same step.
private func ~= (pattern: StepItem, value: StepItem) -> Bool { pattern === value }

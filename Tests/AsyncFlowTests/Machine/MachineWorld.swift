import AsyncFlow

/// A machine with a parent and a child flow, a stepper for each, and an owner.
///
/// The owner records what the machine wants. A value, so that every continuation of a history can be
/// tried from it.
struct MachineWorld {
  typealias Machine = StepMachine<Int>

  enum Event: CaseIterable {
    case emitParent, emitChild, forward
    case hide, show, dismiss, hideChild, showChild, dismissChild
    /// The flow that was asked last answers first; so too for `navigate`.
    case adaptOvertakes, navigateOvertakes
    case adaptPasses, adaptStops, laneFree, laneBusy, navigateReturns, settles
    case parkAdapt, parkOnChild, parkOnCall, parkOutside, fulfil, fulfilOvertakes
    case endChild, loseChild, endParent, loseParent
  }

  var machine = Machine()
  let parent: SlotID
  let child: SlotID
  let parentSource: SlotID
  let childSource: SlotID
  /// How many steps there may be.
  let limit: Int
  var hidden: Set<SlotID> = []
  var dismissed: Set<SlotID> = []
  var ended: Set<SlotID> = []
  let policies: [SlotID: HiddenStepPolicy]
  /// Whether the flows have an `adapt`; else the owner looks at the lane at once.
  let adapts: Bool

  var emitted: [Int] = []
  var finished: [Int: StepOutcome] = [:]
  var begun: [SlotID: [Int]] = [:]
  var adapting: [Machine.Item] = []
  var asking: [Machine.Item] = []
  var waitingForLane: [Machine.Item] = []
  var navigating: [Machine.Item] = []
  var parked: [Machine.Item] = []
  /// Those that were parked while they adapted, and adapt again when they are resumed.
  var parkedAdapting: Set<Int> = []
  var settling: [Machine.Item] = []
  var problems: [String] = []

  init(
    inParent: HiddenStepPolicy, inChild: HiddenStepPolicy, adapts: Bool = true, limit: Int
  ) {
    self.limit = limit
    self.adapts = adapts
    parent = machine.addFlow()
    child = machine.addFlow(under: parent)
    parentSource = machine.addSource(to: parent, policy: inParent)
    childSource = machine.addSource(to: child, policy: inChild)
    policies = [parentSource: inParent, childSource: inChild]
  }

  func allows(_ event: Event) -> Bool {
    switch event {
    case .emitParent, .emitChild, .forward: emitted.count < limit
    case .hide: allowsHiding(parentSource)
    case .hideChild: allowsHiding(childSource)
    case .show: allowsShowing(parentSource)
    case .showChild: allowsShowing(childSource)
    case .dismiss: !dismissed.contains(parentSource)
    case .dismissChild: !dismissed.contains(childSource)
    case .adaptPasses, .adaptStops, .parkAdapt: !adapting.isEmpty
    case .laneFree, .laneBusy: !asking.isEmpty || (event == .laneFree && !waitingForLane.isEmpty)
    case .navigateReturns: !navigating.isEmpty
    case .adaptOvertakes: adapting.count > 1
    case .navigateOvertakes: navigating.count > 1
    case .settles: !settling.isEmpty
    case .parkOnChild: !ended.contains(child) && isNavigatingInParent
    case .parkOnCall: emitted.count < limit && isNavigatingInParent
    case .parkOutside: !navigating.isEmpty
    case .fulfil: !parked.isEmpty
    case .fulfilOvertakes: parked.count > 1
    case .endChild, .loseChild: !ended.contains(child)
    case .endParent, .loseParent: !ended.contains(parent)
    }
  }

  private func allowsHiding(_ source: SlotID) -> Bool {
    !hidden.contains(source) && !dismissed.contains(source)
  }

  private func allowsShowing(_ source: SlotID) -> Bool {
    hidden.contains(source) && !dismissed.contains(source)
  }

  private var isNavigatingInParent: Bool { navigating.contains { $0.flow == parent } }

  mutating func apply(_ event: Event) {
    switch event {
    case .emitParent: emitted.append(machine.enqueue(0, to: parent, from: parentSource))
    case .emitChild: emitted.append(machine.enqueue(0, to: child, from: childSource))
    case .forward: emitted.append(machine.enqueue(0, to: parent, origin: child))
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
      machine.adapted(item.id, in: item.flow, passes: false)
    case .laneFree, .laneBusy: answerLane(isFree: event == .laneFree)
    case .navigateReturns, .navigateOvertakes:
      let item =
        event == .navigateReturns ? navigating.removeFirst() : navigating.removeLast()
      let settles = machine.isActive(item.id, in: item.flow) && item.id.isMultiple(of: 2)
      if settles { settling.append(item) }
      machine.navigateReturned(item.id, in: item.flow, .handled, settles: settles)
    case .settles: machine.settled(settling.removeFirst().id)
    case .parkAdapt:
      let item = adapting.removeLast()
      parkedAdapting.insert(item.id)
      machine.park(item.id, in: item.flow, on: .outside)
      parked.append(item)
    case .parkOutside:
      let item = navigating.removeLast()
      machine.park(item.id, in: item.flow, on: .outside)
      if machine.isActive(item.id, in: item.flow) { parked.append(item) }
    case .parkOnChild, .parkOnCall: park(onChild: event == .parkOnChild)
    case .fulfil, .fulfilOvertakes:
      let item = event == .fulfil ? parked.removeFirst() : parked.removeLast()
      machine.fulfil(item.id, in: item.flow)
    case .endChild, .loseChild: end(child, keepsNavigating: event == .loseChild)
    case .endParent, .loseParent:
      if !ended.contains(child) { end(child, keepsNavigating: false) }
      end(parent, keepsNavigating: event == .loseParent)
    }
    drain()
  }

  private mutating func hide(_ source: SlotID) {
    hidden.insert(source)
    machine.setHidden(source, true)
  }

  private mutating func show(_ source: SlotID) {
    hidden.remove(source)
    machine.setHidden(source, false)
  }

  private mutating func dismiss(_ source: SlotID) {
    dismissed.insert(source)
    machine.dismiss(source)
  }

  private mutating func end(_ flow: SlotID, keepsNavigating: Bool) {
    ended.insert(flow)
    machine.endFlow(flow, keepsNavigating: keepsNavigating)
  }

  private mutating func pass(_ item: Machine.Item) {
    machine.adapted(item.id, in: item.flow, passes: true)
  }

  private mutating func answerLane(isFree: Bool) {
    if asking.isEmpty {
      let item = waitingForLane.removeFirst()
      machine.laneBecameFree(item.id, in: item.flow)
    } else {
      let item = asking.removeFirst()
      if !isFree { waitingForLane.append(item) }
      if case .navigate(let item)? = machine.laneAnswered(item.id, in: item.flow, isFree: isFree) {
        navigating.append(item)
      }
    }
  }

  private mutating func park(onChild: Bool) {
    guard let index = navigating.lastIndex(where: { $0.flow == parent }) else { return }
    let item = navigating.remove(at: index)
    guard machine.isActive(item.id, in: parent) else { return }
    if onChild {
      machine.park(item.id, in: parent, on: .child(child))
    } else {
      let call = machine.makeCall()
      emitted.append(machine.enqueue(0, to: parent, origin: parent, call: call))
      machine.park(item.id, in: parent, on: .call(call))
    }
    parked.append(item)
  }

  mutating func drain() {
    while let action = machine.next() {
      switch action {
      case .adapt(let item):
        begin(item)
        if adapts { adapting.append(item) } else { asking.append(item) }
      case .askLane(let item): asking.append(item)
      case .navigate(let item): problems.append("\(item.id) navigates without having asked")
      case .resume(let item):
        if finished[item.id] != nil { problems.append("\(item.id) resumed after its end") }
        if parkedAdapting.remove(item.id) != nil {
          adapting.append(item)
        } else {
          navigating.append(item)
        }
      case .finish(let item, let outcome):
        if finished[item.id] != nil { problems.append("\(item.id) finished twice") }
        finished[item.id] = outcome
        adapting.removeAll { $0.id == item.id }
        asking.removeAll { $0.id == item.id }
        waitingForLane.removeAll { $0.id == item.id }
        parked.removeAll { $0.id == item.id }
      }
    }
  }

  /// A step begins: nothing of its flow may be under way but what is parked, and no earlier step
  /// of its stepper may begin later.
  private mutating func begin(_ item: Machine.Item) {
    let busy = adapting + asking + waitingForLane + navigating
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

  /// What is wrong if nothing is left that can go on by itself; nothing if something is.
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
    .show, .showChild, .adaptPasses, .laneFree, .navigateReturns, .fulfil, .settles,
  ]
}

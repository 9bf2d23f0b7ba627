import AsyncFlow

/// A machine with a parent and a child flow, two steppers, and an owner.
///
/// The owner records what the machine wants. A value, so that every continuation of a history can be tried from it.
struct MachineWorld {
  typealias Machine = StepMachine<Int>

  enum Event: CaseIterable {
    case emitParent, emitChild, forward, hide, show, dismiss
    /// The flow that was asked last answers first; so too for `navigate`.
    case adaptOvertakes, navigateOvertakes
    case adaptPasses, adaptStops, laneFree, laneBusy, navigateReturns, settles
    case parkOnChild, parkOnCall, fulfil, endChild, loseChild
  }

  var machine = Machine()
  let parent: SlotID
  let child: SlotID
  let parentSource: SlotID
  let childSource: SlotID
  var isHidden = false
  var isDismissed = false
  var hasChildEnded = false
  let policy: HiddenStepPolicy

  var emitted: [Int] = []
  var finished: [Int: StepOutcome] = [:]
  var begun: [SlotID: [Int]] = [:]
  var adapting: [Machine.Item] = []
  var asking: [Machine.Item] = []
  var waitingForLane: [Machine.Item] = []
  var navigating: [Machine.Item] = []
  var parked: [Machine.Item] = []
  var settling: [Machine.Item] = []
  var sourceOf: [Int: SlotID] = [:]
  var problems: [String] = []

  init(policy: HiddenStepPolicy) {
    self.policy = policy
    parent = machine.addFlow()
    child = machine.addFlow(under: parent)
    parentSource = machine.addSource(to: parent, policy: policy)
    childSource = machine.addSource(to: child)
  }

  func allows(_ event: Event) -> Bool {
    switch event {
    case .emitParent: emitted.count < 3
    case .emitChild, .forward: emitted.count < 3 && !hasChildEnded
    case .hide: !isHidden && !isDismissed
    case .show: isHidden && !isDismissed
    case .dismiss: !isDismissed
    case .adaptPasses, .adaptStops: !adapting.isEmpty
    case .laneFree, .laneBusy: !asking.isEmpty || (event == .laneFree && !waitingForLane.isEmpty)
    case .navigateReturns: !navigating.isEmpty
    case .adaptOvertakes: adapting.count > 1
    case .navigateOvertakes: navigating.count > 1
    case .settles: !settling.isEmpty
    case .parkOnChild, .parkOnCall: navigating.contains { $0.flow == parent } && !hasChildEnded
    case .fulfil: !parked.isEmpty
    case .endChild, .loseChild: !hasChildEnded
    }
  }

  mutating func apply(_ event: Event) {
    switch event {
    case .emitParent: emit(machine.enqueue(0, to: parent, from: parentSource), parentSource)
    case .emitChild: emit(machine.enqueue(0, to: child, from: childSource), childSource)
    case .forward: emit(machine.enqueue(0, to: parent, origin: child), nil)
    case .hide, .show:
      isHidden = event == .hide
      machine.setHidden(parentSource, isHidden)
    case .dismiss:
      isDismissed = true
      machine.dismiss(parentSource)
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
    case .parkOnChild, .parkOnCall: park(onChild: event == .parkOnChild)
    case .fulfil:
      let item = parked.removeFirst()
      machine.fulfil(item.id, in: item.flow)
    case .endChild, .loseChild:
      hasChildEnded = true
      machine.endFlow(child, keepsNavigating: event == .loseChild)
    }
    drain()
  }

  private mutating func emit(_ id: Int, _ source: SlotID?) {
    emitted.append(id)
    sourceOf[id] = source
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
      emit(machine.enqueue(0, to: parent, origin: parent, call: call), nil)
      machine.park(item.id, in: parent, on: .call(call))
    }
    parked.append(item)
  }

  mutating func drain() {
    while let action = machine.next() {
      switch action {
      case .adapt(let item):
        begin(item)
        adapting.append(item)
      case .askLane(let item): asking.append(item)
      case .navigate(let item): problems.append("\(item.id) navigates without having asked")
      case .resume(let item):
        if finished[item.id] != nil { problems.append("\(item.id) resumed after its end") }
        navigating.append(item)
      case .finish(let item, let outcome):
        if finished[item.id] != nil { problems.append("\(item.id) finished twice") }
        finished[item.id] = outcome
        adapting.removeAll { $0.id == item.id }
        asking.removeAll { $0.id == item.id }
        waitingForLane.removeAll { $0.id == item.id }
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
    if item.source == parentSource, !item.isInitial {
      if isDismissed { problems.append("\(item.id) began after its dismissal") }
      if isHidden, policy != .always { problems.append("\(item.id) began while hidden") }
    }
    if let source = item.source { begun[source, default: []].append(item.id) }
  }

  /// Lets everything come to its end, and says what did not.
  mutating func close() -> [String] {
    while let event = Event.closing.first(where: { allows($0) }) { apply(event) }
    for id in emitted where finished[id] == nil { problems.append("\(id) was lost") }
    if !machine.isIdle { problems.append("busy with nothing to do: \(machine.reports)") }
    if !machine.reports.isEmpty { problems.append("left over: \(machine.reports)") }
    return problems
  }
}

extension MachineWorld.Event {
  fileprivate static let closing: [Self] = [
    .show, .adaptPasses, .laneFree, .navigateReturns, .fulfil, .settles,
  ]
}

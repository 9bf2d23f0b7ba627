import AsyncFlow
import Testing

@Suite("The machine")
struct StepMachineTests {
  typealias Machine = StepMachine<String>

  /// Lets every step through to its end, and tells in which order they were handled.
  private func run(_ machine: inout Machine) -> [String] {
    var log: [String] = []
    while let action = machine.next() {
      switch action {
      case .adapt(let item): machine.adapted(item.id, in: item.flow, passes: true)
      case .navigate: break
      case .askLane(let item):
        _ = machine.laneAnswered(item.id, in: item.flow, isFree: true)
        log.append(item.payload)
        machine.navigateReturned(item.id, in: item.flow, .handled)
      case .resume: break
      case .finish(let item, let outcome):
        if outcome != .handled { log.append("\(item.payload) \(outcome)") }
      }
    }
    return log
  }

  @Test("Between flows the order is that of emission")
  func betweenFlows() {
    var machine = Machine()
    let flows = (0..<3).map { _ in machine.addFlow() }
    for (step, flow) in [("a", 2), ("b", 0), ("c", 1), ("d", 0), ("e", 2)] {
      machine.enqueue(step, to: flows[flow])
    }
    #expect(run(&machine) == ["a", "b", "c", "d", "e"])
    #expect(machine.isIdle)
  }

  @Test("A held step keeps its place and stands in nobody's way")
  func held() {
    var machine = Machine()
    let flow = machine.addFlow()
    let hidden = machine.addSource(to: flow)
    let visible = machine.addSource(to: flow)
    machine.setHidden(hidden, true)
    machine.enqueue("first", to: flow, from: hidden)
    machine.enqueue("back", to: flow, from: visible)
    machine.enqueue("initial", to: flow, from: hidden, isInitial: true)
    #expect(run(&machine) == ["back", "initial"])
    machine.enqueue("later", to: flow, from: visible)
    machine.setHidden(hidden, false)
    #expect(run(&machine) == ["first", "later"])
  }

  @Test("A step goes ahead of its flow's others only, when it comes back from being held")
  func heldBetweenFlows() {
    var machine = Machine()
    let flow = machine.addFlow()
    let other = machine.addFlow()
    let source = machine.addSource(to: flow)
    machine.setHidden(source, true)
    machine.enqueue("held", to: flow, from: source)
    #expect(run(&machine) == [])
    machine.enqueue("first", to: flow)
    machine.enqueue("other", to: other)
    machine.enqueue("last", to: flow)
    machine.setHidden(source, false)
    #expect(run(&machine) == ["held", "first", "other", "last"])
  }

  @Test("The policies for hidden presentables")
  func policies() {
    for (policy, expected) in [
      (HiddenStepPolicy.always, ["a", "b"]),
      (.drop, ["a \(StepOutcome.refused(.hidden))", "b \(StepOutcome.refused(.hidden))"]),
      (.latestOnly, ["a \(StepOutcome.refused(.superseded))", "b"]),
      (.hold, ["a", "b"]),
    ] {
      var machine = Machine()
      let flow = machine.addFlow()
      let source = machine.addSource(to: flow, policy: policy)
      machine.setHidden(source, true)
      machine.enqueue("a", to: flow, from: source)
      machine.enqueue("b", to: flow, from: source)
      var log = run(&machine)
      machine.setHidden(source, false)
      log += run(&machine)
      #expect(log == expected, "\(policy)")
    }
  }

  @Test("A dismissed stepper's steps are refused unless they are welcome")
  func dismissed() {
    var machine = Machine()
    let flow = machine.addFlow()
    let strict = machine.addSource(to: flow)
    let lenient = machine.addSource(to: flow, allowsStepsWhenDismissed: true)
    machine.setHidden(strict, true)
    machine.setHidden(lenient, true)
    machine.enqueue("held", to: flow, from: strict)
    machine.enqueue("welcome", to: flow, from: lenient)
    #expect(run(&machine) == [])
    machine.dismiss(strict)
    machine.dismiss(lenient)
    machine.enqueue("late", to: flow, from: strict)
    let refused = StepOutcome.refused(.dismissed)
    #expect(run(&machine) == ["held \(refused)", "welcome", "late \(refused)"])
  }

  @Test("A parked handler's flow takes steps from the child's subtree only")
  func parkedOnChild() {
    var machine = Machine()
    let parent = machine.addFlow()
    let child = machine.addFlow(under: parent)
    let grandchild = machine.addFlow(under: child)
    let id = machine.enqueue("wait", to: parent)
    while let action = machine.next() {
      if case .adapt(let item) = action { machine.adapted(item.id, in: parent, passes: true) }
      if case .askLane(let item) = action {
        _ = machine.laneAnswered(item.id, in: parent, isFree: true)
      }
    }
    machine.park(id, in: parent, on: .child(child))
    #expect(machine.isIdle)
    machine.enqueue("own", to: parent)
    machine.enqueue("forwarded", to: parent, origin: grandchild)
    #expect(run(&machine) == ["forwarded"])
    machine.fulfil(id, in: parent)
    #expect(run(&machine) == [])
    machine.navigateReturned(id, in: parent, .handled)
    #expect(run(&machine) == ["own"])
  }

  @Test("Handlers that would wait for each other are found, with the chain")
  func mutualWait() {
    var machine = Machine()
    let flows = (0..<3).map { _ in machine.addFlow() }
    var active: [Int] = []
    for flow in flows { active.append(machine.enqueue("wait", to: flow)) }
    while let action = machine.next() {
      if case .adapt(let item) = action { machine.adapted(item.id, in: item.flow, passes: true) }
      if case .askLane(let item) = action {
        _ = machine.laneAnswered(item.id, in: item.flow, isFree: true)
      }
    }
    for (caller, recipient) in [(0, 1), (1, 2)] {
      #expect(machine.mutualWait(of: flows[caller], for: [flows[recipient]]) == nil)
      let call = machine.makeCall()
      machine.enqueue("call", to: flows[recipient], origin: flows[caller], call: call)
      machine.park(active[caller], in: flows[caller], on: .call(call))
    }
    #expect(
      machine.mutualWait(of: flows[2], for: [flows[0]]) == [flows[2], flows[0], flows[1], flows[2]])
  }

  @Test("A flow's end refuses what waits and cancels what runs; its place is used again")
  func end() {
    var machine = Machine()
    let flow = machine.addFlow()
    machine.enqueue("a", to: flow)
    machine.enqueue("b", to: flow)
    _ = machine.next()
    machine.endFlow(flow)
    #expect(run(&machine).count == 2)
    #expect(machine.isIdle)
    let other = machine.addFlow()
    #expect(other != flow)
    machine.enqueue("late", to: flow)
    machine.enqueue("new", to: other)
    #expect(run(&machine) == ["late \(StepOutcome.refused(.flowEnded))", "new"])
  }
}

import AsyncFlow
import Testing

@Suite("The machine")
struct StepMachineTests {
  typealias Machine = StepMachine

  /// Lets every step run to its end, and returns the order in which they were handled.
  private func run(_ machine: inout Machine) -> [String] {
    var log: [String] = []
    while let action = machine.next() {
      switch action {
      case .adapt(let item): machine.adapted(item.id, in: item.flow)
      case .askScheduler(let item):
        _ = machine.schedulerAnswered(item.id, in: item.flow, isFree: true)
        log.append(item.name)
        machine.complete(item.id, in: item.flow, .handled)
      case .resume: break
      case .finish(let item, let outcome):
        if outcome != .handled { log.append("\(item.name) \(outcome)") }
      }
    }
    return log
  }

  @Test("Steps of several flows are handled in the order of emission")
  func betweenFlows() {
    var machine = Machine()
    let flows = (0..<3).map { _ in machine.addFlow() }
    for (step, flow) in [("a", 2), ("b", 0), ("c", 1), ("d", 0), ("e", 2)] {
      machine.enqueue(step, to: flows[flow])
    }
    #expect(run(&machine) == ["a", "b", "c", "d", "e"])
    #expect(machine.isIdle)
  }

  @Test("A held step keeps its position and delays no other")
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

  @Test("A step that returns from being held precedes only the others of its flow")
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

  @Test("A flow whose held steps return in reverse keeps no entry for a step that is done")
  func heldInReverse() {
    var machine = Machine()
    let flow = machine.addFlow()
    let sources = (0..<100).map { _ in machine.addSource(to: flow) }
    for (index, source) in sources.enumerated() {
      machine.setHidden(source, true)
      machine.enqueue("\(index)", to: flow, from: source)
    }
    #expect(run(&machine) == [])
    for source in sources.reversed() { machine.setHidden(source, false) }
    var count = 0
    while count < 99, let action = machine.next() {
      switch action {
      case .adapt(let item): machine.adapted(item.id, in: item.flow)
      case .askScheduler(let item):
        _ = machine.schedulerAnswered(item.id, in: item.flow, isFree: true)
        count += 1
        machine.complete(item.id, in: item.flow, .handled)
      case .resume, .finish: break
      }
    }
    // The last step has one from its return and one from the end of the step before it, which has left
    // one itself.
    #expect(machine.ready.count <= 3)
    #expect(run(&machine) == ["99"])
  }

  @Test("Applies the policies for hidden presentables")
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

  @Test("A visible screen's step that is covered at its turn is refused, or held on request")
  func covered() {
    for (policy, whenCovered, expected) in [
      (HiddenStepPolicy.hold, CoveredStepPolicy.refuse, ["tap \(Self.covered)", "news"]),
      (.hold, .hold, ["tap", "news"]),
      (.drop, .refuse, ["tap \(Self.covered)", "news \(StepOutcome.refused(.hidden))"]),
      (.drop, .hold, ["news \(StepOutcome.refused(.hidden))", "tap"]),
      (.latestOnly, .refuse, ["tap \(Self.covered)", "news"]),
      (.latestOnly, .hold, ["tap \(StepOutcome.refused(.superseded))", "news"]),
      (.always, .refuse, ["tap", "news"]),
    ] {
      var machine = Machine()
      let flow = machine.addFlow()
      let source = machine.addSource(to: flow, policy: policy, whenCovered: whenCovered)
      machine.setHidden(source, false)
      machine.enqueue("tap", to: flow, from: source)
      machine.setHidden(source, true, by: .init(cause: .user))
      machine.enqueue("news", to: flow, from: source)
      var log = run(&machine)
      machine.setHidden(source, false)
      log += run(&machine)
      #expect(log == expected, "\(policy), \(whenCovered)")
    }
  }

  private static let covered = StepOutcome.refused(.covered(by: "user"))

  @Test("A step of a screen with unknown visibility is held rather than refused as covered")
  func unknownVisibility() {
    var machine = Machine()
    let flow = machine.addFlow()
    let source = machine.addSource(to: flow)
    machine.enqueue("early", to: flow, from: source)
    machine.setHidden(source, true)
    #expect(run(&machine) == [])
    machine.setHidden(source, false)
    #expect(run(&machine) == ["early"])
  }

  @Test("Refuses a forwarded step if an earlier step has covered or removed its screen")
  func forwarded() {
    for isRemoved in [false, true] {
      for isEarlier in [false, true] {
        var machine = Machine()
        let parent = machine.addFlow()
        let child = machine.addFlow(under: parent)
        let screen = machine.addSource(to: child)
        machine.setHidden(screen, false)
        let first = machine.enqueue("first", to: child, from: screen)
        machine.enqueue("second", to: child, from: screen)
        var answered: [StepItem] = []
        while let action = machine.next() {
          if case .adapt(let item) = action { machine.adapted(item.id, in: child) }
          if case .askScheduler(let item) = action {
            _ = machine.schedulerAnswered(item.id, in: child, isFree: true)
            answered.append(item)
            machine.enqueue(
              "\(item.name) forwarded", to: parent, origin: child, following: item)
            machine.complete(item.id, in: child, .handled)
            if answered.count == 2 { break }
          }
        }
        let cover = ScreenCover(intent: isEarlier ? first : nil)
        if isRemoved {
          machine.dismiss(screen, by: cover)
        } else {
          machine.setHidden(screen, true, by: cover)
        }
        let refusal = isRemoved ? StepRefusal.dismissed : .covered(by: nil)
        // The forward of the first step is part of that step.
        #expect(
          run(&machine) == [
            "first forwarded",
            isEarlier ? "second forwarded \(StepOutcome.refused(refusal))" : "second forwarded",
          ])
      }
    }
  }

  @Test("Refuses the steps beneath a sheet in the order of emission", arguments: [false, true])
  func beneathSheet(isWaiting: Bool) {
    var machine = Machine()
    let flows = [machine.addFlow(), machine.addFlow()]
    let screens = flows.map { machine.addSource(to: $0) }
    for screen in screens { machine.setHidden(screen, false) }
    let intent = machine.makeTicket(to: flows[0]).intent
    machine.enqueue("1", to: flows[1], from: screens[1])
    machine.enqueue("2", to: flows[0], from: screens[0])
    machine.enqueue("3", to: flows[1], from: screens[1])
    if isWaiting {
      while let action = machine.next() {
        if case .adapt(let item) = action { machine.adapted(item.id, in: item.flow) }
        if case .askScheduler(let item) = action {
          _ = machine.schedulerAnswered(item.id, in: item.flow, isFree: false)
        }
      }
    }
    machine.cover(Set(screens), with: ScreenCover(intent: intent, cause: .user))
    #expect(run(&machine) == ["1 \(Self.covered)", "2 \(Self.covered)", "3 \(Self.covered)"])
  }

  @Test("A handler that has its child's result waits for its nested handlers")
  func fulfilledBeneathSuspended() {
    var machine = Machine()
    let parent = machine.addFlow()
    let first = machine.addFlow(under: parent)
    let second = machine.addFlow(under: parent)
    func begin(_ step: String, origin: ArenaIndex? = nil) -> Int {
      let id = machine.enqueue(step, to: parent, origin: origin)
      while let action = machine.next() {
        if case .adapt = action { _ = machine.schedulerAnswered(id, in: parent, isFree: true) }
      }
      return id
    }
    let outer = begin("outer")
    machine.suspend(outer, in: parent, on: .child(first))
    let inner = begin("inner", origin: first)
    machine.suspend(inner, in: parent, on: .child(second))
    machine.fulfil(outer, in: parent)
    #expect(machine.isIdle)
    machine.fulfil(inner, in: parent)
    #expect(!machine.isIdle)
    machine.complete(inner, in: parent, .handled)
    var resumed: [String] = []
    while let action = machine.next() {
      if case .resume(let item) = action { resumed.append(item.name) }
    }
    #expect(resumed == ["inner", "outer"])
    machine.complete(outer, in: parent, .handled)
    _ = machine.next()
    #expect(machine.isIdle)
  }

  @Test("Refuses a dismissed stepper's steps unless they are allowed")
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

  @Test(
    "While a handler is suspended on a child, its flow takes steps of that child's subtree only")
  func suspendedOnChild() {
    var machine = Machine()
    let parent = machine.addFlow()
    let child = machine.addFlow(under: parent)
    let grandchild = machine.addFlow(under: child)
    let id = machine.enqueue("wait", to: parent)
    while let action = machine.next() {
      if case .adapt(let item) = action { machine.adapted(item.id, in: parent) }
      if case .askScheduler(let item) = action {
        _ = machine.schedulerAnswered(item.id, in: parent, isFree: true)
      }
    }
    machine.suspend(id, in: parent, on: .child(child))
    #expect(machine.isIdle)
    machine.enqueue("own", to: parent)
    machine.enqueue("forwarded", to: parent, origin: grandchild)
    #expect(run(&machine) == ["forwarded"])
    machine.fulfil(id, in: parent)
    #expect(run(&machine) == [])
    machine.complete(id, in: parent, .handled)
    #expect(run(&machine) == ["own"])
  }

  @Test("Lists the steps before one that a flow does not accept, innermost first")
  func stepsBefore() {
    var machine = Machine()
    let parent = machine.addFlow()
    let child = machine.addFlow(under: parent)
    let other = machine.addFlow()
    machine.enqueue("outer", to: parent)
    guard let outer = begin(&machine) else { return }
    #expect(machine.steps(beforeStepIn: parent).map(\.id) == [outer.id])
    machine.suspend(outer.id, in: parent, on: .child(child))
    #expect(machine.steps(beforeStepIn: parent, from: child).isEmpty)
    #expect(machine.steps(beforeStepIn: parent, from: other).map(\.id) == [outer.id])
    let call = machine.makeCall()
    machine.enqueue("inner", to: parent, origin: child, call: call)
    guard let inner = begin(&machine) else { return }
    #expect(machine.steps(beforeStepIn: parent, from: child).map(\.id) == [inner.id])
    #expect(machine.steps(beforeStepIn: parent).map(\.id) == [inner.id, outer.id])
    #expect(machine.steps(within: inner.id, in: parent).map(\.id) == [inner.id])
    #expect(machine.steps(within: outer.id, in: parent).map(\.id) == [inner.id, outer.id])
    machine.suspend(inner.id, in: parent, on: .call(call))
    #expect(machine.steps(beforeStepIn: parent, from: child).map(\.id) == [inner.id])
    #expect(machine.steps(beforeStepIn: parent, of: call).isEmpty)
  }

  /// Has a machine navigate to the next step.
  private func begin(_ machine: inout Machine) -> StepItem? {
    guard case .adapt(let item)? = machine.next(),
      machine.adapted(item.id, in: item.flow, isSchedulerFree: true)
    else { return nil }
    return item
  }

  @Test("A flow's next step begins at once unless something else would come first")
  func nextAtOnce() throws {
    var machine = Machine()
    let flow = machine.addFlow()
    let other = machine.addFlow()
    let screen = machine.addSource(to: flow)
    machine.setHidden(screen, false)
    machine.enqueue("a", to: flow, from: screen)
    let first = try #require(begin(&machine))
    func successor(
      after item: StepItem? = nil, _ change: (inout Machine) -> Void
    ) -> String? {
      var machine = machine
      change(&machine)
      let id = (item ?? first).id
      return machine.beginNext(
        after: id, in: flow, isNavigating: false, if: { $0.name != "b" })?.name
    }
    #expect(successor { _ in } == nil)
    #expect(successor { $0.enqueue("b", to: flow) } == nil)
    #expect(successor { $0.enqueue("c", to: flow) } == "c")
    machine.enqueue("c", to: flow, from: screen)
    #expect(successor { _ in } == "c")
    #expect(successor { $0.enqueue("elsewhere", to: other) } == nil)
    #expect(successor { $0.setHidden(screen, true) } == nil)
    #expect(successor { $0.dismiss(screen) } == nil)
    #expect(successor { $0.endFlow(flow, keepsNavigating: true) } == nil)
    #expect(successor { $0.suspend(first.id, in: flow, on: .outside) } == nil)
    // An outcome waits to be published.
    #expect(
      successor {
        $0.endFlow(other); $0.enqueue("late", to: other)
      } == nil)

    machine.complete(first.id, in: flow, .handled)
    machine.enqueue("forwarded", to: flow, following: first)
    #expect(run(&machine) == ["c", "forwarded"])
    for isCalled in [false, true] {
      machine.enqueue(
        "d", to: flow, call: isCalled ? machine.makeCall() : nil, following: first)
      machine.enqueue("e", to: flow)
      let item = try #require(begin(&machine))
      // The machine counts the steps of a call, and those that a screen's step is followed by.
      #expect(successor(after: item) { _ in } == nil)
      machine.complete(item.id, in: flow, .handled)
      #expect(run(&machine) == ["e"])
    }
  }

  @Test("A flow's end refuses waiting steps and cancels the running one; its slot is reused")
  func end() {
    var machine = Machine()
    let flow = machine.addFlow()
    machine.enqueue("a", to: flow)
    machine.enqueue("b", to: flow)
    while let action = machine.next() {
      if case .adapt(let item) = action { machine.adapted(item.id, in: flow) }
      if case .askScheduler(let item) = action {
        _ = machine.schedulerAnswered(item.id, in: flow, isFree: true)
      }
    }
    machine.endFlow(flow)
    #expect(
      run(&machine) == ["b \(StepOutcome.refused(.flowEnded))", "a \(StepOutcome.cancelled)"])
    #expect(machine.isIdle)
    let other = machine.addFlow()
    #expect(other != flow)
    #expect(other.index == flow.index)
    machine.enqueue("late", to: flow)
    machine.enqueue("new", to: other)
    #expect(run(&machine) == ["late \(StepOutcome.refused(.flowEnded))", "new"])
  }
}

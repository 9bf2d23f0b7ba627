import AsyncFlow
import NavigationRuntime
import Testing

@MainActor
@Suite("The order of steps")
struct OrderTests {
  @Test("The initial step comes first, then earlier emissions, then those of the hook")
  func initialStepFirst() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    let stepper = TestStepper(TestStep.start)
    stepper.send(.number(1))
    stepper.onReady = { [weak stepper] in stepper?.send(.number(2)) }
    world.coordinator.coordinate(flow: flow, with: stepper)
    stepper.send(.number(3))
    #expect(flow.handled.isEmpty)
    await world.coordinator.settled()
    #expect(flow.handled == [.start, .number(1), .number(2), .number(3)])
  }

  @Test("Handles 1,000 steps before, after and during a handler, all in order")
  func bursts() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    let stepper = TestStepper()
    for number in 0..<1_000 { stepper.send(.number(number)) }
    world.coordinator.coordinate(flow: flow, with: stepper)
    for number in 1_000..<2_000 { stepper.send(.number(number)) }
    flow.onNavigate = { step in
      if step == .number(500) { for number in 2_000..<3_000 { stepper.send(.number(number)) } }
      return .none
    }
    await world.coordinator.settled()
    #expect(flow.handled == (0..<3_000).map(TestStep.number))
    #expect(world.notHandled.isEmpty)
  }

  @Test("Calls adapt, publishes, calls navigate, publishes, then applies the answer in its order")
  func phases() async {
    let world = CoordinatorWorld()
    let parent = ScriptedFlow()
    let child = ScriptedFlow()
    child.onNavigate = { step in
      step == .start
        ? .multiple(
          .forwardToCurrentFlow(withStep: TestStep.number(1)),
          .forwardToParentFlow(withStep: TestStep.number(2)),
          .contribute(
            presentable: HeadlessViewController(), stepper: TestStepper(TestStep.number(3))))
        : .none
    }
    parent.onNavigate = { step in
      step == .start ? .one(.contribute(presentable: child, stepper: OneStepper(.start))) : .none
    }
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(child.handled == [.start, .number(1), .number(3)])
    #expect(parent.handled == [.start, .number(2)])
    let name = "ScriptedFlow → "
    #expect(
      world.log == [
        "started: ScriptedFlow", "will navigate: \(name)start", "did navigate: \(name)start",
        "started: ScriptedFlow", "settled: \(name)start",
        "will navigate: \(name)start", "did navigate: \(name)start", "settled: \(name)start",
        "ready: ScriptedFlow", "ready: ScriptedFlow",
        "will navigate: \(name)number(1)", "did navigate: \(name)number(1)",
        "settled: \(name)number(1)",
        "will navigate: \(name)number(2)", "did navigate: \(name)number(2)",
        "settled: \(name)number(2)",
        "will navigate: \(name)number(3)", "did navigate: \(name)number(3)",
        "settled: \(name)number(3)",
      ])
  }

  @Test("The first event comes between adapt and navigate, the second before the answer")
  func aroundOneStep() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    var log: [String] = []
    let subscription = world.coordinator.onEvent { log.append($0.description) }
    flow.onAdapt = { step in
      log.append("adapt \(step)")
      return step
    }
    flow.onNavigate = { step in
      log.append("navigate \(step)")
      return step == .start ? .one(.forwardToCurrentFlow(withStep: TestStep.number(1))) : .none
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(
      log.filter { !$0.hasPrefix("started") && !$0.hasPrefix("ready") }
        == ["start", "number(1)"].flatMap { step in
          [
            "adapt \(step)", "will navigate: ScriptedFlow → \(step)", "navigate \(step)",
            "did navigate: ScriptedFlow → \(step)", "settled: ScriptedFlow → \(step)",
          ]
        })
    withExtendedLifetime(subscription) {}
  }

  @Test("Applies one answer in its order, behind the steps that were queued before")
  func oneAnswer() async {
    let world = CoordinatorWorld()
    let parent = ScriptedFlow()
    let child = ScriptedFlow()
    let stepper = TestStepper(TestStep.start)
    stepper.send(.number(1))
    var log: [String] = []
    child.onNavigate = { step in
      log.append("child \(step)")
      guard step == .start else { return .none }
      return .multiple(
        .contribute(
          presentable: HeadlessViewController(), stepper: TestStepper(TestStep.number(2))),
        .forwardToParentFlow(withStep: TestStep.number(3)),
        .forwardToCurrentFlow(withStep: TestStep.number(4)),
        .contribute(
          presentable: HeadlessViewController(), stepper: TestStepper(TestStep.number(5))))
    }
    parent.onNavigate = { step in
      log.append("parent \(step)")
      return step == .start ? .one(.contribute(presentable: child, stepper: stepper)) : .none
    }
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(
      log == [
        "parent start", "child start", "child number(1)", "child number(2)", "parent number(3)",
        "child number(4)", "child number(5)",
      ])
  }

  @Test("Ignores an emitted or forwarded NoneStep; returned by adapt, it stops the step")
  func noneStep() async {
    final class Untyped: Flow {
      let screen = HeadlessViewController()
      var root: Presentable { screen }
      var handled: [String] = []
      func navigate(to step: Step) -> FlowContributors {
        handled.append("\(step)")
        return .one(.forwardToCurrentFlow(withStep: NoneStep()))
      }
      func adapt(step: Step) async -> Step { step is OtherStep ? NoneStep() : step }
    }
    let world = CoordinatorWorld()
    let flow = Untyped()
    let stepper = TestStepper()
    world.coordinator.coordinate(flow: flow, with: stepper)
    stepper.steps.send(NoneStep())
    stepper.steps.send(OtherStep.other)
    stepper.send(.start)
    world.coordinator.send(NoneStep())
    await world.coordinator.settled()
    #expect(flow.handled == ["start"])
    #expect(world.notHandled == ["other: \(StepOutcome.filtered)"])
    #expect(world.issues.isEmpty)
  }

  @Test("Steps emitted while a handler is suspended follow earlier ones, and are not nested")
  func whileSuspended() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    let stepper = TestStepper(TestStep.start)
    let gate = Gate()
    var log: [TestStep] = []
    flow.onNavigate = { step in
      if step == .start { await gate.wait() }
      log.append(step)
      return .none
    }
    world.coordinator.coordinate(flow: flow, with: stepper)
    await gate.someone()
    for number in 0..<1_000 { stepper.send(.number(number)) }
    gate.open()
    await world.coordinator.settled()
    #expect(log == [.start] + (0..<1_000).map(TestStep.number))
  }

  @Test("No step overtakes a slow adapt, which delays no other flow")
  func slowAdapt() async {
    let world = CoordinatorWorld()
    let slow = ScriptedFlow()
    let quick = ScriptedFlow()
    let gate = Gate()
    slow.onAdapt = { step in
      if step == .number(1) { await gate.wait() }
      return step
    }
    let slowStepper = TestStepper()
    let quickStepper = TestStepper()
    world.coordinator.coordinate(flow: slow, with: slowStepper)
    world.coordinator.coordinate(flow: quick, with: quickStepper)
    slowStepper.send(.number(1))
    slowStepper.send(.number(2))
    quickStepper.send(.number(3))
    await gate.someone()
    await world.coordinator.navigate(to: TestStep.number(4), in: quick)
    #expect(quick.handled == [.number(3), .number(4)])
    #expect(slow.handled.isEmpty)
    #expect(
      world.context.activity.running.map(\.description) == [
        "step number(1) in ScriptedFlow (waits for adapt to answer)",
        "step number(2) in ScriptedFlow (waits for step number(1))",
      ])
    gate.open()
    await world.coordinator.settled()
    #expect(slow.handled == [.number(1), .number(2)])
  }

  @Test("Handles steps from another thread on the main actor, in order")
  func otherThreads() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    let stepper = TestStepper()
    world.coordinator.coordinate(flow: flow, with: stepper)
    let sender = stepper.steps.sender
    await Task.detached { for number in 0..<10 { sender.send(TestStep.number(number)) } }.value
    stepper.send(.number(10))
    await world.coordinator.settled()
    #expect(flow.handled == (0...10).map(TestStep.number))
  }

  @Test("settled() waits for steps in transit through a sender")
  func notArrived() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    let stepper = TestStepper()
    world.coordinator.coordinate(flow: flow, with: stepper)
    await world.coordinator.settled()
    stepper.steps.sender.send(TestStep.number(1))
    #expect(world.context.activity.isIdle)
    await world.coordinator.settled()
    #expect(flow.handled == [.number(1)])
  }

  @Test("A step forwarded through six levels has each level's adapt and events")
  func chain() async {
    let world = CoordinatorWorld()
    let flows = (0..<6).map { _ in ScriptedFlow() }
    var adapted = 0
    for (index, flow) in flows.enumerated() {
      flow.onAdapt = { step in
        adapted += step == .forward(1) ? 1 : 0
        return step
      }
      flow.onNavigate = { step in
        switch step {
        case .start where index < 5:
          .one(.contribute(presentable: flows[index + 1], stepper: OneStepper(.start)))
        case .start, .forward: index > 0 ? .one(.forwardToParent(step: TestStep.forward(1))) : .none
        default: .none
        }
      }
    }
    world.coordinator.coordinate(flow: flows[0], with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(adapted == 5)
    #expect(flows[0].handled == [.start, .forward(1)])
    #expect(world.events.count { if case .didNavigate = $0 { true } else { false } } == 11)
  }

  @Test("The first stream of events starts with earlier events")
  func replayedEvents() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    var will = world.coordinator.willNavigate.makeAsyncIterator()
    var did = world.coordinator.didNavigate.makeAsyncIterator()
    #expect(await will.next()?.stepDescription == "start")
    #expect(await did.next()?.flowType == "ScriptedFlow")
  }

  @Test("The newest 1,024 events are kept for the first observer, in order")
  func keptEvents() async {
    let coordinator = FlowCoordinator(context: NavigationContext(clock: ManualNavigationClock()))
    let flow = ScriptedFlow()
    coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    // More steps than events are kept, each with three events.
    for number in 0..<1_500 { coordinator.send(TestStep.number(number)) }
    await coordinator.settled()
    var log: [String] = []
    let subscription = coordinator.onEvent { log.append($0.description) }
    subscription.cancel()
    let all = (0..<1_500).flatMap { number in
      ["will navigate", "did navigate", "settled"].map {
        "\($0): ScriptedFlow → number(\(number))"
      }
    }
    #expect(log.elementsEqual(all.suffix(1_024)))
  }

  @Test("Events that the first observer causes follow the replayed ones")
  func replayedInOrder() async {
    let coordinator = FlowCoordinator(context: NavigationContext(clock: ManualNavigationClock()))
    let other = OtherFlow()
    coordinator.coordinate(flow: ScriptedFlow(), with: OneStepper(TestStep.start))
    await coordinator.settled()
    var log: [String] = []
    let subscription = coordinator.onEvent { event in
      log.append(event.description)
      if log.count == 1 { coordinator.coordinate(flow: other, with: DefaultStepper()) }
    }
    #expect(
      log == [
        "started: ScriptedFlow", "will navigate: ScriptedFlow → start",
        "did navigate: ScriptedFlow → start", "settled: ScriptedFlow → start",
        "ready: ScriptedFlow", "started: OtherFlow",
      ])
    coordinator.stop()
    #expect(log.last == "ended: ScriptedFlow, stopped")
    withExtendedLifetime(subscription) {}
  }
}

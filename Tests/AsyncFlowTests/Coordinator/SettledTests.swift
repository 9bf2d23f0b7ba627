import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("The work that settled() waits for")
struct SettledTests {
  @Test("Waits for a handler that has its answer and awaits its turn")
  func answered() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    var answer: (@MainActor (Bool) -> Void)?
    var log: [String] = []
    flow.onNavigate = { [coordinator = world.coordinator] step in
      guard step == .start else { return .none }
      let isSure = await coordinator.waiting(for: "an answer") { answer = $0 }
      log.append("sure: \(isSure == true)")
      return .one(.forwardToCurrentFlow(withStep: TestStep.number(1)))
    }
    let stepper = TestStepper(TestStep.start)
    stepper.send(.number(2))
    world.coordinator.coordinate(flow: flow, with: stepper)
    #expect(
      await world.coordinator.settled().map(\.description) == [
        "step start in ScriptedFlow (waits for an answer)",
        "step number(2) in ScriptedFlow (waits for step start)",
      ])
    answer?(true)
    answer?(false)
    #expect(!world.context.activity.isIdle)
    #expect(await world.coordinator.settled() == [])
    #expect(log == ["sure: true"])
    #expect(flow.handled == [.start, .number(2), .number(1)])
    flow.onNavigate = nil
  }

  @Test("The flow's end resumes a waiting handler without an answer, and skips later questions")
  func unanswered() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    var log: [String] = []
    flow.onNavigate = { [coordinator = world.coordinator] _ in
      for question in ["first", "second"] {
        let answer: Bool? = await coordinator.waiting(for: "an answer") { _ in log.append(question)
        }
        log.append("\(question): \(String(describing: answer))")
      }
      return .none
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    world.coordinator.stop()
    #expect(await world.coordinator.settled() == [])
    #expect(log == ["first", "first: nil", "second: nil"])
    flow.onNavigate = nil
  }

  @Test("An answer that comes after the end of the flow does not count")
  func answeredTooLate() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    var answer: (@MainActor (Bool) -> Void)?
    var log: [String] = []
    flow.onNavigate = { [coordinator = world.coordinator] _ in
      let isSure = await coordinator.waiting(for: "an answer") { answer = $0 }
      log.append("sure: \(String(describing: isSure))")
      return .none
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    world.coordinator.stop()
    answer?(true)
    #expect(await world.coordinator.settled() == [])
    #expect(log == ["sure: nil"])
    flow.onNavigate = nil
  }

  /// The ways in which a flow ends while it handles a step.
  enum End: CaseIterable { case stop, parentEnds, userLeaves, removed }

  @Test(
    "Waits for a handler whose flow ends in the middle until it returns",
    arguments: End.allCases)
  func cancelledHandlers(end: End) async {
    for isAdapting in [false, true] {
      let home = stack("Home", screen("List"))
      let headless = HeadlessWorld(root: home)
      let world = CoordinatorWorld(context: headless.context)
      let parent = ScriptedFlow(root: home)
      let sheet = stack("Sheet", screen("Inner"))
      let flow = ScriptedFlow(root: sheet)
      let begun = Gate()
      var log: [String] = []
      func handle() async {
        begun.open()
        while !Task.isCancelled, end != .removed { await letOthersRun() }
        for _ in 0..<10 { await letOthersRun() }
        log.append("returned")
      }
      flow.onAdapt = { step in
        if isAdapting { await handle() }
        return step
      }
      flow.onNavigate = { _ in
        if !isAdapting { await handle() }
        return .one(.forwardToCurrentFlow(withStep: TestStep.number(1)))
      }
      let parentStepper = TestStepper(TestStep.start)
      parent.onNavigate = { step in
        guard step == .start else { return .end }
        home.present(sheet, animated: true)
        return .one(.contribute(presentable: flow, stepper: OneStepper(.start)))
      }
      let root = ScriptedFlow()
      root.onNavigate = { _ in .one(.contribute(presentable: parent, stepper: parentStepper)) }
      world.coordinator.coordinate(flow: root, with: OneStepper(TestStep.start))
      await begun.wait()
      switch end {
      case .stop: world.coordinator.stop()
      case .parentEnds: parentStepper.send(.end)
      case .userLeaves: #expect(sheet.userDidPullDown())
      case .removed: home.dismiss(animated: false)
      }
      #expect(await world.coordinator.settled() == [])
      #expect(log == ["returned"])
      withExtendedLifetime(headless) {}
    }
  }

  @Test("A handler with its child's result continues although its flow is dismissed meanwhile")
  func dismissedWithResult() async {
    let home = stack("Home", screen("List"))
    let headless = HeadlessWorld(root: home)
    let world = CoordinatorWorld(context: headless.context)
    let sheet = stack("Sheet", screen("Inner"))
    let parent = ScriptedFlow(root: sheet)
    let child = ScriptedFlow()
    child.onNavigate = { step in
      step == .number(5) ? .finish(5) : .one(.forwardToParent(step: TestStep.number(1)))
    }
    let gate = Gate()
    parent.onAdapt = { step in
      if step == .number(1) { await gate.wait() }
      return step
    }
    let stepper = TestStepper(TestStep.forward(1))
    var result: FlowResult<Int>?
    parent.onNavigate = { [coordinator = world.coordinator] _ in
      result = await coordinator.result(of: child, with: stepper, as: Int.self)
      return .none
    }
    let root = ScriptedFlow(root: home)
    root.onNavigate = { _ in
      home.present(sheet, animated: true)
      return .one(.contribute(presentable: parent, stepper: OneStepper(.start)))
    }
    world.coordinator.coordinate(flow: root, with: OneStepper(TestStep.start))
    await gate.someone()
    await world.coordinator.navigate(to: TestStep.number(5), in: child)
    #expect(result == nil)
    #expect(sheet.userDidPullDown())
    gate.open()
    #expect(await world.coordinator.settled() == [])
    #expect(result == .value(5))
    #expect(parent.handled == [.start])
    parent.onNavigate = nil
    withExtendedLifetime(headless) {}
  }

  @Test("Names a cancelled handler that does not return")
  func abandoned() async throws {
    let world = CoordinatorWorld()
    let gate = Gate()
    let flow = ScriptedFlow()
    flow.onNavigate = { _ in
      await gate.wait()
      return .none
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await gate.someone()
    world.coordinator.stop()
    let error = await unsettled(world)
    #expect(
      error?.running.map(\.description) == [
        "cancelled step start in ScriptedFlow (waits for its handler to return)"
      ])
    gate.open()
    #expect(await world.coordinator.settled() == [])
  }

  @Test("An adapt that has waited is still adapt: it is listed so, and its step refused at the end")
  func adaptThatHasWaited() async {
    let world = CoordinatorWorld()
    let (answer, end) = (ActivityGate("an answer", context: world.context), Gate())
    let flow = ScriptedFlow()
    flow.onAdapt = { step in
      try? await answer.wait()
      await end.wait()
      return step
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    #expect(
      await world.coordinator.settled().map(\.description) == [
        "step start in ScriptedFlow (waits for an answer)"
      ])
    answer.open()
    await end.someone()
    #expect(
      world.context.activity.running.map(\.description) == [
        "step start in ScriptedFlow (waits for adapt to answer)"
      ])
    world.coordinator.stop()
    end.open()
    await world.coordinator.settled()
    #expect(world.notHandled == ["start: \(StepOutcome.refused(.stopped))"])
    #expect(flow.handled.isEmpty)
  }

  @Test("Lists the steps behind an adapt that never returns, and holds up no other flow")
  func endlessAdapt() async {
    let world = CoordinatorWorld()
    let gate = Gate()
    let slow = ScriptedFlow()
    slow.onAdapt = { step in
      if step == .start { await gate.wait() }
      return step
    }
    let quick = ScriptedFlow()
    let stepper = TestStepper(TestStep.start)
    world.coordinator.coordinate(flow: slow, with: stepper)
    world.coordinator.coordinate(flow: quick, with: OneStepper(TestStep.start))
    stepper.send(.number(1))
    stepper.send(.number(2))
    await gate.someone()
    let error = await unsettled(world)
    #expect(
      error?.running.map(\.description) == [
        "step start in ScriptedFlow (waits for adapt to answer)",
        "step number(1) in ScriptedFlow (waits for step start)",
        "step number(2) in ScriptedFlow (waits for step start)",
      ])
    #expect(quick.handled == [.start])
    world.coordinator.stop()
    gate.open()
    await world.coordinator.settled()
    #expect(slow.handled.isEmpty)
    #expect(
      Set(world.notHandled)
        == Set(
          ["start", "number(1)", "number(2)"].map { "\($0): \(StepOutcome.refused(.stopped))" }))
  }

  /// Returns the work that keeps the coordinator from settling within a second.
  private func unsettled(_ world: CoordinatorWorld) async -> UnsettledError? {
    let timeoutClock = world.context.measureTimeouts()
    let settled = Task { try await world.context.settled(within: 1) }
    await timeoutClock.spendTimeout()
    do {
      _ = try await settled.value
      return nil
    } catch {
      return error as? UnsettledError
    }
  }
}

@MainActor
@Suite("Handlers that sleep on a manual clock")
struct SleepingHandlerTests {
  private let clock = ManualNavigationClock()
  private let world: CoordinatorWorld

  init() {
    world = CoordinatorWorld(context: NavigationContext(clock: clock))
  }

  @Test("A sleeping handler does not block settled(), is listed with its time, and continues")
  func handler() async {
    let flow = ScriptedFlow()
    let clock = clock
    var hasSlept = false
    flow.onNavigate = { step in
      if step == .start {
        try? await clock.sleep(for: 0.3)
        hasSlept = true
      }
      return .none
    }
    let stepper = TestStepper(TestStep.start)
    world.coordinator.coordinate(flow: flow, with: stepper)
    stepper.send(.number(1))
    #expect(
      await world.coordinator.settled().map(\.description) == [
        "step start in ScriptedFlow (waits for the manual clock to reach 0.3 s)",
        "step number(1) in ScriptedFlow (waits for step start)",
      ])
    clock.advance(by: 0.3)
    #expect(await world.coordinator.settled() == [])
    #expect(hasSlept)
    #expect(flow.handled == [.start, .number(1)])
  }

  @Test("Waits for a handler that is cancelled while it sleeps")
  func cancelled() async {
    let flow = ScriptedFlow()
    let clock = clock
    var hasEnded = false
    flow.onNavigate = { _ in
      try? await clock.sleep(for: 10)
      hasEnded = true
      return .none
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    #expect(await world.coordinator.settled().count == 1)
    world.coordinator.stop()
    #expect(await world.coordinator.settled() == [])
    #expect(hasEnded)
    #expect(clock.sleeperCount == 0)
  }
}

@MainActor
@Suite("Waiting for a flow inside other work")
struct WaitingInsideTests {
  private let world = CoordinatorWorld()

  /// A flow whose first step waits at a gate.
  private func start(_ gate: ActivityGate) -> ScriptedFlow {
    let flow = ScriptedFlow()
    flow.onNavigate = { step in
      if step == .start { try? await gate.wait() }
      return .none
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    return flow
  }

  @Test("Work that awaits a step in a queue does not block settled()")
  func awaitedStep() async {
    let gate = ActivityGate("a gate", context: world.context)
    let flow = start(gate)
    var receipt: NavigationReceipt?
    let work = world.context.run("work") { [coordinator = world.coordinator] in
      receipt = await coordinator.navigate(to: TestStep.number(1))
    }
    #expect(
      Set(await world.coordinator.settled().map(\.description)) == [
        "step start in ScriptedFlow (waits for a gate)",
        "step number(1) in ScriptedFlow (waits for step start)",
        "work (waits for the step to be handled)",
      ])
    gate.open()
    #expect(await world.coordinator.settled() == [])
    #expect(receipt?.outcome == .handled)
    #expect(flow.handled == [.start, .number(1)])
    withExtendedLifetime(work) {}
  }

  @Test("A handler that awaits a step of another coordinator does not block settled()")
  func otherCoordinator() async {
    let gate = ActivityGate("a gate", context: world.context)
    let flow = start(gate)
    let other = CoordinatorWorld(context: world.context)
    let caller = ScriptedFlow()
    var outcome: StepOutcome?
    caller.onNavigate = { [coordinator = world.coordinator] _ in
      outcome = await coordinator.navigate(to: TestStep.number(1)).outcome
      return .none
    }
    other.coordinator.coordinate(flow: caller, with: OneStepper(TestStep.start))
    #expect(await other.coordinator.settled().count == 3)
    gate.open()
    #expect(await other.coordinator.settled() == [])
    #expect(outcome == .handled)
    #expect(flow.handled == [.start, .number(1)])
  }

  @Test("A handler that awaits readiness or a deep link does not block settled()")
  func readinessAndLinks() async {
    let gate = ActivityGate("a gate", context: world.context)
    let flow = start(gate)
    let caller = ScriptedFlow()
    var log: [String] = []
    caller.onNavigate = { [coordinator = world.coordinator, weak flow] step in
      switch step {
      case .start: log.append("ready: \(await flow?.flowReady ?? false)")
      default:
        log.append("link: \(await coordinator.follow(DeepLinkPlan(steps: [OtherStep.other])))")
      }
      return .none
    }
    let stepper = TestStepper(TestStep.start)
    world.coordinator.coordinate(flow: caller, with: stepper)
    #expect(
      await world.coordinator.settled().map(\.description) == [
        "step start in ScriptedFlow (waits for a gate)",
        "step start in ScriptedFlow (waits for ScriptedFlow to be ready)",
      ])
    gate.open()
    #expect(await world.coordinator.settled() == [])
    #expect(log == ["ready: true"])
    stepper.send(.number(1))
    #expect(
      await world.coordinator.settled().map(\.description) == [
        "step number(1) in ScriptedFlow (waits for a deep link)",
        "a deep link (waits for a flow of OtherStep to be ready)",
      ])
    world.coordinator.coordinate(flow: OtherFlow(), with: OneStepper(OtherStep.other))
    #expect(await world.coordinator.settled() == [])
    #expect(log == ["ready: true", "link: arrived"])
    caller.onNavigate = nil
  }

  @Test("Cancelling work that waits for readiness resumes it")
  func cancelledReadiness() async {
    let flow = ScriptedFlow()
    var isReady: Bool?
    let work = world.context.run("work") { isReady = await flow.flowReady }
    await letOthersRun()
    work.cancel()
    #expect(await world.context.settled() == [])
    #expect(isReady == false)
  }

  @Test("Work that awaits a result does not block settled(), and its flow is stopped with it")
  func result() async {
    let child = ScriptedFlow()
    child.onNavigate = { _ in .finish(3) }
    let stepper = TestStepper()
    var results: [FlowResult<Int>] = []
    let work = [child, ScriptedFlow()].map { flow in
      world.context.run("work") { [coordinator = world.coordinator] in
        results.append(await coordinator.result(of: flow, with: stepper, as: Int.self))
      }
    }
    #expect(
      await world.coordinator.settled().map(\.description) == [
        "work (waits for the result of ScriptedFlow)",
        "work (waits for the result of ScriptedFlow)",
      ])
    work[1].cancel()
    #expect(await world.coordinator.settled().count == 1)
    #expect(results == [.cancelled])
    stepper.send(.number(1))
    #expect(await world.coordinator.settled() == [])
    #expect(results == [.cancelled, .value(3)])
    withExtendedLifetime(work) {}
  }

  @Test(
    "A handler whose flow has ended starts no flow, and its awaits return")
  func afterTheEnd() async {
    let gate = Gate()
    let begun = Gate()
    let flow = ScriptedFlow()
    let sibling = ScriptedFlow()
    let late = [ScriptedFlow(), ScriptedFlow()]
    var log: [String] = []
    flow.onNavigate = { [coordinator = world.coordinator] step in
      guard step == .start else { return .end }
      begun.open()
      await gate.wait()
      coordinator.coordinate(flow: late[0], with: OneStepper(TestStep.number(1)))
      let result = await coordinator.result(
        of: late[1], with: OneStepper(TestStep.number(2)), as: Int.self)
      log.append("\(result)")
      log.append("\(await coordinator.navigate(to: TestStep.number(3)).outcome)")
      return .none
    }
    let parent = ScriptedFlow()
    let stepper = TestStepper(TestStep.start)
    parent.onNavigate = { step in
      step == .start ? .one(.contribute(presentable: flow, stepper: OneStepper(.start))) : .end
    }
    world.coordinator.coordinate(flow: sibling, with: DefaultStepper())
    world.coordinator.coordinate(flow: parent, with: stepper)
    await begun.wait()
    await world.coordinator.navigate(to: TestStep.end, in: parent)
    gate.open()
    #expect(await world.coordinator.settled() == [])
    #expect(log == ["cancelled", "handled"])
    #expect(sibling.handled == [.number(3)])
    #expect(late[0].handled + late[1].handled == [])
    let refused = StepOutcome.refused(.flowEnded)
    #expect(
      Set(world.notHandled).isSuperset(of: ["number(1): \(refused)", "number(2): \(refused)"]))
    flow.onNavigate = nil
  }

  @Test(
    "Steps waiting for the user's finger do not block settled() until it lifts or all ends",
    arguments: [false, true])
  func finger(isStopped: Bool) async {
    let top = screen("Top")
    let home = stack("Home", screen("List"), top)
    let headless = HeadlessWorld(root: home)
    let world = CoordinatorWorld(context: headless.context)
    let flow = ScriptedFlow(root: home)
    var outcome: TransitionOutcome?
    let inside = ScriptedFlow()
    inside.onNavigate = { [context = headless.context] step in
      if step == .number(1) {
        outcome = await context.perform(.push(screen("Next")), on: home)
      }
      return .none
    }
    world.coordinator.coordinate(flow: flow, with: DefaultStepper())
    world.coordinator.coordinate(flow: inside, with: DefaultStepper())
    await world.coordinator.settled()
    let finger = home.userDidBeginEdgeSwipe()
    let steppers = [TestStepper(), TestStepper()]
    world.coordinator.coordinate(flow: flow, with: steppers[0])
    world.coordinator.coordinate(flow: inside, with: steppers[1])
    steppers[0].send(.number(0))
    steppers[1].send(.number(1))
    let waiting = await world.coordinator.settled().map(\.description)
    #expect(waiting.contains("step number(0) in ScriptedFlow (waits for the running transition)"))
    #expect(waiting.contains { $0.hasPrefix("step number(1) in ScriptedFlow (waits for ‘push") })
    if isStopped {
      world.coordinator.stop()
      await world.coordinator.settled()
      #expect(world.log.last == "completed")
      #expect(flow.handled.isEmpty)
    }
    finger?.cancel()
    #expect(await world.coordinator.settled() == [])
    #expect(flow.handled == (isStopped ? [] : [.number(0)]))
    #expect(inside.handled == [.number(1)])
    #expect((outcome == .performed) == !isStopped)
    withExtendedLifetime(headless) {}
  }
}

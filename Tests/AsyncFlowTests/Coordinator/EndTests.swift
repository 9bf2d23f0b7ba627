import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("The ends of flows")
struct EndTests {
  @Test("An end reaches the parent, and releases the child")
  func end() async {
    let world = CoordinatorWorld()
    let parent = ScriptedFlow()
    weak var weakChild: ScriptedFlow?
    weak var weakStepper: TestStepper?
    weak var weakInner: TestStepper?
    do {
      let flow = ScriptedFlow()
      let stepper = TestStepper(TestStep.start)
      flow.onNavigate = { [weak flow] step in
        guard step != .end else {
          return .end(forwardToParentFlowWithStep: TestStep.number(9))
        }
        let inner = TestStepper()
        weakInner = inner
        _ = flow
        return .one(.contribute(presentable: HeadlessViewController(), stepper: inner))
      }
      weakChild = flow
      weakStepper = stepper
      parent.onNavigate = { [weak flow] step in
        guard step == .start, let flow else { return .none }
        return .one(.contribute(presentable: flow, stepper: stepper))
      }
      world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
      await world.coordinator.settled()
      parent.onNavigate = nil
      stepper.send(.end)
      stepper.send(.number(1))
      await world.coordinator.settled()
      #expect(parent.handled == [.start, .number(9)])
      #expect(
        world.log.filter { $0.hasSuffix("→ end") || $0.hasPrefix("ended") || $0.hasSuffix("(9)") }
          == [
            "will navigate: ScriptedFlow → end", "did navigate: ScriptedFlow → end",
            "ended: ScriptedFlow, finished", "settled: ScriptedFlow → end",
            "will navigate: ScriptedFlow → number(9)", "did navigate: ScriptedFlow → number(9)",
            "settled: ScriptedFlow → number(9)",
          ])
      #expect(world.notHandled == ["number(1): \(StepOutcome.refused(.flowEnded))"])
      stepper.send(.number(2))
      #expect(world.notHandled.count == 2)
    }
    #expect(weakChild == nil)
    #expect(weakStepper == nil)
    #expect(weakInner == nil)
  }

  @Test("A flow that handled its steps in a burst is released at its end")
  func burst() async {
    let world = CoordinatorWorld()
    let parent = ScriptedFlow()
    let stepper = TestStepper(TestStep.start)
    weak var weakChild: ScriptedFlow?
    do {
      let child = ScriptedFlow()
      weakChild = child
      child.onNavigate = { $0 == .end ? .end : .none }
      parent.onNavigate = { [unowned child] _ in
        .one(.contribute(presentable: child, stepper: stepper))
      }
      world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
      await world.coordinator.settled()
    }
    for number in 1...8 { stepper.send(.number(number)) }
    stepper.send(.end)
    await world.coordinator.settled()
    #expect(weakChild == nil)
  }

  @Test("An end also ends the flows beneath: no step is handled there, and no broadcast arrives")
  func endsBeneath() async {
    let world = CoordinatorWorld()
    let flows = (0..<4).map { _ in ScriptedFlow() }
    let steppers = (0..<4).map { _ in TestStepper(TestStep.start) }
    for (index, flow) in flows.enumerated() {
      flow.onNavigate = { step in
        switch step {
        case .start where index < 3:
          .one(.contribute(presentable: flows[index + 1], stepper: steppers[index + 1]))
        case .end: .end
        default: .none
        }
      }
    }
    world.coordinator.coordinate(flow: flows[0], with: steppers[0])
    await world.coordinator.settled()
    steppers[1].send(.end)
    steppers[3].send(.number(1))
    await world.coordinator.settled()
    steppers[2].send(.number(2))
    let refused = StepOutcome.refused(.flowEnded)
    #expect(world.notHandled == ["number(1): \(refused)", "number(2): \(refused)"])
    let receipt = await world.coordinator.navigate(to: TestStep.number(3))
    #expect(receipt.deliveries.count == 1)
    #expect(flows.map(\.handled.last) == [.number(3), .end, .start, .start])
  }

  @Test("An end is a contributor like others: its siblings in the answer come first")
  func endWithOthers() async {
    let world = CoordinatorWorld()
    let parent = ScriptedFlow()
    let child = ScriptedFlow()
    child.onNavigate = { step in
      guard step == .end else { return .none }
      return .multiple(
        .forwardToParentFlow(withStep: TestStep.number(1)), .end,
        .contribute(
          presentable: HeadlessViewController(), stepper: OneStepper(TestStep.number(2))),
        .forwardToParentFlow(withStep: TestStep.number(3)))
    }
    let stepper = TestStepper()
    parent.onNavigate = { step in
      step == .start ? .one(.contribute(presentable: child, stepper: stepper)) : .none
    }
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    stepper.send(.end)
    await world.coordinator.settled()
    #expect(parent.handled == [.start, .number(1), .number(3)])
    #expect(child.handled == [.end])
    #expect(world.log.contains("ended: ScriptedFlow, finished"))
    #expect(world.notHandled == ["number(2): \(StepOutcome.refused(.flowEnded))"])
  }

  @Test("An observer of a child's end may start the parent again, in another coordinator")
  func startedAgain() async {
    let world = CoordinatorWorld()
    let other = FlowCoordinator(context: world.context)
    let (parent, child) = (ScriptedFlow(), OtherFlow())
    parent.onNavigate = { step in
      guard step == .start else { return .none }
      return .one(.contribute(presentable: child, stepper: OneStepper(.other)))
    }
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    let events = world.coordinator.onEvent { event in
      guard case .ended("OtherFlow", _) = event else { return }
      other.coordinate(flow: parent, with: OneStepper(TestStep.number(1)))
    }
    world.coordinator.stop()
    events.cancel()
    let receipt = await other.navigate(to: TestStep.number(2), in: parent)
    #expect(receipt.outcome == .handled)
    #expect(parent.handled == [.start, .number(1), .number(2)])
    #expect(world.issues.isEmpty)
    parent.onNavigate = nil
  }

  @Test("The end of one of two roots does not complete the coordinator")
  func endOfOneRoot() async {
    let world = CoordinatorWorld()
    let first = ScriptedFlow()
    first.onNavigate = { _ in .end }
    let second = ScriptedFlow()
    let stepper = TestStepper()
    world.coordinator.coordinate(flow: first, with: OneStepper(TestStep.start))
    world.coordinator.coordinate(flow: second, with: stepper)
    await world.coordinator.settled()
    #expect(!world.log.contains("completed"))
    stepper.send(.number(1))
    await world.coordinator.settled()
    #expect(second.handled == [.number(1)])
  }

  @Test("An end at a root completes the coordinator and releases its flow")
  func endAtRoot() async {
    let world = CoordinatorWorld()
    weak var weakFlow: ScriptedFlow?
    do {
      let flow = ScriptedFlow()
      flow.onNavigate = { _ in .end }
      weakFlow = flow
      world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    }
    await world.coordinator.settled()
    #expect(weakFlow == nil)
    #expect(world.log.suffix(2) == ["settled: ScriptedFlow → start", "completed"])
    world.coordinator.coordinate(flow: ScriptedFlow(), with: OneStepper(TestStep.start))
    #expect(world.issueCodes == ["coordinatorCompleted"])
    var count = 0
    for await _ in world.coordinator.didNavigate { count += 1 }
    #expect(count == 1)
    #expect(
      await world.coordinator.navigate(to: TestStep.start).outcome == .refused(.stopped))
  }

  @Test("No event follows the completion, whatever its observers do")
  func completionIsTheLastEvent() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    flow.onNavigate = { _ in .end }
    var plan: DeepLink?
    let sink = world.coordinator.onEvent { [unowned coordinator = world.coordinator] event in
      guard case .completed = event else { return }
      plan = coordinator.start(DeepLinkPlan(steps: [TestStep.start]))
      coordinator.send(TestStep.number(1))
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(world.log.filter { $0 == "completed" }.count == 1)
    #expect(world.log.last == "completed")
    #expect(plan != nil)
    withExtendedLifetime(sink) {}
  }

  @Test("Stopping cancels running steps, refuses the rest, and publishes both")
  func stop() async {
    let world = CoordinatorWorld()
    let gate = Gate()
    let finished = Gate()
    var wasCancelled = false
    let flow = ScriptedFlow()
    flow.onNavigate = { _ in
      await gate.wait()
      wasCancelled = Task.isCancelled
      finished.open()
      return .one(.forwardToCurrentFlow(withStep: TestStep.number(3)))
    }
    let stepper = TestStepper(TestStep.start)
    world.coordinator.coordinate(flow: flow, with: stepper)
    stepper.send(.number(1))
    await gate.someone()
    world.coordinator.stop()
    gate.open()
    await world.coordinator.settled()
    #expect(
      world.notHandled == [
        "number(1): \(StepOutcome.refused(.stopped))", "start: \(StepOutcome.cancelled)",
      ])
    #expect(world.log.last == "completed")
    await finished.wait()
    #expect(flow.handled == [.start])
    #expect(wasCancelled)
  }

  @Test("settled() waits for the cancelled handler of a coordinator that was released")
  func settledAfterRelease() async {
    let context = NavigationContext(clock: ManualNavigationClock())
    context.issues.handler = { _ in }
    var coordinator: FlowCoordinator? = FlowCoordinator(context: context)
    let gate = Gate()
    var log: [String] = []
    do {
      let flow = ScriptedFlow()
      flow.onNavigate = { _ in
        await gate.wait()
        log.append("returned")
        return .none
      }
      coordinator?.coordinate(flow: flow, with: OneStepper(TestStep.start))
    }
    await gate.someone()
    coordinator = nil
    #expect(
      context.activity.running.map(\.description) == [
        "cancelled step start in ScriptedFlow (waits for its handler to return)"
      ])
    let waiter = Task {
      await context.settled()
      log.append("settled")
    }
    for _ in 0..<5 { await letOthersRun() }
    gate.open()
    await waiter.value
    #expect(log == ["returned", "settled"])
  }

  @Test("A coordinator that is released right after a contributed controller releases its flows")
  func releaseAfterAController() async {
    let context = NavigationContext(clock: ManualNavigationClock())
    var coordinator: FlowCoordinator? = FlowCoordinator(context: context)
    var screen: HeadlessViewController? = HeadlessViewController()
    weak var weakScreen: HeadlessViewController?
    weakScreen = screen
    weak var weakFlow: ScriptedFlow?
    do {
      let flow = ScriptedFlow()
      flow.onNavigate = { _ in
        .one(.contribute(presentable: screen.take()!, stepper: TestStepper()))
      }
      weakFlow = flow
      coordinator?.coordinate(flow: flow, with: OneStepper(TestStep.start))
      let kept = screen
      await coordinator?.settled()
      #expect(weakScreen != nil)
      withExtendedLifetime(kept) {}
    }
    #expect(weakScreen == nil)
    coordinator = nil
    await context.settled()
    #expect(weakFlow == nil)
  }

  @Test("A coordinator without an owner is released with its flows and steppers")
  func release() async {
    weak var weakCoordinator: FlowCoordinator?
    weak var weakFlow: ScriptedFlow?
    weak var weakStepper: TestStepper?
    do {
      let context = NavigationContext(clock: ManualNavigationClock())
      let coordinator = FlowCoordinator(context: context)
      let flow = ScriptedFlow()
      let stepper = TestStepper(TestStep.start)
      coordinator.coordinate(flow: flow, with: stepper)
      await coordinator.settled()
      weakCoordinator = coordinator
      weakFlow = flow
      weakStepper = stepper
    }
    #expect(weakCoordinator == nil)
    #expect(weakFlow == nil)
    #expect(weakStepper == nil)
  }

  @Test("Objects that outlive a coordinator retain nothing of it")
  func remains() async {
    weak var weakFlow: ScriptedFlow?
    weak var weakChild: ScriptedFlow?
    let stepper = TestStepper(TestStep.start)
    let controller = screen("Root")
    do {
      let coordinator = FlowCoordinator(
        context: NavigationContext(clock: ManualNavigationClock()))
      let flow = ScriptedFlow(root: controller)
      let child = ScriptedFlow()
      flow.onNavigate = { [weak child] step in
        guard step == .start, let child else { return .none }
        return .one(.contribute(presentable: child, stepper: OneStepper(TestStep.start)))
      }
      coordinator.coordinate(flow: flow, with: stepper)
      await coordinator.settled()
      #expect(child.handled == [.start])
      stepper.send(.number(1))
      weakFlow = flow
      weakChild = child
      withExtendedLifetime((flow, child, coordinator)) {}
    }
    #expect(weakFlow == nil)
    #expect(weakChild == nil)
    stepper.send(.number(2))
    withExtendedLifetime(controller) {}
  }

  @Test("Handles no step that a stepper sends after its coordinator is released")
  func laterSteps() async {
    let context = NavigationContext(clock: ManualNavigationClock())
    let flow = ScriptedFlow()
    let child = ScriptedFlow()
    let stepper = TestStepper(TestStep.start)
    let childStepper = TestStepper(TestStep.start)
    flow.onNavigate = { [weak child] step in
      guard step == .start, let child else { return .none }
      return .one(.contribute(presentable: child, stepper: childStepper))
    }
    do {
      let coordinator = FlowCoordinator(context: context)
      coordinator.coordinate(flow: flow, with: stepper)
      await coordinator.settled()
      stepper.send(.number(1))
      childStepper.send(.number(2))
      await coordinator.settled()
    }
    stepper.send(.number(3))
    childStepper.send(.number(4))
    #expect(await context.settled() == [])
    #expect(flow.handled == [.start, .number(1)])
    #expect(child.handled == [.start, .number(2)])
  }

  @Test("A coordinator that is released on another thread ends on the main actor")
  func releasedElsewhere() async {
    weak var weakFlow: ScriptedFlow?
    var coordinator: FlowCoordinator? = FlowCoordinator(
      context: NavigationContext(clock: ManualNavigationClock()))
    do {
      let flow = ScriptedFlow()
      coordinator?.coordinate(flow: flow, with: TestStepper(TestStep.start))
      await coordinator?.settled()
      weakFlow = flow
    }
    let events = coordinator?.events
    let last = Handover(coordinator)
    coordinator = nil
    await Task.detached { last.letGo() }.value
    // The stream ends when the coordinator does.
    if let events { for await _ in events {} }
    #expect(weakFlow == nil)
  }

  @Test("The end that a flow returns after dismissing itself reaches the parent")
  func dismissesItself() async {
    let home = stack("Home", screen("List"))
    let world = CoordinatorWorld(HeadlessWorld(root: home))
    let parent = ScriptedFlow(root: home)
    let sheet = stack("Sheet", screen("Inner"))
    let flow = ScriptedFlow(root: sheet)
    flow.onNavigate = { step in
      guard step == .end else { return .none }
      home.dismiss(animated: true)
      return .end(forwardToParentFlowWithStep: TestStep.number(5))
    }
    let stepper = TestStepper()
    parent.onNavigate = { step in
      guard step == .start else { return .none }
      home.present(sheet, animated: true)
      return .one(.contribute(presentable: flow, stepper: stepper))
    }
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    stepper.send(.end)
    await world.coordinator.settled()
    #expect(parent.handled == [.start, .number(5)])
    #expect(world.log.contains("did navigate: ScriptedFlow → end"))
  }

  @Test("After a flow's dismissal its forwards reach the parent, the rest of its answer is refused")
  func answersAfterDismissal() async {
    let home = stack("Home", screen("List"))
    let headless = HeadlessWorld(root: home)
    let world = CoordinatorWorld(context: headless.context)
    let parent = ScriptedFlow(root: home)
    let flow = ScriptedFlow(root: stack("Sheet", screen("Inner")))
    flow.onNavigate = { _ in
      home.dismiss(animated: true)
      return .multiple(
        .contribute(presentable: screen("Late"), stepper: OneStepper(TestStep.number(1))),
        .forwardToParentFlow(withStep: TestStep.number(2)),
        .forwardToCurrentFlow(withStep: TestStep.number(3)),
        .contribute(presentable: ScriptedFlow(), stepper: OneStepper(TestStep.number(4))))
    }
    let stepper = TestStepper()
    parent.onNavigate = { step in
      guard step == .start, let sheet = flow.root as? HeadlessViewController else { return .none }
      home.present(sheet, animated: true)
      return .one(.contribute(presentable: flow, stepper: stepper))
    }
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    stepper.send(.end)
    await world.coordinator.settled()
    #expect(parent.handled == [.start, .number(2)])
    #expect(flow.handled == [.end])
    #expect(
      world.notHandled == [1, 3, 4].map { "number(\($0)): \(StepOutcome.refused(.flowEnded))" })
    withExtendedLifetime(headless) {}
  }

  @Test("Refuses a dismissed flow's forward if its parent has ended too, without reporting misuse")
  func outlivesParent() async {
    let home = stack("Home", screen("List"))
    let world = CoordinatorWorld(HeadlessWorld(root: home))
    let gate = Gate()
    let sheet = stack("Sheet", screen("Inner"))
    let flow = ScriptedFlow(root: sheet)
    flow.onNavigate = { _ in
      await gate.wait()
      return .end(forwardToParentFlowWithStep: TestStep.number(5))
    }
    let starter = TestStepper(TestStep.start)
    do {
      let middle = ScriptedFlow(root: home.viewControllers[0])
      middle.onNavigate = { step in
        guard step == .start else { return .end }
        home.present(sheet, animated: true)
        return .one(.contribute(presentable: flow, stepper: OneStepper(.start)))
      }
      let root = ScriptedFlow(root: home)
      root.onNavigate = { [weak middle] step in
        guard step == .start, let middle else { return .none }
        return .one(.contribute(presentable: middle, stepper: starter))
      }
      world.coordinator.coordinate(flow: root, with: OneStepper(TestStep.start))
      await gate.someone()
      #expect(sheet.userDidPullDown())
      starter.send(.end)
      await world.coordinator.navigate(to: TestStep.number(1), in: root)
    }
    gate.open()
    await world.coordinator.settled()
    #expect(world.issues.isEmpty)
    #expect(world.notHandled.contains("number(5): \(StepOutcome.refused(.flowEnded))"))
  }

  @Test("Refuses a step kept for the first flow, with an event, if no flow starts")
  func keptCalls() async {
    let world = CoordinatorWorld()
    let send = { world.coordinator.send(TestStep.start) }
    send()
    world.coordinator.stop()
    await world.coordinator.settled()
    #expect(world.notHandled == ["start: \(StepOutcome.refused(.stopped))"])
    #expect(world.log.last == "completed")
  }

  @Test("An awaited step that is kept for the first flow is refused at the stop, not waited for")
  func keptAwaitedCall() async {
    let world = CoordinatorWorld()
    let call = Task { await world.coordinator.navigate(to: TestStep.start) }
    for _ in 0..<5 { await letOthersRun() }
    world.coordinator.stop()
    #expect(await call.value.outcome == .refused(.stopped))
  }

  @Test("A flow that ends itself, or is stopped, forwards no step of a dismissal")
  func noDismissal() async {
    let home = stack("Home", screen("List"))
    let world = CoordinatorWorld(HeadlessWorld(root: home))
    let parent = ScriptedFlow(root: home)
    let children = (1...2).map { ScriptedFlow(root: stack("Child \($0)", screen("Page"))) }
    for child in children { child.onNavigate = { $0 == .end ? .end : .none } }
    parent.onNavigate = { step in
      guard case .number(let index) = step, index < 2 else { return .none }
      let child = children[index]
      (child.root as? HeadlessViewController).map { home.present($0, animated: false) }
      return .one(
        .contribute(presentable: child, stepper: DefaultStepper())
          .onDismissal(forwardToParent: TestStep.number(7)))
    }
    world.coordinator.coordinate(flow: parent, with: DefaultStepper())
    await world.coordinator.navigate(to: TestStep.number(0), in: parent)
    await world.coordinator.navigate(to: TestStep.end, in: children[0])
    home.dismiss(animated: false)
    await world.coordinator.settled()
    await world.coordinator.navigate(to: TestStep.number(1), in: parent)
    world.coordinator.stop()
    await world.coordinator.settled()
    #expect(parent.handled == [.number(0), .number(1)])
    #expect(world.notHandled == [])
    parent.onNavigate = nil
    for child in children { child.onNavigate = nil }
  }

  @Test(
    "An observer of the return of a handler may end its flow, whose answer is then refused",
    arguments: [false, true])
  func endedByObserver(isStopped: Bool) async {
    let home = stack("Home", screen("List"))
    let world = CoordinatorWorld(HeadlessWorld(root: home))
    let stepper = TestStepper()
    let (parent, child) = (ScriptedFlow(root: home), ScriptedFlow(root: stack("Sheet")))
    parent.onNavigate = { step in
      guard step == .start, let sheet = child.root as? HeadlessViewController else { return .none }
      home.present(sheet, animated: false)
      return .one(.contribute(presentable: child, stepper: DefaultStepper()))
    }
    child.onNavigate = { _ in
      .multiple(
        .contribute(presentable: screen("Page"), stepper: stepper),
        .forwardToCurrentFlow(withStep: TestStep.number(5)))
    }
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    let events = world.coordinator.onEvent { event in
      if case .didNavigate(let event) = event, event.stepDescription == "number(1)" {
        if isStopped { world.coordinator.stop() } else { home.dismiss(animated: false) }
      }
    }
    stepper.send(.number(2))
    await world.coordinator.navigate(to: TestStep.number(1), in: child)
    events.cancel()
    #expect(child.handled == [.number(1)])
    let refused = [2, 5].map { "number(\($0)): \(StepOutcome.refused(.flowEnded))" }
    #expect(Set(world.notHandled).isSuperset(of: refused), "\(world.notHandled)")
    parent.onNavigate = nil
    child.onNavigate = nil
  }

  @Test("A step is retained no longer than its screen")
  func stepsOfScreens() async {
    final class Payload: Sendable {}
    struct Open: Step { let payload: Payload }
    final class Direct: Stepper { let steps = AsyncPassthroughSubject<any Step>() }
    final class Opening: Flow {
      let home = stack("Home", screen("List"))
      var root: any Presentable { home }
      func navigate(to step: Open) async -> FlowContributors {
        let page = screen("Page")
        home.pushViewController(page, animated: false)
        return .one(.contribute(presentable: page, stepper: DefaultStepper()))
      }
    }
    let context = NavigationContext(
      configuration: .init(historySize: 0), clock: ManualNavigationClock())
    let window = HeadlessWindow(platform: HeadlessPlatform())
    window.makeKeyAndVisible()
    _ = context.store(for: window)
    let coordinator = FlowCoordinator(context: context)
    // Opts out of the events that are kept for later subscribers.
    _ = (coordinator.events, coordinator.willNavigate, coordinator.didNavigate)
    let flow = Opening()
    window.rootViewController = flow.home
    let stepper = Direct()
    coordinator.coordinate(flow: flow, with: stepper)
    weak var payload: Payload?
    do {
      let made = Payload()
      payload = made
      stepper.steps.send(Open(payload: made))
    }
    await coordinator.settled()
    #expect(payload != nil)
    flow.home.popViewController(animated: false)
    await coordinator.settled()
    #expect(payload == nil)
    withExtendedLifetime(stepper) {}
  }
}

/// Holds the last reference to a coordinator until `letGo()`, which any thread may call.
private final class Handover: @unchecked Sendable {
  // Safe: made on one thread, then handed to the one that calls `letGo()`.
  private var coordinator: FlowCoordinator?

  init(_ coordinator: FlowCoordinator?) { self.coordinator = coordinator }

  func letGo() { coordinator = nil }
}

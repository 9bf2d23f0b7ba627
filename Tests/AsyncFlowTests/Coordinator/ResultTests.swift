import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Waiting for a child's result, and for readiness")
struct ResultTests {
  @MainActor
  final class Picker {
    let home = stack("Home", screen("List"))
    let headless: HeadlessWorld
    let world: CoordinatorWorld
    let parent: ScriptedFlow
    let sheet = stack("Sheet", screen("Colors"))
    let child: ScriptedFlow
    let stepper = TestStepper(TestStep.start)
    var result: FlowResult<Int>?

    init() {
      headless = HeadlessWorld(root: home)
      world = CoordinatorWorld(context: headless.context)
      parent = ScriptedFlow(root: home)
      child = ScriptedFlow(root: sheet)
      child.onNavigate = { step in
        switch step {
        case .number(let value): .finish(value)
        case .push(let text): .finish(text)
        case .forward: .one(.forwardToParent(step: step))
        case .end: .end
        default: .none
        }
      }
      parent.onNavigate = { [unowned self] step in
        guard step == .start else { return .none }
        home.present(sheet, animated: true)
        result = await world.coordinator.result(of: child, with: stepper, as: Int.self)
        return .none
      }
      let own = TestStepper(TestStep.start)
      own.send(.number(8))
      world.coordinator.coordinate(flow: parent, with: own)
    }
  }

  @Test("Returns the value; meanwhile the parent accepts only steps forwarded by the child")
  func value() async {
    let picker = Picker()
    let waiting = await picker.world.coordinator.settled()
    #expect(
      waiting.map(\.description) == [
        "step start in ScriptedFlow (waits for the result of ScriptedFlow)",
        "step number(8) in ScriptedFlow (waits for step start)",
      ])
    picker.stepper.send(.forward(1))
    await picker.world.coordinator.settled()
    #expect(picker.parent.handled == [.start, .forward(1)])
    picker.stepper.send(.number(42))
    await picker.world.coordinator.settled()
    #expect(picker.result == .value(42))
    #expect(picker.parent.handled == [.start, .forward(1), .number(8)])
  }

  @Test("Does not wait for a child that an observer of its start ends with the handler's flow")
  func endsWhileItStarts() async {
    let picker = Picker()
    picker.parent.onNavigate = { [unowned picker] step in
      picker.result = await picker.world.coordinator.result(
        of: picker.child, with: picker.stepper, as: Int.self)
      return .none
    }
    var starts = 0
    let sink = picker.world.coordinator.onEvent { [unowned picker] event in
      guard case .started = event else { return }
      starts += 1
      // The content of the window is the root of the handler's flow.
      if starts == 1 { picker.headless.window.rootViewController = screen("Other") }
    }
    let waiting = await picker.world.coordinator.settled()
    #expect(waiting.map(\.description) == [])
    #expect(starts == 1)
    #expect(picker.result == .cancelled)
    #expect(picker.child.handled == [])
    withExtendedLifetime(sink) {}
  }

  @Test("Returns no value if the user leaves, or the flow ends without a value of the type")
  func noValue() async {
    let left = Picker()
    await left.world.coordinator.settled()
    #expect(left.sheet.userDidPullDown())
    await left.world.coordinator.settled()
    #expect(left.result == .userLeft)

    let ended = Picker()
    ended.stepper.send(.end)
    await ended.world.coordinator.settled()
    #expect(ended.result == .cancelled)

    let wrong = Picker()
    wrong.stepper.send(.push("text"))
    await wrong.world.coordinator.settled()
    #expect(wrong.result == .cancelled)
    #expect(wrong.world.issueCodes == ["wrongResult"])
  }

  @Test("A value of an optional type may be none; a departure and an end are not that value")
  func optionalValue() async {
    for (last, expected) in [
      ("none", FlowResult<Int?>.value(nil)), ("some", .value(7)), ("left", .userLeft),
      ("end", .cancelled), ("stop", .cancelled),
    ] {
      let headless = HeadlessWorld(root: stack("Home", screen("List")))
      let world = CoordinatorWorld(context: headless.context)
      let sheet = screen("Colors")
      let child = ScriptedFlow(root: sheet)
      child.onNavigate = { step in
        switch step {
        case .push: .finish(nil as Int?)
        case .number(let value): .finish(value as Int?)
        case .end: .end
        default: .none
        }
      }
      headless.window.rootViewController?.present(sheet, animated: true)
      let stepper = TestStepper(TestStep.start)
      let task = Task {
        await world.coordinator.result(of: child, with: stepper, as: Int?.self)
      }
      await world.coordinator.settled()
      switch last {
      case "none": stepper.send(.push("none"))
      case "some": stepper.send(.number(7))
      case "left": #expect(sheet.userDidPullDown())
      case "end": stepper.send(.end)
      default: world.coordinator.stop()
      }
      #expect(await task.value == expected, "\(last)")
    }
  }

  @Test("Cancelling the wait stops the flow")
  func cancelled() async {
    let world = CoordinatorWorld()
    world.coordinator.coordinate(flow: ScriptedFlow(), with: OneStepper(TestStep.start))
    let flow = ScriptedFlow()
    let task = Task {
      await world.coordinator.result(of: flow, with: DefaultStepper(), as: Int.self)
    }
    await world.coordinator.settled()
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test("A cancelled task starts no step of the flow, which has ended")
  func cancelledBefore() async {
    let world = CoordinatorWorld()
    let coordinator = world.coordinator
    coordinator.coordinate(flow: ScriptedFlow(), with: OneStepper(TestStep.start))
    await coordinator.settled()
    var events: [String] = []
    let subscription = coordinator.onEvent {
      if case .notHandled = $0 { events.append("\($0)") }
    }
    let flow = ScriptedFlow()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await coordinator.result(of: flow, with: OneStepper(.start), as: Int.self)
    }
    #expect(await task.value == .cancelled)
    await coordinator.settled()
    #expect(flow.handled.isEmpty)
    #expect(events == ["not handled: ScriptedFlow → start: refused: the flow has ended"])
    subscription.cancel()
  }

  @Test("Waiting for a child without a first step does not keep the coordinator busy")
  func childWithoutFirstStep() async {
    let world = CoordinatorWorld()
    let child = ScriptedFlow()
    let stepper = TestStepper()
    child.onNavigate = { _ in .finish(1) }
    var result: FlowResult<Int>?
    let flow = ScriptedFlow()
    flow.onNavigate = { [coordinator = world.coordinator] _ in
      result = await coordinator.result(of: child, with: stepper, as: Int.self)
      return .none
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    let waiting = await world.coordinator.settled()
    #expect(
      waiting.map(\.description) == [
        "step start in ScriptedFlow (waits for the result of ScriptedFlow)"
      ])
    stepper.send(.number(1))
    await world.coordinator.settled()
    #expect(result == .value(1))
    flow.onNavigate = nil
  }

  @Test("A handler that has its result does not block settled() while a nested one waits")
  func nestedResults() async {
    let world = CoordinatorWorld()
    let parent = ScriptedFlow()
    let children = [ScriptedFlow(), ScriptedFlow()]
    let steppers = [TestStepper(), TestStepper()]
    for child in children {
      child.onNavigate = { step in
        switch step {
        case .number(let value): .finish(value)
        case .forward: .one(.forwardToParent(step: step))
        default: .none
        }
      }
    }
    var results: [FlowResult<Int>] = []
    parent.onNavigate = { [coordinator = world.coordinator] step in
      let index = step == .start ? 0 : 1
      results.append(
        await coordinator.result(of: children[index], with: steppers[index], as: Int.self))
      return .none
    }
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    steppers[0].send(.forward(1))
    await world.coordinator.settled()
    steppers[0].send(.number(1))
    #expect(
      await world.coordinator.settled().map(\.description) == [
        "step start in ScriptedFlow (waits for step forward(1))",
        "step forward(1) in ScriptedFlow (waits for the result of ScriptedFlow)",
      ])
    #expect(results == [])
    steppers[1].send(.number(2))
    #expect(await world.coordinator.settled() == [])
    #expect(results == [.value(2), .value(1)])
    parent.onNavigate = nil
  }

  @Test("A gate in adapt or navigate does not keep the coordinator busy until it is opened")
  func waitingAtGate() async {
    let world = CoordinatorWorld()
    let adapting = ActivityGate("permission", context: world.context)
    let navigating = ActivityGate("an answer", context: world.context)
    let flow = ScriptedFlow()
    flow.onAdapt = { step in
      try? await adapting.wait()
      return step
    }
    flow.onNavigate = { _ in
      try? await navigating.wait()
      return .none
    }
    world.coordinator.coordinate(flow: flow, with: TestStepper(TestStep.start))
    #expect(
      await world.coordinator.settled().map(\.description) == [
        "step start in ScriptedFlow (waits for permission)"
      ])
    adapting.open()
    #expect(
      await world.coordinator.settled().map(\.description) == [
        "step start in ScriptedFlow (waits for an answer)"
      ])
    navigating.open()
    #expect(await world.coordinator.settled() == [])
    #expect(flow.handled == [.start])
    #expect(world.issues.isEmpty)
  }

  @Test("A flow is ready when its first step and its children's are handled, for any waiter")
  func ready() async {
    let world = CoordinatorWorld()
    let parent = ScriptedFlow()
    let child = ScriptedFlow()
    let gate = Gate()
    child.onAdapt = { _ in
      await gate.wait()
      return nil
    }
    parent.onNavigate = { _ in .one(.contribute(presentable: child, stepper: OneStepper(.start))) }
    var log: [String] = []
    let waiters = [
      Task { log.append("parent \(await parent.flowReady)") },
      Task { log.append("child \(await child.flowReady)") },
    ]
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await gate.someone()
    #expect(log.isEmpty)
    gate.open()
    for waiter in waiters { await waiter.value }
    #expect(log.sorted() == ["child true", "parent true"])
    #expect(await parent.flowReady)
    world.coordinator.stop()
    #expect(await !parent.flowReady)
  }

  @Test("A flow without a first step is ready, and so is the parent that contributes it")
  func readyWithoutStep() async {
    let world = CoordinatorWorld()
    let (parent, child) = (ScriptedFlow(), ScriptedFlow())
    parent.onNavigate = { step in
      guard step == .start else { return .none }
      return .one(.contribute(presentable: child, stepper: DefaultStepper()))
    }
    var roots = 0
    Flows.use(parent, child, when: .ready) { _, _ in roots += 1 }
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(roots == 1)
    #expect(await parent.flowReady)
    #expect(
      world.log.suffix(3) == [
        "settled: ScriptedFlow → start", "ready: ScriptedFlow", "ready: ScriptedFlow",
      ])
    parent.onNavigate = nil
  }

  @Test("A flow's readiness is known whenever it is first asked for, also after a second start")
  func readyAskedLate() async {
    let flows = [ScriptedFlow(), ScriptedFlow(), ScriptedFlow()]
    for round in 1...2 {
      let world = CoordinatorWorld()
      let root = ScriptedFlow()
      root.onNavigate = { _ in
        .multiple(flows.map { .contribute(presentable: $0, stepper: OneStepper(TestStep.start)) })
      }
      world.coordinator.coordinate(flow: root, with: OneStepper(TestStep.start))
      await world.coordinator.settled()
      // The second one is asked while it lives, the third one only after its end.
      #expect(await flows[1].flowReady)
      world.coordinator.stop()
      #expect(await !flows[1].flowReady)
      if round == 1 { #expect(await !flows[2].flowReady) }
    }
    for flow in flows { #expect(await !flow.flowReady) }
  }

  @Test("Waiting for flows retains none of them")
  func useKeepsNothing() {
    weak var weakFlow: ScriptedFlow?
    weak var weakRoot: HeadlessViewController?
    do {
      let root = HeadlessViewController()
      let flow = ScriptedFlow(root: root)
      (weakFlow, weakRoot) = (flow, root)
      Flows.use(flow, OtherFlow(), when: .ready) {
        (_: HeadlessViewController, _: HeadlessViewController) in
        Issue.record("neither flow is ready")
      }
    }
    #expect(weakFlow == nil)
    #expect(weakRoot == nil)
  }

  @Test("Reports a root of another type than the block takes, and does not call the block")
  func wrongRoot() throws {
    let headless = HeadlessWorld(root: stack("Home"))
    let home = try #require(headless.window.rootViewController)
    let flow = ScriptedFlow(root: home)
    Flows.use(flow, OtherFlow(), when: .created) {
      (_: HeadlessTabBarController, _: HeadlessViewController) in
      Issue.record("there is no tab bar")
    }
    Flows.use([flow], when: .created) { (_: [HeadlessTabBarController]) in
      Issue.record("there is no tab bar")
    }
    #expect(headless.issues.map(\.code.rawValue) == ["wrongRoot", "wrongRoot"])
  }

  @Test("Flows.use takes any number of flows with roots of any types")
  func use() async {
    let world = CoordinatorWorld()
    let first = ScriptedFlow(root: stack("A"))
    let second = ScriptedFlow(root: tabs("B"))
    let third = OtherFlow()
    var log: [String] = []
    Flows.use(first, second, third, when: .created) {
      (a: HeadlessNavigationController, b: HeadlessTabBarController, c: HeadlessViewController) in
      log.append("created \(a === first.root) \(b === second.root) \(c === third.root)")
    }
    Flows.use(first, when: .ready) { (_: HeadlessNavigationController) in log.append("ready") }
    Flows.use([first, second], when: .created) { (roots: [HeadlessViewController]) in
      log.append("array \(roots.count)")
    }
    #expect(log == ["created true true true", "array 2"])
    world.coordinator.coordinate(flow: first, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(log.last == "ready")
    Flows.use(first, when: .ready) { (_: HeadlessNavigationController) in log.append("late") }
    #expect(log.last == "late")
  }

  @Test("Flows.use takes flows of any type, and a block without a root type")
  func useUntyped() {
    let first = ScriptedFlow(root: stack("A"))
    let second = ScriptedFlow(root: tabs("B"))
    let any: any Flow = first
    var log: [String] = []
    Flows.use(any, when: .created) { (a: HeadlessNavigationController) in
      log.append("any \(a === first.root)")
    }
    Flows.use(any, second, when: .created) {
      (a: HeadlessNavigationController, b: HeadlessTabBarController) in
      log.append("two \(a === first.root) \(b === second.root)")
    }
    Flows.use(first, when: .created) { _ in log.append("one") }
    Flows.use(any, when: .created) { _ in log.append("one any") }
    Flows.use(first, second, when: .created) { _, _ in log.append("two untyped") }
    Flows.use([any, second], when: .created) { _ in log.append("array") }
    Flows.use(first, second, when: .created) {
      log.append("named \($0 as AnyObject === first.root) \($1 as AnyObject === second.root)")
    }
    Flows.use(any, when: .created) { root in
      let root = root
      log.append("several lines \(root === first.root)")
    }
    #expect(
      log == [
        "any true", "two true true", "one", "one any", "two untyped", "array", "named true true",
        "several lines true",
      ])
  }

  @Test("Reports a block that takes another number of roots, and does not call it")
  func wrongCount() throws {
    let headless = HeadlessWorld(root: stack("Home"))
    let home = try #require(headless.window.rootViewController)
    Flows.use(ScriptedFlow(root: home), when: .created) {
      (_: HeadlessNavigationController, _: HeadlessTabBarController) in
      Issue.record("there is one flow")
    }
    #expect(headless.issues.map(\.code.rawValue) == ["wrongRootCount"])
  }

  @Test("Resumes readiness waiters when the coordinator is released", arguments: [false, true])
  func readyReleased(hasChild: Bool) async {
    var coordinator: FlowCoordinator? = FlowCoordinator(
      context: NavigationContext(clock: ManualNavigationClock()))
    coordinator?.context.issues.handler = { _ in }
    let flow = ScriptedFlow()
    let child = ScriptedFlow()
    flow.onNavigate = { step in
      step == .start ? .one(.contribute(presentable: child, stepper: TestStepper())) : .none
    }
    let stepper = hasChild ? TestStepper(TestStep.start) : TestStepper()
    coordinator?.coordinate(flow: flow, with: stepper)
    await coordinator?.settled()
    var isUsed = false
    Flows.use(flow, when: .ready) { _ in isUsed = true }
    let waiters = [flow, child].map { flow in Task { await flow.flowReady } }
    await letOthersRun()
    coordinator = nil
    #expect(await waiters[0].value == false)
    if !hasChild { waiters[1].cancel() }
    #expect(await waiters[1].value == false)
    #expect(!isUsed)
  }

  @Test("Waiting for a flow that never starts can be cancelled")
  func readyCancelled() async {
    let flow = ScriptedFlow()
    let early = Task { await flow.flowReady }
    early.cancel()
    #expect(await early.value == false)
    let late = Task { await flow.flowReady }
    await letOthersRun()
    late.cancel()
    #expect(await late.value == false)
  }
}

import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Handlers that wait for each other")
struct MutualWaitTests {
  private final class FirstFlow: ScriptedFlow {}
  private final class SecondFlow: ScriptedFlow {}
  private final class ThirdFlow: ScriptedFlow {}

  private let world = CoordinatorWorld()
  private let first = FirstFlow()
  private let second = SecondFlow()
  private let firstTaps = TestStepper(TestStep.start)
  private let secondTaps = TestStepper(TestStep.start)

  private var coordinator: FlowCoordinator { world.coordinator }

  private func start() async {
    coordinator.coordinate(flow: first, with: firstTaps)
    coordinator.coordinate(flow: second, with: secondTaps)
    await coordinator.settled()
  }

  private func expectRefusal(
    _ outcome: StepOutcome?, _ chain: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome == .refused(.mutualWait(chain)), sourceLocation: sourceLocation)
  }

  @Test("A step that waits only for its transition refuses no call back")
  func settling() async {
    let root = stack("Second", screen("List"))
    let headless = HeadlessWorld(root: root)
    let world = CoordinatorWorld(context: headless.context)
    let second = SecondFlow(root: root)
    world.coordinator.coordinate(flow: first, with: firstTaps)
    world.coordinator.coordinate(flow: second, with: secondTaps)
    await world.coordinator.settled()
    headless.platform.transitionMode = .manual
    var outcomes: [StepOutcome] = []
    first.onNavigate = { [coordinator = world.coordinator] step in
      guard step == .number(1) else { return .none }
      outcomes.append(await coordinator.navigate(to: TestStep.number(2), in: second).outcome)
      return .none
    }
    second.onNavigate = { step in
      if step == .number(2) { root.pushViewController(screen("Film"), animated: true) }
      return .none
    }
    second.onAdapt = { [coordinator = world.coordinator, first] step in
      guard step == .number(5) else { return step }
      outcomes.append(await coordinator.navigate(to: TestStep.number(3), in: first).outcome)
      return step
    }
    firstTaps.send(.number(1))
    for _ in 0..<10 { await letOthersRun() }
    secondTaps.send(.number(5))
    await world.settle(endingTransitionsOf: headless)
    #expect(outcomes == [.handled, .handled])
    #expect(first.handled == [.start, .number(1), .number(3)])
    #expect(world.issueCodes == [])
  }

  @Test("A call that would wait for its later candidate is refused when that one is next")
  func laterCandidate() async {
    let (gate, child) = (Gate(), ThirdFlow())
    var outcomes: [String: StepOutcome] = [:]
    second.onNavigate = { [coordinator, first] step in
      switch step {
      case .start: return .one(.contribute(presentable: child, stepper: DefaultStepper()))
      case .number(1):
        outcomes["call"] = await coordinator.navigate(to: TestStep.number(3), in: first).outcome
        return .none
      default: return .unhandled
      }
    }
    child.onNavigate = { _ in
      await gate.wait()
      return .unhandled
    }
    first.onNavigate = { [coordinator] step in
      guard step == .number(1) else { return .none }
      let receipt = await coordinator.navigateInFirstResponder(to: TestStep.number(2))
      outcomes["first responder"] = receipt.outcome
      return .none
    }
    await start()
    firstTaps.send(.number(1))
    await gate.someone()
    secondTaps.send(.number(1))
    for _ in 0..<5 { await letOthersRun() }
    gate.open()
    #expect(await coordinator.settled() == [])
    expectRefusal(outcomes["first responder"], ["FirstFlow", "SecondFlow", "FirstFlow"])
    #expect(outcomes["call"] == .handled)
    #expect(world.issueCodes == ["mutualWait"])
  }

  @Test("A later candidate that waits for the caller does not refuse a call that is handled before")
  func unneededCandidate() async {
    let child = ThirdFlow()
    var outcome: StepOutcome?
    second.onNavigate = { [coordinator] step in
      if step == .start { return .one(.contribute(presentable: child, stepper: DefaultStepper())) }
      await coordinator.navigate(to: TestStep.number(2), in: child)
      return .none
    }
    child.onNavigate = { [coordinator] step in
      guard step == .number(2) else { return .none }
      outcome = await coordinator.navigateInFirstResponder(to: TestStep.number(3)).outcome
      return .none
    }
    await start()
    secondTaps.send(.number(1))
    #expect(await coordinator.settled() == [])
    #expect(outcome == .handled)
    #expect(child.handled == [.number(2), .number(3)])
    #expect(world.issueCodes == [])
  }

  @Test("A call is refused if its recipient awaits the result of a flow that waits for the caller")
  func result() async {
    let child = ThirdFlow()
    var outcome: StepOutcome?
    var result: FlowResult<Int>?
    first.onNavigate = { [coordinator] step in
      guard step == .number(1) else { return .none }
      result = await coordinator.result(of: child, with: OneStepper(.start), as: Int.self)
      return .none
    }
    child.onNavigate = { [coordinator, second] _ in
      await coordinator.navigate(to: TestStep.number(2), in: second)
      return .finish(7)
    }
    second.onNavigate = { [coordinator, first] step in
      guard step == .number(2) else { return .none }
      outcome = await coordinator.navigate(to: TestStep.number(3), in: first).outcome
      return .none
    }
    await start()
    firstTaps.send(.number(1))
    #expect(await coordinator.settled() == [])
    expectRefusal(outcome, ["SecondFlow", "FirstFlow", "ThirdFlow", "SecondFlow"])
    #expect(result == .value(7))
    #expect(world.issueCodes == ["mutualWait"])
  }

  @Test("A wait beneath the step for which a handler waits refuses no call")
  func beneath() async {
    let (child, other, gate) = (ThirdFlow(), ScriptedFlow(), Gate())
    let (childTaps, otherTaps) = (TestStepper(), TestStepper())
    var outcomes: [String: StepOutcome] = [:]
    // First awaits Third, beneath which is Scripted, whose call First handles meanwhile.
    first.onNavigate = { [coordinator] step in
      switch step {
      case .number(1): _ = await coordinator.result(of: child, with: childTaps, as: Int.self)
      case .number(2): await gate.wait()
      default: break
      }
      return .none
    }
    child.onNavigate = { [coordinator, second] step in
      if step == .start { return .one(.contribute(presentable: other, stepper: otherTaps)) }
      outcomes["child"] = await coordinator.navigate(to: TestStep.number(4), in: second).outcome
      return .finish(1)
    }
    other.onNavigate = { [coordinator, first] step in
      guard step == .number(1) else { return .none }
      outcomes["other"] = await coordinator.navigate(to: TestStep.number(2), in: first).outcome
      return .none
    }
    second.onNavigate = { [coordinator] step in
      guard step == .number(4) else { return .none }
      outcomes["second"] = await coordinator.navigate(to: TestStep.number(5), in: other).outcome
      return .none
    }
    await start()
    firstTaps.send(.number(1))
    await coordinator.settled()
    childTaps.send(.start)
    await coordinator.settled()
    otherTaps.send(.number(1))
    await gate.someone()
    childTaps.send(.number(3))
    for _ in 0..<5 { await letOthersRun() }
    gate.open()
    #expect(await coordinator.settled() == [])
    #expect(outcomes == ["child": .handled, "other": .handled, "second": .handled])
    #expect(world.issueCodes == [])
  }

  @Test("A call of a flow is refused whose handler waits for the caller to be ready")
  func readiness() async {
    var outcome: StepOutcome?
    var isReady: Bool?
    let child = ThirdFlow()
    first.onNavigate = { [coordinator] step in
      guard step == .number(1) else { return .none }
      coordinator.coordinate(flow: child, with: OneStepper(TestStep.start))
      isReady = await child.flowReady
      return .none
    }
    child.onNavigate = { [coordinator, first] _ in
      outcome = await coordinator.navigate(to: TestStep.number(2), in: first).outcome
      return .none
    }
    await start()
    firstTaps.send(.number(1))
    #expect(await coordinator.settled() == [])
    expectRefusal(outcome, ["ThirdFlow", "FirstFlow", "ThirdFlow"])
    #expect(isReady == true)
    #expect(world.issueCodes == ["mutualWait"])
  }

  @Test("A handler does not wait for the readiness of a flow that waits for it", arguments: [0, 1])
  func ownReadiness(level: Int) async {
    var isReady: Bool?
    let (parent, child) = (ThirdFlow(), ScriptedFlow())
    parent.onNavigate = { _ in
      if level == 0 { isReady = await parent.flowReady }
      return .one(.contribute(presentable: child, stepper: OneStepper(.start)))
    }
    child.onNavigate = { _ in
      if level == 1 { isReady = await parent.flowReady }
      return .none
    }
    coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    #expect(await coordinator.settled() == [])
    #expect(isReady == false)
    #expect(await parent.flowReady)
    #expect(world.issueCodes == ["mutualWait"])
  }

  @Test("A call of a flow is refused that awaits the link to the caller", arguments: [false, true])
  func link(isOfAnotherCoordinator: Bool) async {
    let other = FlowCoordinator(context: world.context)
    let leading = isOfAnotherCoordinator ? other : coordinator
    var outcome: StepOutcome?
    var linkOutcome: DeepLinkOutcome?
    first.onNavigate = { step in
      guard step == .number(1) else { return .none }
      linkOutcome = await leading.follow(
        DeepLinkPlan([.init(TestStep.number(2), in: SecondFlow.self)]))
      return .none
    }
    second.onNavigate = { [coordinator, first] step in
      guard step == .number(2) else { return .none }
      outcome = await coordinator.navigate(to: TestStep.number(3), in: first).outcome
      return .none
    }
    coordinator.coordinate(flow: first, with: firstTaps)
    leading.coordinate(flow: second, with: secondTaps)
    await coordinator.settled()
    firstTaps.send(.number(1))
    #expect(await coordinator.settled() == [])
    expectRefusal(outcome, ["SecondFlow", "FirstFlow", "a deep link", "SecondFlow"])
    #expect(linkOutcome == .arrived)
    #expect(world.issueCodes == ["mutualWait"])
  }

  @Test("A link ends that would wait for the handler that awaits it", arguments: [false, true])
  func awaitedLink(isOfAnotherCoordinator: Bool) async {
    let other = FlowCoordinator(context: world.context)
    let leading = isOfAnotherCoordinator ? other : coordinator
    let gate = Gate()
    var outcome: StepOutcome?
    var linkOutcome: DeepLinkOutcome?
    first.onNavigate = { step in
      guard step == .number(1) else { return .none }
      await gate.wait()
      linkOutcome = await leading.follow(
        DeepLinkPlan([.init(TestStep.number(2), in: SecondFlow.self)]))
      return .none
    }
    second.onNavigate = { [coordinator, first] step in
      guard step == .number(1) else { return .none }
      outcome = await coordinator.navigate(to: TestStep.number(3), in: first).outcome
      return .none
    }
    coordinator.coordinate(flow: first, with: firstTaps)
    leading.coordinate(flow: second, with: secondTaps)
    await coordinator.settled()
    firstTaps.send(.number(1))
    await gate.someone()
    secondTaps.send(.number(1))
    for _ in 0..<5 { await letOthersRun() }
    gate.open()
    #expect(await coordinator.settled() == [])
    let chain = ["FirstFlow", "a deep link", "SecondFlow", "FirstFlow"]
    #expect(linkOutcome == .stopped(hop: 0, .refused(.mutualWait(chain))))
    #expect(outcome == .handled)
    #expect(second.handled == [.start, .number(1)])
  }

  @Test("A link ends whose own step awaits it")
  func ownLink() async {
    var link: DeepLink?
    var outcome: DeepLinkOutcome?
    second.onNavigate = { step in
      if step == .number(2) { outcome = await link?.value() }
      return .none
    }
    await start()
    link = coordinator.start(DeepLinkPlan([.init(TestStep.number(2), in: SecondFlow.self)]))
    #expect(await coordinator.settled() == [])
    let chain = ["SecondFlow", "a deep link", "SecondFlow"]
    #expect(outcome == .stopped(hop: 0, .refused(.mutualWait(chain))))
  }

  @Test(
    "A link ends whose flow only the awaiting handler's answer could contribute",
    arguments: [false, true])
  func linkToContributedFlow(besideBlockedFlow: Bool) async {
    let child = OtherFlow()
    var linkOutcome: DeepLinkOutcome?
    first.onNavigate = { [coordinator] step in
      guard step == .number(1) else { return .none }
      linkOutcome = await coordinator.follow(DeepLinkPlan(steps: [OtherStep.other]))
      return .one(.contribute(presentable: child, stepper: OneStepper(.other)))
    }
    second.onNavigate = { [coordinator, first] step in
      if step == .number(1) { await coordinator.navigate(to: TestStep.number(3), in: first) }
      return .none
    }
    coordinator.coordinate(flow: first, with: firstTaps)
    if besideBlockedFlow { coordinator.coordinate(flow: second, with: secondTaps) }
    await coordinator.settled()
    firstTaps.send(.number(1))
    secondTaps.send(.number(1))
    #expect(await coordinator.settled() == [])
    let chain = ["FirstFlow", "a deep link", "FirstFlow"]
    #expect(linkOutcome == .stopped(hop: 0, .refused(.mutualWait(chain))))
    #expect(child.handled == [.other])
    coordinator.stop()
    first.onNavigate = nil
    second.onNavigate = nil
  }

  @Test("A link waits for a flow that another flow may contribute while a handler awaits it")
  func linkToFlowOfAnother() async {
    let child = OtherFlow()
    var linkOutcome: DeepLinkOutcome?
    first.onNavigate = { [coordinator] step in
      guard step == .number(1) else { return .none }
      linkOutcome = await coordinator.follow(DeepLinkPlan(steps: [OtherStep.other]))
      return .none
    }
    second.onNavigate = { step in
      guard step == .number(1) else { return .none }
      return .one(.contribute(presentable: child, stepper: DefaultStepper()))
    }
    await start()
    firstTaps.send(.number(1))
    await coordinator.settled()
    #expect(linkOutcome == nil)
    secondTaps.send(.number(1))
    #expect(await coordinator.settled() == [])
    #expect(linkOutcome == .arrived)
    #expect(child.handled == [.other])
    coordinator.stop()
    first.onNavigate = nil
    second.onNavigate = nil
  }
}

import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Contributions of one stepper, and of screens that are never shown")
struct ContributionTests {
  /// Returns a flow that contributes one stepper with several screens.
  private func sharing(
    _ stepper: TestStepper, _ screens: HeadlessViewController...
  ) -> (HeadlessWorld, CoordinatorWorld, ScriptedFlow, HeadlessNavigationController) {
    let home = stack("Home")
    let headless = HeadlessWorld(root: home)
    let world = CoordinatorWorld(context: headless.context)
    let flow = ScriptedFlow(root: home)
    flow.onNavigate = { step in
      guard step == .start else { return .none }
      for screen in screens { home.pushViewController(screen, animated: false) }
      return .multiple(screens.map { .contribute(presentable: $0, stepper: stepper) })
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    return (headless, world, flow, home)
  }

  @Test("Reports a stepper that is contributed twice, and handles each step once")
  func sharedStepper() async {
    let stepper = TestStepper(TestStep.number(1))
    let (headless, world, flow, home) = sharing(stepper, screen("First"), screen("Second"))
    await world.coordinator.settled()
    #expect(world.issueCodes == ["stepperAlreadyContributed"])
    stepper.send(.number(2))
    await world.coordinator.settled()
    #expect(flow.handled == [.start, .number(1), .number(2)])
    // One of its screens leaves: the other one remains, and nothing is refused.
    home.popViewController(animated: false)
    stepper.send(.number(3))
    #expect(await world.coordinator.settled() == [])
    #expect(flow.handled == [.start, .number(1), .number(2), .number(3)])
    #expect(world.notHandled.isEmpty)
    home.setViewControllers([screen("Other")], animated: false)
    stepper.send(.number(4))
    await world.coordinator.settled()
    #expect(world.notHandled == ["number(4): \(StepOutcome.refused(.dismissed))"])
    withExtendedLifetime(headless) {}
  }

  @Test("A shared stepper follows its visible screen, else its newest one")
  func visibleScreen() async {
    let stepper = TestStepper()
    let (first, second) = (screen("First"), screen("Second"))
    let (headless, world, flow, home) = sharing(stepper, first, second)
    await world.coordinator.settled()
    home.setViewControllers([second, first], animated: false)
    stepper.send(.number(1))
    #expect(await world.coordinator.settled() == [])
    #expect(flow.handled == [.start, .number(1)])
    home.pushViewController(screen("Cover"), animated: false)
    stepper.send(.number(2))
    #expect(await world.coordinator.settled().count == 1)
    #expect(flow.handled == [.start, .number(1)])
    withExtendedLifetime(headless) {}
  }

  @Test("A stepper of two flows sends to the newer one until that one ends")
  func twoFlows() async {
    let world = CoordinatorWorld()
    let stepper = TestStepper(TestStep.start)
    let flows = [ScriptedFlow(), ScriptedFlow()]
    for flow in flows {
      flow.onNavigate = { $0 == .end ? .end : .none }
      world.coordinator.coordinate(flow: flow, with: stepper)
    }
    stepper.send(.number(1))
    await world.coordinator.settled()
    #expect(flows.map(\.handled) == [[.start], [.start, .number(1)]])
    await world.coordinator.navigate(to: TestStep.end, in: flows[1])
    stepper.send(.number(2))
    await world.coordinator.settled()
    #expect(flows[0].handled == [.start, .number(2)])
    #expect(world.notHandled.isEmpty)
  }

  @Test("A stepper of two coordinators retains neither, and sends to the remaining one")
  func twoCoordinators() async {
    let stepper = TestStepper()
    let first = CoordinatorWorld()
    let flow = ScriptedFlow()
    first.coordinator.coordinate(flow: flow, with: stepper)
    weak var weakFlow: ScriptedFlow?
    do {
      let second = CoordinatorWorld()
      let other = ScriptedFlow()
      weakFlow = other
      second.coordinator.coordinate(flow: other, with: stepper)
      stepper.send(.number(1))
      await second.coordinator.settled()
      #expect(other.handled == [.number(1)])
    }
    #expect(weakFlow == nil)
    stepper.send(.number(2))
    await first.coordinator.settled()
    #expect(flow.handled == [.number(2)])
  }

  @Test("A contributed screen that is never shown retains its stepper no longer than itself")
  func neverShown() async {
    let home = stack("Home", screen("List"))
    let world = CoordinatorWorld(HeadlessWorld(root: home))
    let flow = ScriptedFlow(root: home)
    var steppers: [() -> TestStepper?] = []
    flow.onNavigate = { _ in
      let stepper = TestStepper()
      steppers.append { [weak stepper] in stepper }
      return .one(.contribute(presentable: HeadlessViewController(), stepper: stepper))
    }
    world.coordinator.coordinate(flow: flow, with: DefaultStepper())
    for number in 1...50 { await world.coordinator.navigate(to: TestStep.number(number)) }
    await world.coordinator.settled()
    #expect(steppers.count == 50)
    #expect(steppers.allSatisfy { $0() == nil })
    #expect(world.coordinator.navigationStack(of: flow)?.depth == 1)
  }

  @Test("A contributed screen that is shown later is observed from then on, until it leaves")
  func shownLater() async {
    let home = stack("Home", screen("List"))
    let headless = HeadlessWorld(root: home)
    let world = CoordinatorWorld(context: headless.context)
    let flow = ScriptedFlow(root: home)
    let stepper = TestStepper()
    var page: HeadlessViewController? = screen("Page")
    flow.onNavigate = { [page] step in
      guard step == .start, let page else { return .none }
      return .one(.contribute(presentable: page, stepper: stepper))
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    flow.onNavigate = nil
    stepper.send(.number(1))
    await world.coordinator.settled()
    if let page { home.pushViewController(page, animated: false) }
    page = nil
    stepper.send(.number(2))
    await world.coordinator.settled()
    #expect(flow.handled == [.start, .number(1), .number(2)])
    home.popViewController(animated: false)
    stepper.send(.number(3))
    await world.coordinator.settled()
    #expect(world.notHandled == ["number(3): \(StepOutcome.refused(.dismissed))"])
    withExtendedLifetime(headless) {}
  }

  @Test("Without a window, a flow handles the steps of a released screen")
  func withoutWindow() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    let stepper = TestStepper()
    flow.onNavigate = { step in
      step == .start
        ? .one(.contribute(presentable: HeadlessViewController(), stepper: stepper)) : .none
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    stepper.send(.number(1))
    await world.coordinator.settled()
    #expect(flow.handled == [.start, .number(1)])
  }

  /// Sends a step when it is released.
  final class LastStepper: Stepper {
    let steps = AsyncReplaySubject<any Step>()

    deinit {
      // The test releases it on the main actor.
      MainActor.assumeIsolated {
        steps.send(TestStep.number(1))
        steps.send(TestStep.number(2))
      }
    }
  }

  @Test("Steps that a stepper sends in its own deinit are refused with events")
  func lastWords() async {
    let home = stack("Home", screen("List"))
    let headless = HeadlessWorld(root: home)
    let world = CoordinatorWorld(context: headless.context)
    let flow = ScriptedFlow(root: home)
    weak var stepper: LastStepper?
    flow.onNavigate = { _ in
      let made = LastStepper()
      stepper = made
      let page = screen("Page")
      home.pushViewController(page, animated: false)
      return .one(.contribute(presentable: page, stepper: made))
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(stepper != nil)
    home.popViewController(animated: false)
    await takeTurns()
    await world.coordinator.settled()
    #expect(stepper == nil)
    #expect(flow.handled == [.start])
    #expect(
      world.notHandled
        == [1, 2].map { "number(\($0)): \(StepOutcome.refused(.dismissed))" })
    withExtendedLifetime(headless) {}
  }

  /// Runs code of the test when its initial steps are read.
  final class ReadStepper: Stepper {
    let steps = AsyncReplaySubject<any Step>()
    var onRead: (@MainActor () -> Void)?

    var initialSteps: [any Step] {
      onRead?()
      return [TestStep.number(1)]
    }
  }

  @Test(
    "A contribution that ends while its initial steps are read handles no step, and retains nothing",
    // The strict platform reports the removal in a later turn.
    arguments: platformIsStandIn ? [true] : [false, true])
  func endedWhileItStarts(isStopped: Bool) async {
    weak var flow: ScriptedFlow?
    // It outlives the flow, and so does the entry of its steps.
    let stepper = ReadStepper()
    do {
      let home = stack("Home", screen("List"))
      let headless = HeadlessWorld(root: home)
      let world = CoordinatorWorld(context: headless.context)
      let made = ScriptedFlow(root: home)
      flow = made
      made.onNavigate = { _ in
        let page = screen("Page")
        home.pushViewController(page, animated: false)
        return .one(.contribute(presentable: page, stepper: stepper))
      }
      stepper.onRead = { [unowned world] in
        if isStopped {
          world.coordinator.stop()
        } else {
          home.popViewController(animated: false)
        }
      }
      world.coordinator.coordinate(flow: made, with: OneStepper(TestStep.start))
      await world.coordinator.settled()
      await takeTurns()
      stepper.onRead = nil
      stepper.steps.send(TestStep.number(2))
      await world.coordinator.settled()
      #expect(made.handled == [.start])
      let reason = StepOutcome.refused(isStopped ? .flowEnded : .dismissed)
      #expect(world.notHandled.filter { $0.hasPrefix("number(1)") } == ["number(1): \(reason)"])
      if !isStopped {
        #expect(world.notHandled.filter { $0.hasPrefix("number(2)") } == ["number(2): \(reason)"])
      }
      made.onNavigate = nil
      withExtendedLifetime(headless) {}
    }
    for _ in 0..<20 where flow != nil { await letOthersRun() }
    #expect(flow == nil)
  }
}

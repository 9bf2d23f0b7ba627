import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Steps of hidden screens")
struct VisibilityTests {
  /// A flow that pushes a screen for each `push`, with a stepper that the test can reach.
  @MainActor
  final class Stack {
    let home = stack("Home", screen("List"))
    let headless: HeadlessWorld
    let world: CoordinatorWorld
    let flow: ScriptedFlow
    let root = TestStepper()
    var steppers: [String: TestStepper] = [:]
    var configure: (FlowContributor) -> FlowContributor = { $0 }

    init(_ mode: HeadlessPlatform.TransitionMode = .immediate) {
      headless = HeadlessWorld(mode, root: home)
      world = CoordinatorWorld(context: headless.context)
      flow = ScriptedFlow(root: home)
      flow.onNavigate = { [unowned self] step in
        switch step {
        case .push(let name):
          let page = screen(name)
          home.pushViewController(page, animated: true)
          let stepper = TestStepper()
          steppers[name] = stepper
          return .one(configure(.contribute(presentable: page, stepper: stepper)))
        case .number(0):
          home.popViewController(animated: true)
          return .none
        default: return .none
        }
      }
      world.coordinator.coordinate(flow: flow, with: root)
    }

    func push(_ names: String...) async {
      for name in names { root.send(.push(name)) }
      await world.coordinator.settled()
    }

    /// Returns after the first step's `navigate`; its transition may still run.
    func firstNavigation() async {
      var events = world.coordinator.didNavigate.makeAsyncIterator()
      _ = await events.next()
    }

    var numbers: [Int] {
      flow.handled.compactMap { if case .number(let n) = $0 { n } else { nil } }
    }
  }

  @Test("A covered screen's step waits; the visible screen's back step passes and frees it")
  func hold() async {
    let stack = Stack()
    await stack.push("A", "B")
    stack.steppers["A"]?.send(.number(1))
    stack.steppers["A"]?.send(.number(2))
    let waiting = await stack.world.coordinator.settled()
    #expect(stack.numbers == [])
    #expect(
      waiting.map(\.description) == [
        "step number(1) in ScriptedFlow (waits for HeadlessViewController to be visible)",
        "step number(2) in ScriptedFlow (waits for HeadlessViewController to be visible)",
      ])
    stack.steppers["B"]?.send(.number(0))
    #expect(await stack.world.coordinator.settled() == [])
    #expect(stack.numbers == [0, 1, 2])
  }

  @Test("Refuses a hidden screen's held steps when it leaves")
  func dismissedWhileHolding() async {
    let stack = Stack()
    await stack.push("A", "B")
    stack.steppers["A"]?.send(.number(1))
    await stack.world.coordinator.settled()
    stack.home.popToRootViewController(animated: true)
    await stack.world.coordinator.settled()
    stack.steppers["A"]?.send(.number(2))
    await stack.world.coordinator.settled()
    #expect(stack.numbers == [])
    #expect(
      stack.world.notHandled == [
        "number(1): \(StepOutcome.refused(.dismissed))",
        "number(2): \(StepOutcome.refused(.dismissed))",
      ])
  }

  @Test(
    "A contribution chooses the policy for its hidden steps",
    arguments: [
      (HiddenStepPolicy.drop, [Int](), 2), (.latestOnly, [2], 1), (.always, [1, 2], 0),
      (.hold, [1, 2], 0),
    ])
  func policies(policy: HiddenStepPolicy, handled: [Int], refused: Int) async {
    let stack = Stack()
    stack.configure = { $0.whenHidden(policy) }
    await stack.push("A", "B")
    stack.steppers["A"]?.send(.number(1))
    stack.steppers["A"]?.send(.number(2))
    await stack.world.coordinator.settled()
    #expect(stack.home.userDidTapBack())
    await stack.world.coordinator.settled()
    #expect(stack.numbers == handled)
    #expect(stack.world.notHandled.count == refused)
  }

  @Test(
    "A contribution chooses the policy for the steps of a presentable that has left",
    arguments: [(DismissedStepPolicy.always, [1]), (.drop, [])])
  func dismissed(policy: DismissedStepPolicy, handled: [Int]) async {
    let stack = Stack()
    // The option takes precedence over what the contribution says itself.
    stack.configure = {
      guard case .contribute(let page, let stepper, _, _) = $0 else { return $0 }
      return .contribute(
        withNextPresentable: page, withNextStepper: stepper,
        allowStepWhenDismissed: policy == .drop
      ).whenDismissed(policy)
    }
    await stack.push("A", "B")
    stack.home.popToRootViewController(animated: true)
    await stack.world.coordinator.settled()
    stack.steppers["B"]?.send(.number(1))
    await stack.world.coordinator.settled()
    #expect(stack.numbers == handled)
  }

  @Test("Supports RxFlow's spellings: steps allowed when not presented, or when dismissed")
  func spellings() async {
    let stack = Stack()
    stack.configure = {
      guard case .contribute(let page, let stepper, _, _) = $0 else { return $0 }
      return .contribute(
        withNextPresentable: page, withNextStepper: stepper, allowStepWhenNotPresented: true)
    }
    await stack.push("A")
    stack.configure = {
      guard case .contribute(let page, let stepper, _, _) = $0 else { return $0 }
      return .contribute(
        withNextPresentable: page, withNextStepper: stepper, allowStepWhenDismissed: true)
    }
    await stack.push("B", "C")
    stack.steppers["A"]?.send(.number(1))
    stack.steppers["B"]?.send(.number(2))
    await stack.world.coordinator.settled()
    #expect(stack.numbers == [1])
    stack.home.popToRootViewController(animated: true)
    stack.steppers["A"]?.send(.number(3))
    stack.steppers["B"]?.send(.number(4))
    await stack.world.coordinator.settled()
    #expect(stack.numbers == [1, 2, 4])
    #expect(stack.world.notHandled == ["number(3): \(StepOutcome.refused(.dismissed))"])
  }

  @Test("A hidden screen does not hold a flow's own stepper")
  func hiddenFlow() async {
    let stack = Stack()
    let child = ScriptedFlow(root: screen("Child"))
    let stepper = TestStepper()
    let navigate = stack.flow.onNavigate
    stack.flow.onNavigate = { step in
      guard step == .start, let page = child.root as? HeadlessViewController else {
        return await navigate?(step) ?? .none
      }
      stack.home.pushViewController(page, animated: true)
      return .one(.contribute(presentable: child, stepper: stepper))
    }
    stack.root.send(.start)
    await stack.push("A")
    #expect((child.root as? HeadlessViewController)?.view.window == nil)
    stepper.send(.number(1))
    #expect(await stack.world.coordinator.settled() == [])
    #expect(child.handled == [.number(1)])
  }

  @Test("Delivers an initial step although its screen is already hidden")
  func initialStep() async {
    let stack = Stack()
    let page = screen("Page")
    let other = screen("Other")
    let navigate = stack.flow.onNavigate
    stack.flow.onNavigate = { step in
      guard step == .start else { return await navigate?(step) ?? .none }
      stack.home.pushViewController(page, animated: true)
      stack.home.pushViewController(other, animated: true)
      return .one(.contribute(presentable: page, stepper: OneStepper(TestStep.number(1))))
    }
    stack.root.send(.start)
    await stack.world.coordinator.settled()
    #expect(stack.numbers == [1])
  }

  @Test("Steps sent during an animated push wait for its end")
  func duringAnimation() async {
    let stack = Stack(.manual)
    stack.root.send(.push("A"))
    stack.root.send(.push("B"))
    await stack.firstNavigation()
    #expect(stack.flow.handled == [.push("A")])
    stack.steppers["A"]?.send(.number(1))
    #expect(stack.home.viewControllers.count == 2)
    #expect(stack.headless.refusals.isEmpty)
    stack.headless.platform.transitionMode = .immediate
    stack.headless.platform.completeAllTransitions()
    await stack.world.coordinator.settled()
    #expect(stack.flow.handled == [.push("A"), .push("B")])
    #expect(stack.headless.refusals.isEmpty)
    #expect(stack.home.userDidTapBack())
    await stack.world.coordinator.settled()
    #expect(stack.numbers == [1])
  }

  @Test("Publishes didSettle at the end of the transition")
  func settles() async {
    let stack = Stack(.manual)
    stack.root.send(.push("A"))
    await stack.firstNavigation()
    #expect(stack.world.log.last == "did navigate: ScriptedFlow → push(\"A\")")
    stack.headless.platform.completeAllTransitions()
    await stack.world.coordinator.settled()
    #expect(stack.world.log.contains("settled: ScriptedFlow → push(\"A\")"))
  }

  @Test("Attributes a handler's changes to its step")
  func attribution() async {
    let stack = Stack()
    await stack.push("A")
    #expect(
      stack.headless.changes.map(\.cause.description) == [
        "AsyncFlow: ScriptedFlow → push(\"A\")"
      ])
  }

  @Test("A flow's own visibility replaces its root's, and either dismissal counts")
  func ownStreams() async throws {
    final class Shy: Flow {
      let page = screen("Page")
      let visibility = AsyncPassthroughSubject<Bool>()
      var root: any Presentable { page }
      var isVisibleStream: AsyncStream<Bool> { visibility.stream }
      func navigate(to step: TestStep) async -> FlowContributors { .none }
    }
    final class Leaving: Flow {
      let page = screen("Page")
      let dismissal = AsyncPassthroughSubject<Void>()
      var root: any Presentable { page }
      var onDismissed: AsyncStream<Void> { dismissal.stream }
      func navigate(to step: TestStep) async -> FlowContributors { .none }
    }
    let home = stack("Home", screen("List"))
    let headless = HeadlessWorld(root: home)
    let (shy, leaving) = (Shy(), Leaving())
    var events: [String] = []
    func note(_ event: PresentationEvent) {
      switch event {
      case .visible(let isVisible): events.append(isVisible ? "visible" : "hidden")
      case .dismissed: events.append("dismissed")
      }
    }
    home.pushViewController(shy.page, animated: false)
    let first = shy.observePresentation(note)
    await headless.context.settled()
    events = []
    home.pushViewController(screen("Over"), animated: false)
    await headless.context.settled()
    #expect(events == [])
    shy.visibility.send(false)
    await headless.context.settled()
    #expect(events == ["hidden"])
    home.popToRootViewController(animated: false)
    await headless.context.settled()
    #expect(events == ["hidden", "dismissed"])
    first.cancel()

    home.pushViewController(leaving.page, animated: false)
    let second = leaving.observePresentation(note)
    await headless.context.settled()
    events = []
    home.pushViewController(screen("Over"), animated: false)
    await headless.context.settled()
    #expect(events == ["hidden"])
    leaving.dismissal.send()
    await headless.context.settled()
    #expect(events == ["hidden", "dismissed"])
    second.cancel()
  }

  @Test("Observes a double's streams, and treats a double without events as visible")
  func doubles() async {
    final class Double: Presentable {
      let visibility = AsyncPassthroughSubject<Bool>()
      let dismissal = AsyncPassthroughSubject<Void>()
      var isVisibleStream: AsyncStream<Bool> { visibility.stream }
      var onDismissed: AsyncStream<Void> { dismissal.stream }
    }
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    let double = Double()
    let stepper = TestStepper()
    flow.onNavigate = { step in
      step == .start ? .one(.contribute(presentable: double, stepper: stepper)) : .none
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    stepper.send(.number(1))
    await world.coordinator.settled()
    #expect(flow.handled == [.start, .number(1)])
    double.visibility.send(false)
    await world.coordinator.settled()
    stepper.send(.number(2))
    await world.coordinator.settled()
    #expect(flow.handled == [.start, .number(1)])
    double.visibility.send(true)
    await world.coordinator.settled()
    #expect(flow.handled == [.start, .number(1), .number(2)])
    double.dismissal.send()
    await world.coordinator.settled()
    stepper.send(.number(3))
    await world.coordinator.settled()
    #expect(flow.handled == [.start, .number(1), .number(2)])
    #expect(world.notHandled == ["number(3): \(StepOutcome.refused(.dismissed))"])
  }
}

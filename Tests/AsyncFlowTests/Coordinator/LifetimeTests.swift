import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("The lives of flows")
struct LifetimeTests {
  private func child(_ child: ScriptedFlow, _ stepper: any Stepper = TestStepper(TestStep.start))
    -> @MainActor (TestStep) async -> FlowContributors
  {
    { step in
      step == .start ? .one(.contribute(presentable: child, stepper: stepper)) : .none
    }
  }

  @Test("An end reaches the parent, and nothing of the child is left")
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
      #expect(world.notHandled == ["number(1): \(StepOutcome.refused(.flowEnded))"])
      stepper.send(.number(2))
      #expect(world.notHandled.count == 2)
    }
    #expect(weakChild == nil)
    #expect(weakStepper == nil)
    #expect(weakInner == nil)
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

  @Test("The user's dismissal ends a flow like an end, and the parent gets the named step")
  func userDismissal() async {
    let home = stack("Home", screen("List"))
    let headless = HeadlessWorld(root: home)
    let world = CoordinatorWorld(context: headless.context)
    let parent = ScriptedFlow(root: home)
    weak var weakFlow: ScriptedFlow?
    do {
      let flow = ScriptedFlow(root: stack("Sheet", screen("Inner")))
      weakFlow = flow
      parent.onNavigate = { [weak flow] step in
        guard step == .start, let flow else { return .none }
        home.present(flow.root.viewController, animated: true)
        return .one(
          .contribute(presentable: flow, stepper: TestStepper(TestStep.start))
            .onDismissal(forwardToParent: TestStep.number(7)))
      }
      world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
      await world.coordinator.settled()
      #expect((flow.root as? HeadlessViewController)?.userDidPullDown() == true)
    }
    await world.coordinator.settled()
    #expect(parent.handled == [.start, .number(7)])
    #expect(world.log.contains("ended: ScriptedFlow, dismissedByUser"))
    #expect(weakFlow == nil)
  }

  @Test("A flow that borrows its parent's stack ends when its first screen leaves")
  func borrowedStack() async {
    let home = stack("Home", screen("List"))
    let headless = HeadlessWorld(root: home)
    let world = CoordinatorWorld(context: headless.context)
    let parent = ScriptedFlow(root: home)
    let borrower = ScriptedFlow(root: home)
    borrower.onNavigate = { step in
      let page = screen("\(step)")
      home.pushViewController(page, animated: true)
      return .one(.contribute(presentable: page, stepper: TestStepper()))
    }
    parent.onNavigate = child(borrower)
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    await world.coordinator.navigate(to: TestStep.number(1), in: borrower)
    #expect(home.userDidTapBack())
    await world.coordinator.settled()
    #expect(!world.log.contains { $0.hasPrefix("ended") })
    #expect(home.userDidTapBack())
    await world.coordinator.settled()
    #expect(world.log.contains("ended: ScriptedFlow, dismissedByUser"))
  }

  @Test("Selecting another tab hides a flow and does not end it")
  func tabs() async {
    let bar = TestSupport.tabs("Tabs", screen("A"), screen("B"))
    let headless = HeadlessWorld(root: bar)
    let world = CoordinatorWorld(context: headless.context)
    let parent = ScriptedFlow(root: bar)
    let first = ScriptedFlow(root: bar.viewControllers?[0] ?? bar)
    parent.onNavigate = child(first)
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(bar.userDidTapTab(at: 1))
    await world.coordinator.settled()
    #expect(!world.log.contains { $0.hasPrefix("ended") })
    bar.viewControllers = [screen("C")]
    await world.coordinator.settled()
    #expect(world.log.contains("ended: ScriptedFlow, removed"))
  }

  @Test("The end that a flow answers after it has dismissed itself reaches the parent")
  func dismissesItself() async {
    let home = stack("Home", screen("List"))
    let headless = HeadlessWorld(root: home)
    let world = CoordinatorWorld(context: headless.context)
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

  @Test("What a dismissed flow forwards when its parent is gone too is refused, and no misuse")
  func outlivesParent() async {
    let home = stack("Home", screen("List"))
    let headless = HeadlessWorld(root: home)
    let world = CoordinatorWorld(context: headless.context)
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

  @Test("A flow that is welcome after its dismissal goes on until its end")
  func allowedWhenDismissed() async {
    let home = stack("Home", screen("List"))
    let headless = HeadlessWorld(root: home)
    let world = CoordinatorWorld(context: headless.context)
    let page = screen("Page")
    let flow = ScriptedFlow(root: page)
    let stepper = TestStepper()
    let parent = ScriptedFlow(root: home)
    parent.onNavigate = { step in
      guard step == .start else { return .none }
      home.pushViewController(page, animated: true)
      return .one(
        .contribute(
          withNextPresentable: flow, withNextStepper: stepper, allowStepWhenDismissed: true))
    }
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(home.userDidTapBack())
    stepper.send(.number(1))
    await world.coordinator.settled()
    #expect(flow.handled == [.number(1)])
  }

  @Test("A stop cancels what runs, refuses the rest, and says so")
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
    await world.coordinator.settled()
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

  @Test("A coordinator that nobody owns goes, with its flows and steppers")
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

  @Test("A flow that was dismissed can be contributed again")
  func again() async {
    let home = stack("Home", screen("List"))
    let headless = HeadlessWorld(root: home)
    let world = CoordinatorWorld(context: headless.context)
    let page = screen("Page")
    let flow = ScriptedFlow(root: page)
    let stepper = TestStepper()
    let parent = ScriptedFlow(root: home)
    parent.onNavigate = { step in
      guard step == .start else { return .none }
      home.pushViewController(page, animated: true)
      return .one(.contribute(presentable: flow, stepper: stepper))
    }
    let starter = TestStepper(TestStep.start)
    world.coordinator.coordinate(flow: parent, with: starter)
    await world.coordinator.settled()
    #expect(home.userDidTapBack())
    await world.coordinator.settled()
    starter.send(.start)
    await world.coordinator.settled()
    stepper.send(.number(1))
    await world.coordinator.settled()
    #expect(flow.handled == [.number(1)])
    #expect(world.notHandled.isEmpty)
    #expect(world.issues.isEmpty)
  }

  @Test("A flow contributed twice is reported, and its step is not lost")
  func twice() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    let parent = ScriptedFlow()
    parent.onNavigate = { _ in
      .multiple(
        .contribute(presentable: flow, stepper: OneStepper(.number(1))),
        .contribute(presentable: flow, stepper: OneStepper(.number(2))))
    }
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(world.issueCodes == ["flowAlreadyAlive"])
    #expect(flow.handled == [.number(1), .number(2)])
    let other = CoordinatorWorld()
    let otherParent = ScriptedFlow()
    otherParent.onNavigate = { _ in
      .one(.contribute(presentable: flow, stepper: OneStepper(.number(3))))
    }
    other.coordinator.coordinate(flow: otherParent, with: OneStepper(TestStep.start))
    await other.coordinator.settled()
    #expect(other.issueCodes == ["flowAlreadyAlive"])
    #expect(other.notHandled == ["number(3): \(StepOutcome.refused(.notCoordinated))"])
  }

  @Test("A root that changes identity is reported once")
  func changingRoot() async {
    final class Changing: Flow {
      var root: any Presentable { HeadlessViewController() }
      func navigate(to step: TestStep) async -> FlowContributors { .none }
    }
    let world = CoordinatorWorld()
    let stepper = TestStepper(TestStep.start)
    world.coordinator.coordinate(flow: Changing(), with: stepper)
    stepper.send(.start)
    await world.coordinator.settled()
    #expect(world.issueCodes == ["rootChanged"])
  }

  @Test("Forwarding from a root is reported, and the step is refused")
  func forwardFromRoot() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    flow.onNavigate = { _ in .one(.forwardToParent(step: TestStep.number(1))) }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(world.issueCodes == ["forwardedFromRoot"])
    #expect(world.notHandled == ["number(1): \(StepOutcome.refused(.noParent))"])
  }
}

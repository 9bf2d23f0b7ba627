import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Flows and their screens")
struct DismissalTests {
  private func child(_ child: ScriptedFlow, _ stepper: any Stepper = TestStepper(TestStep.start))
    -> @MainActor (TestStep) async -> FlowContributors
  {
    { step in
      step == .start ? .one(.contribute(presentable: child, stepper: stepper)) : .none
    }
  }

  @Test("The user's dismissal ends a flow like an end, and the parent receives the named step")
  func userDismissal() async {
    let home = stack("Home", screen("List"))
    let world = CoordinatorWorld(HeadlessWorld(root: home))
    let parent = ScriptedFlow(root: home)
    weak var weakFlow: ScriptedFlow?
    do {
      let flow = ScriptedFlow(root: stack("Sheet", screen("Inner")))
      weakFlow = flow
      parent.onNavigate = { [weak flow] step in
        guard step == .start, let flow, let sheet = flow.root as? HeadlessViewController
        else { return .none }
        home.present(sheet, animated: true)
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

  @Test("Observes the window of a first flow from then on")
  func unobservedWindow() async {
    let home = stack("Home", screen("List"))
    let window = HeadlessWindow(platform: HeadlessPlatform())
    window.rootViewController = home
    window.makeKeyAndVisible()
    let world = CoordinatorWorld()
    let parent = ScriptedFlow(root: home)
    let sheet = screen("Sheet")
    parent.onNavigate = { step in
      guard step == .start else { return .none }
      home.present(sheet, animated: true)
      return .one(
        .contribute(presentable: ScriptedFlow(root: sheet), stepper: TestStepper(TestStep.start))
          .onDismissal(forwardToParent: TestStep.number(7)))
    }
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(sheet.userDidPullDown())
    await world.coordinator.settled()
    #expect(parent.handled == [.start, .number(7)])
    withExtendedLifetime(window) {}
  }

  @Test("The step for a dismissed screen reaches the contributing flow", arguments: [true, false])
  func dismissedScreen(byUser: Bool) async {
    let home = stack("Home", screen("List"))
    let world = CoordinatorWorld(HeadlessWorld(root: home))
    let parent = ScriptedFlow(root: home)
    parent.onNavigate = { step in
      guard step == .start else { return .none }
      let detail = screen("Detail")
      home.pushViewController(detail, animated: true)
      return .one(
        .contribute(presentable: detail, stepper: TestStepper())
          .onDismissal(forwardToParent: TestStep.number(7)))
    }
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    if byUser { home.userDidTapBack() } else { home.popViewController(animated: true) }
    await world.coordinator.settled()
    #expect(parent.handled == [.start, .number(7)])
    #expect(world.issues.isEmpty)
  }

  /// Publishes its own dismissal, as a test's double does.
  @MainActor
  final class DismissedFlow: Flow {
    let root: any Presentable
    let (onDismissed, dismissal) = AsyncStream<Void>.makeStream()
    var handled: [TestStep] = []
    init(root: any Presentable) { self.root = root }
    func navigate(to step: TestStep) async -> FlowContributors {
      handled.append(step)
      return .none
    }
  }

  @Test("A flow ends with its own dismissal, not only with its root's", arguments: [false, true])
  func ownDismissal(borrowsRoot: Bool) async {
    let world = CoordinatorWorld()
    let parent = ScriptedFlow()
    let flow = DismissedFlow(root: borrowsRoot ? parent.root : HeadlessViewController())
    let stepper = TestStepper()
    parent.onNavigate = { step in
      guard step == .start else { return .none }
      return .one(
        .contribute(presentable: flow, stepper: stepper)
          .onDismissal(forwardToParent: TestStep.number(7)))
    }
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    stepper.send(.number(1))
    await world.coordinator.settled()
    let ended = Gate()
    let subscription = world.coordinator.onEvent { if case .ended = $0 { ended.open() } }
    flow.dismissal.yield()
    await ended.wait()
    await world.coordinator.settled()
    #expect(flow.handled == [.number(1)])
    #expect(parent.handled == [.start, .number(7)])
    #expect(world.log.contains("ended: DismissedFlow, unknown"))
    stepper.send(.number(2))
    #expect(world.notHandled == ["number(2): \(StepOutcome.refused(.flowEnded))"])
    withExtendedLifetime(subscription) {}
  }

  @Test("A flow that publishes its own dismissal still ends with its root")
  func rootOfSpeaking() async {
    let home = stack("Home", screen("List"))
    let world = CoordinatorWorld(HeadlessWorld(root: home))
    let parent = ScriptedFlow(root: home)
    let sheet = stack("Sheet", screen("Inner"))
    let flow = DismissedFlow(root: sheet)
    parent.onNavigate = { step in
      guard step == .start else { return .none }
      home.present(sheet, animated: false)
      return .one(.contribute(presentable: flow, stepper: TestStepper()))
    }
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(sheet.userDidPullDown())
    await world.coordinator.settled()
    #expect(world.log.contains("ended: DismissedFlow, dismissedByUser"))
  }

  @Test("An observed flow publishes its own dismissal")
  func observedFlow() async {
    let flow = DismissedFlow(root: HeadlessViewController())
    let dismissed = Gate()
    let subscription = flow.observePresentation { if $0 == .dismissed { dismissed.open() } }
    flow.dismissal.yield()
    await dismissed.wait()
    withExtendedLifetime(subscription) {}
  }

  @Test("A flow whose root is a flow publishes the events of the screen, once each and at once")
  func flowAsRoot() async throws {
    final class Outer: Flow {
      let root: any Presentable
      init(_ root: any Presentable) { self.root = root }
      func navigate(to step: TestStep) async -> FlowContributors { .none }
    }
    let home = stack("Home", screen("List"))
    let headless = HeadlessWorld(root: home)
    let page = screen("Page")
    home.pushViewController(page, animated: false)
    var (events, expected): ([PresentationEvent], [PresentationEvent]) = ([], [])
    let subscriptions = [
      Outer(ScriptedFlow(root: page)).observePresentation { events.append($0) },
      page.observePresentation { expected.append($0) },
    ]
    home.popViewController(animated: false)
    await headless.context.settled()
    #expect(!expected.isEmpty)
    #expect(events == expected)
    withExtendedLifetime(subscriptions) {}
  }

  @Test("Two flows that leave at one settle point end with their own reasons")
  func eachReason() async {
    let home = stack("Home", screen("List"))
    let headless = HeadlessWorld(root: home)
    let world = CoordinatorWorld(context: headless.context)
    let parent = ScriptedFlow(root: home)
    final class SheetFlow: ScriptedFlow {}
    let pushed = ScriptedFlow(root: screen("Pushed"))
    let sheet = SheetFlow(root: stack("Sheet", screen("Inner")))
    parent.onNavigate = { step in
      guard step == .start, let page = pushed.root as? HeadlessViewController,
        let modal = sheet.root as? HeadlessViewController
      else { return .none }
      home.pushViewController(page, animated: false)
      home.present(modal, animated: false)
      return .multiple(
        .contribute(presentable: pushed, stepper: TestStepper()),
        .contribute(presentable: sheet, stepper: TestStepper()))
    }
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    headless.platform.transitionMode = .manual
    #expect((sheet.root as? HeadlessViewController)?.userDidPullDown() == true)
    home.popViewController(animated: false)
    headless.platform.completeAllTransitions()
    await world.coordinator.settled()
    let ends = world.log.filter { $0.hasPrefix("ended") }
    #expect(
      Set(ends) == [
        "ended: ScriptedFlow, \(reasonOfDirectCalls)", "ended: SheetFlow, dismissedByUser",
      ])
  }

  @Test("A flow that borrows its parent's stack ends when its first screen leaves")
  func borrowedStack() async {
    let home = stack("Home", screen("List"))
    let world = CoordinatorWorld(HeadlessWorld(root: home))
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
    let world = CoordinatorWorld(HeadlessWorld(root: bar))
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
    #expect(world.log.contains("ended: ScriptedFlow, \(reasonOfDirectCalls)"))
  }

  @Test(
    "A flow with steps allowed after its dismissal continues until its end",
    arguments: [true, false])
  func allowedWhenDismissed(byOption: Bool) async {
    let home = stack("Home", screen("List"))
    let world = CoordinatorWorld(HeadlessWorld(root: home))
    let page = screen("Page")
    let flow = ScriptedFlow(root: page)
    let stepper = TestStepper()
    let parent = ScriptedFlow(root: home)
    parent.onNavigate = { step in
      guard step == .start else { return .none }
      home.pushViewController(page, animated: true)
      return .one(
        byOption
          ? .contribute(presentable: flow, stepper: stepper).whenDismissed(.always)
          : .contribute(
            withNextPresentable: flow, withNextStepper: stepper, allowStepWhenDismissed: true))
    }
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(home.userDidTapBack())
    stepper.send(.number(1))
    await world.coordinator.settled()
    #expect(flow.handled == [.number(1)])
    flow.onNavigate = { _ in .end(forwardToParentFlowWithStep: TestStep.number(3)) }
    stepper.send(.number(2))
    await world.coordinator.settled()
    #expect(parent.handled == [.start, .number(3)])
    #expect(world.log.contains("ended: ScriptedFlow, finished"))
    stepper.send(.number(4))
    #expect(world.notHandled == ["number(4): \(StepOutcome.refused(.flowEnded))"])
  }

  @Test("A flow that was dismissed can be contributed again")
  func again() async {
    let home = stack("Home", screen("List"))
    let world = CoordinatorWorld(HeadlessWorld(root: home))
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

  @Test("A flow that the user dismisses while it navigates starts no others")
  func startsNoOthers() async {
    let home = stack("Home", screen("List"))
    let world = CoordinatorWorld(HeadlessWorld(root: home))
    let parent = ScriptedFlow(root: home)
    let sheet = stack("Sheet", screen("Inner"))
    let left = ScriptedFlow(root: sheet)
    let gate = Gate()
    let others = (0..<2).map { _ in ScriptedFlow() }
    var result: FlowResult<Int>?
    parent.onNavigate = { step in
      guard step == .start else { return .none }
      home.present(sheet, animated: false)
      return .one(.contribute(presentable: left, stepper: OneStepper(TestStep.number(1))))
    }
    left.onNavigate = { _ in
      await gate.wait()
      world.coordinator.coordinate(flow: others[0], with: OneStepper(TestStep.number(2)))
      result = await world.coordinator.result(
        of: others[1], with: OneStepper(TestStep.number(3)), as: Int.self)
      return .none
    }
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await gate.someone()
    #expect(sheet.userDidPullDown())
    gate.open()
    #expect(await world.coordinator.settled() == [])
    #expect(result == .cancelled)
    #expect(others.flatMap { $0.handled } == [])
    #expect(
      world.notHandled == [
        "number(2): \(StepOutcome.refused(.flowEnded))",
        "number(3): \(StepOutcome.refused(.flowEnded))",
      ])
    for flow in others { #expect(await !flow.flowReady) }
  }

  @Test("A screen that the user leaves before the answer arrives is not observed")
  func leftBeforeTheAnswer() async {
    let home = stack("Home", screen("List"))
    let headless = HeadlessWorld(root: home)
    let world = CoordinatorWorld(context: headless.context)
    let flow = ScriptedFlow(root: home)
    let page = screen("Page")
    let gate = Gate()
    weak var weakStepper: TestStepper?
    do {
      let stepper = TestStepper(TestStep.number(1))
      weakStepper = stepper
      flow.onNavigate = { [weak stepper] step in
        guard step == .start, let stepper else { return .none }
        home.pushViewController(page, animated: false)
        await gate.wait()
        return .one(.contribute(presentable: page, stepper: stepper))
      }
      world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
      await gate.someone()
      #expect(home.userDidTapBack())
      gate.open()
      await world.coordinator.settled()
      stepper.send(.number(2))
      await world.coordinator.settled()
    }
    #expect(flow.handled == [.start])
    #expect(
      world.notHandled == [
        "number(1): \(StepOutcome.refused(.dismissed))",
        "number(2): \(StepOutcome.refused(.dismissed))",
      ])
    #expect(weakStepper == nil)
    withExtendedLifetime(headless) {}
  }

  @Test("A flow whose root the user leaves before the answer arrives is not started")
  func flowLeftBeforeTheAnswer() async {
    let home = stack("Home", screen("List"))
    let headless = HeadlessWorld(root: home)
    let world = CoordinatorWorld(context: headless.context)
    let parent = ScriptedFlow(root: home)
    let sheet = stack("Sheet", screen("Inner"))
    let child = ScriptedFlow(root: sheet)
    let gate = Gate()
    parent.onNavigate = { step in
      guard step == .start else { return .none }
      home.present(sheet, animated: false)
      await gate.wait()
      return .one(
        .contribute(presentable: child, stepper: OneStepper(TestStep.number(1)))
          .onDismissal(forwardToParent: TestStep.number(2)))
    }
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await gate.someone()
    #expect(sheet.userDidPullDown())
    gate.open()
    await world.coordinator.settled()
    #expect(child.handled == [])
    #expect(parent.handled == [.start, .number(2)])
    #expect(world.notHandled == ["number(1): \(StepOutcome.refused(.dismissed))"])
    #expect(await !child.flowReady)
    withExtendedLifetime(headless) {}
  }

  @Test("A screen that has left and returns is observed, also during its transition")
  func comesBack() async {
    let home = stack("Home", screen("List"))
    let headless = HeadlessWorld(root: home)
    let world = CoordinatorWorld(context: headless.context)
    let flow = ScriptedFlow(root: home)
    let page = screen("Page")
    let stepper = TestStepper()
    let isOnItsWay = Gate()
    home.pushViewController(page, animated: false)
    home.popViewController(animated: false)
    flow.onNavigate = { step in
      guard step == .start else { return .none }
      headless.platform.transitionMode = .manual
      home.pushViewController(page, animated: true)
      isOnItsWay.open()
      return .one(.contribute(presentable: page, stepper: stepper))
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await isOnItsWay.wait()
    headless.platform.completeAllTransitions()
    await world.coordinator.settled()
    stepper.send(.number(1))
    await world.coordinator.settled()
    #expect(flow.handled == [.start, .number(1)])
  }
}

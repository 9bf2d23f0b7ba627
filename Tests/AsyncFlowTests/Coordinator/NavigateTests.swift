import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
private protocol OldButton {
  func press()
}

private struct Press: OldButton {
  let coordinator: FlowCoordinator
  let flow: ScriptedFlow

  @available(*, deprecated)
  func press() {
    coordinator.navigate(to: TestStep.number(1))
    coordinator.navigate(to: TestStep.number(2), in: flow)
    coordinator.navigateInFirstResponder(to: TestStep.number(3))
  }
}

@MainActor
@Suite("Navigating from outside")
struct NavigateTests {
  /// A root with two children, the first of another step type.
  private func tree() async -> (CoordinatorWorld, ScriptedFlow, OtherFlow, ScriptedFlow) {
    let world = CoordinatorWorld()
    let root = ScriptedFlow()
    let other = OtherFlow()
    let child = ScriptedFlow()
    root.onNavigate = { step in
      step == .start
        ? .multiple(
          .contribute(presentable: other, stepper: DefaultStepper()),
          .contribute(presentable: child, stepper: DefaultStepper())) : .none
    }
    world.coordinator.coordinate(flow: root, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    root.handled = []
    return (world, root, other, child)
  }

  @Test("A broadcast reaches every flow, and the receipt names the flows that handled it")
  func broadcast() async {
    let (world, root, other, child) = await tree()
    let receipt = await world.coordinator.navigate(to: TestStep.number(1))
    #expect(root.handled == [.number(1)])
    #expect(child.handled == [.number(1)])
    #expect(receipt.handledBy == ["ScriptedFlow", "ScriptedFlow"])
    #expect(receipt.deliveries.map(\.outcome) == [.unhandled, .handled, .handled])
    #expect(world.notHandled.isEmpty)
    await world.coordinator.navigate(to: OtherStep.other)
    #expect(other.handled == [.other])
  }

  @Test(
    "A call does not wait for a flow of another type of steps that awaits its child",
    arguments: [false, true])
  func busyFlowOfAnotherType(isForFirstResponder: Bool) async {
    let world = CoordinatorWorld()
    let (root, other, child) = (ScriptedFlow(), OtherFlowScripted(), ScriptedFlow())
    let gate = Gate()
    root.onNavigate = { step in
      if step == .number(1) { gate.open() }
      return step == .start
        ? .one(.contribute(presentable: other, stepper: DefaultStepper())) : .none
    }
    var result: FlowResult<Int>?
    other.onNavigate = { [coordinator = world.coordinator] _ in
      result = await coordinator.result(of: child, with: DefaultStepper(), as: Int.self)
    }
    child.onNavigate = { _ in isForFirstResponder ? .unhandled : .finish(7) }
    world.coordinator.coordinate(flow: root, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    world.coordinator.send(OtherStep.other)
    await world.coordinator.settled()
    #expect(child.handled.isEmpty && result == nil)

    let call = Task {
      isForFirstResponder
        ? await world.coordinator.navigateInFirstResponder(to: TestStep.number(1))
        : await world.coordinator.navigate(to: TestStep.number(1))
    }
    await gate.wait()
    #expect(await world.coordinator.settled().count == (isForFirstResponder ? 1 : 0))
    #expect(root.handled == [.start, .number(1)])
    #expect(result == (isForFirstResponder ? nil : .value(7)))
    world.coordinator.stop()
    let receipt = await call.value
    #expect(receipt.outcome == .handled)
    #expect(receipt.handledBy.count == (isForFirstResponder ? 1 : 2))
    // The call to the first responder has passed the other flow over.
    let outcomes: [StepOutcome] =
      isForFirstResponder ? [.unhandled, .handled] : [.unhandled, .handled, .handled]
    #expect(receipt.deliveries.map(\.outcome) == outcomes)
    other.onNavigate = nil
  }

  @Test("A flow that takes no steps of the type is no part of a mutual wait")
  func mutualWaitBesideFlowOfAnotherType() async {
    let world = CoordinatorWorld()
    let (root, other, gate) = (ScriptedFlow(), OtherFlowScripted(), Gate())
    var outcome: StepOutcome?
    root.onNavigate = { [coordinator = world.coordinator] step in
      switch step {
      case .start: return .one(.contribute(presentable: other, stepper: DefaultStepper()))
      case .number(0):
        coordinator.send(OtherStep.other, to: other)
        await gate.wait()
        outcome = await coordinator.navigate(to: TestStep.number(1)).outcome
        return .none
      default: return .none
      }
    }
    other.onNavigate = { [coordinator = world.coordinator] _ in
      gate.open()
      await coordinator.navigate(to: TestStep.number(2), in: root)
    }
    world.coordinator.coordinate(flow: root, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    await world.coordinator.navigate(to: TestStep.number(0), in: root)
    await world.coordinator.settled()
    #expect(outcome == .handled)
    #expect(root.handled == [.start, .number(0), .number(1), .number(2)])
    #expect(world.issueCodes.isEmpty)
    (root.onNavigate, other.onNavigate) = (nil, nil)
  }

  @Test("A step that no flow understands is published as one event")
  func unknownStep() async {
    struct Strange: Step {}
    let (world, _, _, _) = await tree()
    let receipt = await world.coordinator.navigate(to: Strange())
    #expect(receipt.outcome == .unhandled)
    #expect(world.notHandled == ["Strange(): unhandled"])
  }

  @Test("The outcome is unknown for a flow that takes all steps and returns nothing")
  func untyped() async {
    final class Untyped: Flow {
      let screen = HeadlessViewController()
      var root: Presentable { screen }
      func navigate(to step: Step) -> FlowContributors {
        step is OtherStep ? .unhandled : .none
      }
    }
    let world = CoordinatorWorld()
    let flow = Untyped()
    world.coordinator.coordinate(flow: flow, with: DefaultStepper())
    let receipt = await world.coordinator.navigate(to: TestStep.start, in: flow)
    #expect(receipt.outcome == .unknown)
    #expect(receipt.mayHaveHandled == ["Untyped"])
    #expect(world.notHandled.isEmpty)
    // As for a step of a stepper, the end of its transitions is an event.
    #expect(world.log.contains("settled: Untyped → start"))
    #expect(await world.coordinator.navigate(to: OtherStep.other).outcome == .unhandled)
    #expect(world.notHandled.count == 1)
  }

  @Test("An awaited NoneStep reaches no flow, not even one that takes all steps")
  func noStep() async {
    final class AnyFlow: Flow {
      let screen = HeadlessViewController()
      var root: any Presentable { screen }
      var handled: [String] = []
      func navigate(to step: any Step) async -> FlowContributors {
        handled.append("\(step)")
        return .none
      }
    }
    let world = CoordinatorWorld()
    let flow = AnyFlow()
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    for receipt in [
      await world.coordinator.navigate(to: NoneStep()),
      await world.coordinator.navigate(to: NoneStep(), in: flow),
      await world.coordinator.navigateInFirstResponder(to: NoneStep()),
    ] {
      #expect(receipt.outcome == .unhandled)
      #expect(receipt.deliveries.isEmpty)
    }
    #expect(flow.handled == ["start"])
    #expect(world.notHandled == [])
  }

  @Test("Nothing of a handler is kept when it has returned")
  func handlersAreForgotten() async {
    let (world, _, _, _) = await tree()
    for number in 1...3 {
      await world.coordinator.navigate(to: TestStep.number(number))
      await world.coordinator.settled()
    }
    #expect(world.context.handlerRunners.isEmpty)
  }

  @Test("Recipients are fixed when the call starts")
  func fixedRecipients() async {
    let world = CoordinatorWorld()
    let root = ScriptedFlow()
    let late = ScriptedFlow()
    root.onNavigate = { step in
      step == .number(1) ? .one(.contribute(presentable: late, stepper: DefaultStepper())) : .none
    }
    world.coordinator.coordinate(flow: root, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    await world.coordinator.navigate(to: TestStep.number(1))
    #expect(late.handled == [])
  }

  @Test("A step is kept until the first flow is ready, awaited or not")
  func beforeCoordinate() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    world.coordinator.send(TestStep.number(1))
    #expect(
      world.context.activity.waiting.map(\.description) == [
        "step number(1) (waits for the first flow to be ready)"
      ])
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    world.coordinator.send(TestStep.number(2))
    await world.coordinator.settled()
    #expect(flow.handled == [.start, .number(1), .number(2)])
  }

  enum Stepless: CaseIterable {
    case noStep, outside, empty, composed, nested

    @MainActor var stepper: any Stepper {
      switch self {
      case .noStep: OneStepper(NoneStep())
      case .outside: DefaultStepper()
      case .empty: CompositeStepper(steppers: [])
      case .composed: CompositeStepper(steppers: [DefaultStepper(), OneStepper(NoneStep())])
      case .nested: CompositeStepper(steppers: [CompositeStepper(steppers: [DefaultStepper()])])
      }
    }
  }

  @Test("Handles steps kept for a flow without a first step", arguments: Stepless.allCases)
  func keptForStepless(stepless: Stepless) async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    world.coordinator.send(TestStep.number(1))
    start(flow, with: stepless.stepper, in: world)
    #expect(flow.handled == [])
    #expect(await world.coordinator.settled() == [])
    #expect(flow.handled == [.number(1)])
  }

  @Test("Handles steps kept for two flows without a first step", arguments: Stepless.allCases)
  func keptForTwo(stepless: Stepless) async {
    let world = CoordinatorWorld()
    let (flow, other) = (ScriptedFlow(), ScriptedFlow())
    world.coordinator.send(TestStep.number(1))
    world.coordinator.send(TestStep.number(2), to: other)
    start(flow, with: stepless.stepper, in: world)
    world.coordinator.coordinate(flow: other, with: DefaultStepper())
    #expect(await world.coordinator.settled() == [])
    #expect(flow.handled == [.number(1)])
    #expect(other.handled == [.number(1), .number(2)])
  }

  private func start(_ flow: ScriptedFlow, with stepper: some Stepper, in world: CoordinatorWorld) {
    world.coordinator.coordinate(flow: flow, with: stepper)
  }

  @Test("Kept steps wait for a composed first step", arguments: [false, true])
  func keptForComposed(isSentLater: Bool) async {
    let world = CoordinatorWorld()
    let (flow, model) = (ScriptedFlow(), TestStepper())
    world.coordinator.send(TestStep.number(1))
    let first: any Stepper = isSentLater ? model : OneStepper(TestStep.start)
    start(flow, with: CompositeStepper(steppers: [DefaultStepper(), first]), in: world)
    await world.coordinator.settled()
    if isSentLater {
      #expect(flow.handled == [])
      model.send(.start)
      await world.coordinator.settled()
    }
    #expect(flow.handled == [.start, .number(1)])
  }

  @Test(
    "A later stepper without a step does not end the wait for a view model's first step",
    arguments: Stepless.allCases)
  func secondStepper(stepless: Stepless) async {
    let world = CoordinatorWorld()
    let (flow, model) = (ScriptedFlow(), TestStepper())
    world.coordinator.send(TestStep.number(1))
    world.coordinator.coordinate(flow: flow, with: model)
    start(flow, with: stepless.stepper, in: world)
    await world.coordinator.settled()
    #expect(flow.handled == [])
    model.send(.start)
    await world.coordinator.settled()
    #expect(flow.handled == [.start, .number(1)])
  }

  @Test("A later view model does not delay a flow that has started without a step")
  func secondViewModel() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    world.coordinator.send(TestStep.number(1))
    world.coordinator.coordinate(flow: flow, with: DefaultStepper())
    world.coordinator.coordinate(flow: flow, with: TestStepper())
    await world.coordinator.settled()
    #expect(flow.handled == [.number(1)])
  }

  @Test("Steps kept for a flow without a first step precede the next one")
  func keptBeforeNext() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    world.coordinator.send(TestStep.number(1))
    world.coordinator.coordinate(flow: flow, with: DefaultStepper())
    await world.coordinator.navigate(to: TestStep.number(2))
    #expect(flow.handled == [.number(1), .number(2)])
  }

  @Test("A first step that its stepper has kept, or sends after the start, precedes kept ones")
  func laterFirstStep() async {
    for isKept in [false, true] {
      let world = CoordinatorWorld()
      let (flow, stepper) = (ScriptedFlow(), DefaultStepper())
      world.coordinator.send(TestStep.number(1))
      if isKept { stepper.steps.send(TestStep.start) }
      world.coordinator.coordinate(flow: flow, with: stepper)
      if !isKept { stepper.steps.send(TestStep.start) }
      await world.coordinator.settled()
      #expect(flow.handled == [.start, .number(1)])
      #expect(world.log.filter { $0.hasPrefix("ready") }.count == 1)
    }
  }

  @Test("Kept steps wait for a view model's first step, which may come later")
  func keptForViewModel() async {
    let world = CoordinatorWorld()
    let (flow, stepper) = (ScriptedFlow(), TestStepper())
    world.coordinator.send(TestStep.number(1))
    world.coordinator.coordinate(flow: flow, with: stepper)
    #expect(await world.coordinator.settled().count == 1)
    stepper.send(.start)
    await world.coordinator.settled()
    #expect(flow.handled == [.start, .number(1)])
  }

  @Test("A handler's own awaited call does not wait for kept steps")
  func nestedBeforeReady() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    flow.onNavigate = { [coordinator = world.coordinator] step in
      if step == .start { await coordinator.navigate(to: TestStep.number(1)) }
      return .none
    }
    world.coordinator.send(TestStep.number(2))
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    world.coordinator.send(TestStep.number(3))
    #expect(await world.coordinator.settled() == [])
    #expect(flow.handled == [.start, .number(1), .number(2), .number(3)])
    flow.onNavigate = nil
  }

  @Test("Targets one flow, or the first responder, and continues past an unhandled step")
  func targeted() async {
    let (world, root, other, child) = await tree()
    #expect(await world.coordinator.navigate(to: TestStep.number(1), in: child).outcome == .handled)
    #expect(root.handled.isEmpty)
    let stranger = ScriptedFlow()
    let refused = await world.coordinator.navigate(to: TestStep.number(1), in: stranger)
    #expect(refused.outcome == .refused(.notCoordinated))
    let first = await world.coordinator.navigateInFirstResponder(to: TestStep.number(2))
    #expect(first.deliveries.count == 1)
    #expect(child.handled == [.number(1), .number(2)])
    child.onNavigate = { _ in .unhandled }
    let second = await world.coordinator.navigateInFirstResponder(to: TestStep.number(3))
    #expect(second.deliveries.map(\.outcome) == [.unhandled, .handled])
    #expect(root.handled == [.number(3)])
    #expect(other.handled.isEmpty)
  }

  @Test("The first responder is the parent while only its own screen is visible")
  func hiddenChild() async {
    let (own, orders) = (screen("Own"), stack("Orders", screen("List")))
    let bar = tabs("Main", own, orders)
    let headless = HeadlessWorld(root: bar)
    let (world, parent, child) = await parentAndChild(bar, orders, in: headless.context)
    #expect(own.viewIfLoaded?.window != nil && orders.viewIfLoaded?.window == nil)
    await world.coordinator.navigateInFirstResponder(to: TestStep.number(1))
    #expect(parent.handled == [.start, .number(1)])
    #expect(child.handled.isEmpty)
    bar.selectedIndex = 1
    await world.coordinator.navigateInFirstResponder(to: TestStep.number(2))
    #expect(child.handled == [.number(2)])
  }

  @Test("The first responder is the innermost of deeply nested flows, unless they are hidden")
  func deeplyNested() async {
    let (own, orders) = (stack("Own", screen("Feed")), stack("Orders", screen("List")))
    let bar = tabs("Main", own, orders)
    let world = CoordinatorWorld(HeadlessWorld(root: bar))
    let (visible, nested) = (
      ScriptedFlow(root: own), (0..<300).map { _ in ScriptedFlow(root: orders) }
    )
    for (parent, child) in zip(nested, nested.dropFirst()) {
      parent.onNavigate = { step in
        guard step == .start else { return .none }
        return .one(.contribute(presentable: child, stepper: OneStepper(TestStep.start)))
      }
    }
    for root in [visible, nested[0]] {
      world.coordinator.coordinate(flow: root, with: OneStepper(TestStep.start))
    }
    await world.coordinator.settled()
    await world.coordinator.navigateInFirstResponder(to: TestStep.number(1))
    #expect(visible.handled == [.start, .number(1)])
    bar.selectedIndex = 1
    await world.coordinator.navigateInFirstResponder(to: TestStep.number(2))
    #expect(nested.last?.handled == [.start, .number(2)])
    #expect(visible.handled == [.start, .number(1)])
  }

  @Test("The first responder is the parent while the child's window is in the background")
  func childInBackground() async {
    let platform = HeadlessPlatform()
    let context = NavigationContext(clock: ManualNavigationClock())
    let (front, back) = (HeadlessWindow(platform: platform), HeadlessWindow(platform: platform))
    let scene = HeadlessWindowScene()
    back.windowScene = scene
    let (home, other) = (stack("Home", screen("A")), stack("Other", screen("B")))
    (front.rootViewController, back.rootViewController) = (home, other)
    for window in [front, back] { window.makeKeyAndVisible() }
    let (world, parent, child) = await parentAndChild(home, other, in: context)
    await world.coordinator.navigateInFirstResponder(to: TestStep.number(1))
    #expect(child.handled == [.number(1)])
    scene.enterBackground()
    await takeTurns()
    await world.coordinator.navigateInFirstResponder(to: TestStep.number(2))
    #expect(parent.handled == [.start, .number(2)])
    #expect(child.handled == [.number(1)])
  }

  @Test(
    "The first responder is a visible flow, whatever a hidden one has started",
    arguments: [true, false])
  func childOfHiddenFlow(borrowsRoot: Bool) async {
    let (own, orders) = (stack("Own", screen("Feed")), stack("Orders", screen("List")))
    let headless = HeadlessWorld(root: tabs("Main", own, orders))
    let world = CoordinatorWorld(context: headless.context)
    let (visible, hidden) = (ScriptedFlow(root: own), ScriptedFlow(root: orders))
    // The other one is contributed, and never shown.
    let child = ScriptedFlow(root: borrowsRoot ? orders : screen("Later"))
    hidden.onNavigate = { step in
      guard step == .start else { return .none }
      return .one(.contribute(presentable: child, stepper: DefaultStepper()))
    }
    world.coordinator.coordinate(flow: visible, with: OneStepper(TestStep.start))
    world.coordinator.coordinate(flow: hidden, with: OneStepper(TestStep.start))
    await headless.context.settled()
    await world.coordinator.navigateInFirstResponder(to: TestStep.number(1))
    #expect(visible.handled == [.start, .number(1)])
    #expect(hidden.handled == [.start] && child.handled.isEmpty)
  }

  @Test("The first responder is a visible flow, also beneath a hidden one")
  func visibleFlowBeneathHiddenOne() async {
    let (orders, list) = (stack("Orders"), screen("List"))
    orders.viewControllers = [list]
    list.definesPresentationContext = true
    orders.definesPresentationContext = true
    let bar = tabs("Main", orders, screen("Own"))
    let headless = HeadlessWorld(root: bar)
    let (world, parent, child) = await parentAndChild(bar, list, in: headless.context)
    let sheet = screen("Sheet")
    sheet.modalPresentationStyle = .currentContext
    let grandchild = ScriptedFlow(root: sheet)
    child.onNavigate = { _ in
      list.present(sheet, animated: false)
      return .one(.contribute(presentable: grandchild, stepper: DefaultStepper()))
    }
    await world.coordinator.navigate(to: TestStep.number(1), in: child)
    #expect(list.viewIfLoaded?.window == nil && sheet.viewIfLoaded?.window != nil)
    await world.coordinator.navigateInFirstResponder(to: TestStep.number(2))
    #expect(grandchild.handled == [.number(2)])
    #expect(parent.handled == [.start])
  }

  /// A parent whose first step contributes a child with another root.
  private func parentAndChild(
    _ parentRoot: HeadlessViewController, _ childRoot: HeadlessViewController,
    in context: NavigationContext
  ) async -> (CoordinatorWorld, ScriptedFlow, ScriptedFlow) {
    let world = CoordinatorWorld(context: context)
    let (parent, child) = (ScriptedFlow(root: parentRoot), ScriptedFlow(root: childRoot))
    parent.onNavigate = { step in
      guard step == .start else { return .none }
      return .one(.contribute(presentable: child, stepper: DefaultStepper()))
    }
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await context.settled()
    return (world, parent, child)
  }

  @Test("A step that a flow does not know goes on to the next flow while a transition runs")
  func unhandledDuringTransition() async {
    let home = stack("Home", screen("List"))
    let headless = HeadlessWorld(root: home)
    let world = CoordinatorWorld(context: headless.context)
    let (root, child) = (ScriptedFlow(root: home), ScriptedFlow(root: home))
    root.onNavigate = { step in
      step == .start ? .one(.contribute(presentable: child, stepper: DefaultStepper())) : .none
    }
    world.coordinator.coordinate(flow: root, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    headless.platform.transitionMode = .manual
    child.onNavigate = { _ in
      home.pushViewController(screen("Other"), animated: true)
      return .unhandled
    }
    let call = Task { await world.coordinator.navigateInFirstResponder(to: TestStep.number(1)) }
    for _ in 0..<10 { await letOthersRun() }
    headless.platform.completeAllTransitions()
    #expect(await call.value.deliveries.map(\.outcome) == [.unhandled, .handled])
    #expect(root.handled == [.start, .number(1)])
  }

  @Test(
    "A step waits for a running transition, whether its flow is asked about it or not",
    arguments: [false, true])
  func duringTransition(isAsked: Bool) async {
    final class Plain: Flow {
      let root: any Presentable
      var handled: [TestStep] = []
      init(_ root: any Presentable) { self.root = root }
      func navigate(to step: TestStep) async -> FlowContributors {
        handled.append(step)
        return .none
      }
    }
    let home = stack("Home", screen("List"))
    let headless = HeadlessWorld(root: home)
    let world = CoordinatorWorld(context: headless.context)
    let (asked, plain) = (ScriptedFlow(root: home), Plain(home))
    let flow: any Flow = isAsked ? asked : plain
    world.coordinator.coordinate(flow: flow, with: DefaultStepper())
    await world.coordinator.settled()
    headless.platform.transitionMode = .manual
    home.pushViewController(screen("Other"), animated: true)
    world.coordinator.send(TestStep.number(1))
    for _ in 0..<10 { await letOthersRun() }
    #expect(asked.handled + plain.handled == [])
    headless.platform.completeAllTransitions()
    await world.coordinator.settled()
    #expect(asked.handled + plain.handled == [.number(1)])
  }

  @Test("An answer that leaves open whether a step is known stays open after its transitions")
  func unknownDuringTransition() async {
    final class Untyped: Flow {
      let navigation: HeadlessNavigationController
      var root: any Presentable { navigation }
      init(_ navigation: HeadlessNavigationController) { self.navigation = navigation }
      func navigate(to step: any Step) async -> FlowContributors {
        navigation.pushViewController(screen("Other"), animated: true)
        return .none
      }
    }
    let home = stack("Home", screen("List"))
    let headless = HeadlessWorld(root: home)
    let world = CoordinatorWorld(context: headless.context)
    world.coordinator.coordinate(flow: Untyped(home), with: DefaultStepper())
    headless.platform.transitionMode = .manual
    let call = Task { await world.coordinator.navigate(to: TestStep.number(1)) }
    for _ in 0..<10 { await letOthersRun() }
    headless.platform.completeAllTransitions()
    #expect(await call.value.deliveries.map(\.outcome) == [.unknown])
  }

  @Test("Sends a step without waiting from asynchronous code: to all flows, to one, to the first")
  func sent() async {
    let (world, root, other, child) = await tree()
    world.coordinator.send(TestStep.number(1))
    #expect(root.handled.isEmpty && child.handled.isEmpty)
    await world.coordinator.settled()
    #expect(root.handled == [.number(1)])
    #expect(child.handled == [.number(1)])
    world.coordinator.send(OtherStep.other, to: other)
    world.coordinator.sendToFirstResponder(TestStep.number(2))
    await world.coordinator.settled()
    #expect(other.handled == [.other])
    #expect(root.handled == [.number(1)])
    #expect(child.handled == [.number(1), .number(2)])
  }

  @Test("Handles a step that a handler sends after the handler's own")
  func sentInside() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    var log: [String] = []
    flow.onNavigate = { [coordinator = world.coordinator] step in
      log.append("begin \(step)")
      if step == .start { coordinator.send(TestStep.number(1)) }
      await letOthersRun()
      log.append("end \(step)")
      return .none
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(log == ["begin start", "end start", "begin number(1)", "end number(1)"])
    flow.onNavigate = nil
  }

  @Test("The 1.0 spelling enqueues in synchronous code")
  func oldSpelling() async {
    let (world, root, _, child) = await tree()
    // Without a warning, as a witness of another spelling.
    let button: any OldButton = Press(coordinator: world.coordinator, flow: root)
    button.press()
    await world.coordinator.settled()
    #expect(root.handled == [.number(1), .number(2)])
    #expect(child.handled == [.number(1), .number(3)])
  }

  @Test("Nests a handler's own awaited call")
  func nested() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    var receipt: NavigationReceipt?
    flow.onNavigate = { [coordinator = world.coordinator] step in
      if step == .start { receipt = await coordinator.navigate(to: TestStep.number(1)) }
      return .none
    }
    let stepper = TestStepper(TestStep.start)
    stepper.send(.number(2))
    world.coordinator.coordinate(flow: flow, with: stepper)
    await world.coordinator.settled()
    #expect(receipt?.outcome == .handled)
    #expect(flow.handled == [.start, .number(1), .number(2)])
    flow.onNavigate = nil
  }

  @Test("A handler's unstructured task counts as outside the handler")
  func spawnedTask() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    let gate = Gate()
    var task: Task<NavigationReceipt, Never>?
    flow.onNavigate = { [coordinator = world.coordinator] step in
      if step == .start {
        task = Task { await coordinator.navigate(to: TestStep.number(1)) }
        await gate.wait()
      }
      return .none
    }
    let stepper = TestStepper(TestStep.start)
    stepper.send(.number(2))
    world.coordinator.coordinate(flow: flow, with: stepper)
    await gate.someone()
    #expect(flow.handled == [.start])
    gate.open()
    #expect(await task?.value.outcome == .handled)
    #expect(flow.handled == [.start, .number(2), .number(1)])
  }

  @Test("Refuses the second of two handlers that would wait for each other, with the chain")
  func mutualWait() async {
    let world = CoordinatorWorld()
    let first = ScriptedFlow()
    let second = OtherFlowScripted()
    var refused: NavigationReceipt?
    first.onNavigate = { [coordinator = world.coordinator] step in
      if step == .start { await coordinator.navigate(to: OtherStep.other, in: second) }
      return .none
    }
    second.onNavigate = { [coordinator = world.coordinator] _ in
      refused = await coordinator.navigate(to: TestStep.number(1), in: first)
    }
    world.coordinator.coordinate(flow: second, with: DefaultStepper())
    world.coordinator.coordinate(flow: first, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    let chain = ["OtherFlowScripted", "ScriptedFlow", "OtherFlowScripted"]
    #expect(refused?.outcome == .refused(.mutualWait(chain)))
    #expect(world.issueCodes == ["mutualWait"])
    #expect(first.handled == [.start])
    first.onNavigate = nil
    second.onNavigate = nil
  }

  @Test("Coordinating inside a handler adds a child; outside, another root")
  func coordinateInside() async {
    let world = CoordinatorWorld()
    let parent = ScriptedFlow()
    let tab = ScriptedFlow()
    tab.onNavigate = { _ in .one(.forwardToParent(step: TestStep.number(1))) }
    parent.onNavigate = { [coordinator = world.coordinator] step in
      if step == .start { coordinator.coordinate(flow: tab, with: OneStepper(TestStep.start)) }
      return .none
    }
    let sibling = ScriptedFlow()
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    world.coordinator.coordinate(flow: sibling, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(parent.handled == [.start, .number(1)])
    #expect(sibling.handled == [.start])
    parent.onNavigate = nil
  }

  @Test("Coordinating a flow again, or a flow contributing itself, adds a stepper")
  func moreSteppers() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    flow.onNavigate = { [unowned flow] step in
      step == .start
        ? .one(.contribute(presentable: flow, stepper: OneStepper(.number(1)))) : .none
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.number(2)))
    await world.coordinator.settled()
    #expect(flow.handled == [.start, .number(2), .number(1)])
    #expect(world.issues.isEmpty)
  }
}

/// A flow of the other step type with a handler that a test supplies.
final class OtherFlowScripted: Flow {
  let screen = HeadlessViewController()
  var root: any Presentable { screen }
  var onNavigate: (@MainActor (OtherStep) async -> Void)?
  func navigate(to step: OtherStep) async -> FlowContributors {
    await onNavigate?(step)
    return .none
  }
}

import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Misuse of flows")
struct MisuseTests {
  /// A flow whose root is another flow.
  private final class RingFlow: Flow {
    unowned var next: RingFlow!
    var root: any Presentable { next }
    func navigate(to step: TestStep) async -> FlowContributors { .none }
  }

  @Test("A ring of roots leads to nothing on screen")
  func ringOfRoots() async {
    let world = CoordinatorWorld()
    let (first, second) = (RingFlow(), RingFlow())
    first.next = second
    second.next = first
    world.coordinator.coordinate(flow: first, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(world.log.contains("did navigate: RingFlow → start"))
    first.observePresentation { _ in }.cancel()
  }

  @Test("Reports a flow that is contributed twice, and keeps its step")
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
    #expect(world.issues.first?.advice.contains("send(_:to:)") ?? false)
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

  @Test("Reports a root that changes identity, once")
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

  @Test("Reports a root that is replaced in a step")
  func replacedRoot() async {
    final class Replacing: Flow {
      var root: any Presentable = HeadlessViewController()
      func navigate(to step: TestStep) async -> FlowContributors {
        if step == .number(1) { root = HeadlessViewController() }
        return .none
      }
    }
    let world = CoordinatorWorld()
    world.coordinator.coordinate(flow: Replacing(), with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(world.issues.isEmpty)
    await world.coordinator.navigate(to: TestStep.number(1))
    await world.coordinator.settled()
    #expect(world.issueCodes == ["rootChanged"])
  }

  @Test("Reports forwarding from a root, and refuses the step")
  func forwardFromRoot() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    flow.onNavigate = { _ in .one(.forwardToParent(step: TestStep.number(1))) }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(world.issueCodes == ["forwardedFromRoot"])
    #expect(world.notHandled == ["number(1): \(StepOutcome.refused(.noParent))"])
    flow.onNavigate = { _ in .end(forwardToParentFlowWithStep: TestStep.number(2)) }
    await world.coordinator.navigate(to: TestStep.start)
    #expect(world.issueCodes == ["forwardedFromRoot", "forwardedFromRoot"])
    #expect(world.notHandled.last == "number(2): \(StepOutcome.refused(.noParent))")
  }

  #if DEBUG
  /// Records the issues of a context whose coordinator has no observers.
  @MainActor
  final class Silent {
    let context = NavigationContext(clock: ManualNavigationClock())
    var issues: [NavigationIssue] = []
    var codes: [String] { issues.map(\.code.rawValue) }
    var facts: [String] { issues.map(\.fact) }
    init() { context.issues.handler = { [unowned self] in issues.append($0) } }
  }

  @Test("Reports a coordinator that is released before its first step, in debug builds")
  func released() {
    let silent = Silent()
    FlowCoordinator(context: silent.context)
      .coordinate(flow: ScriptedFlow(), with: OneStepper(TestStep.start))
    #expect(silent.codes == ["coordinatorReleased"])
    FlowCoordinator(context: silent.context)
      .coordinate(flow: ScriptedFlow(), with: TestStepper())
    #expect(silent.codes.count == 2)
    FlowCoordinator(context: silent.context).send(TestStep.start)
    #expect(silent.codes.count == 3)
  }

  @Test("Releases a coordinator without pending work silently")
  func releasedInSilence() async {
    let silent = Silent()
    do {
      let coordinator = FlowCoordinator(context: silent.context)
      coordinator.coordinate(flow: ScriptedFlow(), with: OneStepper(TestStep.start))
      await coordinator.settled()
      let stopped = FlowCoordinator(context: silent.context)
      stopped.coordinate(flow: ScriptedFlow(), with: TestStepper())
      stopped.stop()
      _ = FlowCoordinator(context: silent.context)
    }
    #expect(silent.codes.isEmpty)
  }

  @Test("Reports a step that no flow understands, in debug builds without event observers")
  func unhandledStep() async {
    let silent = Silent()
    let coordinator = FlowCoordinator(context: silent.context)
    let stepper = DefaultStepper()
    coordinator.coordinate(flow: ScriptedFlow(), with: stepper)
    stepper.steps.send(OtherStep.other)
    await coordinator.settled()
    #expect(silent.codes == ["unhandledStep"])
    coordinator.coordinate(flow: ScriptedFlow(), with: DefaultStepper())
    coordinator.send(OtherStep.other)
    await coordinator.settled()
    #expect(silent.codes == ["unhandledStep", "unhandledStep"])
    #expect(
      silent.facts == [
        "ScriptedFlow did not handle the step other.", "No flow handled the step other.",
      ])
    // The receipt reports it instead.
    #expect(await coordinator.navigate(to: OtherStep.other).outcome == .unhandled)
    #expect(silent.codes.count == 2)
    // A stream of one kind of event does not contain the step.
    let streams = [coordinator.willNavigate, coordinator.didNavigate]
    coordinator.send(OtherStep.other)
    await coordinator.settled()
    #expect(silent.codes.count == 3)
    let subscription = coordinator.onEvent { _ in }
    coordinator.send(OtherStep.other)
    await coordinator.settled()
    #expect(silent.codes.count == 3)
    withExtendedLifetime((streams, subscription)) {}
  }

  @Test("Reports an unknown step again when no observer of all events is left")
  func unhandledStepAfterObservation() async {
    let silent = Silent()
    let coordinator = FlowCoordinator(context: silent.context)
    coordinator.coordinate(flow: ScriptedFlow(), with: DefaultStepper())
    var stream: AsyncStream<FlowEvent>? = coordinator.events
    let subscription = coordinator.onEvent { _ in }
    coordinator.send(OtherStep.other)
    await coordinator.settled()
    #expect(silent.codes.isEmpty)
    subscription.cancel()
    coordinator.send(OtherStep.other)
    await coordinator.settled()
    #expect(silent.codes.isEmpty)
    withExtendedLifetime(stream) {}
    stream = nil
    await letOthersRun()
    coordinator.send(OtherStep.other)
    await coordinator.settled()
    #expect(silent.codes == ["unhandledStep"])
  }
  #endif
}

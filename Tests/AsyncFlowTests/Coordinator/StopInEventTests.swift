import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("A coordinator that an observer of its events stops or releases")
struct StopInEventTests {
  enum Moment: CaseIterable {
    case started, willNavigate, didNavigate, ready, settled

    /// Whether an event is the moment, for the child flow.
    func matches(_ event: FlowEvent) -> Bool {
      switch (self, event) {
      case (.started, .started("ScriptedFlow")), (.ready, .ready("ScriptedFlow")): true
      case (.willNavigate, .willNavigate(let event)), (.didNavigate, .didNavigate(let event)),
        (.settled, .didSettle(let event)):
        event.step as? TestStep == .start
      default: false
      }
    }
  }

  /// Starts a scripted flow.
  final class ParentFlow: Flow {
    let screen = HeadlessViewController()
    var child: ScriptedFlow?
    let stepper: TestStepper
    var root: any Presentable { screen }
    init(_ child: ScriptedFlow, _ stepper: TestStepper) {
      (self.child, self.stepper) = (child, stepper)
    }

    func navigate(to step: OtherStep) async -> FlowContributors {
      guard let child = child.take() else { return .none }
      return .multiple(
        .contribute(presentable: child, stepper: stepper),
        .contribute(presentable: HeadlessViewController(), stepper: TestStepper()))
    }
  }

  @Test("Starts no flow for an observer of the ends while it stops")
  func startsWhileStopping() async {
    let world = CoordinatorWorld()
    let next = ScriptedFlow()
    let sink = world.coordinator.onEvent { [weak coordinator = world.coordinator] event in
      guard case .ended = event else { return }
      coordinator?.coordinate(flow: next, with: OneStepper(TestStep.start))
    }
    world.coordinator.coordinate(flow: ScriptedFlow(), with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    world.coordinator.stop()
    await world.coordinator.settled()
    #expect(next.handled == [])
    #expect(world.issueCodes == ["coordinatorCompleted"])
    withExtendedLifetime(sink) {}
  }

  @Test("Starts nothing afterwards, and releases its flows", arguments: Moment.allCases)
  func stops(at moment: Moment) async {
    let world = CoordinatorWorld()
    weak var weakChild: ScriptedFlow?
    weak var weakStepper: TestStepper?
    var handled: [TestStep] = []
    let sink = world.coordinator.onEvent { [weak coordinator = world.coordinator] event in
      if moment.matches(event) { coordinator?.stop() }
    }
    do {
      let child = ScriptedFlow()
      let stepper = TestStepper(TestStep.start)
      weakChild = child
      weakStepper = stepper
      child.onNavigate = { step in
        handled.append(step)
        return .one(
          .contribute(
            presentable: HeadlessViewController(), stepper: TestStepper(TestStep.push(""))))
      }
      world.coordinator.coordinate(
        flow: ParentFlow(child, stepper), with: OneStepper(OtherStep.other))
    }
    await world.coordinator.settled()
    #expect(handled == ([.started, .willNavigate].contains(moment) ? [] : [.start]))
    #expect(weakChild == nil)
    #expect(weakStepper == nil)
    #expect(world.log.last == "completed")
    withExtendedLifetime(sink) {}
  }

  @Test("Calls no flow after the event in which its owner has released it")
  func release() async {
    let context = NavigationContext()
    context.issues.handler = { _ in }
    let flow = ScriptedFlow()
    var coordinator: FlowCoordinator? = FlowCoordinator(context: context)
    weak var weakCoordinator: FlowCoordinator?
    weakCoordinator = coordinator
    let sink = coordinator?.onEvent { event in
      if case .willNavigate = event { coordinator = nil }
    }
    coordinator?.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await context.settled()
    #expect(weakCoordinator == nil)
    #expect(flow.handled == [])
    withExtendedLifetime(sink) {}
  }

  @Test("Forwards nothing of an answer while which its owner releases it")
  func releasedWhileItContributes() async {
    let context = NavigationContext()
    context.issues.handler = { _ in }
    var coordinator: FlowCoordinator? = FlowCoordinator(context: context)
    weak var weakParent: ParentFlow?
    do {
      let child = ScriptedFlow()
      child.onNavigate = { _ in
        let stepper = TestStepper()
        stepper.onReady = { coordinator = nil }
        return .multiple(
          .contribute(presentable: HeadlessViewController(), stepper: stepper),
          .forwardToParentFlow(withStep: OtherStep.other))
      }
      let parent = ParentFlow(child, TestStepper(TestStep.start))
      weakParent = parent
      coordinator?.coordinate(flow: parent, with: OneStepper(OtherStep.other))
    }
    #expect(await (try? context.settled(within: 5))?.isEmpty == true)
    #expect(coordinator == nil)
    #expect(weakParent == nil)
  }

  /// A flow that calls a closure whenever its root is read, and when its visibility is.
  final class AskedFlow: Flow {
    private let screen = HeadlessViewController()
    private let onRead: (String) -> Void
    private var count = 0
    init(onRead: @escaping (String) -> Void) { self.onRead = onRead }

    var root: any Presentable {
      count += 1
      onRead("root \(count)")
      return screen
    }

    var isVisibleStream: AsyncStream<Bool> {
      onRead("visibility")
      return AsyncStream { _ in }
    }

    func navigate(to step: TestStep) async -> FlowContributors { .none }
  }

  @Test(
    "Keeps no child whose own members release or stop the coordinator, or end the parent, meanwhile",
    arguments: ["root 1", "root 2", "root 3", "visibility"], ["release", "stop", "parent"])
  func endsInGetter(_ moment: String, _ action: String) async {
    let home = stack("Home", screen("List"))
    let headless = HeadlessWorld(.immediate, root: home)
    let context = headless.context
    context.issues.handler = { _ in }
    var coordinator: FlowCoordinator? = FlowCoordinator(context: context)
    weak var weakParent: AnyObject?
    weak var weakChild: AskedFlow?
    var reads: [String] = []
    do {
      let page = screen("Page")
      home.pushViewController(page, animated: true)
      let root = ScriptedFlow(root: home)
      let parent = ScriptedFlow(root: page)
      let child = AskedFlow { [weak home] read in
        reads.append(read)
        guard read == moment else { return }
        switch action {
        case "release": coordinator = nil
        case "stop": coordinator?.stop()
        default: home?.popViewController(animated: true)
        }
      }
      weakChild = child
      root.onNavigate = { _ in
        .one(.contribute(presentable: parent, stepper: OneStepper(TestStep.start)))
      }
      parent.onNavigate = { _ in
        .one(.contribute(presentable: child, stepper: OneStepper(TestStep.start)))
      }
      coordinator?.coordinate(flow: root, with: OneStepper(TestStep.start))
      await context.settled()
      (root.onNavigate, parent.onNavigate) = (nil, nil)
      weakParent = parent
    }
    await context.settled()
    #expect(reads.contains(moment))
    #expect((coordinator == nil) == (action == "release"))
    #expect(weakChild == nil)
    #expect(weakParent == nil)
  }

  /// A screen that calls a closure when its visibility is read.
  final class AskedScreen: Presentable {
    private let onRead: () -> Void
    init(onRead: @escaping () -> Void) { self.onRead = onRead }

    var isVisibleStream: AsyncStream<Bool> {
      onRead()
      return AsyncStream { _ in }
    }
  }

  @Test("Keeps no screen whose own stream stops the coordinator meanwhile")
  func stopsInStream() async {
    let world = CoordinatorWorld()
    weak var weakScreen: AskedScreen?
    do {
      let flow = ScriptedFlow()
      let screen = AskedScreen { [weak coordinator = world.coordinator] in coordinator?.stop() }
      weakScreen = screen
      flow.onNavigate = { _ in
        .one(.contribute(presentable: screen, stepper: TestStepper(TestStep.number(1))))
      }
      world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
      await world.coordinator.settled()
      #expect(flow.handled == [.start])
      flow.onNavigate = nil
    }
    await world.coordinator.settled()
    #expect(weakScreen == nil)
    #expect(world.log.last == "completed")
  }

  @Test("Answers the question for the readiness of a flow that a flow contributes after its end")
  func readinessOfALateChild() async {
    let world = CoordinatorWorld()
    let gate = Gate()
    let parent = ScriptedFlow()
    let child = ScriptedFlow()
    parent.onNavigate = { step in
      guard step == .start else { return .none }
      await gate.wait()
      return .one(.contribute(presentable: child, stepper: OneStepper(TestStep.start)))
    }
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await gate.someone()
    let answer = world.context.run("readiness") { _ = await child.flowReady }
    world.coordinator.stop()
    gate.open()
    #expect(await world.context.settled() == [])
    #expect(child.handled == [])
    withExtendedLifetime(answer) {}
    parent.onNavigate = nil
  }
}

import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("What a coordinator adds to a trace")
struct FlowTracingTests {
  private typealias Cinema = CoveredStepTests.Cinema

  /// The events about steps of the newest one of a case, as kinds with outcomes.
  private func story(of subject: String, in trace: NavigationTrace) -> [String] {
    guard
      let first = trace.events.last(where: { $0.kind == .stepEmitted && $0.subject == subject })
    else { return [] }
    return trace.events.filter { $0.number == first.number || $0.work == first.number }
      .map { $0.kind.rawValue + ($0.outcome.map { ": \($0)" } ?? "") }
  }

  @Test("A step leads from the tap to the change of the tree, and ends once")
  func handled() async throws {
    let cinema = await Cinema()
    let trace = cinema.headless.context.startTrace()
    trace.user("tap \"Film\"") { cinema.taps.send(.push("Film")) }
    await cinema.settle()
    #expect(
      story(of: "TestStep.push", in: trace)
        == ["step.emitted", "step.navigating", "step.navigated", "step.ended: handled"])
    let change = try #require(trace.events.first { $0.kind == .tree })
    let known = Dictionary(uniqueKeysWithValues: trace.events.map { ($0.number, $0) })
    let causes = sequence(first: change) { $0.cause.flatMap { known[$0] } }.map(\.kind)
    #expect(Array(causes) == [.tree, .stepNavigating, .stepEmitted, .user])
  }

  @Test("A held step says what it waits for, until it is handled")
  func held() async throws {
    let cinema = await Cinema()
    cinema.taps.send(.push("Film"))
    await cinema.settle()
    let trace = cinema.headless.context.startTrace()
    cinema.taps.send(.number(1))
    await cinema.settle()
    let held = try #require(trace.events.last)
    #expect(held.kind == .stepHeld)
    #expect(held.detail == "HeadlessViewController to be visible")
    #expect(trace.describe(TestStep.number(1)).hasPrefix("\(held)\n"))
    cinema.home.popViewController(animated: false)
    await cinema.settle()
    #expect(
      story(of: "TestStep.number", in: trace)
        == [
          "step.emitted", "step.held", "step.navigating", "step.navigated", "step.ended: handled",
        ])
  }

  @Test("A refused step names the reason, without the values of the step that covered its screen")
  func refused() async throws {
    for includesValues in [false, true] {
      let cinema = await Cinema(isManual: true)
      let trace = cinema.headless.context.startTrace(.init(includesValues: includesValues))
      cinema.taps.send(.push("Secret"))
      cinema.taps.send(.push("Secret"))
      await cinema.settle()
      let end = try #require(trace.events.first { $0.outcome == "refused" })
      #expect(end.kind == .stepEnded)
      #expect(end.detail?.contains("was covered by") ?? false)
      #expect(trace.archive.jsonLines.contains("push(\\\"Secret\\\")") == includesValues)
    }
  }

  @Test("A step that adapt replaces names its replacement, and a filtered one ends")
  func adapted() async {
    let world = CoordinatorWorld()
    let trace = world.context.startTrace()
    let flow = ScriptedFlow()
    flow.onAdapt = { $0 == .number(1) ? .stop : $0 == .number(2) ? nil : $0 }
    let stepper = TestStepper()
    world.coordinator.coordinate(flow: flow, with: stepper)
    stepper.send(.number(1))
    await world.coordinator.settled()
    #expect(
      story(of: "TestStep.number", in: trace).prefix(3)
        == ["step.emitted", "step.adapted", "step.navigating"])
    #expect(trace.events.first { $0.kind == .stepAdapted }?.detail == "TestStep.stop")
    stepper.send(.number(2))
    await world.coordinator.settled()
    #expect(
      story(of: "TestStep.number", in: trace) == ["step.emitted", "step.ended: filtered"])
  }

  @Test("A step that no flow receives ends as soon as it is emitted")
  func late() async throws {
    let world = CoordinatorWorld()
    let trace = world.context.startTrace()
    let flow = ScriptedFlow()
    flow.onNavigate = { _ in .end(forwardToParentFlowWithStep: NoneStep()) }
    let stepper = TestStepper(TestStep.start)
    world.coordinator.coordinate(flow: flow, with: stepper)
    await world.coordinator.settled()
    stepper.send(.number(1))
    await world.coordinator.settled()
    #expect(story(of: "TestStep.number", in: trace) == ["step.emitted", "step.ended: refused"])
    #expect(trace.events.filter { $0.kind == .flowEnded }.count == 1)
  }

  @Test("The release of a coordinator ends its steps and flows")
  func release() async {
    let context = NavigationContext(clock: ManualNavigationClock())
    context.issues.handler = { _ in }
    let trace = context.startTrace()
    do {
      let coordinator = FlowCoordinator(context: context)
      coordinator.coordinate(flow: ScriptedFlow(), with: OneStepper(TestStep.start))
      await coordinator.settled()
      coordinator.send(TestStep.number(1))
    }
    await letOthersRun()
    #expect(story(of: "TestStep.number", in: trace) == ["step.emitted", "step.ended: cancelled"])
    #expect(trace.events.filter { $0.kind == .flowEnded }.count == 1)
  }

  @Test("A link begins and ends, and its steps follow from it")
  func link() async throws {
    let world = CoordinatorWorld()
    let trace = world.context.startTrace()
    world.coordinator.coordinate(flow: ScriptedFlow(), with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    world.coordinator.start(DeepLinkPlan(steps: [TestStep.number(7)]))
    await world.coordinator.settled()
    let begin = try #require(trace.events.first { $0.kind == .linkBegan })
    #expect(begin.subject == "TestStep.number")
    #expect(trace.events.last { $0.kind == .stepEmitted }?.cause == begin.number)
    #expect(trace.events.last { $0.kind == .linkEnded }?.outcome == "arrived")
  }

  @Test("The release of a coordinator ends its links, and steps that were refused at its stop")
  func releaseOfLinks() async {
    let context = NavigationContext(clock: ManualNavigationClock())
    context.issues.handler = { _ in }
    let trace = context.startTrace()
    do {
      let coordinator = FlowCoordinator(context: context)
      coordinator.coordinate(flow: ScriptedFlow(), with: OneStepper(TestStep.start))
      await coordinator.settled()
      coordinator.start(DeepLinkPlan(steps: [OtherStep.other]))
      await coordinator.settled()
      coordinator.send(TestStep.number(1))
      coordinator.stop()
    }
    await letOthersRun()
    #expect(trace.events.filter { $0.kind == .linkBegan }.count == 1)
    #expect(trace.events.filter { $0.kind == .linkEnded }.count == 1)
    #expect(trace.events.filter { $0.kind == .stepEmitted }.count == 2)
    #expect(trace.events.filter { $0.kind == .stepEnded }.count == 2)
  }

  @Test("A step that waits behind another one of its flow names it")
  func queued() async throws {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    let stepper = TestStepper()
    world.coordinator.coordinate(flow: flow, with: stepper)
    let trace = world.context.startTrace()
    stepper.send(.number(1))
    stepper.send(.stop)
    stepper.send(.push("Film"))
    #expect(trace.events.filter { $0.kind == .stepEmitted }.count == 3)
    let queued = trace.events.filter { $0.kind == .stepQueued }
    #expect(queued.map(\.subject) == ["TestStep.stop", "TestStep.push"])
    #expect(queued.map(\.detail) == ["TestStep.number to be done", "TestStep.stop to be done"])
    #expect(trace.describe(TestStep.stop).hasPrefix("\(queued[0])\n"))
    await world.coordinator.settled()
    #expect(
      story(of: "TestStep.stop", in: trace)
        == [
          "step.emitted", "step.queued", "step.navigating", "step.navigated",
          "step.ended: handled",
        ])
  }

  @Test("A handler that has waited for a child's result follows from what has ended the child")
  func result() async throws {
    let world = CoordinatorWorld()
    let trace = world.context.startTrace()
    let flow = ScriptedFlow()
    let child = ScriptedFlow()
    child.onNavigate = { $0 == .end ? .finish(7) : .none }
    let taps = TestStepper(TestStep.start)
    flow.onNavigate = { [unowned flow] _ in
      _ = await world.coordinator.result(of: child, with: taps, as: Int.self)
      trace.note("result")
      withExtendedLifetime(flow) {}
      return .none
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    trace.user("tap \"Seven\"") { taps.send(.end) }
    await world.coordinator.settled()
    let note = try #require(trace.events.first { $0.kind == .note })
    let known = Dictionary(uniqueKeysWithValues: trace.events.map { ($0.number, $0) })
    let causes = sequence(first: note) { $0.cause.flatMap { known[$0] } }
    #expect(causes.contains { $0.kind == .user })
  }

  @Test("The screens of a flow are known by their nodes")
  func screens() async throws {
    let home = stack("Home")
    let headless = HeadlessWorld(root: home)
    let world = CoordinatorWorld(context: headless.context)
    let trace = headless.context.startTrace()
    let page = screen("Film")
    let flow = ScriptedFlow(root: home)
    flow.onNavigate = { _ in
      home.pushViewController(page, animated: false)
      return .one(.contribute(presentable: page, stepper: TestStepper()))
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    let screens = trace.events.filter { $0.kind == .flowScreen }
    #expect(screens.map(\.node) == [home.lifecycle.id, page.lifecycle.id])
    #expect(Set(screens.map(\.subject)) == ["ScriptedFlow"])
    let start = try #require(trace.events.first { $0.kind == .flowStarted })
    #expect(screens.map(\.work) == [start.number, start.number])
  }

  @Test("What adapt does follows from the step")
  func adapting() async throws {
    let world = CoordinatorWorld()
    let trace = world.context.startTrace()
    let flow = ScriptedFlow()
    flow.onAdapt = {
      trace.note("asked")
      return $0
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    let step = try #require(trace.events.first { $0.kind == .stepEmitted })
    #expect(trace.events.first { $0.kind == .note }?.cause == step.number)
  }

  @Test("Handles the steps that wait behind one whose handler stops the trace")
  func stoppedInHandler() async {
    let context = NavigationContext()
    let coordinator = FlowCoordinator(context: context)
    let flow = ScriptedFlow()
    let stepper = TestStepper(TestStep.start)
    coordinator.coordinate(flow: flow, with: stepper)
    await coordinator.settled()
    let trace = context.startTrace()
    flow.onNavigate = { step in
      if step == .number(1) { trace.stop() }
      return .none
    }
    for number in 1...3 { stepper.send(.number(number)) }
    await letOthersRun()
    #expect(flow.handled == [.start, .number(1), .number(2), .number(3)])
  }

  @Test("Tells that a step is unknown to the trace")
  func unknown() {
    let trace = CoordinatorWorld().context.startTrace()
    #expect(trace.describe(TestStep.end) == "The trace has no TestStep.end.")
  }
}

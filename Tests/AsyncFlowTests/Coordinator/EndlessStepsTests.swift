import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Steps that lead to steps without end")
struct EndlessStepsTests {
  enum Loop: CaseIterable {
    case forward, initialSteps, keptSteps, readySteps, parentAndChild, tree
    /// Sent by the handler itself.
    case emission, call, awaitedCall
    /// Sent by an observer, when the handler has changed the screen, returned, or settled.
    case change, didNavigate, didSettle
  }

  @Test(
    "A loop is refused and reported once, and others get the main actor meanwhile",
    arguments: Loop.allCases)
  func loops(loop: Loop) async {
    let home = stack("Home")
    let headless = HeadlessWorld(root: home)
    let world = CoordinatorWorld(context: headless.context)
    world.coordinator.chainLimit = 5_000
    let (flow, child) = (ScriptedFlow(root: home), ScriptedFlow())
    let again = FlowContributor.forwardToCurrentFlow(withStep: TestStep.number(1))
    let emitter = TestStepper()
    flow.onNavigate = { [unowned flow, unowned world] step in
      switch (loop, step) {
      case (.emission, .start):
        emitter.send(.number(1))
        return .one(.contribute(presentable: flow, stepper: emitter))
      case (.emission, _): emitter.send(.number(1))
      case (.call, _): world.coordinator.send(TestStep.number(1), to: flow)
      case (.didNavigate, _), (.didSettle, _): break
      case (.change, _): home.setViewControllers([screen("Page")], animated: true)
      case (.awaitedCall, _):
        await world.coordinator.navigate(to: TestStep.number(1), in: flow)
      case (.parentAndChild, .start):
        return .one(.contribute(presentable: child, stepper: OneStepper(.number(1))))
      case (.parentAndChild, _):
        return .one(.contribute(presentable: child, stepper: OneStepper(.number(1))))
      case (.forward, _): return .one(again)
      case (.initialSteps, _):
        return .one(.contribute(presentable: flow, stepper: OneStepper(.number(1))))
      case (.keptSteps, _):
        let stepper = TestStepper()
        stepper.send(.number(1))
        return .one(.contribute(presentable: flow, stepper: stepper))
      case (.readySteps, _):
        let stepper = TestStepper()
        stepper.onReady = { [unowned stepper] in stepper.send(.number(1)) }
        return .one(.contribute(presentable: flow, stepper: stepper))
      case (.tree, _): return .multiple([again, again])
      }
      return .none
    }
    child.onNavigate = { _ in .one(.forwardToParent(step: TestStep.number(1))) }
    let changes = headless.store.onChange { [unowned flow, unowned world] _ in
      if loop == .change { world.coordinator.send(TestStep.number(1), to: flow) }
    }
    let events = world.coordinator.onEvent { [unowned flow, unowned world] event in
      switch (loop, event) {
      case (.didNavigate, .didNavigate), (.didSettle, .didSettle):
        world.coordinator.send(TestStep.number(1), to: flow)
      default: break
      }
    }
    var turns = 0
    let other = Task {
      while !Task.isCancelled {
        turns += 1
        await letOthersRun()
      }
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    #expect(await world.coordinator.settled() == [])
    other.cancel()
    changes.cancel()
    events.cancel()
    #expect(turns > 1)
    #expect(world.issueCodes.filter { $0 == "endlessSteps" }.count == 1)
    #expect(world.notHandled.contains("number(1): \(StepOutcome.refused(.endless))"))
    // Handlers that await each other are all suspended at a time.
    if loop == .awaitedCall { #expect(flow.handled.count < 1_100) }
    // The flows are there still, and what comes from outside is handled.
    let count = flow.handled.count
    flow.onNavigate = nil
    await world.coordinator.navigate(to: TestStep.number(2), in: flow)
    #expect(flow.handled.count == count + 1)
  }

  @Test("A handler may await many steps, one after the other")
  func awaitedInTurn() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    flow.onNavigate = { [unowned world, unowned flow] step in
      guard step == .start else { return .none }
      for number in 0..<3_000 {
        await world.coordinator.navigate(to: TestStep.number(number), in: flow)
      }
      return .none
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(flow.handled.count == 3_001)
    #expect(world.issueCodes == [])
  }

  @Test("A long chain that ends is handled whole")
  func long() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    flow.onNavigate = { step in
      guard case .number(let number) = step, number < 5_000 else { return .none }
      return .one(.forwardToCurrentFlow(withStep: TestStep.number(number + 1)))
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.number(0)))
    await world.coordinator.settled()
    #expect(flow.handled.count == 5_001)
    #expect(world.issueCodes == [])
  }

  /// A flow that starts another one like itself, without end.
  @MainActor
  final class NestingFlow: ScriptedFlow {
    enum Way: CaseIterable { case contribution, coordination, result }

    init(_ way: Way, in coordinator: FlowCoordinator, upTo limit: Int = .max) {
      super.init()
      onNavigate = { [unowned coordinator] _ in
        guard limit > 1 else { return .none }
        let next = NestingFlow(way, in: coordinator, upTo: limit - 1)
        let stepper = OneStepper(TestStep.start)
        switch way {
        case .contribution: return .one(.contribute(presentable: next, stepper: stepper))
        case .coordination: coordinator.coordinate(flow: next, with: stepper)
        case .result:
          _ = await coordinator.result(of: next, with: stepper, as: Int.self)
          return .end
        }
        return .none
      }
    }
  }

  @Test(
    "Flows that start one another without end are refused and reported once, before the stack is full",
    arguments: NestingFlow.Way.allCases)
  func nestedFlows(way: NestingFlow.Way) async {
    let world = CoordinatorWorld()
    let flow = NestingFlow(way, in: world.coordinator)
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    #expect(await world.coordinator.settled() == [])
    #expect(world.issueCodes == ["endlessFlows"])
    #expect(world.notHandled == ["start: \(StepOutcome.refused(.endless))"])
    #expect(world.log.filter { $0.hasPrefix("started") }.count == 1_000)
    // Those that await one another's result have ended, since there was none.
    if way != .result {
      #expect(await flow.flowReady)
      flow.onNavigate = nil
      await world.coordinator.navigate(to: TestStep.number(1), in: flow)
      #expect(flow.handled == [.start, .number(1)])
      world.coordinator.stop()
      await world.coordinator.settled()
    }
    #expect(world.log.filter { $0.hasPrefix("ended") }.count == 1_000)
  }

  @Test("Many nested flows may end at last", arguments: NestingFlow.Way.allCases)
  func manyFlows(way: NestingFlow.Way) async {
    let world = CoordinatorWorld()
    let flow = NestingFlow(way, in: world.coordinator, upTo: 1_000)
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(world.log.filter { $0.hasPrefix("started") }.count == 1_000)
    #expect(world.issueCodes == [])
    world.coordinator.stop()
    await world.coordinator.settled()
    #expect(world.log.filter { $0.hasPrefix("ended") }.count == 1_000)
  }
}

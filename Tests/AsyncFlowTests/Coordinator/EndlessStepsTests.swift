import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Steps that lead to steps without end")
struct EndlessStepsTests {
  enum Loop: CaseIterable {
    case forward, initialSteps, keptSteps, readySteps, parentAndChild, tree
  }

  @Test(
    "A loop is refused and reported once, and others get the main actor meanwhile",
    arguments: Loop.allCases)
  func loops(loop: Loop) async {
    let world = CoordinatorWorld()
    world.coordinator.chainLimit = 5_000
    let (flow, child) = (ScriptedFlow(), ScriptedFlow())
    let again = FlowContributor.forwardToCurrentFlow(withStep: TestStep.number(1))
    flow.onNavigate = { [unowned flow] step in
      switch (loop, step) {
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
    }
    child.onNavigate = { _ in .one(.forwardToParent(step: TestStep.number(1))) }
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
    #expect(turns > 1)
    #expect(world.issueCodes.filter { $0 == "endlessSteps" }.count == 1)
    #expect(world.notHandled.contains("number(1): \(StepOutcome.refused(.endless))"))
    // The flows are there still, and what comes from outside is handled.
    let count = flow.handled.count
    flow.onNavigate = nil
    await world.coordinator.navigate(to: TestStep.number(2), in: flow)
    #expect(flow.handled.count == count + 1)
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
}

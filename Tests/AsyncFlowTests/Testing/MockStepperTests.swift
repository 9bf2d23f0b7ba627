import AsyncFlow
import NavigationRuntime
import Testing

@MainActor
@Suite("The mock stepper")
struct MockStepperTests {
  @Test("Records its emissions, reports its observation, and can be reset")
  func mock() async {
    let clock = ManualNavigationClock()
    let stepper = MockStepper(clock: clock)
    var observations = 0
    stepper.onObservationStart = { observations += 1 }
    stepper.setInitialStep(TestStep.start)
    stepper.emit([TestStep.number(1), TestStep.number(2)])
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    world.coordinator.coordinate(flow: flow, with: stepper)
    await world.coordinator.settled()
    #expect(observations == 1)
    #expect(flow.handled == [.start, .number(1), .number(2)])
    let waiting = Task { await stepper.emit(TestStep.number(3), waitFor: 5) }
    await clock.waitForSleepers()
    clock.advance(by: 5)
    await waiting.value
    #expect(stepper.emittedSteps.count == 3)
    stepper.reset()
    #expect(stepper.emittedSteps.isEmpty)
    #expect(stepper.initialSteps.isEmpty)
    #expect(clock.sleeperCount == 0)
  }
}

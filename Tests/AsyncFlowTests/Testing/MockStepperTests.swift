import AsyncFlow
import NavigationRuntime
import Testing

@MainActor
@Suite("The mock stepper")
struct MockStepperTests {
  @Test("A test store makes a flow ready without a coordinator")
  func readiness() async {
    let flow = OtherFlow()
    let store = FlowTestStore(flow: flow)
    var roots: [any Presentable] = []
    Flows.use(flow, when: .ready) { roots = [$0] }
    #expect(roots.isEmpty)
    store.becomeReady()
    #expect(roots.count == 1)
    #expect(await flow.flowReady)
  }

  @Test("Reports the start of its observation, when the earlier steps have been received")
  func observationStart() {
    let stepper = MockStepper()
    stepper.emit(TestStep.number(1))
    var received: [TestStep] = []
    stepper.onObservationStart = { stepper.emit(TestStep.number(2)) }
    stepper.readyToEmitSteps()
    #expect(stepper.emittedSteps.count == 1)
    let observation = stepper.observeSteps { received += [$0 as? TestStep].compactMap { $0 } }
    #expect(received == [.number(1), .number(2)])
    stepper.onObservationStart = nil
    withExtendedLifetime(observation) {}
  }

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

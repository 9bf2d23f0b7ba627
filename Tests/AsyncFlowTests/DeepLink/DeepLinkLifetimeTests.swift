import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("The lifetime of a deep link")
struct DeepLinkLifetimeTests {
  @Test("A link that is cancelled just before it begins to wait is released")
  func givenUp() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    weak var weakLink: DeepLink?
    do {
      let link = world.coordinator.start(DeepLinkPlan(steps: [OtherStep.other]))
      weakLink = link
      world.coordinator.stop()
      #expect(await link.value() == .cancelled)
    }
    await world.coordinator.settled()
    // The link's task has yet to return.
    await letOthersRun()
    #expect(weakLink == nil)
  }

  @Test("A link whose step is being handled does not retain its coordinator, and ends with it")
  func coordinatorGoes() async {
    weak var weakCoordinator: FlowCoordinator?
    let gate = Gate()
    let flow = ScriptedFlow()
    flow.onNavigate = { step in
      if step == .number(1) { await gate.wait() }
      return .none
    }
    let link: DeepLink
    do {
      let coordinator = FlowCoordinator(context: NavigationContext(clock: ManualNavigationClock()))
      weakCoordinator = coordinator
      coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
      await coordinator.settled()
      link = coordinator.start(DeepLinkPlan(steps: [TestStep.number(1)]))
      await gate.someone()
      withExtendedLifetime(coordinator) {}
    }
    #expect(await link.value() == .cancelled)
    #expect(weakCoordinator == nil)
    gate.open()
  }
}

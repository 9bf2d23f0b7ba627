import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("How long a deep link lasts")
struct DeepLinkLifetimeTests {
  @Test("Nothing is left of a link that is given up just before it begins to wait")
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
    // The link's task has to take its leave.
    await letOthersRun()
    #expect(weakLink == nil)
  }

  @Test("A link whose step is being handled does not keep its coordinator, and hears of its end")
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

import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Steps during a transaction of the scheduler")
struct TransactionTests {
  private let world = CoordinatorWorld()
  private let flow = ScriptedFlow()
  private var scheduler: NavigationScheduler { world.context.defaultScheduler }

  private func start() async {
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    flow.handled = []
  }

  @Test("A step that the body sends is handled after the transaction")
  func sentInBody() async {
    await start()
    let gate = ActivityGate("the service", context: world.context)
    let transaction = Task {
      await scheduler.transaction("several") {
        world.coordinator.send(TestStep.number(1))
        try? await gate.wait()
        #expect(flow.handled.isEmpty)
      }
    }
    let waiting = await world.coordinator.settled()
    #expect(waiting.map(\.description).contains("several (waits for the service)"))
    gate.open()
    #expect(await transaction.value == .performed)
    await world.coordinator.settled()
    #expect(flow.handled == [.number(1)])
  }

  @Test("A step that the body awaits is refused and reported", arguments: [false, true])
  func awaitedInBody(isInHandler: Bool) async {
    await start()
    var outcome: StepOutcome?
    let transact = { @MainActor [self] in
      _ = await scheduler.transaction("several") {
        outcome = await world.coordinator.navigate(to: TestStep.number(1), in: flow).outcome
      }
    }
    if isInHandler {
      flow.onNavigate = { _ in
        await transact()
        return .none
      }
      world.coordinator.send(TestStep.number(2))
    } else {
      await transact()
    }
    await world.coordinator.settled()
    let chain = ["‘several’", "ScriptedFlow", "‘several’"]
    #expect(outcome == .refused(.mutualWait(chain)))
    #expect(world.issueCodes == ["mutualWait"])
    #expect(!flow.handled.contains(.number(1)))
  }

  @Test("A broadcast inside a transaction of another window is handled")
  func otherWindow() async {
    await start()
    let other = HeadlessWorld(root: screen("Other"))
    let outcome = await other.store.scheduler.transaction("elsewhere") {
      let receipt = await world.coordinator.navigate(to: TestStep.number(1))
      #expect(receipt.outcome == .handled)
    }
    #expect(outcome == .performed)
    #expect(flow.handled == [.number(1)])
  }
}

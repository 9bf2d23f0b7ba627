import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("What settled waits for")
struct SettledTests {
  @Test("A handler that has its answer is waited for, though its turn has not come")
  func answered() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    var answer: (@MainActor (Bool) -> Void)?
    var log: [String] = []
    flow.onNavigate = { [coordinator = world.coordinator] step in
      guard step == .start else { return .none }
      let isSure = await coordinator.waiting(for: "an answer") { answer = $0 }
      log.append("sure: \(isSure == true)")
      return .one(.forwardToCurrentFlow(withStep: TestStep.number(1)))
    }
    let stepper = TestStepper(TestStep.start)
    stepper.send(.number(2))
    world.coordinator.coordinate(flow: flow, with: stepper)
    #expect(
      await world.coordinator.settled().map(\.description) == [
        "step start in ScriptedFlow (waits for an answer)",
        "step number(2) in ScriptedFlow (waits for step start)",
      ])
    answer?(true)
    answer?(false)
    #expect(!world.coordinator.isIdle)
    #expect(await world.coordinator.settled() == [])
    #expect(log == ["sure: true"])
    #expect(flow.handled == [.start, .number(2), .number(1)])
    flow.onNavigate = nil
  }

  @Test("A handler whose flow ends while it waits for an answer gets none, and asks no more")
  func unanswered() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    var log: [String] = []
    flow.onNavigate = { [coordinator = world.coordinator] _ in
      for question in ["first", "second"] {
        let answer: Bool? = await coordinator.waiting(for: "an answer") { _ in log.append(question)
        }
        log.append("\(question): \(String(describing: answer))")
      }
      return .none
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    world.coordinator.stop()
    #expect(await world.coordinator.settled() == [])
    #expect(log == ["first", "first: nil", "second: nil"])
    flow.onNavigate = nil
  }
}

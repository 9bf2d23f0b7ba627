import AsyncFlow
import NavigationRuntime
import Testing

@MainActor
@Suite("Flows with and without their own adapt")
struct AdaptTests {
  @MainActor
  class Counting: Presentable {
    let root: any Presentable = HeadlessViewController()
    var asked = 0
    var handled: [TestStep] = []
  }

  final class Plain: Counting, Flow {
    func adapt(step: TestStep) async -> TestStep {
      asked += 1
      return step == .number(2) ? .number(20) : step
    }
    func navigate(to step: TestStep) async -> FlowContributors {
      handled.append(step)
      return .none
    }
  }

  final class Optional: Counting, Flow {
    func adapt(step: TestStep) async -> TestStep? {
      asked += 1
      return step == .number(2) ? nil : step
    }
    func navigate(to step: TestStep) async -> FlowContributors {
      handled.append(step)
      return .none
    }
  }

  @Test("Calls a flow's own adapt for every step, in either form")
  func asked() async {
    let world = CoordinatorWorld()
    let (plain, optional) = (Plain(), Optional())
    let stepper = TestStepper()
    world.coordinator.coordinate(flow: plain, with: stepper)
    world.coordinator.coordinate(flow: optional, with: stepper)
    for number in 1...3 {
      await world.coordinator.navigate(to: TestStep.number(number))
    }
    #expect(plain.asked == 3)
    #expect(plain.handled == [.number(1), .number(20), .number(3)])
    #expect(optional.asked == 3)
    #expect(optional.handled == [.number(1), .number(3)])
  }

  @Test("A flow without an adapt receives no step of another type, neither first nor later")
  func notUnderstood() async {
    let world = CoordinatorWorld()
    let flow = OtherFlow()
    world.coordinator.coordinate(flow: flow, with: DefaultStepper())
    for _ in 1...2 {
      let receipt = await world.coordinator.navigate(to: TestStep.start, in: flow)
      #expect(receipt.outcome == .unhandled)
      #expect(await world.coordinator.navigate(to: OtherStep.other, in: flow).outcome == .handled)
    }
    #expect(flow.handled == [.other, .other])
    let begun = world.events.filter { if case .willNavigate = $0 { true } else { false } }
    #expect(begun.count == 2)
  }
}

import AsyncFlow
import AsyncFlowConsumer
import Testing

@MainActor
@Suite("AsyncFlow alone")
struct ShopFlowTests {
  private let coordinator = FlowCoordinator(context: NavigationContext())
  private let flow = ShopFlow()

  private var titles: [String] {
    flow.navigationController.viewControllers.map { $0.title ?? "" }
  }

  @Test("A view model's steps become screens, except those that the flow stops")
  func steps() async {
    coordinator.coordinate(flow: flow, with: OneStepper(ShopStep.open))
    flow.viewModel.choose(1)
    flow.viewModel.choose(-1)
    flow.viewModel.choose(2)
    await coordinator.settled()
    #expect(titles == ["open", "item(id: 1)", "item(id: 2)"])
  }

  @Test("A receipt names the flow that handled a step, and a result has the flow's value")
  func awaiting() async {
    async let result = coordinator.result(
      of: flow, with: OneStepper(ShopStep.open), as: Int.self)
    let events = coordinator.events
    for await event in events {
      if case .ready = event { break }
    }
    let receipt = await coordinator.navigate(to: ShopStep.item(id: 3))
    #expect(receipt.handledBy == ["ShopFlow"])
    await coordinator.navigate(to: ShopStep.bought)
    #expect(await result == .value(2))
  }

  @Test("A flow can be tested without a coordinator")
  func store() async {
    let store = FlowTestStore(flow: flow)
    await store.navigate(to: .open)
    #expect(store.steps == [.open])
    #expect(await store.adapt(step: .item(id: -1)) == nil)
  }
}

import AsyncFlow
import Testing

@testable import ___VARIABLE_moduleName___

@MainActor
@Suite("___VARIABLE_productName___Flow")
struct ___VARIABLE_productName___FlowTests {
  private let flow = ___VARIABLE_productName___Flow()
  private let coordinator = FlowCoordinator(context: NavigationContext())

  private var screen: ___VARIABLE_productName___ViewController? {
    flow.navigationController.viewControllers.first as? ___VARIABLE_productName___ViewController
  }

  @Test("The first step shows the first screen")
  func start() async {
    coordinator.coordinate(flow: flow, with: OneStepper(___VARIABLE_productName___Step.start))
    await coordinator.settled()
    #expect(flow.navigationController.viewControllers.count == 1)
    #expect(screen?.viewModel.title == "___VARIABLE_productName___")
  }

  @Test("The flow ends when the user is done")
  func finish() async {
    var events: [String] = []
    let subscription = coordinator.onEvent { events.append("\($0)") }
    coordinator.coordinate(flow: flow, with: OneStepper(___VARIABLE_productName___Step.start))
    await coordinator.settled()
    screen?.viewModel.done()
    await coordinator.settled()
    #expect(events.contains("ended: ___VARIABLE_productName___Flow, finished"))
    subscription.cancel()
  }
}

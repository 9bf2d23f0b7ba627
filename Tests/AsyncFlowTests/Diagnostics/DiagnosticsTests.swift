import AsyncFlow
import Foundation
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Stacks, loggers, metadata")
struct DiagnosticsTests {
  final class A_1ViewModel: FlowStepper {
    @Steps var steps
    var metadata: (any FlowMetadata)? { AutoFlowMetadata(from: Self.self) }
  }

  final class MovieListViewModel {}

  final class Memory: FlowLogger {
    var stacks: [NavigationStack] = []
    func log(navigationStack: NavigationStack) { stacks.append(navigationStack) }
  }

  final class Movies: NavigationFlow {
    var steppers: [A_1ViewModel] = []
    override func navigate(to step: any Step) async -> FlowContributors {
      let page = screen("\(step)")
      let viewModel = A_1ViewModel()
      steppers.append(viewModel)
      associate(step: step, stepper: viewModel, with: page)
      navigationController.pushViewController(page, animated: true)
      return .one(.contribute(presentable: page, stepper: viewModel))
    }
    override func metadata(for step: any Step) -> (any FlowMetadata)? {
      DefaultFlowMetadata(identifier: "id", displayName: "Step \(step)")
    }
  }

  @Test("Metadata is made from the name of a type")
  func auto() {
    let metadata = AutoFlowMetadata(from: A_1ViewModel.self)
    #expect(metadata.identifier == "A_1ViewModel")
    #expect(metadata.displayName == "A-1")
    #expect(AutoFlowMetadata(from: MovieListViewModel.self).displayName == "Movie List")
  }

  @Test("What a step is called")
  func stepInfo() {
    let plain = StepInfo(step: TestStep.number(1))
    #expect(plain.description == "TestStep.number(1)")
    #expect(plain.displayName == "number(1)")
    let named = StepInfo(
      typeName: "T", caseDescription: "c",
      metadata: DefaultFlowMetadata(identifier: "i", displayName: "Name"))
    #expect(named.displayName == "Name")
    #expect(named != StepInfo(typeName: "T", caseDescription: "c"))
    let stack = NavigationStack(flowName: "F", steps: [plain, named])
    #expect(stack.depth == 2)
    #expect(stack.metadata.map(\.identifier) == ["i"])
  }

  @Test("A logger hears of each change of the stack, and the stack follows the screen")
  func logger() async {
    let home = stack("Home")
    let headless = HeadlessWorld(root: home)
    let memory = Memory()
    let coordinator = FlowCoordinator(logger: memory, context: headless.context)
    let flow = Movies(navigationController: home)
    coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await coordinator.navigate(to: TestStep.number(1))
    #expect(memory.stacks.last?.description == "Movies: A-1 → A-1")
    #expect(flow.currentStackPath == "A-1 → A-1")
    #expect(home.viewControllers[0].navigationStackPath == "A-1")
    #expect(home.userDidTapBack())
    #expect(memory.stacks.last?.depth == 1)
    #expect(coordinator.navigationStack(of: flow)?.steps.map(\.caseDescription) == ["start"])
    #expect(coordinator.navigationStack(of: Movies()) == nil)
  }

  @Test("The base class knows its screens' steps and steppers")
  func navigationFlow() async {
    let flow = Movies()
    var changes = flow.metadataDidChange.makeAsyncIterator()
    _ = await flow.navigate(to: TestStep.start)
    #expect(await changes.next() != nil)
    let page = flow.navigationController.viewControllers[0]
    #expect(flow.associatedStep(for: page) as? TestStep == .start)
    #expect(flow.associatedStepper(for: page) === flow.steppers[0])
    let plain = screen("Plain")
    flow.setFlowRoot(plain)
    #expect(flow.associatedStep(for: plain) == nil)
    #expect(flow.currentStackMetadata.map(\.identifier) == ["HeadlessViewController"])
    flow.setFlowControllers([page, plain])
    #expect(page.navigationStackPath == "A-1")
    #expect(screen("Elsewhere").navigationStackPath.isEmpty)
    guard case .unhandled = await NavigationFlow().navigate(to: TestStep.start) else {
      Issue.record("the base class handles nothing")
      return
    }
  }

  @Test("Console styles")
  func console() {
    let stack = NavigationStack(
      flowName: "F",
      steps: [
        StepInfo(
          step: TestStep.start,
          metadata: DefaultFlowMetadata(identifier: "s", displayName: "Start"))
      ])
    var lines: [String] = []
    ConsoleFlowLogger(style: .simple) { lines.append($0) }.log(navigationStack: stack)
    ConsoleFlowLogger(style: .debug) { lines.append($0) }.log(navigationStack: stack)
    ConsoleFlowLogger(style: .osLog) { lines.append($0) }.log(navigationStack: stack)
    NoOpFlowLogger().log(navigationStack: stack)
    #expect(lines == ["F: Start", "F (1)\n  1. Start: TestStep.start [s]", "F: Start"])
  }
}

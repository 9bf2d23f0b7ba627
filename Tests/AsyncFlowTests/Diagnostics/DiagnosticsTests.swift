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

  @Test("Prints a line for each event after it was asked to")
  func printing() async {
    let coordinator = FlowCoordinator(context: NavigationContext(clock: ManualNavigationClock()))
    var lines: [String] = []
    coordinator.printEvents { lines.append($0) }
    coordinator.coordinate(flow: OtherFlow(), with: OneStepper(TestStep.start))
    await coordinator.settled()
    #expect(
      lines == [
        "started: OtherFlow", "not handled: OtherFlow → start: unhandled", "ready: OtherFlow",
      ])
  }

  @Test("Prints earlier events once, leaves them to other observers, and ends with nil")
  func printingBesideOthers() async {
    let coordinator = FlowCoordinator(context: NavigationContext(clock: ManualNavigationClock()))
    coordinator.coordinate(flow: OtherFlow(), with: OneStepper(TestStep.start))
    await coordinator.settled()
    let all = [
      "started: OtherFlow", "not handled: OtherFlow → start: unhandled", "ready: OtherFlow",
    ]
    var lines: [String] = []
    coordinator.printEvents { lines.append($0) }
    #expect(lines == all)
    var events: [String] = []
    let observer = coordinator.onEvent { events.append($0.description) }
    #expect(events == all)
    coordinator.printEvents(to: nil)
    coordinator.send(TestStep.start)
    await coordinator.settled()
    #expect(lines == all)
    #expect(events.count > all.count)
    coordinator.printEvents { lines.append($0) }
    #expect(lines == all)
    coordinator.send(TestStep.start)
    await coordinator.settled()
    #expect(lines.count > all.count)
    observer.cancel()
  }

  @Test("Derives metadata from the name of a type")
  func auto() {
    let metadata = AutoFlowMetadata(from: A_1ViewModel.self)
    #expect(metadata.identifier == "A_1ViewModel")
    #expect(metadata.displayName == "A-1")
    #expect(AutoFlowMetadata(from: MovieListViewModel.self).displayName == "Movie List")
  }

  @Test("Names a step by its metadata, else by its case")
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

  @Test("A flow names the screens of steppers that declare no metadata")
  func namedByFlow() async {
    final class ListViewModel: FlowStepper { @Steps var steps }
    final class Named: Flow {
      let page = screen("List")
      var root: any Presentable { page }
      func metadata(for step: any Step) -> (any FlowMetadata)? {
        step as? TestStep == .start
          ? DefaultFlowMetadata(identifier: "list", displayName: "All films") : nil
      }
      func navigate(to step: TestStep) async -> FlowContributors {
        .one(.contribute(presentable: screen("Page"), stepper: ListViewModel()))
      }
    }
    let world = CoordinatorWorld()
    let flow = Named()
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.navigate(to: TestStep.number(1))
    #expect(
      world.coordinator.navigationStack(of: flow)?.steps.map(\.displayName)
        == ["All films", "List"])
  }

  @Test("The screen of a composite has the metadata of its first part that declares any")
  func composite() async {
    final class ListViewModel: FlowStepper { @Steps var steps }
    final class DetailViewModel: FlowStepper {
      @Steps var steps
      var metadata: DefaultFlowMetadata { .init(identifier: "detail", displayName: "One film") }
    }
    let world = CoordinatorWorld()
    let flow = ScriptedFlow(root: screen("Home"))
    // What is not in a window, only contributions retain.
    let pages = (0..<4).map { screen("Page \($0)") }
    flow.onNavigate = { step in
      let parts: [any Stepper] =
        switch step {
        case .number(0): [OneStepper(TestStep.stop), ListViewModel(), DetailViewModel()]
        case .number(1): [OneStepper(TestStep.stop), ListViewModel()]
        case .number(2): [DefaultStepper(), CompositeStepper(steppers: [DetailViewModel()])]
        case .number(3): [DefaultStepper()]
        default: []
        }
      guard case .number(let index) = step else { return .none }
      return .one(
        .contribute(presentable: pages[index], stepper: CompositeStepper(steppers: parts)))
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    for index in pages.indices { await world.coordinator.navigate(to: TestStep.number(index)) }
    #expect(
      world.coordinator.navigationStack(of: flow)?.steps.map(\.displayName).suffix(4)
        == ["One film", "List", "One film", "number(3)"])
  }

  @Test("A logger may be a structure")
  func structure() async {
    struct Logger: FlowLogger {
      let log: @MainActor (String) -> Void
      func log(navigationStack: NavigationStack) { log(navigationStack.description) }
    }
    var lines: [String] = []
    let coordinator = FlowCoordinator(
      logger: Logger { lines.append($0) }, context: NavigationContext())
    coordinator.coordinate(flow: ScriptedFlow(), with: OneStepper(TestStep.start))
    await coordinator.settled()
    #expect(lines == ["ScriptedFlow: "])
  }

  @Test("Formats a stack in each console style")
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

#if !canImport(AppKit) && !(canImport(UIKit) && !os(watchOS))
import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

// A navigation flow uses the platform's stack, which is the headless one in the absence of another
// platform.
@MainActor
@Suite("A navigation flow")
struct NavigationFlowTests {
  final class A_1ViewModel: FlowStepper {
    @Steps var steps
    var metadata: (any FlowMetadata)? { AutoFlowMetadata(from: Self.self) }
  }

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

  /// In the form of AsyncFlow 1.0.
  final class Shop: NavigationFlow {
    var handled: [TestStep] = []
    override func navigate(to step: any Step) -> FlowContributors {
      guard let step = step as? TestStep else { return .unhandled }
      handled.append(step)
      return .none
    }
    override func adapt(step: any Step) async -> (any Step)? {
      step as? TestStep == .stop ? nil : step
    }
  }

  @Test("A flow may handle its steps without waiting, and stop them with nil")
  func synchronous() async {
    let world = CoordinatorWorld()
    let flow = Shop()
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    #expect(await world.coordinator.navigate(to: TestStep.stop).outcome == .filtered)
    #expect(await world.coordinator.navigate(to: OtherStep.other).outcome == .unhandled)
    #expect(flow.handled == [.start])
  }

  @Test("A logger receives each change of the stack, which follows the screen")
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

  /// Associates its screens and contributes nothing.
  final class Associating: NavigationFlow {
    final class MovieListViewModel: FlowStepper { @Steps var steps }
    let list = MovieListViewModel()
    override func navigate(to step: any Step) async -> FlowContributors {
      let page = screen("\(step)")
      associate(step: step, stepper: list, with: page)
      navigationController.pushViewController(page, animated: false)
      return .none
    }
  }

  @Test("A logger receives screens that are only associated", arguments: [true, false])
  func associated(isInWindow: Bool) async {
    let home = stack("Home")
    let headless = HeadlessWorld(root: isInWindow ? home : nil)
    let memory = Memory()
    let coordinator = FlowCoordinator(logger: memory, context: headless.context)
    let flow = Associating(navigationController: home)
    coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await coordinator.navigate(to: TestStep.number(1))
    #expect(memory.stacks.map(\.depth) == [1, 2])
    #expect(memory.stacks.last?.steps.map(\.caseDescription) == ["start", "number(1)"])
    #expect(memory.stacks.last?.description == "Associating: Movie List → Movie List")
    #expect(flow.currentStackPath == "Movie List → Movie List")
  }

  private final class Payload: Sendable {
    let action: @MainActor @Sendable () -> Void
    init(_ action: @escaping @MainActor @Sendable () -> Void) { self.action = action }
    deinit { MainActor.assumeIsolated { action() } }
  }

  private struct HeavyStep: Step { let payload: Payload }

  @Test("Releasing a replaced association may use the flow")
  func replacedAssociation() {
    let flow = Movies()
    let page = screen("Page")
    var found: [String] = []
    flow.associate(
      step: HeavyStep(
        payload: Payload { [weak flow, weak page] in
          guard let flow, let page else { return }
          found.append("\(flow.associatedStep(for: page) ?? NoneStep())")
        }),
      stepper: A_1ViewModel(), with: page)
    flow.associate(step: TestStep.start, stepper: A_1ViewModel(), with: page)
    #expect(found == ["start"])
  }

  /// A flow whose root contains the stack.
  private final class Tabbed: NavigationFlow {
    let tabs = PlatformViewController()
    override var root: any Presentable { tabs }
    override var currentStackMetadata: [any FlowMetadata] {
      [DefaultFlowMetadata(identifier: "own", displayName: "Own")] + super.currentStackMetadata
    }
    override var metadataDidChange: AsyncStream<Void> { AsyncStream { $0.finish() } }
  }

  @Test("A subclass may have another root, and declare the metadata of its stack")
  func ownDeclarations() async {
    let tabbed = Tabbed()
    let flow: any Flow = tabbed
    #expect(flow.root === tabbed.tabs)
    #expect(flow.currentStackMetadata.map(\.identifier) == ["own"])
    var changes = flow.metadataDidChange.makeAsyncIterator()
    tabbed.setFlowRoot(screen("Page"))
    #expect(await changes.next() == nil)
  }

  @Test("The base class maps its screens to steps and steppers")
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
    #expect(await changes.next() != nil)
    #expect(flow.associatedStep(for: plain) == nil)
    #expect(flow.currentStackMetadata.map(\.identifier) == ["HeadlessViewController"])
    flow.setFlowControllers([page, plain])
    #expect(page.navigationStackPath == "A-1")
    #expect(screen("Elsewhere").navigationStackPath.isEmpty)
    guard case .unhandled = await NavigationFlow().navigate(to: TestStep.start) else {
      Issue.record("the base class handles no step")
      return
    }
  }
}
#endif

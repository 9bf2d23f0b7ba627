import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

/// Each optional member in each type that it may be declared with.
///
/// Swift compiles all of them, and falls back to the default for a wrong type; none may be ignored.
@MainActor
@Suite("The spellings of optional members")
struct SpellingTests {
  private static let named = DefaultFlowMetadata(identifier: "own", displayName: "Own")

  // Steppers.

  final class Silent: FlowStepper { @Steps var steps }
  final class Existential: FlowStepper {
    @Steps var steps
    var metadata: any FlowMetadata { SpellingTests.named }
    var initialStep: any Step { TestStep.number(1) }
    var initialSteps: [any Step] { [TestStep.number(1), TestStep.number(2)] }
  }
  final class OptionalExistential: FlowStepper {
    @Steps var steps
    var metadata: (any FlowMetadata)? { SpellingTests.named }
    var initialStep: (any Step)? { TestStep.number(1) }
  }
  final class Concrete: FlowStepper {
    @Steps var steps
    let metadata = SpellingTests.named
    let initialStep = TestStep.number(1)
  }
  final class Opaque: FlowStepper {
    @Steps var steps
    var metadata: some FlowMetadata { SpellingTests.named }
    var initialStep: some Step { TestStep.number(1) }
  }
  final class ConcreteList: FlowStepper {
    @Steps var steps
    let metadata: DefaultFlowMetadata? = SpellingTests.named
    let initialSteps = [TestStep.number(1)]
  }
  final class Nothing: FlowStepper {
    @Steps var steps
    let metadata: DefaultFlowMetadata? = nil
    let initialStep: TestStep? = nil
  }
  /// Has a member of that name for another purpose.
  final class Unrelated: FlowStepper {
    @Steps var steps
    let metadata = ["a": 1]
  }

  private func read<S: Stepper>(_ stepper: S) -> String { stepper.metadata.displayName }

  @Test("Reads a stepper's metadata, declared in any type")
  func metadata() {
    let declared: [any Stepper] = [
      Existential(), OptionalExistential(), Concrete(), Opaque(), ConcreteList(),
    ]
    for stepper in declared {
      #expect(stepper.metadata.displayName == "Own")
      #expect(read(stepper) == "Own")
    }
    #expect(Existential().metadata.identifier == "own")
    #expect(Concrete().metadata.identifier == "own")
  }

  @Test("Names a stepper without metadata after its type")
  func defaultMetadata() {
    let undeclared: [(any Stepper, String)] = [
      (Silent(), "Silent"), (Nothing(), "Nothing"), (Unrelated(), "Unrelated"),
    ]
    for (stepper, name) in undeclared { #expect(stepper.metadata.displayName == name) }
    #expect(Silent().metadata as? AutoFlowMetadata == AutoFlowMetadata(from: Silent.self))
    #expect(Unrelated().metadata == ["a": 1])
  }

  @Test("Handles a first step, declared in any type")
  func initialStep() async {
    let declared: [any Stepper] = [
      Existential(), OptionalExistential(), Concrete(), Opaque(), ConcreteList(),
    ]
    for stepper in declared {
      let world = CoordinatorWorld()
      let flow = ScriptedFlow()
      world.coordinator.coordinate(flow: flow, with: stepper)
      await world.coordinator.settled()
      #expect(flow.handled == (stepper is Existential ? [.number(1), .number(2)] : [.number(1)]))
    }
    #expect((Nothing() as any Stepper).initialSteps.isEmpty)
  }

  // Flows.

  @MainActor
  class Base {
    let root: any Presentable = HeadlessViewController()
    var handled: [TestStep] = []
    func navigate(to step: TestStep) async -> FlowContributors {
      handled.append(step)
      return .none
    }
  }
  final class Plain: Base, Flow {
    func adapt(step: TestStep) async -> TestStep { .number(2) }
    func metadata(for step: any Step) -> any FlowMetadata { SpellingTests.named }
    var currentStackMetadata: [DefaultFlowMetadata] { [SpellingTests.named] }
    var metadataDidChange: AsyncStream<[any FlowMetadata]> {
      AsyncStream {
        $0.yield([])
        $0.finish()
      }
    }
  }
  final class Synchronous: Base, Flow {
    func adapt(step: TestStep) -> TestStep { .number(2) }
    func metadata(for step: any Step) -> DefaultFlowMetadata? { SpellingTests.named }
    let metadataDidChange = AsyncReplaySubject<Int>()
  }
  final class Untyped: Base, Flow {
    func adapt(step: any Step) async -> any Step { TestStep.number(2) }
    func metadata(for step: TestStep) -> (any FlowMetadata)? { SpellingTests.named }
  }
  final class UntypedOptional: Base, Flow {
    func adapt(step: any Step) async -> (any Step)? { TestStep.number(2) }
    func metadata(for step: TestStep) -> DefaultFlowMetadata { SpellingTests.named }
  }
  final class Mixed: Base, Flow {
    func adapt(step: TestStep) async -> any Step { TestStep.number(2) }
  }
  final class Stopping: Base, Flow {
    func adapt(step: TestStep) async -> any Step { NoneStep() }
  }
  final class Without: Base, Flow {}
  final class Wrong: Base, Flow {
    func adapt(step: OtherStep) async -> OtherStep { step }
    let currentStackMetadata = "nothing"
    let metadataDidChange = 1
  }
  /// Takes all steps, and adapts those of one type.
  final class Partial: Flow {
    let root: any Presentable = HeadlessViewController()
    var handled: [any Step] = []
    func navigate(to step: any Step) async -> FlowContributors {
      handled.append(step)
      return .none
    }
    func adapt(step: TestStep) async -> TestStep? { step == .start ? nil : .number(2) }
  }

  private func handled<F: Base & Flow>(_ flow: F) async -> [TestStep] where F.StepType == TestStep {
    let world = CoordinatorWorld()
    world.coordinator.coordinate(flow: flow, with: DefaultStepper())
    for _ in 1...2 { await world.coordinator.navigate(to: TestStep.start) }
    return flow.handled
  }

  @Test("Calls an adapt in any form")
  func adapt() async {
    let adapted = [TestStep.number(2), .number(2)]
    #expect(await handled(Plain()) == adapted)
    #expect(await handled(Synchronous()) == adapted)
    #expect(await handled(Untyped()) == adapted)
    #expect(await handled(UntypedOptional()) == adapted)
    #expect(await handled(Mixed()) == adapted)
    #expect(await handled(Stopping()).isEmpty)
    #expect(await handled(Without()) == [.start, .start])
  }

  @Test("An adapt for some steps passes the others")
  func partialAdapt() async {
    let world = CoordinatorWorld()
    let flow = Partial()
    world.coordinator.coordinate(flow: flow, with: DefaultStepper())
    let steps: [any Step] = [TestStep.start, TestStep.end, OtherStep.other]
    for step in steps { await world.coordinator.navigate(to: step) }
    #expect(flow.handled.map { "\($0)" } == ["number(2)", "other"])
    #expect(world.issues.isEmpty)
  }

  private func asked<F: Flow>(_ flow: F, _ step: F.StepType) async -> F.StepType? {
    let adapted = await flow.adapt(step: step)
    return adapted
  }

  @Test("Calling adapt needs no annotation, whether the flow declares one or not")
  func unannotated() async {
    let own = await Plain().adapt(step: .start)
    #expect(own == .number(2))
    let without = await Without().adapt(step: .start)
    #expect(without == .start)
    let optional: TestStep? = await Plain().adapt(step: .start)
    #expect(optional == .number(2))
    #expect(await asked(Plain(), .start) == .number(2))
    #expect(await asked(Without(), .start) == .start)
    #expect(await FlowTestStore(flow: Untyped()).adapt(step: .start) == .number(2))
  }

  @Test("Reads a flow's metadata, declared in any type")
  func flowMetadata() async {
    let flows: [any Flow] = [Plain(), Synchronous(), Untyped(), UntypedOptional()]
    for flow in flows { #expect(flow.metadata(for: TestStep.start)?.displayName == "Own") }
    #expect(Without().metadata(for: TestStep.start) == nil)
    #expect((Untyped() as any Flow).metadata(for: OtherStep.other) == nil)
    #expect((Plain() as any Flow).currentStackMetadata.map(\.identifier) == ["own"])
    #expect((Without() as any Flow).currentStackMetadata.isEmpty)
  }

  @Test("Publishes changes of a flow's metadata from a stream or subject of any element")
  func metadataDidChange() async {
    var count = 0
    for await _ in (Plain() as any Flow).metadataDidChange { count += 1 }
    #expect(count == 1)
    let flow = Synchronous()
    var changes = (flow as any Flow).metadataDidChange.makeAsyncIterator()
    flow.metadataDidChange.send(5)
    #expect(await changes.next() != nil)
  }

  @Test("Reports a member that cannot be converted")
  func wrong() async {
    let flow = Wrong()
    let headless = HeadlessWorld(root: flow.root as? HeadlessViewController)
    #expect((flow as any Flow).currentStackMetadata.isEmpty)
    for await _ in (flow as any Flow).metadataDidChange { Issue.record("there is no change") }
    let world = CoordinatorWorld(context: headless.context)
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(flow.handled == [.start])
    #expect(headless.issues.map(\.code.rawValue) == ["cannotConvert", "cannotConvert"])
    #expect(world.issueCodes == ["cannotConvert"])
  }
}

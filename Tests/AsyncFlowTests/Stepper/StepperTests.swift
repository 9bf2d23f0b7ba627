import AsyncFlow
import TestSupport
import Testing

@MainActor
@Suite("Steppers")
struct StepperTests {
  enum TestStep: Step, Equatable {
    case number(Int)
    case word(String)
  }

  final class Wrapped: FlowStepper {
    @Steps var steps
  }

  final class ByHand: FlowStepper {
    let steps = AsyncReplaySubject<Step>(bufferSize: 1)
    func readyToEmitSteps() { steps.send(TestStep.word("ready")) }
  }

  final class Emitting: StepEmittable {
    var stepContinuation: AsyncStream<TestStep>.Continuation?
  }

  final class Streaming: Stepper {
    let steps: AsyncStream<TestStep>
    let continuation: AsyncStream<TestStep>.Continuation
    init() { (steps, continuation) = AsyncStream.makeStream(of: TestStep.self) }
  }

  private func collect(_ stepper: some Stepper, _ send: () -> Void) -> [TestStep] {
    var received: [TestStep] = []
    let subscription = stepper.observeSteps { received.append($0 as? TestStep ?? .word("?")) }
    send()
    withExtendedLifetime(subscription) {}
    return received
  }

  @Test("A subject keeps 1,000 steps for its first observer, with either declaration")
  func backlog() {
    let wrapped = Wrapped()
    let byHand = ByHand()
    for number in 0..<1_000 {
      wrapped.steps.send(TestStep.number(number))
      byHand.steps.send(TestStep.number(number))
    }
    let expected = (0...1_000).map(TestStep.number)
    #expect(collect(wrapped) { wrapped.steps.send(TestStep.number(1_000)) } == expected)
    #expect(collect(byHand) { byHand.steps.send(TestStep.number(1_000)) } == expected)
  }

  @Test("A typed subject keeps its steps for the first observer, with either declaration")
  func typed() {
    final class Wrapped: FlowStepper { @Steps<TestStep> var steps }
    final class ByHand: FlowStepper { let steps = AsyncReplaySubject<TestStep>() }
    final class Buffered: FlowStepper { @Steps<TestStep>(bufferSize: 2) var steps }
    let (wrapped, byHand, buffered) = (Wrapped(), ByHand(), Buffered())
    for number in 0..<100 {
      wrapped.steps.send(.number(number))
      byHand.steps.send(.number(number))
      buffered.steps.send(.number(number))
    }
    #expect(buffered.steps.bufferSize == 2)
    let expected = (0...100).map(TestStep.number)
    #expect(collect(wrapped) { wrapped.steps.send(.number(100)) } == expected)
    #expect(collect(byHand) { byHand.steps.send(.number(100)) } == expected)
    #expect(collect(buffered) { buffered.steps.send(.number(100)) } == expected)
  }

  @Test("A typed passthrough subject keeps no step for its first observer")
  func typedPassthrough() {
    final class Direct: Stepper { let steps = AsyncPassthroughSubject<TestStep>() }
    let stepper = Direct()
    stepper.steps.send(.number(1))
    #expect(collect(stepper) { stepper.steps.send(.number(2)) } == [.number(2)])
  }

  @Test("A passthrough subject keeps no step for its first observer")
  func passthrough() {
    final class Direct: Stepper { let steps = AsyncPassthroughSubject<any Step>() }
    let stepper = Direct()
    stepper.steps.send(TestStep.number(1))
    #expect(collect(stepper) { stepper.steps.send(TestStep.number(2)) } == [.number(2)])
  }

  @Test("A later observer receives no earlier step")
  func noOldSteps() {
    let stepper = Wrapped()
    #expect(collect(stepper) { stepper.steps.send(TestStep.number(1)) } == [.number(1)])
    #expect(collect(stepper) {} == [])
  }

  @Test("Keeps steps that are emitted before the first observer, one for each emission")
  func emitting() async {
    let direct = Emitting()
    direct.emit(.number(1))
    #expect(collect(direct) { direct.emit(.number(2)) } == [.number(1), .number(2)])

    let streamed = Emitting()
    streamed.emit(.number(1))
    streamed.emit(.number(2))
    var received: [TestStep] = []
    for await step in streamed.steps {
      received.append(step)
      if received.count == 2 { break }
    }
    #expect(received == [.number(1), .number(2)])
  }

  @Test("Delivers steps that are yielded directly to the continuation")
  func yieldedByHand() async {
    let stepper = Emitting()
    let arrived = AsyncPassthroughSubject<any Step>()
    let stream = arrived.stream
    let subscription = stepper.observeSteps { arrived.send($0) }
    stepper.stepContinuation?.yield(.number(7))
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next() as? TestStep == .number(7))
    withExtendedLifetime(subscription) {}
  }

  @Test("Reads the steps of a stream until the handle is cancelled")
  func streaming() async {
    let stepper = Streaming()
    let arrived = AsyncPassthroughSubject<any Step>()
    let stream = arrived.stream
    let subscription = stepper.observeSteps { arrived.send($0) }
    stepper.continuation.yield(.number(1))
    stepper.continuation.yield(.number(2))
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next() as? TestStep == .number(1))
    #expect(await iterator.next() as? TestStep == .number(2))
    subscription.cancel()
    if case .terminated = stepper.continuation.yield(.number(3)) {
    } else {
      Issue.record("The stream is still read.")
    }
    arrived.finish()
    #expect(await iterator.next() == nil)
  }

  @Test("A flow's first step needs no type, and a flow of all types takes any")
  func firstStep() async {
    final class Untyped: Flow {
      let root: any Presentable = HeadlessViewController()
      var handled: [TestStep] = []
      func navigate(to step: any Step) async -> FlowContributors {
        if let step = step as? TestStep { handled.append(step) }
        return .finish(1)
      }
    }
    final class Typed: Flow {
      let root: any Presentable = HeadlessViewController()
      var handled: [TestStep] = []
      func navigate(to step: TestStep) async -> FlowContributors {
        handled.append(step)
        return .finish(2)
      }
    }
    let coordinator = FlowCoordinator(context: NavigationContext(clock: ManualNavigationClock()))
    let (keeper, typed, untyped) = (Typed(), Typed(), Untyped())
    coordinator.coordinate(flow: keeper, with: DefaultStepper())
    coordinator.coordinate(flow: typed, with: OneStepper(.number(1)))
    coordinator.coordinate(flow: untyped, with: OneStepper(TestStep.number(2)))
    await coordinator.settled()
    #expect(typed.handled == [.number(1)] && untyped.handled == [.number(2)])
    let value = await coordinator.result(of: Typed(), with: OneStepper(.number(3)), as: Int.self)
    #expect(value == .value(2))
    // A scenario has a headless window.
    guard !platformIsStandIn else { return }
    var failures: [String] = []
    let scenario = FlowScenario { failures.append($0.text) }
    await scenario.start(Typed(), with: OneStepper(.number(4)))
    scenario.expect(
      "started: Typed", "step: Typed → number(4)", "ended: Typed, finished", "completed")
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test("A OneStepper has one step, or none for a value that is not a step")
  func oneStepper() {
    #expect(OneStepper(TestStep.number(1)).initialStep as? TestStep == .number(1))
    #expect(OneStepper(withSingleStep: TestStep.number(1)).initialSteps.count == 1)
    #expect(OneStepper(5).initialSteps.isEmpty)
    #expect(DefaultStepper().initialSteps.isEmpty)
    #expect(NoneStep() == NoneStep())
  }

  @Test("A composite has the initial steps in order, then emits all others, early and late")
  func composite() {
    let early = Wrapped()
    early.steps.send(TestStep.number(1))
    let byHand = ByHand()
    let composite = CompositeStepper(steppers: [
      OneStepper(TestStep.word("a")), early, byHand, OneStepper(TestStep.word("b")),
    ])
    #expect(composite.initialSteps.compactMap { $0 as? TestStep } == [.word("a"), .word("b")])
    early.steps.send(TestStep.number(2))
    let received = collect(composite) {
      composite.readyToEmitSteps()
      early.steps.send(TestStep.number(3))
    }
    #expect(received == [.number(1), .number(2), .word("ready"), .number(3)])
  }

  @Test("A coordinated composite loses neither earlier steps nor those of its hooks")
  func coordinatedComposite() async {
    let world = CoordinatorWorld()
    let flow = Handling()
    let early = Wrapped()
    early.steps.send(TestStep.number(1))
    world.coordinator.coordinate(
      flow: flow,
      with: CompositeStepper(steppers: [
        OneStepper(TestStep.word("a")), early, ByHand(), OneStepper(TestStep.word("b")),
      ]))
    early.steps.send(TestStep.number(2))
    await world.coordinator.settled()
    #expect(flow.handled == [.word("a"), .word("b"), .number(1), .word("ready"), .number(2)])
  }

  /// Forwards the requirements of a stepper in 1.0.
  final class Wrapper: Stepper {
    let inner: CompositeStepper
    init(_ inner: CompositeStepper) { self.inner = inner }
    var steps: AsyncReplaySubject<any Step> { inner.steps }
    var initialStep: any Step { inner.initialStep }
    func readyToEmitSteps() { inner.readyToEmitSteps() }
  }

  /// Forwards the steps only.
  ///
  /// `FullWrapper` forwards the initial ones, too.
  final class BareWrapper: Stepper {
    let inner: CompositeStepper
    init(_ inner: CompositeStepper) { self.inner = inner }
    var steps: AsyncReplaySubject<any Step> { inner.steps }
  }

  final class FullWrapper: Stepper {
    let inner: CompositeStepper
    init(_ inner: CompositeStepper) { self.inner = inner }
    var steps: AsyncReplaySubject<any Step> { inner.steps }
    var initialStep: any Step { inner.initialStep }
    var initialSteps: [any Step] { inner.initialSteps }
    func readyToEmitSteps() { inner.readyToEmitSteps() }
  }

  final class Handling: Flow {
    let screen = HeadlessViewController()
    var root: any Presentable { screen }
    var handled: [TestStep] = []
    func navigate(to step: TestStep) async -> FlowContributors {
      handled.append(step)
      return .none
    }
  }

  private func nested() -> CompositeStepper {
    let early = Wrapped()
    early.steps.send(TestStep.number(1))
    return CompositeStepper(steppers: [
      OneStepper(TestStep.word("a")), early,
      CompositeStepper(steppers: [OneStepper(TestStep.word("b")), OneStepper(TestStep.word("c"))]),
    ])
  }

  @Test("A composite loses and repeats no step, alone or in a wrapping stepper")
  func wrappedComposite() async {
    let inner = (0..<4).map { _ in nested() }
    let steppers: [any Stepper] = [
      inner[0], Wrapper(inner[1]), BareWrapper(inner[2]), FullWrapper(inner[3]),
    ]
    for (stepper, inner) in zip(steppers, inner) {
      let world = CoordinatorWorld()
      let flow = Handling()
      world.coordinator.coordinate(flow: flow, with: stepper)
      inner.steps.send(TestStep.number(2))
      await world.coordinator.settled()
      #expect(
        flow.handled == [.word("a"), .word("b"), .word("c"), .number(1), .number(2)],
        "\(type(of: stepper))")
    }
  }

  @Test("A composite that is not contributed replays every step, the initial ones first")
  func listeningToComposite() async {
    let stepper = nested()
    stepper.steps.send(TestStep.number(2))
    _ = (stepper.initialStep, stepper.initialSteps)
    let all = [TestStep.word("a"), .word("b"), .word("c"), .number(1), .number(2)]
    for _ in 1...2 {
      var received: [TestStep] = []
      for await step in stepper.steps.stream {
        received.append(step as? TestStep ?? .word("?"))
        if received.count == all.count { break }
      }
      #expect(received == all)
    }
  }

  @Test("A composite releases its steppers with itself")
  func compositeLifetime() {
    weak var inner: Wrapped?
    do {
      let stepper = Wrapped()
      inner = stepper
      let composite = CompositeStepper(steppers: [stepper])
      withExtendedLifetime(composite) {}
    }
    #expect(inner == nil)
  }

  @Test("A stepper that stands in a composite twice has its steps handled once")
  func doubledPart() async {
    let world = CoordinatorWorld()
    let flow = Handling()
    let (part, first) = (ByHand(), OneStepper(TestStep.word("a")))
    let composite = CompositeStepper(steppers: [first, part, first, part])
    part.steps.send(TestStep.number(1))
    world.coordinator.coordinate(flow: flow, with: composite)
    part.steps.send(TestStep.number(2))
    await world.coordinator.settled()
    #expect(flow.handled == [.word("a"), .number(1), .word("ready"), .number(2)])
  }

  @Test("Handles the steps of a stepper once that is also contained in an inner composite")
  func doubledInnerPart() async {
    let world = CoordinatorWorld()
    let flow = Handling()
    let (part, first) = (ByHand(), OneStepper(TestStep.word("a")))
    part.steps.send(TestStep.number(1))
    let inner = CompositeStepper(steppers: [CompositeStepper(steppers: [first, part])])
    world.coordinator.coordinate(
      flow: flow, with: CompositeStepper(steppers: [part, inner, first, inner]))
    part.steps.send(TestStep.number(2))
    await world.coordinator.settled()
    #expect(flow.handled == [.word("a"), .number(1), .word("ready"), .number(2)])
  }
}

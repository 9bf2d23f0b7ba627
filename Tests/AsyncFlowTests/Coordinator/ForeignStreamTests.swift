import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

/// A screen, or a flow's root, that is nothing but two streams.
@MainActor
private final class Double: Presentable {
  let isVisibleStream: AsyncStream<Bool>
  let onDismissed: AsyncStream<Void>
  let visibility: AsyncStream<Bool>.Continuation
  let dismissal: AsyncStream<Void>.Continuation

  init(visible: [Bool] = [], isDismissed: Bool = false) {
    (isVisibleStream, visibility) = AsyncStream.makeStream()
    (onDismissed, dismissal) = AsyncStream.makeStream()
    for isVisible in visible { visibility.yield(isVisible) }
    if isDismissed { dismissal.yield() }
  }
}

/// A stepper whose steps are a stream.
private final class StreamStepper: FlowStepper {
  let steps: AsyncStream<TestStep>
  let continuation: AsyncStream<TestStep>.Continuation
  init() { (steps, continuation) = AsyncStream.makeStream() }
  func send(_ step: TestStep) { continuation.yield(step) }
}

/// A stepper whose steps are a stream of every type of steps.
private final class UntypedStreamStepper: FlowStepper {
  let steps: AsyncStream<any Step>
  let continuation: AsyncStream<any Step>.Continuation
  init() { (steps, continuation) = AsyncStream.makeStream() }
}

/// Each test many times side by side: what is heard late is heard late only now and then.
@MainActor
@Suite("Streams of the app's, read by a coordinator")
struct ForeignStreamTests {
  private let rounds = 300

  /// A flow that contributes a double in answer to its first step.
  @MainActor
  private struct Stage {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    let stepper = TestStepper()

    init(_ screen: Double, with other: (any Stepper)? = nil) {
      flow.onNavigate = { [stepper] step in
        guard step == .start else { return .none }
        if let other { return .one(.contribute(presentable: screen, stepper: other)) }
        return .one(.contribute(presentable: screen, stepper: stepper))
      }
      world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    }

    var settled: [String] {
      get async { await world.coordinator.settled().map(\.description) }
    }
  }

  private func many(_ body: @escaping @MainActor () async -> Bool) async -> Int {
    let tasks = (0..<rounds).map { _ in Task { await body() } }
    var count = 0
    for task in tasks where await task.value { count += 1 }
    return count
  }

  @Test("What visibility holds when a screen is contributed counts before its first step")
  func heldVisibility() async {
    let count = await many {
      let stage = Stage(Double(visible: [true, false]))
      stage.stepper.send(.number(1))
      let waiting = await stage.settled
      return stage.flow.handled == [.start]
        && waiting == ["step number(1) in ScriptedFlow (waits for Double to be visible)"]
    }
    #expect(count == rounds)
  }

  @Test("What visibility emits later is in flight for settled, from whatever thread it comes")
  func emittedVisibility() async {
    let count = await many {
      let screen = Double(visible: [false])
      let stage = Stage(screen)
      _ = await stage.settled
      stage.stepper.send(.number(1))
      guard await stage.settled.count == 1 else { return false }
      screen.visibility.yield(true)
      guard await stage.settled.isEmpty, stage.flow.handled == [.start, .number(1)] else {
        return false
      }
      await Task.detached { _ = screen.visibility.yield(false) }.value
      _ = await stage.settled
      stage.stepper.send(.number(2))
      return await stage.settled.count == 1
    }
    #expect(count == rounds)
  }

  @Test("A step that follows a value of visibility at once waits for its screen, as the only one")
  func visibilityBeforeAStep() async {
    let count = await many {
      let screen = Double(visible: [true])
      let stage = Stage(screen)
      _ = await stage.settled
      screen.visibility.yield(false)
      stage.stepper.send(.number(1))
      guard
        await stage.settled == ["step number(1) in ScriptedFlow (waits for Double to be visible)"],
        stage.world.notHandled.isEmpty
      else { return false }
      screen.visibility.yield(true)
      guard await stage.settled.isEmpty, stage.flow.handled == [.start, .number(1)] else {
        return false
      }
      // Later steps have the visible screen again.
      stage.flow.onNavigate = { step in
        guard step == .number(2) else { return .none }
        screen.visibility.yield(false)
        await letOthersRun()
        await letOthersRun()
        return .none
      }
      stage.stepper.send(.number(2))
      stage.stepper.send(.number(3))
      guard await stage.settled.isEmpty else { return false }
      return stage.flow.handled == [.start, .number(1), .number(2)]
        && stage.world.notHandled == ["number(3): \(StepOutcome.refused(.covered(by: nil)))"]
    }
    #expect(count == rounds)
  }

  @Test("A step that follows the end of a stream of visibility passes if the screen was visible")
  func endOfVisibility() async {
    let count = await many {
      let (hidden, visible) = (Double(visible: [true]), Double(visible: [true]))
      let stages = [Stage(hidden), Stage(visible)]
      for stage in stages { _ = await stage.settled }
      hidden.visibility.yield(false)
      for (screen, stage) in zip([hidden, visible], stages) {
        screen.visibility.finish()
        stage.stepper.send(.number(1))
      }
      guard await stages[0].settled.count == 1, await stages[1].settled.isEmpty else {
        return false
      }
      return stages.map(\.flow.handled) == [[.start], [.start, .number(1)]]
        && stages.allSatisfy(\.world.notHandled.isEmpty)
    }
    #expect(count == rounds)
  }

  @Test("A stepper's step that follows a value of visibility waits for its newest contribution")
  func visibilityOfSeveral() async {
    let (first, second) = (Double(visible: [true]), Double(visible: [true]))
    let stage = Stage(first)
    _ = await stage.settled
    stage.flow.onNavigate = { [stepper = stage.stepper] step in
      step == .number(0) ? .one(.contribute(presentable: second, stepper: stepper)) : .none
    }
    stage.stepper.send(.number(0))
    _ = await stage.settled
    second.visibility.yield(false)
    stage.stepper.send(.number(1))
    #expect(await stage.settled.count == 1)
    first.visibility.yield(false)
    stage.stepper.send(.number(2))
    #expect(await stage.settled.count == 2)
    #expect(stage.flow.handled == [.start, .number(0)])
    first.visibility.yield(true)
    #expect(await stage.settled.count == 1)
    second.dismissal.yield()
    _ = await stage.settled
    #expect(stage.flow.handled == [.start, .number(0), .number(2)])
    first.visibility.yield(false)
    stage.stepper.send(.number(3))
    #expect(await stage.settled.count == 1)
    #expect(stage.world.notHandled == ["number(1): \(StepOutcome.refused(.dismissed))"])
  }

  @Test("A dismissal that a screen's stream holds, or emits later, refuses its steps")
  func dismissals() async {
    let count = await many {
      let (early, late) = (Double(isDismissed: true), Double())
      let first = Stage(early)
      first.stepper.send(.number(1))
      _ = await first.settled
      first.stepper.send(.number(2))
      guard await first.settled.isEmpty, first.flow.handled == [.start] else { return false }
      let refused = StepOutcome.refused(.dismissed)
      guard first.world.notHandled == ["number(1): \(refused)", "number(2): \(refused)"] else {
        return false
      }
      let second = Stage(late)
      _ = await second.settled
      late.dismissal.yield()
      _ = await second.settled
      second.stepper.send(.number(1))
      _ = await second.settled
      return second.flow.handled == [.start] && second.world.notHandled == ["number(1): \(refused)"]
    }
    #expect(count == rounds)
  }

  @Test("A flow whose root is a double ends with it, whether it left before the start or later")
  func roots() async {
    let count = await many {
      let world = CoordinatorWorld()
      let parent = ScriptedFlow()
      let roots = [Double(isDismissed: true), Double()]
      let children = roots.map { ScriptedFlow(root: $0) }
      let steppers = [TestStepper(TestStep.number(1)), TestStepper(TestStep.number(1))]
      parent.onNavigate = { step in
        guard step == .start else { return .none }
        return .multiple(
          zip(children, steppers).map { child, stepper in
            .contribute(presentable: child, stepper: stepper)
              .onDismissal(forwardToParent: TestStep.number(7))
          })
      }
      world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
      _ = await world.coordinator.settled()
      guard children.map(\.handled) == [[], [.number(1)]], parent.handled == [.start, .number(7)]
      else { return false }
      roots[1].dismissal.yield()
      _ = await world.coordinator.settled()
      steppers[1].send(.number(2))
      _ = await world.coordinator.settled()
      return children[1].handled == [.number(1)]
        && parent.handled == [.start, .number(7), .number(7)]
    }
    #expect(count == rounds)
  }

  @Test("The result of a flow whose root has left already is there, in a handler and outside")
  func resultOfLeft() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    var results: [FlowResult<Int>] = []
    func ask(_ coordinator: FlowCoordinator) async {
      results.append(
        await coordinator.result(
          of: ScriptedFlow(root: Double(isDismissed: true)), with: TestStepper(TestStep.number(1)),
          as: Int.self))
    }
    flow.onNavigate = { [unowned coordinator = world.coordinator] _ in
      await ask(coordinator)
      return .none
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    #expect(await world.coordinator.settled() == [])
    await ask(world.coordinator)
    #expect(results == [.cancelled, .cancelled])
    flow.onNavigate = nil
  }

  @Test("A flow on a borrowed root hears its first screen, a double, once and in time")
  func borrowedRoot() async {
    let count = await many {
      let world = CoordinatorWorld()
      let home = screen("Home")
      let (parent, child) = (ScriptedFlow(root: home), ScriptedFlow(root: home))
      let double = Double(visible: [false])
      let stepper = TestStepper()
      parent.onNavigate = { _ in
        .one(.contribute(presentable: child, stepper: OneStepper(.start)))
      }
      child.onNavigate = { step in
        step == .start ? .one(.contribute(presentable: double, stepper: stepper)) : .none
      }
      world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
      _ = await world.coordinator.settled()
      stepper.send(.number(1))
      guard await world.coordinator.settled().count == 1 else { return false }
      double.dismissal.yield()
      guard await world.coordinator.settled() == [] else { return false }
      return child.handled == [.start]
        && world.log.contains { $0.contains("ended") && $0.contains("ScriptedFlow") }
    }
    #expect(count == rounds)
  }

  @Test("Settled waits for the steps of an AsyncStream, held or emitted, alone or in a composite")
  func streamSteppers() async {
    let count = await many {
      let stepper = StreamStepper()
      stepper.send(.number(1))
      let inner = StreamStepper()
      let stage = Stage(Double(), with: stepper)
      let other = Stage(Double(), with: CompositeStepper(steppers: [inner, TestStepper()]))
      guard await stage.settled.isEmpty, stage.flow.handled == [.start, .number(1)] else {
        return false
      }
      _ = await other.settled
      stepper.send(.number(2))
      await Task.detached { _ = stepper.continuation.yield(.number(3)) }.value
      guard await stage.settled.isEmpty,
        stage.flow.handled == [.start, .number(1), .number(2), .number(3)]
      else { return false }
      inner.send(.number(4))
      _ = await other.settled
      return other.flow.handled == [.start, .number(4)]
    }
    #expect(count == rounds)
  }

  @Test("A stream may have steps of every type")
  func untypedStream() async {
    let stepper = UntypedStreamStepper()
    stepper.continuation.yield(TestStep.number(1))
    let stage = Stage(Double(), with: stepper)
    _ = await stage.settled
    stepper.continuation.yield(NoneStep())
    stepper.continuation.yield(TestStep.number(2))
    #expect(await stage.settled.isEmpty)
    #expect(stage.flow.handled == [.start, .number(1), .number(2)])
  }

  @Test("A stream that is never empty keeps nothing else from the main actor")
  func endlessStream() async {
    let flow = ScriptedFlow()
    let world = CoordinatorWorld()
    final class Endless: FlowStepper {
      let steps = AsyncStream<TestStep>(unfolding: { .number(1) })
    }
    flow.onNavigate = { step in
      step == .start ? .one(.contribute(presentable: Double(), stepper: Endless())) : .none
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    while flow.handled.count < 100 { await letOthersRun() }
    world.coordinator.stop()
    #expect(await world.coordinator.settled() == [])
  }

  @Test("The reader of a stepper that is released after the end of its flow ends, too")
  func endlessStreamOfALateStepper() async {
    let (flow, world) = (ScriptedFlow(), CoordinatorWorld())
    final class Endless: FlowStepper {
      let steps = AsyncStream<TestStep>(unfolding: { .number(1) })
    }
    var stepper: Endless? = Endless()
    flow.onNavigate = { [stepper] step in
      guard let stepper, step == .start else { return .none }
      return .one(.contribute(presentable: Double(), stepper: stepper))
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    while flow.handled.count < 100 { await letOthersRun() }
    world.coordinator.stop()
    flow.onNavigate = nil
    stepper = nil
    #expect(await world.coordinator.settled() == [])
  }

  @Test("A reader ends with its screen, and keeps nothing")
  func release() async {
    weak var screen: Double?
    weak var stepper: StreamStepper?
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    do {
      let (double, streaming) = (Double(visible: [true]), StreamStepper())
      (screen, stepper) = (double, streaming)
      flow.onNavigate = { step in
        step == .start ? .one(.contribute(presentable: double, stepper: streaming)) : .none
      }
      world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
      await world.coordinator.settled()
      flow.onNavigate = nil
      double.dismissal.yield()
    }
    await world.coordinator.settled()
    #expect(screen == nil)
    #expect(stepper == nil)
  }
}

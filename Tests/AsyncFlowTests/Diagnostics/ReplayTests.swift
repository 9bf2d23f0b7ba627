import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Replaying what follows from a step")
struct ReplayTests {
  enum PageStep: Step, Codable, Equatable {
    case first, page(Int)
    /// Awaits the result of a child.
    case pick
    /// Sends a step from its handler, by the coordinator or by a stepper.
    case sends, emits
    /// Shows a page whose stepper emits when it is ready.
    case ready
    /// Starts a deep link.
    case link
  }
  enum PickStep: Step, Codable, Equatable { case picked(Int) }

  final class PickFlow: Flow {
    let page = screen("Pick")
    var root: any Presentable { page }

    func navigate(to step: PickStep) async -> FlowContributors {
      switch step {
      case .picked(let number): .finish(number)
      }
    }
  }

  final class ReadyStepper: Stepper {
    let steps = AsyncReplaySubject<any Step>()
    func readyToEmitSteps() { steps.send(PageStep.page(3)) }
  }

  final class PageFlow: Flow {
    let stack: HeadlessNavigationController
    var root: any Presentable { stack }
    let first = DefaultStepper()
    let pick = DefaultStepper()
    var handled: [PageStep] = []
    private unowned let coordinator: FlowCoordinator

    init(_ stack: HeadlessNavigationController, _ coordinator: FlowCoordinator) {
      self.stack = stack
      self.coordinator = coordinator
    }

    func navigate(to step: PageStep) async -> FlowContributors {
      handled.append(step)
      switch step {
      case .first: return push("First", first)
      case .page(let number): return push("Page \(number)", DefaultStepper())
      case .ready: return push("Ready", ReadyStepper())
      case .sends: coordinator.send(PageStep.page(1))
      case .emits: first.steps.send(PageStep.page(2))
      case .link: coordinator.start(DeepLinkPlan(steps: [PageStep.page(4)]))
      case .pick:
        let child = PickFlow()
        stack.present(child.page, animated: true)
        let result = await coordinator.result(of: child, with: pick, as: Int.self)
        stack.dismiss(animated: true)
        if case .value(let number) = result { return push("Picked \(number)", DefaultStepper()) }
      }
      return .none
    }

    private func push(_ name: String, _ stepper: some Stepper) -> FlowContributors {
      let page = screen(name)
      stack.pushViewController(page, animated: true)
      return .one(.contribute(presentable: page, stepper: stepper).whenHidden(.always))
    }
  }

  private func start() -> (HeadlessWorld, FlowCoordinator, PageFlow) {
    let home = stack("Home")
    let world = HeadlessWorld(root: home)
    let coordinator = FlowCoordinator(context: world.context)
    let flow = PageFlow(home, coordinator)
    coordinator.coordinate(flow: flow, with: OneStepper(.first))
    return (world, coordinator, flow)
  }

  private func record(
    _ step: PageStep, picking number: Int? = nil
  ) async throws -> (HeadlessWorld, PageFlow, StepRecording) {
    let (world, coordinator, flow) = start()
    await coordinator.settled()
    coordinator.recorder = StepRecorder(PageStep.self, PickStep.self)
    flow.first.steps.send(step)
    await coordinator.settled()
    if let number {
      flow.pick.steps.send(PickStep.picked(number))
      await coordinator.settled()
    }
    return (world, flow, try #require(coordinator.recorder?.recording))
  }

  @Test(
    "Repeats each step once, also one that a handler sends",
    arguments: [.sends, .emits, .ready, .link] as [PageStep])
  func once(step: PageStep) async throws {
    let (world, flow, recording) = try await record(step)
    #expect(flow.handled.count == 3)
    let (copy, replaying, again) = start()
    let receipts = try await replaying.replay(recording, with: StepRecorder(PageStep.self))
    #expect(receipts.map(\.outcome) == [.handled])
    #expect(again.handled == flow.handled)
    #expect(copy.store.tree.hasSameShape(as: world.store.tree))
  }

  @Test("Records no step of a first stepper that becomes ready, which emits it again in a replay")
  func firstStepper() async throws {
    let (world, coordinator, flow) = start()
    await coordinator.settled()
    let recorder = StepRecorder(PageStep.self)
    coordinator.recorder = recorder
    let other = PageFlow(stack("Other"), coordinator)
    coordinator.coordinate(flow: other, with: ReadyStepper())
    await coordinator.settled()
    #expect(other.handled == [.page(3)])
    #expect(recorder.recording.entries.isEmpty)
    flow.first.steps.send(PageStep.page(5))
    await coordinator.settled()
    #expect(recorder.recording.entries.count == 1)
    #expect(world.issues.isEmpty)
  }

  @Test("Continues with the step of the child that a handler waits for")
  func handlerThatWaits() async throws {
    let (world, _, recording) = try await record(.pick, picking: 7)
    let (copy, replaying, _) = start()
    let receipts = try await replaying.replay(
      recording, with: StepRecorder(PageStep.self, PickStep.self))
    #expect(copy.store.tree.hasSameShape(as: world.store.tree))
    #expect(receipts.map(\.outcome) == [.handled, .handled])
  }

  @Test("Ends although a handler still waits, whose step has no outcome yet")
  func handlerThatStillWaits() async throws {
    let (world, _, recording) = try await record(.pick)
    let (copy, replaying, _) = start()
    let receipts = try await replaying.replay(
      recording, with: StepRecorder(PageStep.self, PickStep.self))
    #expect(receipts.map(\.deliveries.count) == [0])
    #expect(copy.store.tree.hasSameShape(as: world.store.tree))
  }

  @Test(
    "A cancelled replay delivers no further entry, and throws the cancellation",
    arguments: [0, 1, 2])
  func cancelled(after count: Int) async throws {
    let (world, coordinator, flow) = start()
    await coordinator.settled()
    coordinator.recorder = StepRecorder(PageStep.self)
    for number in 1...3 {
      flow.first.steps.send(PageStep.page(number))
      await coordinator.settled()
    }
    let recording = try #require(coordinator.recorder?.recording)
    #expect(recording.entries.count == 3)
    let (copy, replaying, again) = start()
    await replaying.settled()
    var replay: Task<Error?, Never>?
    let observer = replaying.onEvent {
      if case .didNavigate = $0, again.handled.count == count + 1 { replay?.cancel() }
    }
    replay = Task {
      if count == 0 { withUnsafeCurrentTask { $0?.cancel() } }
      do {
        try await replaying.replay(recording, with: StepRecorder(PageStep.self))
        return nil
      } catch {
        return error
      }
    }
    #expect(await replay?.value is CancellationError)
    await replaying.settled()
    #expect(again.handled == [.first] + (0..<count).map { .page($0 + 1) })
    #expect(copy.issues + world.issues == [])
    observer.cancel()
  }
}

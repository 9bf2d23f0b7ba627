import AsyncFlow
import Foundation
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Recording and replaying steps")
struct RecordingTests {
  enum PageStep: Step, Codable, Equatable { case first, page(Int), sheet, forward }
  struct SecretStep: Step {}

  final class PageFlow: Flow {
    let stack: HeadlessNavigationController
    var root: any Presentable { stack }
    var steppers: [DefaultStepper] = []
    init(_ stack: HeadlessNavigationController) { self.stack = stack }

    func navigate(to step: Step) -> FlowContributors {
      switch step as? PageStep {
      case .first: return push("First")
      case .page(let number): return push("Page \(number)")
      case .forward:
        return .multiple(
          push("Forwarding"), .forwardToParent(step: PageStep.page(100)))
      case .sheet:
        let sheet = HeadlessNavigationController()
        stack.present(sheet, animated: true)
        return .one(
          .contribute(presentable: PageFlow(sheet), stepper: OneStepper(PageStep.first)))
      case nil: return .unhandled
      }
    }

    private func push(_ name: String) -> FlowContributors {
      .one(push(name))
    }

    private func push(_ name: String) -> FlowContributor {
      let page = screen(name)
      stack.pushViewController(page, animated: true)
      let stepper = DefaultStepper()
      steppers.append(stepper)
      return .contribute(presentable: page, stepper: stepper)
    }
  }

  private func start() -> (HeadlessWorld, FlowCoordinator, PageFlow) {
    let home = stack("Home")
    let world = HeadlessWorld(root: home)
    let coordinator = FlowCoordinator(context: world.context)
    let flow = PageFlow(home)
    coordinator.coordinate(flow: flow, with: OneStepper(PageStep.first))
    return (world, coordinator, flow)
  }

  @Test("A saved run leads to the same tree when it is replayed")
  func replay() async throws {
    let (world, coordinator, flow) = start()
    let recorder = StepRecorder(PageStep.self)
    coordinator.recorder = recorder
    await coordinator.settled()
    flow.steppers[0].steps.send(PageStep.page(1))
    await coordinator.settled()
    flow.steppers[1].steps.send(PageStep.sheet)
    await coordinator.settled()
    await coordinator.navigate(to: PageStep.forward)
    #expect(recorder.recording.entries.map(\.path) == [[0], [0], [0], [0, 0]])

    let data = try JSONEncoder().encode(recorder.recording)
    let recording = try JSONDecoder().decode(StepRecording.self, from: data)
    let (copy, replaying, _) = start()
    try await replaying.replay(recording, with: StepRecorder(PageStep.self))
    #expect(copy.store.tree.hasSameShape(as: world.store.tree))
  }

  @Test("What cannot be recorded or replayed is said")
  func errors() async {
    let (world, coordinator, _) = start()
    coordinator.recorder = StepRecorder(PageStep.self)
    await coordinator.settled()
    await coordinator.navigate(to: SecretStep())
    #expect(world.issues.map(\.code.rawValue) == ["cannotRecord"])
    await coordinator.navigate(to: PageStep.page(1))
    let recording = coordinator.recorder?.recording ?? StepRecording()
    let (_, other, _) = start()
    await #expect(throws: StepReplayError.self) {
      try await other.replay(recording, with: StepRecorder())
    }
  }
}

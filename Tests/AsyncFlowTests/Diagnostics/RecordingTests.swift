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

  @Test("Replaying a saved recording leads to the same tree")
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
    #expect(paths(in: recorder.recording) == [[0], [0], [0], [0, 0]])

    let data = try JSONEncoder().encode(recorder.recording)
    let recording = try JSONDecoder().decode(StepRecording.self, from: data)
    let (copy, replaying, _) = start()
    try await replaying.replay(recording, with: StepRecorder(PageStep.self))
    #expect(copy.store.tree.hasSameShape(as: world.store.tree))
  }

  private func paths(in recording: StepRecording) -> [[Int]] {
    recording.entries.compactMap { if case .step(let path, _, _) = $0 { path } else { nil } }
  }

  private func moves(in recording: StepRecording) -> [StepRecording.Entry] {
    recording.entries.filter { if case .move = $0 { true } else { false } }
  }

  private func saved(_ recording: StepRecording?) throws -> StepRecording {
    let data = try JSONEncoder().encode(try #require(recording))
    return try JSONDecoder().decode(StepRecording.self, from: data)
  }

  @Test("Records the user's back, pull-down and tab taps")
  func moves() async throws {
    let (world, coordinator, flow) = start()
    coordinator.recorder = StepRecorder(PageStep.self)
    await coordinator.settled()
    for number in 1...3 { await coordinator.navigate(to: PageStep.page(number), in: flow) }
    #expect(flow.stack.userDidTapBack())
    await coordinator.navigate(to: PageStep.sheet, in: flow)
    let sheet = try #require(flow.stack.presentedViewController as? HeadlessNavigationController)
    #expect(sheet.userDidPullDown())
    await coordinator.navigate(to: PageStep.page(4), in: flow)
    #expect(flow.stack.userDidTapBack())
    await coordinator.settled()
    flow.stack.popViewController(animated: false)
    #expect(world.store.tree.visibleLeaf.name == "Page 1")

    let recording = try saved(coordinator.recorder?.recording)
    #expect(recording == coordinator.recorder?.recording)
    #expect(
      moves(in: recording) == [
        .move(.back(keeping: 3), root: 0, container: [0]),
        .move(.dismiss, root: 0, container: [0]),
        .move(.back(keeping: 3), root: 0, container: [0]),
      ])
    let (copy, replaying, again) = start()
    try await replaying.replay(recording, with: StepRecorder(PageStep.self))
    // Changes by code are not recorded, as they follow from the steps; here the test made one.
    again.stack.popViewController(animated: false)
    #expect(copy.store.tree.hasSameShape(as: world.store.tree))
    #expect(copy.issues.isEmpty)
  }

  @Test("A replay selects the user's tab, and ends the flows that the user ended")
  func otherTab() async throws {
    func start() -> (HeadlessWorld, FlowCoordinator, [PageFlow]) {
      let stacks = [stack("First"), stack("Second")]
      let world = HeadlessWorld(root: tabs("Tabs", stacks[0], stacks[1]))
      let coordinator = FlowCoordinator(context: world.context)
      let flows = stacks.map(PageFlow.init)
      for flow in flows { coordinator.coordinate(flow: flow, with: OneStepper(PageStep.first)) }
      return (world, coordinator, flows)
    }
    let (world, coordinator, flows) = start()
    await coordinator.settled()
    coordinator.recorder = StepRecorder(PageStep.self)
    await coordinator.navigate(to: PageStep.sheet, in: flows[0])
    #expect(flows[0].stack.presentedViewController?.userDidPullDown() == true)
    await coordinator.settled()
    #expect(flows[0].stack.tabBarController?.userDidTapTab(at: 1) == true)
    await coordinator.navigate(to: PageStep.page(1), in: flows[1])

    let (copy, replaying, _) = start()
    var ended: [String] = []
    let subscription = replaying.onEvent { if case .ended = $0 { ended.append("\($0)") } }
    try await replaying.replay(
      try saved(coordinator.recorder?.recording), with: StepRecorder(PageStep.self))
    #expect(copy.store.tree.hasSameShape(as: world.store.tree))
    #expect(ended == ["ended: PageFlow, dismissedByUser"])
    withExtendedLifetime(subscription) {}
  }

  @Test("Reads a recording from before moves were recorded")
  func oldFormat() throws {
    let text = #"{"entries":[{"path":[0,1],"type":"T","step":"AQ=="}]}"#
    let recording = try JSONDecoder().decode(StepRecording.self, from: Data(text.utf8))
    #expect(recording.entries == [.step(path: [0, 1], type: "T", step: Data([1]))])
  }

  @Test("An impossible move stops the replay with its reason")
  func impossibleMoves() async throws {
    for (entry, code) in [
      (#"{"root":0,"container":[0],"back":5}"#, StepReplayError.Code.refused),
      (#"{"root":0,"container":[0],"back":0}"#, .refused),
      (#"{"root":0,"container":[0],"back":1}"#, .refused),
      (#"{"root":0,"container":[0],"dismiss":true}"#, .refused),
      (#"{"root":0,"container":[0],"select":1}"#, .refused),
      (#"{"root":0,"container":[0,7],"dismiss":true}"#, .noContainer),
      (#"{"root":1,"container":[0],"dismiss":true}"#, .noContainer),
    ] {
      let recording = try JSONDecoder().decode(
        StepRecording.self, from: Data(#"{"entries":[\#(entry)]}"#.utf8))
      let (world, coordinator, _) = start()
      let error = await #expect(throws: StepReplayError.self) {
        try await coordinator.replay(recording, with: StepRecorder())
      }
      #expect(error?.code == code)
      #expect(error?.reason.contains("fewer than 0") == false)
      withExtendedLifetime(world) {}
    }
  }

  @Test("A replay on an app that no longer presents the sheet throws at the user's pull-down")
  func missingSheet() async throws {
    final class ListFlow: Flow {
      let stack: HeadlessNavigationController
      let presents: Bool
      var root: any Presentable { stack }
      init(_ stack: HeadlessNavigationController, presents: Bool) {
        (self.stack, self.presents) = (stack, presents)
      }
      func navigate(to step: PageStep) -> FlowContributors {
        if step == .sheet, presents { stack.present(screen("Info"), animated: true) }
        return .none
      }
    }
    func start(presents: Bool) -> (HeadlessWorld, FlowCoordinator, ListFlow) {
      let home = stack("Home", screen("List"))
      let world = HeadlessWorld(root: home)
      let coordinator = FlowCoordinator(context: world.context)
      let flow = ListFlow(home, presents: presents)
      coordinator.coordinate(flow: flow, with: DefaultStepper())
      return (world, coordinator, flow)
    }
    let (world, coordinator, flow) = start(presents: true)
    coordinator.recorder = StepRecorder(PageStep.self)
    await coordinator.navigate(to: PageStep.sheet)
    #expect(flow.stack.presentedViewController?.userDidPullDown() == true)
    await coordinator.settled()
    let recording = try saved(coordinator.recorder?.recording)
    for presents in [true, false] {
      let (copy, replaying, _) = start(presents: presents)
      do {
        try await replaying.replay(recording, with: StepRecorder(PageStep.self))
        #expect(presents)
      } catch let error as StepReplayError {
        #expect(!presents && error.code == .refused)
        #expect(error.reason.hasPrefix("dismiss at [0]: Home"))
        #expect(error.reason.hasSuffix("presents nothing."))
      }
      withExtendedLifetime(copy) {}
    }
    withExtendedLifetime(world) {}
  }

  @Test("Reports steps that cannot be recorded or replayed")
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

  final class OtherFlow: Flow {
    enum OtherStep: Step, Codable { case start, next }

    let screen = HeadlessViewController()
    var root: any Presentable { screen }
    func navigate(to step: OtherStep) async -> FlowContributors { .none }
  }

  @Test("A replay throws where the flow at the recorded path takes no steps of this type")
  func anotherFlow() async throws {
    let (world, coordinator, _) = start()
    await coordinator.settled()
    coordinator.recorder = StepRecorder(PageStep.self)
    await coordinator.navigate(to: PageStep.page(1))
    let recording = try #require(coordinator.recorder?.recording)
    let other = FlowCoordinator(context: world.context)
    other.coordinate(flow: OtherFlow(), with: OneStepper(.start))
    let error = await #expect(throws: StepReplayError.self) {
      try await other.replay(recording, with: StepRecorder(PageStep.self))
    }
    #expect(error?.code == .noFlow)
    #expect(
      error?.reason
        == "There is no flow at [0] to handle page(1): OtherFlow takes no steps of PageStep.")
  }

  @Test("A step that is delivered to every flow is recorded for those that take its type")
  func broadcast() async throws {
    let context = NavigationContext(clock: ManualNavigationClock())
    let coordinator = FlowCoordinator(context: context)
    coordinator.coordinate(flow: OtherFlow(), with: OneStepper(.start))
    let flow = PageFlow(stack("Home"))
    coordinator.coordinate(flow: flow, with: OneStepper(PageStep.first))
    await coordinator.settled()
    coordinator.recorder = StepRecorder(PageStep.self, OtherFlow.OtherStep.self)
    await coordinator.navigate(to: PageStep.page(1))
    await coordinator.navigate(to: OtherFlow.OtherStep.next)
    let paths = coordinator.recorder?.recording.entries.map { entry -> [Int] in
      if case .step(let path, _, _) = entry { path } else { [] }
    }
    // The flow of any steps receives both.
    #expect(paths == [[1], [0], [1]])
  }
}

import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Nodes, windows and streams in place of flows")
struct ForeignTests {
  /// A node of another framework.
  final class Node: NavigationNode {
    let page = screen("Foreign")
    var representative: any Presentable { page }
    private(set) var starts = 0
    private let ends = Multicast<NavigationEndReason>()
    func start(under parent: (any NavigationNode)?) { starts += 1 }
    func stop(because reason: NavigationEndReason) { ends.send(reason) }
    func onEnd(_ sink: @escaping @MainActor (NavigationEndReason) -> Void) -> Cancellation {
      ends.sink(sink)
    }
  }

  @Test("A node of another framework is started, retained, and released when it has ended")
  func node() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    let stepper = TestStepper()
    weak var weakNode: Node?
    do {
      let node = Node()
      weakNode = node
      flow.onNavigate = { [weak node] step in
        guard step == .start, let node else { return .none }
        return .one(.contribute(presentable: node, stepper: stepper))
      }
      world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
      await world.coordinator.settled()
      #expect(node.starts == 1)
    }
    #expect(weakNode != nil)
    stepper.send(.number(1))
    await world.coordinator.settled()
    weakNode?.stop(because: .finished)
    stepper.send(.number(2))
    await world.coordinator.settled()
    #expect(flow.handled == [.start, .number(1)])
    #expect(world.notHandled == ["number(2): \(StepOutcome.refused(.dismissed))"])
    #expect(weakNode == nil)
  }

  @Test(
    "A flow of another coordinator whose handler removes its screen ends with the answer",
    arguments: [true, false])
  func wrappedFlow(finishes: Bool) async {
    let (home, page) = (stack("Home", screen("List")), screen("Page"))
    let headless = HeadlessWorld(root: home)
    let world = CoordinatorWorld(context: headless.context)
    let (outer, inner) = (ScriptedFlow(root: home), ScriptedFlow(root: page))
    let other = FlowCoordinator(context: headless.context)
    let gate = Gate()
    inner.onNavigate = { step in
      guard step == .number(1) else { return .none }
      home.popViewController(animated: false)
      await gate.wait()
      return finishes ? .end : .none
    }
    outer.onNavigate = { step in
      guard step == .start else { return .none }
      home.pushViewController(page, animated: false)
      let node = other.node(of: inner, with: OneStepper(TestStep.start))
      return .one(
        .contribute(presentable: node, stepper: DefaultStepper())
          .onDismissal(forwardToParent: TestStep.number(2)))
    }
    world.coordinator.coordinate(flow: outer, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    other.send(TestStep.number(1))
    await gate.someone()
    for _ in 0..<20 { await letOthersRun() }
    #expect(!world.log.contains { $0.hasPrefix("ended") })
    gate.open()
    await world.coordinator.settled()
    let reason: NavigationEndReason = finishes ? .finished : .removed
    #expect(world.log.filter { $0.hasPrefix("ended") } == ["ended: CoordinatedFlow, \(reason)"])
    #expect(outer.handled == (finishes ? [.start] : [.start, .number(2)]))
    (outer.onNavigate, inner.onNavigate) = (nil, nil)
  }

  @Test("A window that is a flow's root is observed from then on")
  func window() {
    let world = CoordinatorWorld()
    let window = HeadlessWindow(platform: HeadlessPlatform())
    #expect(window.navigationStore == nil)
    world.coordinator.coordinate(flow: ScriptedFlow(root: window), with: DefaultStepper())
    #expect(window.navigationStore?.context === world.context)
  }

  @Test("Handles the steps of a stepper with a stream in order")
  func streaming() async {
    final class Streaming: Stepper {
      let steps: AsyncStream<TestStep>
      let continuation: AsyncStream<TestStep>.Continuation
      init() { (steps, continuation) = AsyncStream.makeStream(of: TestStep.self) }
    }
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    let stepper = Streaming()
    for number in 0..<10 { stepper.continuation.yield(.number(number)) }
    world.coordinator.coordinate(flow: flow, with: stepper)
    var events = world.coordinator.didNavigate.makeAsyncIterator()
    for _ in 0..<10 { _ = await events.next() }
    #expect(flow.handled == (0..<10).map(TestStep.number))
  }

  @Test("A stepper with a stream can be contributed again without losing a step")
  func streamingAgain() async {
    final class Streaming: Stepper {
      let steps: AsyncStream<TestStep>
      let continuation: AsyncStream<TestStep>.Continuation
      init() { (steps, continuation) = AsyncStream.makeStream(of: TestStep.self) }
    }
    let home = stack("Home", screen("List"))
    let headless = HeadlessWorld(root: home)
    let world = CoordinatorWorld(context: headless.context)
    let flow = ScriptedFlow(root: home)
    let stepper = Streaming()
    flow.onNavigate = { step in
      guard case .push(let name) = step else { return .none }
      let page = screen(name)
      home.pushViewController(page, animated: false)
      return .one(.contribute(presentable: page, stepper: stepper))
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.push("A")))
    await world.coordinator.settled()
    home.popViewController(animated: false)
    await world.coordinator.navigate(to: TestStep.push("B"))
    stepper.continuation.yield(.number(1))
    stepper.continuation.finish()
    for await event in world.coordinator.didNavigate
    where event.stepDescription == "number(1)" {
      break
    }
    #expect(flow.handled == [.push("A"), .push("B"), .number(1)])
    #expect(headless.store.tree.visibleLeaf.name == "B")
  }

  @Test("A flow that its stepper ends while it starts as a node ends for its parent, too")
  func endsWhileStarting() {
    let world = CoordinatorWorld()
    let stepper = TestStepper()
    stepper.onReady = { world.coordinator.stop() }
    let node = world.coordinator.node(of: ScriptedFlow(), with: stepper)
    var reasons: [NavigationEndReason] = []
    let subscription = node.onEnd { reasons.append($0) }
    node.start(under: nil)
    #expect(reasons == [.stopped])
    withExtendedLifetime(subscription) {}
  }
}

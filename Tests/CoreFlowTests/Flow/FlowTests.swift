import CoreFlow
import TestSupport
import Testing

@MainActor
@Suite("A flow")
struct FlowTests {
  let journal = Journal()

  @Test("Makes core and screen once, on first use, and activates the core once")
  func creation() {
    let flow = ProbeFlow("a", journal)
    #expect(flow.creations == 0)
    _ = flow.screen
    _ = flow.screen
    _ = flow.core
    #expect(flow.creations == 2)
    #expect(journal.entries == ["a active"])
    #expect(flow.screen.reactor === flow.core)
  }

  @Test("An unused flow makes nothing, not even while it is released")
  func unused() {
    weak var weakFlow: ProbeFlow?
    do {
      let flow = ProbeFlow("a", journal)
      weakFlow = flow
    }
    #expect(weakFlow == nil)
    #expect(journal.entries.isEmpty)
  }

  @Test("A released flow resigns first, and releases its core and screen")
  func releasedByHand() {
    weak var weakCore: ProbeCore?
    weak var weakScreen: ProbeScreen?
    do {
      let flow = ProbeFlow("a", journal)
      weakScreen = flow.screen
      weakCore = flow.core
      flow.core.lastWord = "bye"
      withExtendedLifetime(flow) {}
    }
    #expect(journal.entries == ["a active", "a bye", "a resign"])
    #expect(weakCore == nil)
    #expect(weakScreen == nil)
  }

  @Test("A core may use its flow while it becomes active")
  func usedWhileBecomingActive() {
    let flow = EagerFlow()
    #expect(flow.core.foundItself)
    #expect(flow.core.wasActive)
  }

  @Test("A flow that is released off the main actor resigns on it")
  func releasedElsewhere() async {
    let done = Gate()
    let journal = journal
    let box = Box(ProbeFlow("a", journal))
    box.value?.core.store.insert(Cancellation { Task { await done.pass() } })
    done.open()
    await Task.detached { await box.releaseElsewhere() }.value
    await done.arrival()
    #expect(journal.entries == ["a active", "a resign"])
  }

  @Test("A parent becomes active first and resigns last; a core's last action is reduced")
  func order() {
    let world = ProbeWorld()
    let child = world.flow("child")
    let grandchild = world.flow("grandchild")
    world.root.attach(child, by: .push)
    child.attach(grandchild, by: .push)
    for flow in [child, grandchild] { flow.core.lastWord = "bye" }
    #expect(world.journal.take() == ["root active", "child active", "grandchild active"])
    #expect(world.titles == ["root", "child", "grandchild"])
    world.root.detach(child)
    #expect(
      world.journal.take() == [
        "grandchild bye", "grandchild resign", "child lost grandchild: stopped",
        "child bye", "child resign", "root lost child: stopped",
      ])
    #expect(world.titles == ["root"])
  }

  @Test("The child of an inactive parent waits for it")
  func waiting() {
    let world = ProbeWorld()
    let parent = ProbeFlow("parent", world.journal, context: world.world.context)
    let middle = world.flow("middle")
    let child = world.flow("child")
    let ended = ProbeFlow("ended", world.journal, context: world.world.context)
    ended.start(under: nil)
    ended.finish()
    middle.start(under: ended)
    middle.attach(child, by: .none)
    _ = child.core
    #expect(!child.isActive)
    #expect(world.journal.take() == ["root active", "ended active", "ended resign"])
    middle.stop(because: .stopped)
    #expect(world.journal.take() == ["middle lost child: stopped"])
    parent.attach(middle, by: .none)
    #expect(world.journal.take().last == "middle active")
  }

  @Test("A child that is detached while its parent becomes active is not started")
  func detachedInActivation() {
    let world = ProbeWorld()
    let ended = ProbeFlow("ended", world.journal, context: world.world.context)
    ended.start(under: nil)
    ended.finish()
    let middle = world.flow("middle")
    middle.start(under: ended)
    let node = StrangeNode()
    let eager = EagerChild { [unowned middle] in middle.detach(node) }
    middle.attach(eager, by: .none)
    middle.attach(node, by: .none)
    middle.start(under: nil)
    ended.start(under: nil)
    middle.start(under: ended)
    #expect(eager.isActive)
    #expect(node.log == ["stop"])
  }

  private final class EagerChild: ScreenLessFlow<EagerChild.ActiveCore> {
    final class ActiveCore: ScreenLessCore {
      let onActive: () -> Void
      init(_ onActive: @escaping () -> Void) { self.onActive = onActive }
      override func didBecomeActive() { onActive() }
    }
    private let onActive: () -> Void
    init(_ onActive: @escaping () -> Void) {
      self.onActive = onActive
      super.init()
    }
    override func createCore() -> ActiveCore { ActiveCore(onActive) }
  }

  @Test("A launch while the flow is about to end is refused and reported")
  func launchedWhileEnding() async {
    let world = HeadlessWorld(root: screen("Empty"))
    let flow = ProbeFlow("root", Journal(), context: world.context)
    flow.start(under: nil)
    flow.core.send(
      .run { [unowned flow] in
        flow.finish()
        flow.launch(in: world.window)
      })
    await world.context.settled()
    #expect(!flow.isActive)
    #expect(world.issues.map(\.code.rawValue) == ["alreadyLaunched"])
    #expect(world.store.tree.visibleLeaf.name == "Empty")
  }

  @Test("A grandchild that is attached early becomes active after its parent")
  func waitingSubtree() {
    let world = ProbeWorld()
    let ended = ProbeFlow("ended", world.journal, context: world.world.context)
    ended.start(under: nil)
    ended.finish()
    let middle = world.flow("middle")
    let child = world.flow("child")
    middle.start(under: ended)
    middle.attach(child, by: .none)
    _ = world.journal.take()
    ended.start(under: nil)
    #expect(world.journal.take() == ["ended active"])
    middle.start(under: ended)
    #expect(world.journal.take() == ["middle active", "child active"])
  }

  @Test("An ended flow can be attached again and is active again")
  func again() {
    let world = ProbeWorld()
    let child = world.flow("child")
    world.root.attach(child, by: .push)
    world.root.detach(child)
    world.root.attach(child, by: .push)
    #expect(world.titles == ["root", "child"])
    child.core.send(.note("works"))
    world.root.detach(child)
    #expect(
      world.journal.take() == [
        "root active", "child active", "child resign", "root lost child: stopped",
        "child active", "child works", "child resign", "root lost child: stopped",
      ])
  }

  @Test("An observer of a flow's end can attach it again, and keeps what it subscribes then")
  func attachedAgainInItsEnd() async {
    let world = ProbeWorld()
    let child = world.flow("child")
    var ends: [NavigationEndReason] = []
    let sink = child.onEnd { [unowned root = world.root, unowned child] in
      ends.append($0)
      if ends.count == 1 { root.attach(child, by: .push) }
    }
    world.root.attach(child, by: .push)
    #expect(world.home.userDidTapBack())
    await world.world.context.settled()
    #expect(ends == [.dismissedByUser])
    #expect(world.codes == [])
    #expect(child.isActive)
    #expect(world.titles == ["root", "child"])
    world.root.detach(child)
    await world.world.context.settled()
    #expect(ends == [.dismissedByUser, .stopped])
    #expect(!child.isActive)
    withExtendedLifetime(sink) {}
  }

  @Test("A core's subscriptions and effects end when it resigns, not when it is active again")
  func storeEnds() async throws {
    let world = ProbeWorld()
    let gate = Gate()
    let child = world.flow("child")
    world.root.attach(child, by: .push)
    child.core.store.insert(Cancellation { [journal = world.journal] in journal.note("ended") })
    child.core.send(.work(gate))
    await gate.arrival()
    _ = world.journal.take()
    world.root.detach(child)
    #expect(world.journal.take() == ["child resign", "ended", "root lost child: stopped"])
    child.core.send(.note("refused"))
    world.root.attach(child, by: .push)
    gate.open()
    try await child.core.exhaust()
    #expect(world.journal.take() == ["child active"])
    #expect(world.codes == ["coreResigned", "coreResigned"])
  }

  @Test("A core that has resigned handles actions again while its flow waits")
  func waitingAgain() {
    let world = ProbeWorld()
    let parent = ProbeFlow("parent", world.journal, context: world.world.context)
    let child = ProbeFlow("child", world.journal, context: world.world.context)
    for flow in [parent, child] {
      flow.start(under: nil)
      flow.finish()
    }
    child.core.send(.note("refused"))
    #expect(world.codes == ["coreResigned"])
    child.start(under: parent)
    _ = world.journal.take()
    child.core.send(.note("works"))
    #expect(!child.isActive)
    #expect(world.journal.take() == ["child works"])
    #expect(world.codes == ["coreResigned"])
  }

  @Test("A subscription stored after resigning ends with the core")
  func storedLate() {
    let world = ProbeWorld()
    do {
      let child = world.flow("child")
      world.root.attach(child, by: .push)
      world.root.detach(child)
      _ = world.journal.take()
      child.core.store.insert(Cancellation { [journal = world.journal] in journal.note("ended") })
      #expect(world.journal.entries.isEmpty)
      withExtendedLifetime(child) {}
    }
    #expect(world.journal.entries == ["ended"])
  }

  @Test("A child that is detached in a reduce resigns after it, before its parent")
  func detachedInReduce() {
    let world = ProbeWorld()
    let child = world.flow("child")
    let grandchild = world.flow("grandchild")
    world.root.attach(child, by: .push)
    child.attach(grandchild, by: .push)
    _ = world.journal.take()
    grandchild.core.send(
      .run { [journal = world.journal] in
        world.root.detach(child)
        journal.note("reduced")
      })
    #expect(
      world.journal.take() == [
        "reduced", "grandchild resign", "child lost grandchild: stopped", "child resign",
        "root lost child: stopped",
      ])
  }

  @Test("A child that finishes leaves, and its parent receives the reason")
  func finishes() {
    let world = ProbeWorld()
    var reasons: [NavigationEndReason] = []
    let child = world.flow("child")
    world.root.attach(child, by: .push) { reasons.append($0) }
    child.finish()
    #expect(world.titles == ["root"])
    #expect(reasons == [.finished])
    #expect(world.root.children.isEmpty)
  }

  @Test("Reports attaching twice, attaching to an ended flow, and detaching a stranger")
  func misuse() {
    let world = ProbeWorld()
    let child = world.flow("child")
    world.root.attach(child, by: .push)
    world.root.attach(child, by: .push)
    #expect(world.titles == ["root", "child"])
    #expect(world.root.children.count == 1)
    world.root.attach(world.root, by: .none)
    world.root.detach(world.flow("stranger"))
    world.root.detach(child)
    child.attach(world.flow("orphan"), by: .none)
    #expect(
      world.codes == ["alreadyAttached", "alreadyAttached", "notAttached", "attachedToEnded"])
  }

  @Test("A flow without a screen coordinates the screens of its children")
  func screenLess() {
    let world = ProbeWorld()
    let coordinator = PlainFlow()
    let child = world.flow("child")
    world.root.attach(coordinator, by: .none)
    coordinator.attach(child, by: .push)
    #expect(coordinator.core.isActive)
    #expect(world.titles == ["root", "child"])
    world.root.detach(coordinator)
    #expect(world.titles == ["root"])
    #expect(coordinator.core.log == ["active", "detach", "resign"])
    let unshown = PlainFlow()
    var reasons: [NavigationEndReason] = []
    world.root.attach(unshown, by: .push, onDetach: { reasons.append($0) })
    #expect(world.codes == ["noScreen"])
    // It is detached again, since it would never be shown.
    #expect(reasons == [.removed])
    #expect(unshown.core.log == ["active", "detach", "resign"])
    #expect(world.root.children.isEmpty)
  }
}

final class PlainCore: ScreenLessCore {
  var log: [String] = []

  override func didBecomeActive() { log.append("active") }
  override func willDetach() { log.append("detach") }
  override func willResignActive() { log.append("resign") }
}

final class PlainFlow: ScreenLessFlow<PlainCore> {
  override func createCore() -> PlainCore { PlainCore() }
}

/// Holds a flow, and releases it on the thread that calls it.
private final class Box: @unchecked Sendable {
  // Unchecked: the test touches it before the detached task, and only that task afterwards.
  var value: ProbeFlow?

  init(_ value: ProbeFlow) { self.value = value }

  nonisolated func releaseElsewhere() async { value = nil }
}

private final class EagerCore: ScreenLessCore {
  weak var flow: EagerFlow?
  private(set) var foundItself = false
  private(set) var wasActive = false

  override func didBecomeActive() {
    foundItself = flow?.core === self
    wasActive = isActive
  }
}

private final class EagerFlow: ScreenLessFlow<EagerCore> {
  override func createCore() -> EagerCore {
    let core = EagerCore()
    core.flow = self
    return core
  }
}

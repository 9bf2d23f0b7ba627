import CoreFlow
import TestSupport
import Testing

private final class LeafCore: ScreenLessCore {
  let journal: Journal
  var onActive: () -> Void = {}

  init(_ journal: Journal) { self.journal = journal }

  override func didBecomeActive() { onActive() }
  override func willResignActive() { journal.note("resign") }
}

private final class LeafFlow: ScreenLessFlow<LeafCore> {
  let journal: Journal
  var endsAtOnce = false

  init(_ journal: Journal, context: NavigationContext) {
    self.journal = journal
    super.init(context: context)
    leakDetector.isEnabled = false
  }

  override func createCore() -> LeafCore {
    let core = LeafCore(journal)
    if endsAtOnce { core.onActive = { [weak self] in self?.finish() } }
    return core
  }
}

private final class PickerFlow: ScreenLessFlow<LeafCore>, ResultFlow {
  typealias Output = Int

  override func createCore() -> LeafCore { LeafCore(Journal()) }
}

private final class AskingFlow: ScreenLessFlow<LeafCore> {
  var onLost: () -> Void = {}

  override func createCore() -> LeafCore { LeafCore(Journal()) }
  override func didDetach(_ child: any NavigationNode, because reason: NavigationEndReason) {
    onLost()
  }
}

@MainActor
@Suite("Reentrant flows")
struct FlowReentrancyTests {
  private let bench = Bench()
  private let journal = Journal()

  private func leaf() -> LeafFlow { LeafFlow(journal, context: bench.context) }

  @Test("What a screen releases at its end may ask for the context of a core that lives on")
  func contextAtTheEnd() {
    var contexts: [NavigationContext] = []
    var flow: ProbeFlow? = ProbeFlow("a", journal)
    let core = flow?.core
    flow?.screen.store.insert(Cancellation { if let core { contexts.append(core.context) } })
    flow = nil
    #expect(contexts.map { $0 === NavigationContext.shared } == [true])
  }

  @Test("Work that ends with a core may store something in it")
  func storesAtItsEnd() {
    var ends: [String] = []
    let flow = ProbeFlow("a", journal, context: bench.context)
    let core = flow.core
    core.store.insert(
      Cancellation { [weak core] in
        ends.append("core")
        core?.store.insert(Cancellation { ends.append("later") })
      })
    flow.finish()
    #expect(ends == ["core"])
    #expect(core.store.count == 1)

    let other = leaf()
    let otherCore = other.core
    otherCore.store.insert(
      Cancellation { [weak otherCore] in
        ends.append("without a screen")
        otherCore?.store.insert(Cancellation {})
      })
    other.finish()
    #expect(ends == ["core", "without a screen"])
    #expect(otherCore.store.count == 1)
    withExtendedLifetime((flow, core, other, otherCore)) {}
  }

  @Test(
    "A flow that ends while one of its children ends resigns after it", arguments: [false, true])
  func endsWithinTheEndOfAChild(isDetached: Bool) {
    let (top, middle) = (ProbeFlow("a", journal), ProbeFlow("b", journal))
    let (lower, leaf) = (ProbeFlow("c", journal), ProbeFlow("d", journal))
    let root = ProbeFlow("root", journal, context: bench.context)
    for (parent, child) in [(root, top), (top, middle), (middle, lower), (lower, leaf)] {
      parent.attach(child, by: .none)
    }
    leaf.core.store.insert(Cancellation { [weak top] in top?.finish() })
    _ = journal.take()

    if isDetached { middle.detach(lower) } else { lower.finish() }
    #expect(
      journal.take() == [
        "d resign", "c lost d: stopped", "c resign",
        "b lost c: \(isDetached ? "stopped" : "finished")", "b resign", "a lost b: stopped",
        "a resign", "root lost a: finished",
      ])
    #expect(root.isActive && root.children.isEmpty && bench.codes == [])
  }

  @Test("Stops attaching a child that ends at once in answer to the end of the one before")
  func endless() {
    let root = AskingFlow(context: bench.context)
    var count = 0
    root.onLost = { [weak root] in
      count += 1
      let child = leaf()
      child.endsAtOnce = true
      root?.attach(child, by: .none)
    }
    root.onLost()
    #expect(count == 101)
    #expect(bench.codes == ["endlessAttaching"])
    // The flow is still there.
    root.onLost = {}
    let child = leaf()
    root.attach(child, by: .none)
    #expect(child.isActive)
  }

  @Test("Ends thousands of children with their parent, each resigning once")
  func manyChildren() {
    let root = leaf()
    for _ in 0..<3_000 { root.attach(leaf(), by: .none) }
    root.finish()
    #expect(journal.entries.count == 3_001)
    #expect(root.children.isEmpty)
  }

  @Test("A reducing child holds up its parent's end and the children before it")
  func reducingChild() {
    let root = ProbeFlow("root", journal, context: bench.context)
    let children = ["first", "busy", "last"].map { ProbeFlow($0, journal) }
    for child in children { root.attach(child, by: .none) }
    _ = journal.take()
    children[1].core.send(
      .run { [journal] in
        root.finish()
        journal.note("reduced")
      })
    #expect(
      journal.take() == [
        "last resign", "root lost last: stopped", "reduced",
        "busy resign", "root lost busy: stopped",
        "first resign", "root lost first: stopped", "root resign",
      ])
  }

  @Test("Refuses to attach a flow beneath itself")
  func attachesAncestor() {
    let root = ProbeFlow("root", journal, context: bench.context)
    let child = ProbeFlow("child", journal)
    let grandchild = ProbeFlow("grandchild", journal)
    root.attach(child, by: .none)
    child.attach(grandchild, by: .none)
    for flow in [root, child, grandchild] { grandchild.attach(flow, by: .none) }
    #expect(bench.codes == ["alreadyAttached", "alreadyAttached", "alreadyAttached"])
    #expect(grandchild.children.isEmpty)
    #expect(root.isActive)
  }

  @Test("Refuses to attach to a flow that ends when it becomes active")
  func attachesToEnding() {
    let parent = leaf()
    parent.endsAtOnce = true
    let child = leaf()
    #expect(parent.attach(child, by: .none) == nil)
    #expect(bench.codes == ["attachedToEnded"])
    #expect(parent.children.isEmpty)
    #expect(!child.isActive)
  }

  @Test(
    "The next child can be attached in the callback of the last one's end",
    arguments: [FlowRoute.push, .present], [false, true])
  func attachesNext(by route: FlowRoute, whileReducing: Bool) {
    let world = ProbeWorld()
    let parent = world.root
    let child = world.flow("child")
    let next = world.flow("next")
    parent.attach(child, by: route) { _ in parent.attach(next, by: route) }
    if whileReducing {
      child.core.send(.run { child.finish() })
    } else {
      child.finish()
    }
    #expect(next.isActive)
    #expect(next.screen.isPresented)
    #expect(!child.screen.isPresented)
    #expect(world.codes == [])
  }

  /// The ways in which a child ends that its parent attaches again at once.
  enum End: CaseIterable { case detached, finished, back, code }

  @Test(
    "The same child can be attached again in the callback of its end, also during the animation",
    arguments: [HeadlessPlatform.TransitionMode.immediate, .manual],
    [FlowRoute.push, .present])
  func attachesAgain(_ mode: HeadlessPlatform.TransitionMode, by route: FlowRoute) {
    for end in End.allCases {
      let world = ProbeWorld(mode)
      world.world.context.leakDetector.isEnabled = true
      let (parent, child, platform) = (world.root, world.flow("child"), world.world.platform)
      parent.attach(child, by: route) { _ in parent.attach(child, by: route) }
      platform.completeAllTransitions()
      switch (end, route) {
      case (.detached, _): parent.detach(child)
      case (.finished, _): child.finish()
      case (.back, .push): world.home.userDidTapBack()
      case (.back, _): child.screen.userDidPullDown()
      case (.code, .push): world.home.popViewController(animated: true)
      case (.code, _): world.home.dismiss(animated: true)
      }
      platform.completeAllTransitions()
      #expect(parent.children.count == 1, "\(end)")
      #expect(child.isActive && child.screen.isPresented, "\(end)")
      world.world.clock.advance(by: 10)
      #expect(world.codes == [], "\(end)")
    }
  }

  @Test("A child that is attached again in `didDetach` ends with a value of its own")
  func resultOfAgain() {
    let parent = AskingFlow(context: bench.context)
    parent.leakDetector.isEnabled = false
    let child = PickerFlow()
    var second: FlowAttachment<Int>?
    parent.onLost = { [unowned parent] in
      if second == nil { second = parent.attach(child, by: .none) }
    }
    let first = parent.attach(child, by: .none)
    child.finish(with: 1)
    child.finish(with: 2)
    #expect(first.outcome == .value(1))
    #expect(second?.outcome == .value(2))
  }
}

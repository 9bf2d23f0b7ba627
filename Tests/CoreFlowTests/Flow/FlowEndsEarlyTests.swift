import CoreFlow
import TestSupport
import Testing

/// The moment at which a child ends itself.
private enum Moment: CaseIterable {
  case active, createScreen, bind, representative, viewDidLoad
}

private final class QuitCore: Core<Void, Int> {
  var onActive: () -> Void = {}
  override func didBecomeActive() { onActive() }
}

private final class QuitScreen: HeadlessScreen<QuitCore> {
  var onBind: () -> Void = {}
  var onLoad: () -> Void = {}

  override func viewDidLoad() {
    super.viewDidLoad()
    onLoad()
  }

  override func bind() { onBind() }
}

private final class QuitFlow: Flow<QuitCore, QuitScreen> {
  let moment: Moment
  let quit: @MainActor (QuitFlow) -> Void

  init(
    at moment: Moment, context: NavigationContext, _ quit: @escaping @MainActor (QuitFlow) -> Void
  ) {
    self.moment = moment
    self.quit = quit
    super.init(context: context)
  }

  private func pass(_ moment: Moment) { if moment == self.moment { quit(self) } }

  override func createCore() -> QuitCore {
    let core = QuitCore(initialState: 0)
    core.onActive = { [weak self] in self?.pass(.active) }
    return core
  }

  override func createScreen() -> QuitScreen {
    let screen = QuitScreen(reactor: core)
    screen.restorationIdentifier = "quit"
    screen.onBind = { [weak self] in self?.pass(.bind) }
    screen.onLoad = { [weak self] in self?.pass(.viewDidLoad) }
    pass(.createScreen)
    return screen
  }

  override var representative: any Presentable {
    let screen = screen
    pass(.representative)
    return screen
  }
}

@MainActor
@Suite("A flow that ends while it starts")
struct FlowEndsEarlyTests {
  @Test(
    "Ends once, and its screen is removed",
    arguments: Moment.allCases, [false, true])
  private func child(moment: Moment, isManual: Bool) {
    for route in [FlowRoute.push, .present, .none] {
      child(moment: moment, isManual: isManual, route: route)
    }
  }

  private func child(moment: Moment, isManual: Bool, route: FlowRoute) {
    let world = ProbeWorld(isManual ? .manual : .immediate)
    var reasons: [NavigationEndReason] = []
    let child = QuitFlow(at: moment, context: world.world.context) { $0.finish() }
    world.root.attach(child, by: route) { reasons.append($0) }
    world.world.platform.completeAllTransitions()
    guard route != .none || moment == .active else { return }
    #expect(reasons == [.finished])
    #expect(!child.isActive)
    #expect(world.titles == ["root"])
    #expect(world.home.presentedViewController == nil)
    #expect(!child.screen.isPresented)
    #expect(world.root.children.isEmpty)
    #expect(world.codes == [])
  }

  @Test("Ends with its parent", arguments: Moment.allCases)
  private func parentEnds(moment: Moment) {
    let world = ProbeWorld()
    let parent = world.flow("parent")
    world.root.attach(parent, by: .push)
    let child = QuitFlow(at: moment, context: world.world.context) { [weak parent] _ in
      parent?.finish()
    }
    parent.attach(child, by: .push)
    #expect(world.titles == ["root"])
    #expect(!child.isActive)
    #expect(world.root.children.isEmpty)
    #expect(world.codes == [])
  }

  @Test(
    "Does not become the root of its window", arguments: [Moment.active, .createScreen, .bind])
  private func launched(moment: Moment) {
    let world = HeadlessWorld(root: screen("Launch"))
    let flow = QuitFlow(at: moment, context: world.context) { $0.finish() }
    #expect(flow.launch(in: world.window) == nil)
    #expect(world.store.tree.visibleLeaf.name == "Launch")
    #expect(!flow.isActive)
  }
}

private final class PlainRoot: ScreenLessFlow<ScreenLessCore> {
  private(set) var endings: [NavigationEndReason] = []

  override func createCore() -> ScreenLessCore { ScreenLessCore() }

  override func didDetach(_ child: any NavigationNode, because reason: NavigationEndReason) {
    endings.append(reason)
  }
}

@MainActor
@Suite("Attaching by root, and launching twice")
struct RootRouteTests {
  private let world = HeadlessWorld(root: screen("Empty"))
  private let journal = Journal()

  private func flow(_ name: String) -> ProbeFlow { ProbeFlow(name, journal) }

  @Test("Refuses and reports a child by root that would end its own parent")
  func fromLaunchedFlow() {
    let root = ProbeFlow("root", journal, context: world.context)
    root.launch(in: world.window)
    let child = flow("child")
    var reasons: [NavigationEndReason] = []
    let transition = root.attach(child, by: .root) { reasons.append($0) }
    #expect(transition == nil)
    #expect(root.isActive)
    #expect(!child.isActive)
    #expect(reasons == [.removed])
    #expect(world.store.tree.visibleLeaf.name == "root")
    #expect(world.issues.map(\.code.rawValue) == ["replacesParent"])
    #expect(world.issues.first?.fileID == #fileID)
  }

  @Test("Refuses a child by root from beneath a flow attached by root")
  func fromBeneath() {
    let root = PlainRoot(context: world.context)
    root.launch(in: world.window)
    let first = flow("first")
    root.attach(first, by: .root)
    let coordinator = PlainRoot()
    first.attach(coordinator, by: .none)
    coordinator.attach(flow("second"), by: .root)
    first.attach(flow("third"), by: .root)
    #expect(world.issues.map(\.code.rawValue) == ["replacesParent", "replacesParent"])
    #expect(world.store.tree.visibleLeaf.name == "first")
    #expect(first.isActive)
    let sibling = PlainRoot()
    root.attach(sibling, by: .none)
    sibling.attach(flow("fourth"), by: .root)
    #expect(world.store.tree.visibleLeaf.name == "fourth")
    #expect(!first.isActive)
    #expect(world.issues.count == 2)
  }

  @Test("Detaching a child by root empties its window", arguments: [false, true])
  func detached(finishes: Bool) {
    let root = PlainRoot(context: world.context)
    root.launch(in: world.window)
    weak var weakChild: ProbeFlow?
    do {
      let child = flow("child")
      weakChild = child
      root.attach(child, by: .root)
      if finishes {
        child.finish()
      } else {
        let transition = root.detach(child)
        #expect(transition?.outcome == .performed)
      }
    }
    #expect(world.window.rootViewController == nil)
    #expect(weakChild == nil)
    #expect(root.endings == [finishes ? .finished : .stopped])
    root.attach(flow("next"), by: .root)
    #expect(world.store.tree.visibleLeaf.name == "next")
    #expect(world.issues == [])
  }

  @Test("Detaching a replaced child by root leaves its successor in the window")
  func detachedLate() async {
    let root = PlainRoot(context: world.context)
    root.launch(in: world.window)
    world.platform.transitionMode = .manual
    let (first, second) = (flow("first"), flow("second"))
    root.attach(first, by: .root)
    root.attach(second, by: .root)
    root.detach(first)
    await world.endTransitions()
    #expect(world.store.tree.visibleLeaf.name == "second")
    #expect(second.isActive)
    #expect(world.issues == [])
  }

  @Test("Refuses and reports a second launch, without a change", arguments: [true, false])
  func launchedTwice(hasScreen: Bool) {
    let other = HeadlessWindow(platform: world.platform)
    other.makeKeyAndVisible()
    if hasScreen {
      let root = ProbeFlow("root", journal, context: world.context)
      root.launch(in: world.window)
      guard case .refused? = root.launch(in: other)?.outcome else {
        Issue.record("not refused")
        return
      }
      #expect(root.isActive)
      world.window.rootViewController = screen("Other")
      #expect(!root.isActive, "the flow still ends with its own window's root")
    } else {
      let root = PlainRoot(context: world.context)
      root.launch(in: world.window)
      #expect(root.launch(in: other) == nil)
      root.attach(flow("child"), by: .root)
      #expect(world.store.tree.visibleLeaf.name == "child")
      #expect(other.rootViewController == nil)
    }
    #expect(world.issues.map(\.code.rawValue) == ["alreadyLaunched"])
    #expect(world.issues.first?.fileID == #fileID)
  }

  @Test("A second launch in the same window finds the screen there")
  func launchedAgain() {
    let root = ProbeFlow("root", journal, context: world.context)
    root.launch(in: world.window)
    #expect(root.launch(in: world.window)?.outcome == .alreadyThere)
    #expect(root.isActive)
    #expect(world.issues.isEmpty)
  }

  @Test("Refuses to launch an attached flow; an ended one can be launched elsewhere")
  func launchedAttached() {
    let root = PlainRoot(context: world.context)
    root.launch(in: world.window)
    let child = PlainRoot()
    root.attach(child, by: .none)
    let other = HeadlessWindow(platform: world.platform)
    other.makeKeyAndVisible()
    child.launch(in: other)
    child.attach(flow("grandchild"), by: .root)
    #expect(world.store.tree.visibleLeaf.name == "grandchild")
    #expect(world.issues.map(\.code.rawValue) == ["alreadyLaunched"])
    root.finish()
    root.launch(in: other)
    root.attach(flow("again"), by: .root)
    #expect(other.rootViewController?.restorationIdentifier == "again")
    #expect(world.issues.count == 1)
  }
  @Test("A flow whose screen is still the root of another window ends, with the reason reported")
  func launchedElsewhere() throws {
    let root = ProbeFlow("root", journal, context: world.context)
    root.launch(in: world.window)
    root.finish()
    #expect(world.window.rootViewController === root.screen)
    let other = HeadlessWindow(platform: world.platform)
    other.makeKeyAndVisible()
    guard case .refused(let refusal)? = root.launch(in: other)?.outcome else {
      Issue.record("not refused")
      return
    }
    #expect(refusal.code == .alreadyInTree)
    #expect(!root.isActive)
    #expect(world.issues.map(\.code.rawValue) == ["notLaunched"])
    #expect(world.issues.first?.fileID == #fileID)
    let issue = try #require(world.issues.first)
    #expect(issue.fact.contains("is in the tree already; remove it first"))

    // Where its screen is, it can be launched again, and without it everywhere.
    root.launch(in: world.window)
    #expect(root.isActive)
    world.window.rootViewController = nil
    #expect(!root.isActive)
    root.launch(in: other)
    #expect(root.isActive && other.rootViewController === root.screen)
    #expect(world.issues.count == 1)
  }

  @Test("A launch that is repeated before its turn does not end the flow")
  func launchedRepeatedly() {
    world.platform.transitionMode = .manual
    let earlier = ProbeFlow("earlier", journal, context: world.context)
    earlier.launch(in: world.window)
    world.window.rootViewController?.present(screen("Modal"), animated: true)
    let root = ProbeFlow("root", journal, context: world.context)
    root.launch(in: world.window)
    root.launch(in: world.window)
    world.platform.completeAllTransitions()
    #expect(root.isActive && world.window.rootViewController === root.screen)
    #expect(world.issues == [])
  }
}

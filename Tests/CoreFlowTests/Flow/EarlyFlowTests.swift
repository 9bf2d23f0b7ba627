import CoreFlow
import TestSupport
import Testing

private enum SearchAction {
  case typed(Int, seconds: Double = 1)
  case throttled(Int, seconds: Double = 1)
  case found(Int)
  case work(Gate)
  case late
}

private final class SearchCore: Core<SearchAction, Int> {
  var contextWhenActive: NavigationContext?

  override func reduce(state: inout Int, action: SearchAction) -> Effect<SearchAction> {
    switch action {
    case .typed(let number, let seconds):
      return .send(.found(number)).debounce(id: "typed", for: seconds)
    case .throttled(let number, let seconds):
      return .send(.found(number)).throttle(id: "throttled", for: seconds)
    case .found(let number): state += number
    case .work(let gate):
      return .run { @MainActor send in
        await gate.pass()
        await send(.late)
      }
    case .late: break
    }
    return .none
  }

  override func didBecomeActive() { contextWhenActive = context }
}

private final class SearchScreen: HeadlessScreen<SearchCore> {}

private final class SearchFlow: Flow<SearchCore, SearchScreen> {
  override func createCore() -> SearchCore { SearchCore(initialState: 0) }
  override func createScreen() -> SearchScreen { SearchScreen(reactor: core) }
}

/// The part of a feature that is built before it is attached.
private enum Built: CaseIterable {
  case notAtAll, core, screen, subtree, used
}

@MainActor
@Suite("Features that are built before they are attached")
struct EarlyFlowTests {
  private let world = ProbeWorld()

  /// Attaches a feature two levels beneath the root, after building a part of it.
  private func attached(_ built: Built) -> (SearchFlow, parent: ProbeFlow) {
    let parent = world.flow("parent")
    let search = SearchFlow()
    switch built {
    case .notAtAll: break
    case .core: _ = search.core
    case .screen: _ = search.screen
    case .used: search.core.send(.throttled(0))
    case .subtree: parent.attach(search, by: .none)
    }
    world.root.attach(parent, by: .push)
    if built != .subtree { parent.attach(search, by: .push) }
    return (search, parent)
  }

  @Test("Use the clock of the context", arguments: Built.allCases)
  private func clock(built: Built) {
    let (search, _) = attached(built)
    #expect(search.context === world.world.context)
    #expect(search.core.context === world.world.context)
    search.core.send(.typed(1))
    #expect(search.core.currentState == 0)
    world.world.clock.advance(by: 1)
    #expect(search.core.currentState == 1)
    search.core.send(.throttled(10))
    world.world.clock.advance(by: 1)
    search.core.send(.throttled(100))
    world.world.clock.advance(by: 1)
    #expect(search.core.currentState == 111)
    #expect(world.codes == [])
  }

  @Test("Report to the context's issue reporter", arguments: Built.allCases)
  private func funnel(built: Built) {
    let (search, parent) = attached(built)
    search.detach(SearchFlow())
    parent.detach(search)
    search.core.send(.late)
    #expect(world.codes == ["notAttached", "coreResigned"])
    #expect(search.context === world.world.context, "also after its end")
  }

  @Test("Keep settled() of the context waiting", arguments: Built.allCases)
  private func settled(built: Built) async {
    let (search, _) = attached(built)
    let gate = Gate()
    search.core.send(.work(gate))
    await gate.arrival()
    #expect(!world.world.context.activity.isIdle)
    gate.open()
    await world.world.context.settled()
    #expect(world.world.context.activity.isIdle)
  }

  @Test("Their running effects continue in the context when they are attached")
  func running() async {
    let gate = Gate()
    let search = SearchFlow()
    // The shared clock runs: the interval must outlast the attachment.
    let hour = 3600.0
    search.core.send(.typed(1, seconds: hour))
    search.core.send(.throttled(10, seconds: hour))
    search.core.send(.throttled(100, seconds: hour))
    search.core.send(.work(gate))
    await gate.arrival()
    #expect(search.core.currentState == 10)
    world.root.attach(search, by: .push)
    #expect(!world.world.context.activity.isIdle)
    world.world.clock.advance(by: hour)
    #expect(search.core.currentState == 111)
    gate.open()
    await world.world.context.settled()
    #expect(world.world.context.activity.isIdle)
    #expect(world.world.clock.sleeperCount == 0)
  }

  @Test("A screen that is shown without attaching is in the context of its tree")
  func byHand() {
    let search = SearchFlow()
    _ = search.core
    #expect(search.context === NavigationContext.shared)
    world.home.pushViewController(search.screen, animated: false)
    #expect(search.core.context === world.world.context)
    search.core.send(.typed(1))
    world.world.clock.advance(by: 1)
    #expect(search.core.currentState == 1)
  }

  @Test("A flow shown by hand stays in the context of the window that its screen has left")
  func hasLeft() {
    world.world.context.leakDetector.isEnabled = false
    let search = SearchFlow()
    world.home.pushViewController(search.screen, animated: false)
    world.home.popViewController(animated: false)
    #expect(search.context === world.world.context)
  }

  @Test("A flow launched in an observed window is in the context of the window")
  func launched() {
    let world = HeadlessWorld()
    let search = SearchFlow()
    _ = search.core
    search.launch(in: world.window)
    #expect(search.core.context === world.context)
    #expect(world.issues == [])
    let later = SearchFlow()
    let coordinator = CoordinatorFlow()
    coordinator.attach(later, by: .none)
    let other = HeadlessWorld()
    coordinator.launch(in: other.window)
    #expect(later.core.context === other.context)
  }

  @Test("A core's own context takes precedence over that of its flow")
  func ownContext() {
    let own = NavigationContext(clock: ManualNavigationClock())
    let flow = OwnContextFlow(own)
    world.root.attach(flow, by: .none)
    #expect(flow.core.context === own)
  }

  @Test("A running procedure continues in the context when its feature is attached")
  func procedure() async {
    let search = SearchFlow()
    let gate = Gate()
    let procedure = Procedure<SearchCore>()
    procedure.keepsSettledWaiting = true
    procedure.onStep { core in
      await gate.pass()
      return (core, ())
    }
    .onStep(
      ProcedureSteps { (core: SearchCore, _: Void) in
        await Gate().pass()
        return (core, ())
      }.deadline(5)
    ).commit()
    let handle = procedure.start(search.core)
    await gate.arrival()
    world.root.attach(search, by: .push)
    gate.open()
    await world.world.clock.waitForSleepers()
    world.world.clock.advance(by: 5)
    guard case .timedOut? = await handle.value() else {
      Issue.record("\(String(describing: handle.outcome))")
      return
    }
    #expect(world.world.context.activity.isIdle)
  }

  // MARK: Active before its parent, and again

  @Test("A used core is active, and attaching it to an active parent is no misuse")
  func activeEarly() {
    let child = world.flow("child")
    _ = child.core
    #expect(child.isActive)
    world.root.attach(child, by: .push)
    #expect(world.journal.entries == ["root active", "child active"])
    #expect(world.codes == [])
  }

  @Test("Reports a core that is active before its parent, at the call")
  func activeBeforeParent() {
    let world = HeadlessWorld()
    let journal = Journal()
    let parent = ProbeFlow("parent", journal, context: world.context)
    let child = ProbeFlow("child", journal)
    _ = child.core
    parent.attach(child, by: .none)
    let line = UInt(#line - 1)
    #expect(journal.entries == ["child active", "parent active"])
    #expect(world.issues.map(\.code.rawValue) == ["activeBeforeParent"])
    #expect(world.issues.map(\.line) == [line])
    withExtendedLifetime((parent, child)) {}
  }

  @Test("A flow that is attached again is active again, without its earlier children")
  func again() {
    let child = world.flow("child")
    world.root.attach(child, by: .push)
    child.attach(world.flow("grandchild"), by: .push)
    world.root.detach(child)
    _ = world.journal.take()
    world.root.attach(child, by: .push)
    #expect(world.journal.take() == ["child active"])
    #expect(child.children.isEmpty)
    #expect(world.codes == [])
  }

  @Test("Reports ended children that a screen still shows when it is used again")
  func againWithScreens() {
    let tabs = TabsFlow(world.journal, attachesWhenActive: false)
    world.root.attach(tabs, by: .push)
    #expect(tabs.children.count == 2)
    world.root.detach(tabs)
    world.root.attach(tabs, by: .push)
    #expect(tabs.children.isEmpty)
    #expect(world.codes == ["childrenHaveEnded"])
  }

  @Test("Children that a core attaches when it becomes active return each time")
  func againFromCore() {
    let tabs = TabsFlow(world.journal, attachesWhenActive: true)
    world.root.attach(tabs, by: .push)
    world.root.detach(tabs)
    world.root.attach(tabs, by: .push)
    #expect(tabs.children.count == 2)
    #expect(tabs.children.allSatisfy { ($0 as? ProbeFlow)?.isActive ?? false })
    #expect(world.codes == [])
  }
}

private final class CoordinatorFlow: ScreenLessFlow<ScreenLessCore> {
  override func createCore() -> ScreenLessCore { ScreenLessCore() }
}

private final class OwnContextFlow: ScreenLessFlow<SearchCore> {
  private let own: NavigationContext

  init(_ own: NavigationContext) {
    self.own = own
    super.init()
  }

  override func createCore() -> SearchCore { SearchCore(initialState: 0, context: own) }
}

private final class TabsCore: ScreenLessCore {
  var onActive: () -> Void = {}

  override func didBecomeActive() { onActive() }
}

/// Shows its children itself.
private final class TabsFlow: Flow<TabsCore, HeadlessTabBarController> {
  private let pages: [ProbeFlow]
  private let attachesWhenActive: Bool

  init(_ journal: Journal, attachesWhenActive: Bool) {
    pages = ["a", "b"].map { ProbeFlow($0, journal) }
    self.attachesWhenActive = attachesWhenActive
    super.init()
  }

  override func createCore() -> TabsCore {
    let core = TabsCore()
    if attachesWhenActive { core.onActive = { [weak self] in self?.attachPages() } }
    return core
  }

  override func createScreen() -> HeadlessTabBarController {
    let tabs = HeadlessTabBarController()
    if !attachesWhenActive { attachPages() }
    tabs.viewControllers = pages.map(\.screen)
    return tabs
  }

  private func attachPages() {
    for page in pages { attach(page, by: .none) }
  }
}

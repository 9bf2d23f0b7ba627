import CoreFlow
import TestSupport
import Testing

private final class Thing {}

@MainActor
@Suite("The leak detector")
struct LeakDetectorTests {
  let clock = ManualNavigationClock()
  let context: NavigationContext
  let detector: LeakDetector

  init() {
    context = NavigationContext(clock: clock)
    detector = context.leakDetector
    detector.isEnabled = true
  }

  private func collect() -> Findings {
    let findings = Findings()
    detector.onFinding = { findings.all.append($0) }
    return findings
  }

  @Test("Finds a leaked object once, after its time, with type and path")
  func stays() {
    let findings = collect()
    let thing = Thing()
    detector.expectDeallocate(thing, path: "Root › Child")
    clock.advance(by: 0.9)
    #expect(findings.all.isEmpty)
    clock.advance(by: 10)
    #expect(findings.all.map(\.typeName) == ["Thing"])
    #expect(
      findings.all.first?.description
        == "Thing is still alive 1.0 s after its end. Its path was Root › Child.")
    withExtendedLifetime(thing) {}
  }

  @Test("Never reports an object that is released in time, even if its address is reused")
  func goes() {
    let findings = collect()
    var others: [Thing] = []
    for _ in 0..<100 {
      do {
        let thing = Thing()
        detector.expectDeallocate(thing, path: "x")
      }
      others.append(Thing())
    }
    clock.advance(by: 2)
    #expect(findings.all.isEmpty)
    #expect(detector.status == .complete)
    withExtendedLifetime(others) {}
  }

  @Test("The delays apply to the expectations of later ends, a shorter one earlier than a longer")
  func delays() {
    let findings = collect()
    let world = HeadlessWorld(root: screen("Home"))
    let thing = Thing()
    detector.objectDelay = 3
    detector.screenDelay = 7
    detector.expectDeallocate(thing, path: "object")
    if let root = world.window.rootViewController { detector.expectDisappear(root, path: "screen") }
    detector.objectDelay = 0
    detector.expectDeallocate(thing, path: "at once")
    #expect(findings.all.isEmpty)
    for (seconds, path) in [(0.1, "at once"), (2.9, "object"), (4, "screen")] {
      clock.advance(by: seconds)
      #expect(findings.all.last?.path == path)
    }
    #expect(findings.all.map(\.seconds) == [0, 3, 7])
    #expect(detector.status == .complete)
    withExtendedLifetime((world, thing)) {}
  }

  @Test("Two expectations of one object are independent; a cancelled one is silent")
  func independent() {
    let findings = collect()
    let thing = Thing()
    let first = detector.expectDeallocate(thing, within: 1, path: "first")
    detector.expectDeallocate(thing, within: 2, path: "second")
    first.cancel()
    first.cancel()
    clock.advance(by: 3)
    #expect(findings.all.map(\.path) == ["second"])
    withExtendedLifetime(thing) {}
  }

  @Test("The status changes once in each direction, also if an expectation is cancelled twice")
  func status() {
    _ = collect()
    var heard: [LeakDetector.Status] = []
    let subscription = detector.observeStatus { heard.append($0) }
    let thing = Thing()
    let a = detector.expectDeallocate(thing, path: "a")
    let b = detector.expectDeallocate(thing, path: "b")
    a.cancel()
    #expect(detector.status == .inProgress)
    b.cancel()
    a.cancel()
    clock.advance(by: 5)
    #expect(heard == [.complete, .inProgress, .complete])
    #expect(clock.sleeperCount == 0)
    withExtendedLifetime((subscription, thing)) {}
  }

  @Test("Finds a screen that stays on screen, also a hidden one, but none that has left")
  func disappears() {
    let findings = collect()
    let home = stack("Home", screen("List"), screen("Detail"))
    let world = HeadlessWorld(root: home)
    for screen in home.viewControllers { detector.expectDisappear(screen, path: "x") }
    home.popViewController(animated: false)
    clock.advance(by: 4)
    #expect(findings.all.isEmpty)
    clock.advance(by: 1)
    #expect(findings.all.map(\.expectation) == [.disappear])
    withExtendedLifetime(world) {}
  }

  @Test("Ignores objects that are retained on purpose")
  func keptOnPurpose() {
    let findings = collect()
    detector.isKeptOnPurpose = { $0 is Thing }
    let thing = Thing()
    detector.expectDeallocate(thing, path: "x")
    clock.advance(by: 1)
    #expect(findings.all.isEmpty)
    withExtendedLifetime(thing) {}
  }

  @Test("Reports a finding as an issue of the context by default")
  func defaultSink() {
    var issues: [NavigationIssue] = []
    context.issues.handler = { issues.append($0) }
    let thing = Thing()
    detector.expectDeallocate(thing, path: "x")
    clock.advance(by: 1)
    #expect(issues.map(\.code.rawValue) == ["leak"])
    withExtendedLifetime(thing) {}
  }

  @Test("Streams findings and status")
  func streams() async {
    _ = collect()
    let findings = detector.findings
    let statuses = detector.statusStream
    let thing = Thing()
    detector.expectDeallocate(thing, path: "x")
    clock.advance(by: 1)
    for await finding in findings {
      #expect(finding.path == "x")
      break
    }
    for await status in statuses {
      #expect(status == .complete)
      break
    }
    withExtendedLifetime(thing) {}
  }

  @Test("A disabled detector waits for nothing; the environment can disable it")
  func off() {
    detector.isEnabled = false
    let thing = Thing()
    let expectation = detector.expectDeallocate(thing, path: "x")
    #expect(detector.status == .complete)
    #expect(clock.sleeperCount == 0)
    expectation.cancel()
    for word in ["yes", "YES", "true", "True"] {
      #expect(!LeakDetector.isEnabledByDefault(["DISABLE_LEAK_DETECTION": word]))
    }
    #expect(
      LeakDetector.isEnabledByDefault([:])
        == LeakDetector.isEnabledByDefault(["DISABLE_LEAK_DETECTION": "no"]))
  }
}

@MainActor
@Suite("Leaks of flows")
struct FlowLeakTests {
  @Test("Finds a leaked core once, with its path, and neither flow nor screen")
  func keptCore() {
    let world = ProbeWorld()
    world.world.context.leakDetector.isEnabled = true
    var core: ProbeCore?
    do {
      let child = world.flow("child")
      world.root.attach(child, by: .push)
      core = child.core
    }
    world.home.userDidTapBack()
    world.world.clock.advance(by: 10)
    #expect(world.codes == ["leak"])
    #expect(
      world.world.issues.first?.fact
        == "ProbeCore is still alive 1.0 s after its end. Its path was ProbeFlow › "
        + "ProbeFlow.")
    withExtendedLifetime(core) {}
  }

  @Test("Finds a leaked flow and a screen that stays on screen")
  func keptFlow() {
    let world = ProbeWorld()
    world.world.context.leakDetector.isEnabled = true
    let child = world.flow("child")
    world.root.attach(child, by: .push)
    world.root.detach(child)
    world.world.clock.advance(by: 1)
    #expect(world.world.issues.map(\.fact).count { $0.hasPrefix("ProbeFlow is still alive") } == 1)
    world.home.pushViewController(child.screen, animated: false)
    world.world.clock.advance(by: 4)
    let shown = world.world.issues.first { $0.fact.contains("still on screen") }
    #expect(shown?.advice.hasPrefix("Remove it where it was shown") == true)
    withExtendedLifetime((world, child)) {}
  }

  @Test(
    "Finds a launched flow that stays after another one has replaced it, unless it is launched again",
    arguments: [false, true])
  func replacedRoot(isLaunchedAgain: Bool) {
    let world = HeadlessWorld()
    world.context.leakDetector.isEnabled = true
    let journal = Journal()
    let login = ProbeFlow("login", journal, context: world.context)
    let main = ProbeFlow("main", journal, context: world.context)
    login.launch(in: world.window)
    main.launch(in: world.window)
    if isLaunchedAgain {
      login.launch(in: world.window)
      world.clock.advance(by: 1)
      #expect(login.isActive)
    } else {
      world.clock.advance(by: 1)
      #expect(main.isActive)
    }
    #expect(
      world.issues.map(\.fact)
        == ["ProbeFlow is still alive 1.0 s after its end. Its path was ProbeFlow."])
    withExtendedLifetime((login, main)) {}
  }

  @Test("Never reports a flow that is detached and released")
  func noLeak() {
    let world = ProbeWorld()
    world.world.context.leakDetector.isEnabled = true
    do {
      let child = world.flow("child")
      world.root.attach(child, by: .push)
      child.attach(world.flow("sheet"), by: .present)
      world.root.detach(child)
    }
    world.world.clock.advance(by: 10)
    #expect(world.codes.isEmpty)
    #expect(world.world.context.leakDetector.status == .complete)
  }

  @Test("Does not report a flow that is attached again in time")
  func attachedAgain() {
    let world = ProbeWorld()
    world.world.context.leakDetector.isEnabled = true
    let child = world.flow("child")
    world.root.attach(child, by: .push)
    world.root.detach(child)
    world.root.attach(child, by: .push)
    world.world.clock.advance(by: 10)
    #expect(world.codes.isEmpty)
  }

  @Test(
    "Does not report a flow that is attached again without a route while its former screen leaves",
    arguments: [FlowRoute.push, .present], [true, false])
  func attachedAgainWithoutRoute(route: FlowRoute, isShown: Bool) async {
    let world = ProbeWorld(.manual)
    world.world.context.leakDetector.isEnabled = true
    let child = world.flow("child")
    world.root.attach(child, by: route)
    if isShown { await world.world.endTransitions() }
    child.finish()
    world.root.attach(child, by: .none)
    await world.world.endTransitions()
    await world.world.context.settled()
    world.world.clock.advance(by: 10)
    #expect(child.isActive && !child.screen.isPresented)
    #expect(world.codes == [])
    // Shown by hand later, it has to be released when it is detached.
    world.home.pushViewController(child.screen, animated: true)
    await world.world.endTransitions()
    world.home.popViewController(animated: true)
    await world.world.endTransitions()
    world.world.clock.advance(by: 10)
    #expect(world.codes == [])
    world.root.detach(child)
    world.world.clock.advance(by: 10)
    #expect(world.codes == ["leak"])
  }

  @Test("Does not report an attached flow whose screen its parent takes away, to show it again")
  func swappedByParent() async {
    let world = ProbeWorld()
    world.world.context.leakDetector.isEnabled = true
    let (map, list) = (world.flow("map"), world.flow("list"))
    for flow in [map, list] { world.root.attach(flow, by: .none) }
    for flow in [map, list, map] {
      world.home.setViewControllers([world.root.screen, flow.screen], animated: false)
      await world.world.endTransitions()
      await world.world.context.settled()
    }
    #expect(map.isActive && list.isActive && !list.screen.isPresented)
    world.world.clock.advance(by: 10)
    #expect(world.codes == [])
    world.root.detach(list)
    world.world.clock.advance(by: 1)
    #expect(world.codes == ["leak"])
  }

  @Test(
    "Does not report a core or screen that another flow has now, but does when that ends",
    arguments: [false, true])
  func handedOn(isEarlier: Bool) async {
    let world = ProbeWorld()
    world.world.context.leakDetector.isEnabled = true
    let core = CounterCore(initialState: .init())
    let screen = HeadlessScreen(reactor: core)
    var first: HandedFlow? = HandedFlow(screen, core)
    if let first { world.root.attach(first, by: .push) }
    await world.world.endTransitions()
    if let first { world.root.detach(first) }
    await world.world.endTransitions()
    if !isEarlier { first = nil }
    do {
      let second = HandedFlow(screen, core)
      world.root.attach(second, by: .push)
      await world.world.endTransitions()
      first = nil
      await world.world.context.settled()
      #expect(second.isActive && second.core.isActive && screen.isPresented)
      world.world.clock.advance(by: 10)
      #expect(world.codes == [])
      world.root.detach(second)
    }
    await world.world.endTransitions()
    await world.world.context.settled()
    world.world.clock.advance(by: 10)
    #expect(
      world.world.issues.map { $0.fact.prefix { $0 != " " } }.sorted()
        == ["CounterCore", "\(type(of: screen))"])
    withExtendedLifetime(first) {}
  }

  @Test("Does not report a screen that an ended flow left in the stack of a sheet that is kept")
  func leftInKeptSheet() async {
    let world = ProbeWorld()
    let detector = world.world.context.leakDetector
    detector.isEnabled = true
    let sheet = world.wrapped("sheet")
    detector.isKeptOnPurpose = { $0 === sheet }
    world.root.attach(sheet, by: .present)
    weak var page: ProbeScreen?
    do {
      let flow = world.flow("page")
      page = flow.screen
      sheet.attach(flow, by: .push)
    }
    await world.world.context.settled()
    sheet.wrapper?.userDidPullDown()
    await world.world.context.settled()
    world.world.clock.advance(by: 10)
    #expect(page != nil)
    #expect(world.codes == [])
    let kept = page
    world.root.attach(sheet, by: .present)
    await world.world.context.settled()
    #expect(sheet.wrapper?.viewControllers.count == 1)
    world.world.clock.advance(by: 10)
    #expect(world.world.issues.map { $0.fact.hasPrefix("ProbeScreen is still alive") } == [true])
    withExtendedLifetime(kept) {}
  }

  @Test("Still reports a screen that is retained without the stack of the sheet around it")
  func retainedWithoutSheet() async {
    let world = ProbeWorld()
    world.world.context.leakDetector.isEnabled = true
    var kept: ProbeScreen?
    do {
      let (sheet, page) = (world.wrapped("sheet"), world.flow("page"))
      world.root.attach(sheet, by: .present)
      sheet.attach(page, by: .push)
      kept = page.screen
      await world.world.context.settled()
      sheet.wrapper?.userDidPullDown()
    }
    await world.world.context.settled()
    world.world.clock.advance(by: 10)
    #expect(world.world.issues.map { $0.fact.hasPrefix("ProbeScreen is still alive") } == [true])
    withExtendedLifetime(kept) {}
  }

  @Test("Does not report a flow that was shown without attaching, left, and is attached in time")
  func attachedAfterItWasShown() {
    let world = ProbeWorld()
    world.world.context.leakDetector.isEnabled = true
    let flow = ProbeFlow("flow", world.journal, context: world.world.context)
    world.home.pushViewController(flow.screen, animated: true)
    world.home.userDidTapBack()
    world.root.attach(flow, by: .push)
    #expect(flow.isActive)
    world.world.clock.advance(by: 10)
    #expect(world.codes.isEmpty)
  }

  @Test("Does not report a flow that was detached twice in one transition, and is attached again")
  func detachedTwice() async {
    let world = ProbeWorld()
    world.world.context.leakDetector.isEnabled = true
    let child = world.flow("child")
    world.root.attach(child, by: .push)
    world.world.platform.transitionMode = .manual
    world.root.detach(child)
    world.root.attach(child, by: .push)
    world.root.detach(child)
    await world.world.endTransitions()
    await world.world.context.settled()
    world.root.attach(child, by: .push)
    await world.world.endTransitions()
    #expect(child.isActive && child.screen.isPresented)
    world.world.clock.advance(by: 10)
    #expect(world.codes.isEmpty)
  }

  @Test("Does not report a flow that was shown without attaching twice, and is attached in time")
  func shownTwice() {
    let world = ProbeWorld()
    world.world.context.leakDetector.isEnabled = true
    let flow = ProbeFlow("flow", world.journal, context: world.world.context)
    for _ in 1...2 {
      world.home.pushViewController(flow.screen, animated: true)
      world.home.userDidTapBack()
    }
    world.root.attach(flow, by: .push)
    world.world.clock.advance(by: 10)
    #expect(flow.isActive)
    #expect(world.codes.isEmpty)
  }

  @Test(
    "Does not report a flow that is shown without attaching once more, on the stack or over it",
    arguments: [true, false])
  func shownOnceMore(isPushed: Bool) async {
    let world = ProbeWorld()
    world.world.context.leakDetector.isEnabled = true
    let flow = ProbeFlow("flow", world.journal, context: world.world.context)
    world.home.pushViewController(flow.screen, animated: false)
    await world.world.context.settled()
    world.home.popViewController(animated: false)
    if isPushed {
      await world.world.context.settled()
      world.home.pushViewController(flow.screen, animated: false)
    } else {
      world.home.present(flow.screen, animated: false)
    }
    await world.world.context.settled()
    #expect(flow.screen.isPresented)
    world.world.clock.advance(by: 10)
    #expect(world.codes.isEmpty)
  }

  @Test("Still reports a detached flow whose screen becomes visible again")
  func detachedAndVisible() {
    let world = ProbeWorld()
    world.world.context.leakDetector.isEnabled = true
    let child = world.flow("child")
    world.root.attach(child, by: .none)
    world.home.pushViewController(child.screen, animated: false)
    world.home.pushViewController(screen("above"), animated: false)
    world.root.detach(child)
    world.home.popViewController(animated: false)
    world.world.clock.advance(by: 10)
    #expect(world.codes == ["leak", "leak"])
    withExtendedLifetime(child) {}
  }

  @Test("Reports a flow that was shown without attaching in the context of the tree that it left")
  func forgottenWithoutContext() {
    // In a release build it observes no screen until it is turned on.
    guard NavigationContext.shared.leakDetector.isEnabled else { return }
    let world = ProbeWorld()
    world.world.context.leakDetector.isEnabled = true
    let forgotten = world.flow("forgotten")
    world.home.pushViewController(forgotten.screen, animated: true)
    #expect(forgotten.context === world.world.context)
    world.home.userDidTapBack()
    #expect(forgotten.context === world.world.context)
    world.world.clock.advance(by: 1)
    #expect(world.codes == ["leak"])
  }

  @Test("Finds a launched flow that ended by itself when its screen leaves")
  func finishedRoot() async {
    let world = HeadlessWorld()
    world.context.leakDetector.isEnabled = true
    let root = ProbeFlow("root", Journal(), context: world.context)
    root.launch(in: world.window)
    root.finish()
    root.launch(in: world.window)
    world.clock.advance(by: 10)
    #expect(root.isActive && world.issues.isEmpty)
    root.finish()
    world.clock.advance(by: 10)
    #expect(world.issues.isEmpty)
    world.window.rootViewController = screen("Login")
    await world.context.settled()
    world.clock.advance(by: 1)
    #expect(
      world.issues.map(\.fact)
        == ["ProbeFlow is still alive 1.0 s after its end. Its path was ProbeFlow."])
    withExtendedLifetime(root) {}
  }

  @Test("Names a flow that was shown without attaching, and the one beneath it on the screen")
  func forgotten() {
    let world = ProbeWorld()
    world.world.context.leakDetector.isEnabled = true
    let root = ProbeFlow("below", world.journal, context: world.world.context)
    world.world.window.rootViewController = world.home
    world.home.pushViewController(root.screen, animated: true)
    let forgotten = ProbeFlow("forgotten", world.journal, context: world.world.context)
    world.home.pushViewController(forgotten.screen, animated: true)
    world.home.userDidTapBack()
    world.world.clock.advance(by: 1)
    #expect(world.codes == ["leak"])
    #expect(
      world.world.issues.first?.fact.hasSuffix("It was shown on top of ProbeFlow.") == true)
    #expect(root.isActive)
  }
}

@MainActor
private final class Findings {
  var all: [LeakFinding] = []
}

/// A flow whose screen, with its core, is given to it.
private final class HandedFlow: Flow<CounterCore, HeadlessScreen<CounterCore>> {
  private let given: HeadlessScreen<CounterCore>
  private let givenCore: CounterCore

  init(_ screen: HeadlessScreen<CounterCore>, _ core: CounterCore) {
    (given, givenCore) = (screen, core)
    super.init()
  }

  override func createCore() -> CounterCore { givenCore }
  override func createScreen() -> HeadlessScreen<CounterCore> { given }
}

/// A feature that is detached while another transition runs.
@MainActor
@Suite("Releases after a late removal")
struct LateRemovalTests {
  final class Feature: CoreFlow.Flow<ScreenLessCore, HeadlessViewController> {
    override func createCore() -> ScreenLessCore { ScreenLessCore() }
    override func createScreen() -> HeadlessViewController { HeadlessViewController() }
  }

  private let world = HeadlessWorld()
  private var detector: LeakDetector { world.context.leakDetector }

  /// Turns the detector on, and returns what it will find.
  private func watch() -> Findings {
    let findings = Findings()
    detector.isEnabled = true
    detector.onFinding = { findings.all.append($0) }
    return findings
  }

  @Test(
    "A flow whose screen waits for its removal is no leak, with all flows beneath it",
    arguments: [FlowRoute.push, .present])
  func waits(route: FlowRoute) async throws {
    let findings = watch()
    let root = Feature(context: world.context)
    let stack = HeadlessNavigationController()
    root.embedded(in: stack).launch(in: world.window)
    weak var last: Feature?
    weak var parent: Feature? = root
    for _ in 0..<3 {
      let child = Feature()
      parent?.attach(child, by: route)
      (parent, last) = (child, child)
    }
    world.platform.transitionMode = .manual
    last?.screen.present(screen("Running"), animated: true)
    world.platform.layOut()
    root.detach(root.children[0])
    // As long as a finger holds a gesture, for example.
    world.clock.advance(by: 4)
    #expect(findings.all.isEmpty)
    #expect(last != nil)

    world.platform.transitionMode = .immediate
    while world.platform.completeTransition() { world.platform.layOut() }
    await world.context.settled()
    #expect(last == nil)
    world.clock.advance(by: 5)
    #expect(findings.all.isEmpty)
    #expect(detector.status == .complete)
  }

  @Test("A flow that stays alive after a late removal is found, with its path")
  func stays() async throws {
    let findings = watch()
    let root = Feature(context: world.context)
    root.embedded(in: HeadlessNavigationController()).launch(in: world.window)
    let grandchild = Feature()
    do {
      let child = Feature()
      root.attach(child, by: .push)
      child.attach(grandchild, by: .push)
    }
    root.detach(root.children[0])
    await world.context.settled()
    world.clock.advance(by: 6)
    #expect(findings.all.map(\.path) == ["Feature › Feature › Feature"])
  }
}

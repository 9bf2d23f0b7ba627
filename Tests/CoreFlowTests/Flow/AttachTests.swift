import CoreFlow
import TestSupport
import Testing

private final class GivenScreenFlow: Flow<ProbeCore, ProbeScreen> {
  private let given: ProbeScreen
  private let journal: Journal

  init(_ screen: ProbeScreen, _ journal: Journal) {
    given = screen
    self.journal = journal
    super.init()
  }

  override func createCore() -> ProbeCore { ProbeCore("given", journal) }

  override func createScreen() -> ProbeScreen { given }
}

@MainActor
@Suite("Attaching and detaching")
struct AttachTests {
  @Test("The user's back ends the child once and releases it; the parent receives the cause")
  func userGoesBack() async {
    let world = ProbeWorld()
    let gate = Gate()
    weak var weakChild: ProbeFlow?
    weak var weakCore: ProbeCore?
    do {
      let child = world.flow("child")
      weakChild = child
      world.root.attach(child, by: .push)
      weakCore = child.core
      child.core.send(.work(gate))
    }
    await gate.arrival()
    #expect(world.home.userDidTapBack())
    #expect(weakChild == nil)
    #expect(weakCore == nil)
    #expect(
      world.journal.take() == [
        "root active", "child active", "child resign", "root lost child: dismissedByUser",
      ])
    gate.open()
    await world.world.context.settled()
    #expect(world.codes == ["coreResigned"])
  }

  @Test("Many siblings end in any order, each once, and the others keep theirs")
  func manySiblings() {
    let world = ProbeWorld()
    var generator = SeededGenerator(seed: 1)
    var children = (0..<300).map { world.flow("child \($0)") }
    for child in children { world.root.attach(child, by: .none) }
    _ = world.journal.take()
    for next in 300..<600 {
      let child = children.remove(at: Int.random(in: 0..<children.count, using: &generator))
      if next.isMultiple(of: 2) { child.finish() } else { world.root.detach(child) }
      let new = world.flow("child \(next)")
      world.root.attach(new, by: .none)
      children.append(new)
      #expect(world.root.children.elementsEqual(children) { $0 === $1 })
    }
    #expect(world.journal.take().count { $0.hasPrefix("root lost child") } == 300)
  }

  @Test("Two children that leave at one settle point have causes of their own")
  func eachReason() {
    let world = ProbeWorld()
    let sheet = world.wrapped("sheet")
    var reasons: [String: NavigationEndReason] = [:]
    world.root.attach(world.flow("pushed"), by: .push) { reasons["pushed"] = $0 }
    world.root.attach(sheet, by: .present) { reasons["sheet"] = $0 }
    world.world.platform.transitionMode = .manual
    #expect(sheet.wrapper?.userDidPullDown() == true)
    world.home.popViewController(animated: false)
    world.world.platform.completeAllTransitions()
    #expect(reasons == ["pushed": reasonOfDirectCalls, "sheet": .dismissedByUser])
    withExtendedLifetime(world) {}
  }

  @Test("The parent receives the user's cause also from a store without a history")
  func withoutHistory() {
    let world = HeadlessWorld(configuration: .init(historySize: 0), root: screen("Empty"))
    let journal = Journal()
    let root = ProbeFlow("root", journal, context: world.context)
    let home = HeadlessNavigationController()
    root.wrapper = home
    root.launch(in: world.window)
    var reason: NavigationEndReason?
    root.attach(ProbeFlow("child", journal), by: .push) { reason = $0 }
    #expect(home.userDidTapBack())
    #expect(reason == .dismissedByUser)
    withExtendedLifetime((world, root)) {}
  }

  @Test("Detaching a child beneath its sibling removes that child's screens alone")
  func detachedBeneathSibling() async {
    let world = ProbeWorld()
    let (film, cast, sibling) = (world.flow("film"), world.flow("cast"), world.flow("sibling"))
    world.root.attach(film, by: .push)
    film.attach(cast, by: .push)
    world.root.attach(sibling, by: .push)
    #expect(world.titles == ["root", "film", "cast", "sibling"])
    _ = world.journal.take()
    world.root.detach(film)
    await world.world.context.settled()
    #expect(world.titles == ["root", "sibling"])
    #expect(sibling.isActive)
    #expect(
      world.journal.take() == [
        "cast resign", "film lost cast: stopped", "film resign", "root lost film: stopped",
      ])
    #expect(world.home.userDidTapBack())
    #expect(
      world.journal.take() == ["sibling resign", "root lost sibling: dismissedByUser"])
    #expect(world.codes == [])
  }

  @Test("A screen above a detached child leaves with it if it belongs to no flow")
  func detachedBeneathPlainScreen() async {
    let world = ProbeWorld()
    let film = world.flow("film")
    world.root.attach(film, by: .push)
    world.home.pushViewController(screen("help"), animated: false)
    world.root.detach(film)
    await world.world.context.settled()
    #expect(world.titles == ["root"])

    let sibling = world.flow("sibling")
    let next = world.flow("next")
    world.root.attach(next, by: .push)
    world.home.pushViewController(screen("help"), animated: false)
    world.root.attach(sibling, by: .push)
    world.home.pushViewController(screen("tips"), animated: false)
    #expect(world.titles == ["root", "next", "help", "sibling", "tips"])
    next.finish()
    await world.world.context.settled()
    #expect(world.titles == ["root", "sibling", "tips"])
    #expect(sibling.isActive)
    withExtendedLifetime(world) {}
  }

  @Test("The screen of an ended flow belongs to the next one that has it, and stays with that one")
  func screenOfAnEndedFlow() async {
    let world = ProbeWorld()
    let shared = ProbeScreen(reactor: ProbeCore("shared", world.journal))
    shared.restorationIdentifier = "shared"
    let first = GivenScreenFlow(shared, world.journal)
    let second = GivenScreenFlow(shared, world.journal)
    for flow in [first, second, first] {
      let below = world.flow("below")
      world.root.attach(below, by: .push)
      world.root.attach(flow, by: .push)
      await world.world.context.settled()
      #expect(world.titles == ["root", "below", "shared"])
      world.root.detach(below)
      await world.world.context.settled()
      #expect(world.titles == ["root", "shared"])
      #expect(flow.isActive)
      world.root.detach(flow)
      await world.world.context.settled()
      #expect(world.titles == ["root"])
    }
    #expect(world.codes == [])
  }

  @Test("Several children that are detached at once leave the sibling above them")
  func severalDetachedBeneathSibling() async {
    let world = ProbeWorld(.manual)
    let children = ["one", "two", "three", "four"].map(world.flow)
    for child in children { world.root.attach(child, by: .push, animated: false) }
    world.world.platform.completeAllTransitions()
    await world.world.context.settled()
    #expect(world.titles == ["root", "one", "two", "three", "four"])
    world.root.detach(children[0])
    world.root.detach(children[2])
    world.root.detach(children[1])
    world.world.platform.completeAllTransitions()
    await world.world.context.settled()
    #expect(world.titles == ["root", "four"])
    #expect(children[3].isActive)
  }

  @Test("A detached child's modal leaves with it if it is a flow; any other modal stays")
  func detachedBeneathItsModal() async {
    let world = ProbeWorld()
    let (film, sheet) = (world.flow("film"), world.wrapped("sheet"))
    world.root.attach(film, by: .push)
    film.attach(sheet, by: .present)
    #expect(world.home.presentedViewController != nil)
    world.root.detach(film)
    await world.world.context.settled()
    #expect(world.home.presentedViewController == nil)
    #expect(world.titles == ["root"])
    #expect(!sheet.isActive)

    let other = world.flow("other")
    world.root.attach(other, by: .push)
    let alert = screen("alert")
    other.screen.present(alert, animated: false)
    world.root.detach(other)
    await world.world.context.settled()
    #expect(world.titles == ["root"])
    #expect(world.home.presentedViewController === alert)
    #expect(world.codes == [])
  }

  @Test("The user's pull-down ends all flows in a sheet")
  func userPullsDown() {
    let world = ProbeWorld()
    weak var weakSheet: ProbeFlow?
    weak var weakInner: ProbeFlow?
    do {
      let sheet = world.wrapped("sheet")
      let inner = world.flow("inner")
      weakSheet = sheet
      weakInner = inner
      world.root.attach(sheet, by: .present)
      sheet.attach(inner, by: .push)
    }
    _ = world.journal.take()
    #expect(weakInner?.screen.userDidPullDown() == true)
    #expect(weakSheet == nil)
    #expect(weakInner == nil)
    #expect(
      world.journal.take() == [
        "inner resign", "sheet lost inner: dismissedByUser", "sheet resign",
        "root lost sheet: dismissedByUser",
      ])
  }

  @Test("A flow without a screen attaches children by root, each replacing the last")
  func byRoot() {
    let world = HeadlessWorld()
    let journal = Journal()
    let root = RootProbe(context: world.context)
    root.launch(in: world.window)
    weak var weakFirst: ProbeFlow?
    do {
      let first = ProbeFlow("first", journal)
      first.wrapper = HeadlessNavigationController()
      weakFirst = first
      root.attach(first, by: .root)
      first.attach(ProbeFlow("pushed", journal), by: .push)
    }
    #expect(world.store.tree.visibleLeaf.name == "pushed")
    #expect(weakFirst != nil)
    _ = world.takeChanges()
    root.attach(ProbeFlow("second", journal), by: .root)
    #expect(weakFirst == nil)
    #expect(world.takeChanges().count == 1)
    #expect(root.endings == [.removed])
    #expect(root.children.count == 1)
    #expect(world.store.tree.visibleLeaf.name == "second")
    #expect(world.issues.isEmpty)
    withExtendedLifetime(root) {}
  }

  @Test("Reports attaching by root without a window, and detaches the child")
  func byRootWithoutWindow() {
    let world = HeadlessWorld()
    let root = RootProbe(context: world.context)
    root.attach(ProbeFlow("child", Journal()), by: .root)
    #expect(world.issues.map(\.code.rawValue) == ["noTarget"])
    #expect(root.children.isEmpty)
  }

  @Test("Names the flow that would show the child, and reports that there is none")
  func withoutScreen() {
    let world = HeadlessWorld()
    let alone = RootProbe(context: world.context)
    alone.attach(ProbeFlow("child", Journal()), by: .push)
    let root = ProbeFlow("root", Journal(), context: world.context)
    root.launch(in: world.window)
    let between = RootProbe()
    root.attach(between, by: .none)
    between.attach(ProbeFlow("child", Journal()), by: .tab)
    #expect(world.issues.map(\.code.rawValue) == ["noTarget", "noTarget"])
    #expect(
      world.issues.map(\.fact) == [
        "RootProbe has no screen, and neither has a flow above it, so no child can be shown by push.",
        "The screen of ProbeFlow is in no container that shows a child by tab.",
      ])
    #expect(alone.children.isEmpty && between.children.isEmpty)
  }

  @Test("A launched flow is active before it becomes the root of its window")
  func launched() {
    let world = HeadlessWorld(root: screen("Empty"))
    let journal = Journal()
    let root = ProbeFlow("root", journal, context: world.context)
    let subscription = world.store.onChange { _ in journal.note("root replaced") }
    #expect(root.creations == 0)
    root.launch(in: world.window)
    #expect(journal.entries == ["root active", "root replaced"])
    #expect(world.store.tree.visibleLeaf.name == "root")
    withExtendedLifetime((subscription, root)) {}
  }

  @Test("Replacing the window's root ends the root flow and all flows beneath it")
  func rootReplaced() {
    let world = ProbeWorld()
    weak var weakChild: ProbeFlow?
    do {
      let child = world.flow("child")
      weakChild = child
      world.root.attach(child, by: .push)
    }
    _ = world.journal.take()
    world.world.window.rootViewController = screen("Login")
    #expect(weakChild == nil)
    #expect(!world.root.isActive)
    #expect(world.journal.take() == ["child resign", "root lost child: removed", "root resign"])
  }

  @Test("Popping several screens at once ends each of their flows once")
  func popToRoot() {
    let world = ProbeWorld()
    let a = world.flow("a")
    let b = world.flow("b")
    world.root.attach(a, by: .push)
    a.attach(b, by: .push)
    _ = world.journal.take()
    world.home.popToRootViewController(animated: true)
    #expect(
      world.journal.take() == [
        "b resign", "a lost b: \(reasonOfDirectCalls)", "a resign",
        "root lost a: \(reasonOfDirectCalls)",
      ])
  }

  @Test("Popping several screens at once cancels the effects of each of their flows")
  func popToRootCancels() async {
    let world = ProbeWorld()
    let gates = [Gate(), Gate()]
    let children = ["a", "b"].map(world.flow)
    world.root.attach(children[0], by: .push)
    children[0].attach(children[1], by: .push)
    for (child, gate) in zip(children, gates) {
      child.core.send(.work(gate))
      await gate.arrival()
    }
    _ = world.journal.take()
    world.home.popToRootViewController(animated: true)
    for gate in gates { gate.open() }
    await world.world.context.settled()
    #expect(!world.journal.take().contains { $0.hasSuffix("late") })
    #expect(world.codes == ["coreResigned", "coreResigned"])
    withExtendedLifetime((world, children)) {}
  }

  @Test("A cancelled swipe ends no flow")
  func cancelledSwipe() throws {
    let world = ProbeWorld()
    let child = world.flow("child")
    world.root.attach(child, by: .push)
    _ = world.journal.take()
    world.world.platform.transitionMode = .manual
    let gesture = try #require(world.home.userDidBeginEdgeSwipe())
    gesture.cancel()
    world.world.platform.completeAllTransitions()
    #expect(child.isActive)
    #expect(world.titles == ["root", "child"])
    #expect(world.journal.take().isEmpty)
  }

  @Test("Another tab hides a flow and its children, and ends none")
  func anotherTab() {
    let world = HeadlessWorld()
    let journal = Journal()
    let root = TabsFlow(context: world.context)
    root.launch(in: world.window)
    let (a, b) = (ProbeFlow("a", journal), ProbeFlow("b", journal))
    let child = ProbeFlow("child", journal)
    a.wrapper = HeadlessNavigationController()
    root.attach(a, by: .tab)
    root.attach(b, by: .tab)
    a.attach(child, by: .push)
    _ = journal.take()
    #expect(world.store.tree.visibleLeaf.name == "child")
    #expect(root.screen.userDidTapTab(at: 1))
    #expect(world.store.tree.visibleLeaf.name == "b")
    #expect(a.isActive && b.isActive && child.isActive)
    #expect(root.screen.userDidTapTab(at: 0))
    #expect(world.store.tree.visibleLeaf.name == "child")
    #expect(journal.entries == [])
    #expect(world.issues.isEmpty)
  }

  @Test("Adds and removes tabs; selecting one ends no flow")
  func tabs() async {
    let world = HeadlessWorld()
    let journal = Journal()
    let root = TabsFlow(context: world.context)
    root.launch(in: world.window)
    let (a, b) = (ProbeFlow("a", journal), ProbeFlow("b", journal))
    root.attach(a, by: .tab)
    root.attach(b, by: .tab)
    #expect(root.screen.viewControllers?.count == 2)
    #expect(root.screen.userDidTapTab(at: 1))
    #expect(a.isActive && b.isActive)
    let transition = root.detach(a)
    #expect(await transition?.value() == .performed)
    #expect(root.screen.viewControllers?.count == 1)
    #expect(journal.entries == ["a active", "b active", "a resign"])
  }

  @Test("Reports a screen that the platform refuses to remove, once")
  func removalRefused() {
    let world = HeadlessWorld()
    let journal = Journal()
    let root = TabsFlow(context: world.context)
    root.launch(in: world.window)
    let (a, b) = (ProbeFlow("a", journal), ProbeFlow("b", journal))
    for flow in [a, b] { root.attach(flow, by: .tab) }
    // A list of controllers, which is what the removal of a tab sets, would lose the group.
    root.screen.tabs = [
      HeadlessTabGroup(
        title: "Group", image: nil, identifier: "Group",
        children: [a, b].map { flow in
          HeadlessTab(title: "", image: nil, identifier: flow.name) { _ in flow.screen }
        })
    ]
    world.store.runLoopDidTurn()
    let line: UInt = #line + 1
    let transition = root.detach(a)
    guard case .refused? = transition?.outcome else {
      Issue.record("\(String(describing: transition?.outcome))")
      return
    }
    #expect(journal.entries == ["a active", "b active", "a resign"])
    #expect(world.issues.map(\.code.rawValue) == ["notRemoved"])
    #expect(world.issues.first?.line == line)
    #expect(a.screen.isPresented)

    // With its tab, which the app removes itself, nothing is left to report.
    root.screen.tabs = []
    world.store.runLoopDidTurn()
    #expect(world.issues.count == 1 && !a.screen.isPresented && !b.isActive)
  }

  @Test("An animated detach resigns the child at once and retains it until its screen has left")
  func animated() {
    let world = ProbeWorld(.manual)
    weak var weakChild: ProbeFlow?
    var transition: ScheduledTransition?
    do {
      let child = world.flow("child")
      weakChild = child
      transition = world.root.attach(child, by: .push)
    }
    #expect(transition?.outcome == nil)
    world.world.platform.completeAllTransitions()
    #expect(transition?.outcome == .performed)
    if let child = weakChild { transition = world.root.detach(child) }
    #expect(world.journal.entries.contains("child resign"))
    #expect(weakChild != nil)
    world.world.platform.completeAllTransitions()
    #expect(transition?.outcome == .performed)
    #expect(weakChild == nil)
    #expect(world.titles == ["root"])
  }

  @Test("A child that is detached before its turn in the scheduler is never shown")
  func detachedBeforeItsTurn() {
    let world = ProbeWorld(.manual)
    let a = world.flow("a")
    let b = world.flow("b")
    world.root.attach(a, by: .push)
    let push = world.root.attach(b, by: .push)
    world.root.detach(b)
    world.world.platform.completeAllTransitions()
    #expect(push?.outcome == .refused(.init(.cancelled, "")))
    #expect(world.titles == ["root", "a"])
    #expect(world.codes.isEmpty)
  }

  @Test("A present during a push waits for its turn")
  func presentDuringPush() {
    let world = ProbeWorld(.manual)
    world.root.attach(world.flow("a"), by: .push)
    world.root.attach(world.flow("sheet"), by: .present)
    world.world.platform.completeAllTransitions()
    #expect(world.titles == ["root", "a"])
    #expect(world.home.presentedViewController?.restorationIdentifier == "sheet")
    #expect(world.world.refusals.isEmpty)
  }

  @Test("A present during a present waits for its turn")
  func presentDuringPresent() {
    let world = ProbeWorld(.manual)
    let first = world.flow("first")
    let second = world.flow("second")
    let transitions = [
      world.root.attach(first, by: .present), first.attach(second, by: .present),
    ]
    #expect(world.home.presentedViewController === first.screen)
    #expect(first.screen.presentedViewController == nil)
    world.world.platform.completeAllTransitions()
    #expect(first.screen.presentedViewController === second.screen)
    #expect(transitions.map { $0?.outcome } == [.performed, .performed])
    #expect(first.isActive && second.isActive)
    #expect(world.codes.isEmpty)
    #expect(world.world.refusals.isEmpty)
  }

  @Test("A grandchild can be attached before its parent's screen is shown")
  func chainOnTheScheduler() {
    let world = ProbeWorld(.manual)
    world.root.attach(world.flow("a"), by: .push)
    let b = world.flow("b")
    world.root.attach(b, by: .push)
    let c = world.flow("c")
    b.attach(c, by: .push)
    c.attach(world.flow("sheet"), by: .present)
    world.world.platform.completeAllTransitions()
    #expect(world.titles == ["root", "a", "b", "c"])
    #expect(world.home.presentedViewController?.restorationIdentifier == "sheet")
    #expect(world.codes.isEmpty)
  }

  @Test("A finishing flow removes the screens of its descendants")
  func finishesWithDescendants() {
    let world = ProbeWorld()
    let child = world.flow("child")
    world.root.attach(child, by: .push)
    let sheet = world.flow("sheet")
    child.attach(sheet, by: .present)
    sheet.attach(world.flow("upper"), by: .present)
    child.finish()
    #expect(world.titles == ["root"])
    #expect(world.home.presentedViewController == nil)
    #expect(world.codes.isEmpty)
  }

  @Test("A screen whose flow ends during its presentation is dismissed")
  func endsWhileComingUp() {
    let world = ProbeWorld()
    let child = world.flow("child")
    world.root.attach(child, by: .push)
    world.world.platform.transitionMode = .manual
    child.attach(world.flow("sheet"), by: .present)
    world.world.platform.layOut()
    world.root.detach(child)
    world.world.platform.completeAllTransitions()
    #expect(world.titles == ["root"])
    #expect(world.home.presentedViewController == nil)
    #expect(world.codes.isEmpty)
  }

  @Test("A presented screen that the platform has put into a stack of its own leaves with its flow")
  func adaptedPresentation() {
    let world = ProbeWorld()
    let child = world.flow("child")
    world.root.attach(child, by: .present)
    // As UIKit does for `presentationController(_:viewControllerForAdaptivePresentationStyle:)`.
    let adaptation = world.home.lifecycle.transitionDidBegin(isInteractive: false)
    world.home.dismiss(animated: false)
    world.home.present(stack("Adapted", child.screen), animated: false)
    world.home.lifecycle.transitionDidEnd(adaptation, completed: true)
    #expect(child.isActive)
    #expect(world.world.store.tree.visibleLeaf.name == "child")
    world.root.detach(child)
    #expect(world.home.presentedViewController == nil)
    #expect(world.codes == [])
  }

  @Test("A modal is dismissed with its flow although its presenter is gone")
  func modalOfReleasedPresenter() {
    let world = ProbeWorld()
    world.root.attach(world.flow("first"), by: .push)
    world.root.attach(world.flow("second"), by: .push)
    world.world.platform.transitionMode = .manual
    weak var presenter: ProbeFlow?
    do {
      // Only its parent retains the presenter, so that its screen is released when it is popped.
      let (first, second) = (world.root.children[0], world.root.children[1])
      let third = world.flow("third")
      presenter = third
      (first as? ProbeFlow)?.attach(third, by: .push)
      world.world.platform.completeTransition()
      third.attach(world.wrapped("modal"), by: .present)
      // Removes all screens from the second one on, the presenter's included.
      world.root.detach(second)
      world.root.detach(first)
    }
    world.world.platform.completeAllTransitions()
    #expect(presenter == nil)
    #expect(world.world.store.tree.modalChain.isEmpty)
    #expect(world.titles == ["root"])
    withExtendedLifetime(world) {}
  }

  @Test(
    "A modal whose presenter is gone before the end of its presentation is dismissed",
    arguments: [true, false])
  func modalOutlivesItsPresenter(isAnimated: Bool) async {
    let world = ProbeWorld()
    world.world.platform.transitionMode = .manual
    do {
      let presenter = world.flow("presenter")
      let middle = world.flow("middle")
      world.root.attach(middle, by: .push)
      middle.attach(presenter, by: .push)
      await world.world.endTransitions()
      presenter.attach(world.wrapped("modal"), by: .present)
      world.world.platform.layOut()
      world.root.detach(middle, animated: isAnimated)
    }
    await world.world.endTransitions()
    #expect(world.world.store.tree.modalChain.isEmpty)
    #expect(world.home.viewControllers.count == 1)
  }

  @Test("Ends and reports a child whose screen is refused")
  func refused() {
    let world = ProbeWorld()
    world.root.attach(world.flow("sheet"), by: .present)
    _ = world.journal.take()
    world.root.attach(world.flow("other"), by: .present)
    #expect(
      world.journal.take() == ["other active", "other resign", "root lost other: removed"])
    #expect(world.codes == ["notShown"])
    world.root.attach(world.flow("tab"), by: .tab)
    #expect(world.codes == ["notShown", "noTarget"])
  }

  @Test("Uses the surrounding stack also without a window")
  func withoutWindow() {
    let journal = Journal()
    let context = NavigationContext()
    let root = ProbeFlow("root", journal, context: context)
    let home = HeadlessNavigationController(rootViewController: root.screen)
    let child = ProbeFlow("child", journal)
    root.attach(child, by: .push)
    #expect(home.viewControllers.count == 2)
    root.detach(child)
    #expect(home.viewControllers.count == 1)
  }

  @Test("Starts, stops and observes any node as a child")
  func foreignNode() {
    let world = ProbeWorld()
    let node = ForeignNode()
    world.root.attach(node, by: .push)
    #expect(world.titles == ["root", "foreign"])
    world.home.userDidTapBack()
    #expect(node.log == ["start", "stop dismissedByUser"])
    let other = ForeignNode()
    world.root.attach(other, by: .push)
    other.end(.finished)
    #expect(world.titles == ["root"])
    #expect(other.log == ["start", "stop finished"])
    #expect(
      world.journal.take().suffix(2) == [
        "root lost ForeignNode: dismissedByUser", "root lost ForeignNode: finished",
      ])
  }

  @Test("Refuses a node that is attached elsewhere until it is detached")
  func foreignNodeTwice() {
    let world = ProbeWorld()
    let other = world.flow("other")
    world.root.attach(other, by: .push)
    let node = ForeignNode()
    world.root.attach(node, by: .push)
    other.attach(node, by: .push)
    world.root.attach(node, by: .none)
    let line = UInt(#line - 1)
    #expect(world.codes == ["alreadyAttached", "alreadyAttached"])
    #expect(world.world.issues.last?.line == line)
    #expect(node.log == ["start"])
    #expect(other.children.isEmpty)
    world.root.detach(node)
    other.attach(node, by: .push)
    #expect(other.children.count == 1)
    world.root.detach(other)
    world.root.attach(node, by: .push)
    #expect(world.codes.count == 2)
    #expect(world.titles == ["root", "foreign"])
  }
}

private final class TabsFlow: Flow<PlainCore, HeadlessTabBarController> {
  override func createCore() -> PlainCore { PlainCore() }

  override func createScreen() -> HeadlessTabBarController { HeadlessTabBarController() }
}

/// A node of another framework.
@MainActor
private final class ForeignNode: NavigationNode {
  let shown = screen("foreign")
  var log: [String] = []
  private var sinks: [@MainActor (NavigationEndReason) -> Void] = []

  var representative: any Presentable { shown }

  func start(under parent: (any NavigationNode)?) { log.append("start") }

  func stop(because reason: NavigationEndReason) { log.append("stop \(reason)") }

  func onEnd(_ sink: @escaping @MainActor (NavigationEndReason) -> Void) -> Cancellation {
    sinks.append(sink)
    return Cancellation {}
  }

  func end(_ reason: NavigationEndReason) { for sink in sinks { sink(reason) } }
}

private final class RootProbe: ScreenLessFlow<ScreenLessCore> {
  private(set) var endings: [NavigationEndReason] = []

  override func createCore() -> ScreenLessCore { ScreenLessCore() }

  override func didDetach(_ child: any NavigationNode, because reason: NavigationEndReason) {
    endings.append(reason)
  }
}

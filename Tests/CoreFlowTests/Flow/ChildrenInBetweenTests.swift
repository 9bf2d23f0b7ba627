import CoreFlow
import TestSupport
import Testing

/// A flow whose core attaches a child while the flow's screen is being made.
private final class MakingFlow: Flow<ProbeCore, HeadlessScreen<ProbeCore>> {
  let child: ProbeFlow
  let route: FlowRoute
  let journal: Journal

  init(_ child: ProbeFlow, by route: FlowRoute, _ journal: Journal) {
    (self.child, self.route, self.journal) = (child, route, journal)
    super.init()
  }

  override func createCore() -> ProbeCore { ProbeCore("making", journal) }

  override func createScreen() -> HeadlessScreen<ProbeCore> {
    core.send(.run { [unowned self] in attach(child, by: route) })
    return HeadlessScreen(reactor: core)
  }
}

/// A flow that attaches a page while it makes its screen, and a child to the page.
private final class ComposingFlow: Flow<ScreenLessCore, HeadlessViewController> {
  let page: ProbeFlow
  let next: ProbeFlow

  init(_ page: ProbeFlow, _ next: ProbeFlow) {
    (self.page, self.next) = (page, next)
    super.init()
  }

  override func createCore() -> ScreenLessCore { ScreenLessCore() }

  override func createScreen() -> HeadlessViewController {
    let screen = HeadlessViewController()
    attach(page, by: .none)
    page.attach(next, by: .push)
    page.wrapper.map(screen.addChild)
    return screen
  }
}

@MainActor
@Suite("Children in between")
struct ChildrenInBetweenTests {
  @Test(
    "The core of an attached flow cannot attach a child while the flow's screen is made",
    arguments: [FlowRoute.push, .present])
  func whileScreenIsMade(_ route: FlowRoute) async {
    let world = ProbeWorld()
    let flow = MakingFlow(world.flow("child"), by: route, world.journal)
    world.root.attach(flow, by: .push)
    await world.world.context.settled()
    #expect(flow.isActive)
    #expect(world.titles.count == 2 && world.titles.last != "child")
    #expect(world.codes == ["noTarget"])
    #expect(world.world.issues.first?.fact.contains("MakingFlow is still being created") == true)
  }

  @Test("The release of a flow shown by hand leaves the screens of other flows above its child's")
  func releasedBeneathAnother() async {
    let world = ProbeWorld()
    let other = world.flow("other")
    do {
      let flow = ProbeFlow("flow", world.journal, context: world.world.context)
      world.home.pushViewController(flow.screen, animated: false)
      flow.attach(world.flow("child"), by: .push)
      await world.world.context.settled()
      world.root.attach(other, by: .push)
      await world.world.context.settled()
      #expect(world.titles == ["root", "flow", "child", "other"])
    }
    await world.world.context.settled()
    #expect(other.isActive)
    #expect(world.titles == ["root", "flow", "other"])
  }

  @Test("A child appears on the stack of its parent while a flow above makes its screen")
  func whileScreenAboveIsMade() async {
    let world = ProbeWorld()
    let flow = ComposingFlow(world.wrapped("page"), world.flow("next"))
    world.root.attach(flow, by: .push)
    await world.world.context.settled()
    #expect(flow.next.isActive && flow.next.isPresented)
    #expect(flow.page.wrapper?.viewControllers.map(\.restorationIdentifier) == ["page", "next"])
    #expect(world.codes == [])
  }

  @Test("A child whose parent has no stack is refused while the flow above makes its screen")
  func withoutAStack() async {
    let world = ProbeWorld()
    let flow = ComposingFlow(world.flow("page"), world.flow("next"))
    world.root.attach(flow, by: .push)
    await world.world.context.settled()
    #expect(!flow.next.isActive)
    #expect(world.titles.count == 2 && world.titles.last != "next")
    #expect(world.codes == ["noTarget"])
  }

  @Test(
    "The release of a flow shown by hand removes what its child pushed by hand",
    arguments: [true, false])
  func releasedBeneathAScreen(isDetachedFirst: Bool) async {
    let world = ProbeWorld()
    var flow: ProbeFlow? = ProbeFlow("flow", world.journal, context: world.world.context)
    flow.map { world.home.pushViewController($0.screen, animated: false) }
    let child = world.flow("child")
    flow?.attach(child, by: .push)
    await world.world.context.settled()
    world.home.pushViewController(screen("detail"), animated: false)
    await world.world.context.settled()
    if isDetachedFirst {
      world.world.platform.transitionMode = .manual
      world.home.present(screen("Busy"), animated: true)
      flow?.detach(child)
    }
    flow = nil
    await world.world.endTransitions()
    await world.world.context.settled()
    #expect(world.titles == ["root", "flow"])
  }
}

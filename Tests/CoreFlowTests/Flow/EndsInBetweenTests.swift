import CoreFlow
import TestSupport
import Testing

@MainActor
@Suite("Flows that end, or attach children, in the middle of something else")
struct EndsInBetweenTests {
  @Test("A flow that ends while its sheet leaves does not take its parent's sheet along")
  func finishesWhileItsSheetLeaves() async {
    let world = ProbeWorld()
    let (parent, child) = (world.wrapped("parent"), world.wrapped("child"))
    world.root.attach(parent, by: .present)
    parent.attach(child, by: .present)
    await world.world.context.settled()
    world.world.platform.transitionMode = .manual
    #expect(child.wrapper?.userDidPullDown() == true)
    child.finish()
    world.world.platform.completeAllTransitions()
    await world.world.context.settled()
    #expect(!child.isActive)
    #expect(parent.isActive)
    #expect(world.home.presentedViewController === parent.wrapper)
    #expect(world.codes == [])
  }

  @Test("Nor does it take along a sheet that its parent presents meanwhile")
  func replacedWhileItsSheetLeaves() async {
    let world = ProbeWorld()
    let (child, next) = (world.wrapped("child"), world.wrapped("next"))
    world.root.attach(child, by: .present)
    await world.world.context.settled()
    world.world.platform.transitionMode = .manual
    #expect(child.wrapper?.userDidPullDown() == true)
    world.root.attach(next, by: .present)
    child.finish()
    for _ in 0..<3 {
      world.world.platform.completeAllTransitions()
      await world.world.context.settled()
    }
    #expect(next.isActive)
    #expect(world.home.presentedViewController === next.wrapper)
    #expect(world.codes == [])
  }

  private final class EagerCore: Core<Int, Int> {
    var onActive: (() -> Void)?
    override func didBecomeActive() { onActive?() }
  }

  /// A flow whose screen makes the core, which attaches a child as soon as it is active.
  private final class EagerFlow: Flow<EagerCore, HeadlessScreen<EagerCore>> {
    let child: ProbeFlow
    let route: FlowRoute

    init(_ child: ProbeFlow, by route: FlowRoute, context: NavigationContext) {
      (self.child, self.route) = (child, route)
      super.init(context: context)
    }

    override func createCore() -> EagerCore {
      let core = EagerCore(initialState: 0)
      core.onActive = { [unowned self] in attach(child, by: route) }
      return core
    }

    override func createScreen() -> HeadlessScreen<EagerCore> { HeadlessScreen(reactor: core) }
  }

  @Test(
    "A core that becomes active while its flow's screen is made cannot attach a child to it",
    arguments: [FlowRoute.push, .present])
  func attachesWhileItsScreenIsMade(_ route: FlowRoute) async {
    let world = ProbeWorld()
    let flow = EagerFlow(world.flow("child"), by: route, context: world.world.context)
    world.home.pushViewController(flow.screen, animated: false)
    await world.world.context.settled()
    #expect(flow.isActive)
    #expect(flow.children.isEmpty)
    #expect(world.titles.count == 2)
    #expect(world.codes == ["noTarget"])
  }

  /// A screen that attaches a child to a child of its flow when it is bound.
  private final class NestingScreen: HeadlessScreen<EagerCore> {
    var onBind: (() -> Void)?
    override func bind() { onBind?() }
  }

  private final class NestingFlow: Flow<EagerCore, NestingScreen> {
    let (middle, leaf): (ProbeFlow, ProbeFlow)

    init(_ middle: ProbeFlow, _ leaf: ProbeFlow, context: NavigationContext) {
      (self.middle, self.leaf) = (middle, leaf)
      super.init(context: context)
    }

    override func createCore() -> EagerCore {
      let core = EagerCore(initialState: 0)
      core.onActive = { [unowned self] in attach(middle, by: .push) }
      return core
    }

    override func createScreen() -> NestingScreen {
      let screen = NestingScreen(reactor: core)
      screen.onBind = { [unowned self] in middle.attach(leaf, by: .push) }
      return screen
    }
  }

  @Test("A child whose own child is attached while its parent's screen is bound appears once")
  func attachedWhileTheParentIsBound() async {
    let world = HeadlessWorld(root: screen("Empty"))
    let journal = Journal()
    let (middle, leaf) = (ProbeFlow("middle", journal), ProbeFlow("leaf", journal))
    let flow = NestingFlow(middle, leaf, context: world.context)
    let home = HeadlessNavigationController()
    flow.embedded(in: home).launch(in: world.window)
    await world.context.settled()
    #expect(world.issues.map(\.code.rawValue) == [])
    #expect(middle.isActive)
    #expect(leaf.isActive)
    #expect(
      home.viewControllers.dropFirst().map(\.restorationIdentifier) == ["middle", "leaf"])
  }

  @Test("The release of a flow that was shown by hand removes its children's screens")
  func releasedBeneathItsChild() async {
    let world = ProbeWorld()
    weak var weakChild: ProbeFlow?
    do {
      let flow = ProbeFlow("flow", world.journal, context: world.world.context)
      world.home.pushViewController(flow.screen, animated: false)
      let child = world.wrapped("child")
      flow.attach(child, by: .present)
      weakChild = child
      await world.world.context.settled()
      #expect(world.home.presentedViewController === child.wrapper)
    }
    await world.world.context.settled()
    #expect(world.home.presentedViewController == nil)
    #expect(weakChild == nil)
    #expect(world.codes == [])
  }

  @Test("A node of another framework is attached once, even if its parent's context changes")
  func attachedTwiceAcrossContexts() async {
    let world = ProbeWorld()
    let parent = world.flow("parent")
    let node = StrangeNode()
    parent.attach(node, by: .none)
    world.root.attach(parent, by: .none)
    world.root.attach(node, by: .none)
    #expect(node.log == ["start"])
    #expect(world.codes == ["alreadyAttached"])
    parent.detach(node)
    world.root.attach(node, by: .none)
    #expect(node.log == ["start", "stop", "start"])
  }
}

/// A node of another framework, which records the calls.
@MainActor
final class StrangeNode: NavigationNode {
  let representative: any Presentable = HeadlessViewController()
  var log: [String] = []
  func start(under parent: (any NavigationNode)?) { log.append("start") }
  func stop(because reason: NavigationEndReason) { log.append("stop") }
  func onEnd(_ sink: @escaping @MainActor (NavigationEndReason) -> Void) -> Cancellation {
    Cancellation {}
  }
}

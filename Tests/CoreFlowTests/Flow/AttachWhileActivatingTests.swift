import CoreFlow
import TestSupport
import Testing

private final class EagerCore: Core<Void, Int> {
  var onActive: () -> Void = {}

  override func didBecomeActive() { onActive() }

  override func reduce(state: inout Int, action: Void) -> Effect<Void> {
    state += 1
    onActive()
    return .none
  }
}

private final class EagerScreen: HeadlessScreen<EagerCore> {
  var sendsWhenBound = false

  override func bind() {
    if sendsWhenBound { send(()) }
  }
}

/// Attaches its child as soon as it is active, or when its screen is bound.
private final class EagerFlow: Flow<EagerCore, EagerScreen> {
  let child: (flow: EagerFlow, route: FlowRoute)?
  let attachesInBind: Bool
  private(set) var ends: [NavigationEndReason] = []

  init(
    _ context: NavigationContext, child: (EagerFlow, FlowRoute)? = nil, attachesInBind: Bool = false
  ) {
    self.child = child.map { (flow: $0.0, route: $0.1) }
    self.attachesInBind = attachesInBind
    super.init(context: context)
  }

  override func createCore() -> EagerCore {
    let core = EagerCore(initialState: 0)
    if !attachesInBind { core.onActive = { [unowned self] in attachChild() } }
    return core
  }

  override func createScreen() -> EagerScreen {
    let screen = EagerScreen(reactor: core)
    screen.sendsWhenBound = attachesInBind
    if attachesInBind { core.onActive = { [unowned self] in attachChild() } }
    return screen
  }

  override func didDetach(_ child: any NavigationNode, because reason: NavigationEndReason) {
    ends.append(reason)
  }

  private func attachChild() {
    if let child { attach(child.flow, by: child.route) }
  }
}

@MainActor
@Suite("A flow that attaches a child while it is activated")
struct AttachWhileActivatingTests {
  private let bench = Bench()
  private let window = HeadlessWindow(platform: HeadlessPlatform())
  private let navigation = HeadlessNavigationController()

  init() { window.makeKeyAndVisible() }

  private func flow(
    _ child: (EagerFlow, FlowRoute)? = nil, inBind: Bool = false
  ) -> EagerFlow {
    EagerFlow(bench.context, child: child, attachesInBind: inBind)
  }

  @Test(
    "The child appears after its parent", arguments: [FlowRoute.push, .present], [false, true])
  func attached(route: FlowRoute, inBind: Bool) async {
    for parentRoute in [FlowRoute.push, .present] where (parentRoute, route) != (.present, .push) {
      let leaf = flow()
      let middle = flow((leaf, route), inBind: inBind)
      let root = flow().embedded(in: HeadlessNavigationController())
      root.launch(in: window)
      let transition = root.attach(middle, by: parentRoute)
      await bench.context.settled()
      #expect(transition?.outcome == .performed)
      #expect(middle.screen.isPresented && leaf.screen.isPresented)
      #expect(middle.children.count == 1 && middle.ends.isEmpty && root.ends.isEmpty)
      #expect(bench.codes == [])
    }
  }

  @Test("The child of the root appears when it is launched", arguments: [false, true])
  func launched(inBind: Bool) async {
    for route in [FlowRoute.push, .present] {
      let leaf = flow()
      let middle = flow((leaf, .present), inBind: inBind)
      let root = flow((middle, route), inBind: inBind).embedded(in: HeadlessNavigationController())
      let transition = root.launch(in: window)
      await bench.context.settled()
      #expect(transition?.outcome == .performed)
      #expect(middle.screen.isPresented && leaf.screen.isPresented)
      #expect(bench.codes == [])
    }
  }

  @Test("A stack that is not on screen yet gets the child before it appears")
  func stackInAdvance() async {
    let leaf = flow()
    let root = flow((leaf, .push)).embedded(in: navigation)
    var counts: [Int] = []
    let platform = window.platform
    platform.transitionMode = .manual
    root.launch(in: window)
    counts.append(navigation.viewControllers.count)
    platform.completeAllTransitions()
    await bench.context.settled()
    #expect(counts == [2])
    #expect(bench.codes == [])
  }

  @Test("A parent that ends after it has attached the child does not appear, nor does the child")
  func endsAfterAttaching() async {
    let leaf = flow()
    let ending = flow((leaf, .present))
    let root = flow().embedded(in: navigation)
    root.launch(in: window)
    root.attach(ending, by: .push)
    ending.finish()
    await bench.context.settled()
    #expect(navigation.viewControllers.count == 1)
    #expect(!leaf.isActive && !ending.isActive && root.children.isEmpty)
    #expect(root.ends == [.finished])
    #expect(bench.codes == [])
  }
}

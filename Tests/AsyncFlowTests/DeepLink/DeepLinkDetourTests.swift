import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Deep links that adapt redirects")
struct DeepLinkDetourTests {
  enum GateStep: Step, Equatable { case start, main, login, terms, loggedIn, other }

  /// The ways in which the app shows its login.
  enum Way: CaseIterable {
    /// `adapt` replaces the link's step; the answer to the new step contributes the login.
    case replaced
    /// The same, and the answer forwards another step to the flow itself.
    case forwarded
    /// The same, and the answer contributes the flow itself with the step.
    case contributedItself
    /// The same, and the handler awaits the login's result.
    case awaited
    /// `adapt` stops the step and coordinates the login itself.
    case coordinated
    /// `adapt` stops the step and enqueues another one.
    case navigated
    /// `adapt` stops the step, and the flow's stepper emits the step that shows the login.
    case told
    /// `adapt` stops the step, and a task that it starts emits the step that shows the login.
    case toldLater
    /// `adapt` shows the login, and awaits its result.
    case awaitedByAdapt
  }

  final class LoginFlow: Flow {
    let page = screen("Login")
    let stepper = TestStepper()
    /// Whether each login ends at once.
    let endsAtOnce: Bool
    var root: any Presentable { page }
    init(endsAtOnce: Bool) { self.endsAtOnce = endsAtOnce }

    func navigate(to step: TestStep) async -> FlowContributors {
      switch step {
      case .start: endsAtOnce ? .end : .one(.contribute(presentable: page, stepper: stepper))
      default: .finish(true)
      }
    }
  }

  final class GateFlow: Flow {
    let way: Way
    let home = stack("Home", screen("Door"))
    let coordinator: FlowCoordinator
    let stepper = TestStepper(GateStep.start)
    var endsAtOnce = false
    /// Asks a service for the login, in whose task the step is sent.
    var ask: (@MainActor () -> Void)?
    var isLoggedIn = false
    var hasAccepted = true
    var logins: [LoginFlow] = []
    var adaptCount = 0
    var terms = 0
    var root: any Presentable { home }

    init(_ way: Way, _ coordinator: FlowCoordinator) {
      self.way = way
      self.coordinator = coordinator
    }

    func adapt(step: GateStep) async -> GateStep? {
      guard step == .main else { return step }
      adaptCount += 1
      if isLoggedIn { return hasAccepted ? step : .terms }
      switch way {
      case .replaced, .forwarded, .contributedItself, .awaited: return .login
      case .coordinated:
        let login = present()
        coordinator.coordinate(flow: login, with: OneStepper(TestStep.start))
      case .navigated: enqueue(.other)
      case .told: if let ask { ask() } else { stepper.steps.send(GateStep.other) }
      case .toldLater: Task { stepper.steps.send(GateStep.other) }
      case .awaitedByAdapt:
        let login = OneStepper(TestStep.start)
        let result = await coordinator.result(of: present(), with: login, as: Bool.self)
        return result == .value(true) ? step : nil
      }
      return nil
    }

    func navigate(to step: GateStep) async -> FlowContributors {
      switch step {
      case .start: return .none
      case .main:
        let page = screen("Main")
        home.pushViewController(page, animated: true)
        return .one(.contribute(presentable: page, stepper: DefaultStepper()))
      case .login where way == .forwarded:
        return .one(.forwardToCurrentFlow(withStep: GateStep.other))
      case .login where way == .contributedItself:
        return .one(.contribute(presentable: self, stepper: OneStepper(.other)))
      case .login where way == .awaited:
        let login = present()
        _ = await coordinator.result(of: login, with: OneStepper(TestStep.start), as: Bool.self)
        return .none
      case .login, .other:
        let login = present()
        return .one(.contribute(presentable: login, stepper: OneStepper(TestStep.start)))
      case .terms:
        terms += 1
        home.pushViewController(screen("Terms"), animated: true)
        return .none
      case .loggedIn:
        isLoggedIn = true
        home.dismiss(animated: true)
        return .none
      }
    }

    /// Not awaited, in a synchronous function.
    private func enqueue(_ step: GateStep) { coordinator.send(step, to: self) }

    private func present() -> LoginFlow {
      let login = LoginFlow(endsAtOnce: endsAtOnce)
      logins.append(login)
      if home.presentedViewController == nil { home.present(login.page, animated: true) }
      return login
    }
  }

  @MainActor
  final class World {
    let headless: HeadlessWorld
    let world: CoordinatorWorld
    let flow: GateFlow

    init(_ way: Way) async {
      headless = HeadlessWorld()
      world = CoordinatorWorld(context: headless.context)
      flow = GateFlow(way, world.coordinator)
      headless.window.rootViewController = flow.home
      world.coordinator.coordinate(flow: flow, with: flow.stepper)
      await world.coordinator.settled()
    }

    func start(_ steps: GateStep...) -> DeepLink {
      world.coordinator.start(DeepLinkPlan(steps: steps))
    }

    /// Starts a service that sends the step of the login.
    func serve() -> (AsyncStream<Void>.Continuation, Task<Void, Never>) {
      let (stream, requests) = AsyncStream.makeStream(of: Void.self)
      flow.ask = { requests.yield() }
      let service = Task { [stepper = flow.stepper] in
        for await _ in stream { stepper.steps.send(GateStep.other) }
      }
      return (requests, service)
    }

    var leaf: String { headless.store.tree.visibleLeaf.name }
  }

  @Test(
    "Shows a login once; the link waits for it and continues after it", arguments: Way.allCases)
  func once(way: Way) async {
    let world = await World(way)
    let link = world.start(.main)
    let waiting = await world.world.coordinator.settled()
    #expect(waiting.contains { $0.name == "a deep link" })
    #expect(world.flow.logins.count == 1)
    #expect(world.flow.adaptCount <= 3)
    #expect(world.leaf == "Login")
    #expect(link.outcome == nil)
    // Other events in the app do not show it again.
    let count = world.flow.logins.count
    world.world.coordinator.coordinate(flow: OtherFlow(), with: OneStepper(OtherStep.other))
    await world.world.coordinator.settled()
    if ![.coordinated, .navigated, .told, .toldLater].contains(way) {
      #expect(world.flow.logins.count == count)
    }
    #expect(world.leaf == "Login")
    world.flow.isLoggedIn = true
    world.flow.logins[0].stepper.send(.end)
    world.flow.home.dismiss(animated: true)
    await world.world.coordinator.settled()
    #expect(link.outcome == .arrived)
    #expect(world.leaf == "Main")
    #expect(world.world.log.last { $0.hasPrefix("link") } == "link ended: main: arrived")
  }

  @Test(
    "A login that ends at once is not restarted repeatedly", arguments: Way.allCases)
  func givesUp(way: Way) async {
    let world = await World(way)
    world.flow.endsAtOnce = true
    let link = world.start(.main)
    await world.world.coordinator.settled()
    #expect(world.flow.logins.count <= 2)
    #expect(link.outcome == nil)
    link.cancel()
  }

  @Test(
    "A login of a service, which nothing ties to the link, is repeated once")
  func service() async throws {
    let world = await World(.told)
    let (requests, service) = world.serve()
    let link = world.start(.main)
    await world.world.coordinator.settled()
    try #require(world.flow.logins.count == 2)
    #expect(link.outcome == nil)
    world.flow.isLoggedIn = true
    world.flow.logins[0].stepper.send(.end)
    world.flow.home.dismiss(animated: true)
    await world.world.coordinator.settled()
    #expect(link.outcome == .arrived)
    requests.finish()
    await service.value
  }

  @Test("A login of a service that always ends at once is not repeated for ever")
  func endlessService() async {
    let world = await World(.told)
    world.flow.endsAtOnce = true
    let (requests, service) = world.serve()
    let link = world.start(.main)
    await world.world.coordinator.settled()
    #expect(link.outcome == nil)
    #expect(world.flow.logins.count <= 12)
    link.cancel()
    requests.finish()
    await service.value
  }

  @Test(
    "A login that the user leaves is not shown again, and a later login resumes the link",
    arguments: [Way.replaced, .awaitedByAdapt])
  func userLeaves(way: Way) async {
    let world = await World(way)
    let link = world.start(.main)
    await world.world.coordinator.settled()
    #expect(world.flow.logins[0].page.userDidPullDown())
    await world.world.coordinator.settled()
    #expect(world.leaf == "Door")
    #expect(world.flow.logins.count == 1)
    #expect(link.outcome == nil)
    world.flow.isLoggedIn = true
    world.world.coordinator.coordinate(flow: OtherFlow(), with: DefaultStepper())
    await world.world.coordinator.settled()
    #expect(link.outcome == .arrived)
    #expect(world.leaf == "Main")
  }

  @Test("Waits for a login that is on screen already, and shows no other one")
  func loginIsThere() async {
    let world = await World(.replaced)
    world.flow.stepper.steps.send(GateStep.main)
    await world.world.coordinator.settled()
    #expect(world.leaf == "Login")
    for _ in 0..<2 {
      let link = world.start(.main)
      await world.world.coordinator.settled()
      #expect(link.outcome == nil)
      #expect(world.flow.logins.count == 1)
    }
    world.flow.isLoggedIn = true
    world.flow.logins[0].stepper.send(.end)
    world.flow.home.dismiss(animated: true)
    await world.world.coordinator.settled()
    #expect(world.leaf == "Main")
    #expect(world.flow.logins.count == 1)
  }

  @Test("Shows a second detour after the login once")
  func secondDetour() async {
    let world = await World(.replaced)
    world.flow.hasAccepted = false
    let link = world.start(.main)
    await world.world.coordinator.settled()
    world.flow.isLoggedIn = true
    world.flow.logins[0].stepper.send(.end)
    world.flow.home.dismiss(animated: true)
    await world.world.coordinator.settled()
    #expect(world.leaf == "Terms")
    #expect(world.flow.terms == 1)
    world.flow.hasAccepted = true
    world.world.coordinator.coordinate(flow: OtherFlow(), with: DefaultStepper())
    await world.world.coordinator.settled()
    #expect(link.outcome == .arrived)
    #expect(world.flow.logins.count == 1)
  }

  @Test("The newer of two links that wait for a login supersedes the older one")
  func superseded() async {
    let world = await World(.replaced)
    let first = world.start(.main)
    await world.world.coordinator.settled()
    let second = world.start(.main)
    #expect(first.outcome == .superseded)
    #expect(await first.value() == .superseded)
    await world.world.coordinator.settled()
    #expect(
      world.world.log.filter { $0.hasPrefix("link") } == [
        "link ended: main: superseded by a newer link or journey"
      ])
    world.flow.isLoggedIn = true
    world.flow.logins[0].stepper.send(.end)
    world.flow.home.dismiss(animated: true)
    await world.world.coordinator.settled()
    #expect(second.outcome == .arrived)
    #expect(world.leaf == "Main")
    #expect(world.flow.home.viewControllers.count == 2)
  }

  @Test("The newer of two links without a flow supersedes the older one")
  func supersededAtStart() async {
    let world = CoordinatorWorld(HeadlessWorld())
    let links = [ItemLink.first, .second].map { step in
      world.coordinator.start(DeepLinkPlan(steps: [step]))
    }
    await world.coordinator.settled()
    #expect(links.map(\.outcome) == [.superseded, nil])
    #expect(world.log == ["link ended: first: superseded by a newer link or journey"])
    links[1].cancel()
    #expect(world.log.last == "link ended: second: cancelled")
  }

  enum ItemLink: Step, Equatable { case first, second }

  @Test("Arrives when the detour itself leads to the destination")
  func detourThatLeadsThere() async {
    let home = stack("Home", screen("Door"))
    let world = CoordinatorWorld(HeadlessWorld(root: home))
    let flow = ScriptedFlow(root: home)
    var isAllowed = false
    flow.onAdapt = { step in step == .push("Page") && !isAllowed ? .number(1) : step }
    flow.onNavigate = { step in
      switch step {
      case .number:
        isAllowed = true
        return .one(.forwardToCurrentFlow(withStep: TestStep.push("Page")))
      case .push:
        let page = screen("Page")
        home.pushViewController(page, animated: false)
        return .one(.contribute(presentable: page, stepper: TestStepper()))
      default: return .none
      }
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    let link = world.coordinator.start(DeepLinkPlan(steps: [TestStep.push("Page")]))
    await world.coordinator.settled()
    #expect(link.outcome == .arrived)
    #expect(flow.handled == [.start, .number(1), .push("Page")])
    flow.onAdapt = nil
    flow.onNavigate = nil
  }

  @Test("A link that is cancelled while it waits for a forwarded step ends at once")
  func cancelledBehindForwarded() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    let gate = ActivityGate("the page", context: world.context)
    flow.onNavigate = { step in
      if step == .push("Page") {
        return .one(.forwardToCurrentFlow(withStep: TestStep.number(1)))
      }
      if step == .number(1) { try? await gate.wait() }
      return .none
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    let link = world.coordinator.start(DeepLinkPlan(steps: [TestStep.push("Page")]))
    await world.coordinator.settled()
    #expect(link.outcome == nil)
    link.cancel()
    await world.coordinator.settled()
    #expect(link.outcome == .cancelled)
    gate.open()
    #expect(await world.coordinator.settled() == [])
    #expect(flow.handled == [.start, .push("Page"), .number(1)])
    flow.onNavigate = nil
  }

  @Test("A link that is over leaves no step to be handled later")
  func withdrawn() async {
    let world = await World(.awaited)
    let link = world.start(.main)
    await world.world.coordinator.settled()
    // The flow is busy with the login: the second link's step waits for its turn.
    let second = world.start(.loggedIn)
    await world.world.coordinator.settled()
    #expect(link.outcome == .superseded)
    second.cancel()
    world.flow.logins[0].stepper.send(.end)
    world.flow.home.dismiss(animated: true)
    await world.world.coordinator.settled()
    #expect(!world.flow.isLoggedIn)
    #expect(world.world.notHandled.last == "loggedIn: \(StepOutcome.refused(.linkEnded))")
  }

  @Test("A link that a handler awaits in the link's own flow ends instead of waiting")
  func awaitedByItsOwnFlow() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    var outcome: DeepLinkOutcome?
    flow.onNavigate = { [coordinator = world.coordinator] step in
      if step == .number(1) {
        outcome = await coordinator.follow(DeepLinkPlan(steps: [TestStep.number(2)]))
      }
      return .none
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    let work = world.context.run("work") { [coordinator = world.coordinator] in
      _ = await coordinator.navigate(to: TestStep.number(1))
    }
    #expect(await world.coordinator.settled() == [])
    #expect(
      outcome
        == .stopped(
          hop: 0, .refused(.mutualWait(["ScriptedFlow", "a deep link", "ScriptedFlow"]))))
    #expect(flow.handled == [.start, .number(1)])
    withExtendedLifetime(work) {}
    flow.onNavigate = nil
  }

  /// The moment at which a handler awaits its link.
  enum LinkWait: CaseIterable { case inAdapt, inNavigate, later, inChild }

  @Test(
    "A link that a flow's first handler awaits ends, instead of waiting for the flow to be ready",
    arguments: LinkWait.allCases)
  func awaitedByTheFirstHandler(_ wait: LinkWait) async {
    let world = CoordinatorWorld()
    let (flow, child) = (ScriptedFlow(), OtherFlow())
    var outcome: DeepLinkOutcome?
    func follow(_ coordinator: FlowCoordinator) async {
      let link = coordinator.start(DeepLinkPlan(steps: [TestStep.number(2)]))
      if wait == .later { await coordinator.navigate(to: OtherStep.other) }
      outcome = await link.value()
    }
    flow.onAdapt = { [unowned coordinator = world.coordinator] step in
      if wait == .inAdapt { await follow(coordinator) }
      return step
    }
    flow.onNavigate = { [unowned coordinator = world.coordinator] step in
      switch wait {
      case .inAdapt: break
      case .inNavigate, .later: await follow(coordinator)
      case .inChild:
        let first = AwaitingFlow { await follow(coordinator) }
        return .one(.contribute(presentable: first, stepper: OneStepper(OtherStep.other)))
      }
      return .none
    }
    world.coordinator.coordinate(flow: child, with: DefaultStepper())
    await world.coordinator.settled()
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    #expect(await world.coordinator.settled() == [])
    let name = wait == .inChild ? "AwaitingFlow" : "ScriptedFlow"
    #expect(outcome == .stopped(hop: 0, .refused(.mutualWait([name, "a deep link", name]))))
    #expect(flow.handled == [.start])
    #expect(world.issueCodes == [])
    (flow.onAdapt, flow.onNavigate) = (nil, nil)
  }

  @Test("A link that a flow's first handler awaits goes on to another flow that becomes ready")
  func awaitedByOneOfTwoFlows() async {
    let world = CoordinatorWorld()
    let flows = [ScriptedFlow(), ScriptedFlow()]
    let stepper = TestStepper()
    var outcome: DeepLinkOutcome?
    flows[0].onNavigate = { [unowned coordinator = world.coordinator] _ in
      outcome = await coordinator.follow(DeepLinkPlan(steps: [TestStep.number(2)]))
      return .none
    }
    world.coordinator.coordinate(flow: flows[1], with: stepper)
    world.coordinator.coordinate(flow: flows[0], with: OneStepper(TestStep.start))
    #expect(await world.coordinator.settled().count == 2)
    #expect(outcome == nil)
    stepper.send(.number(1))
    #expect(await world.coordinator.settled() == [])
    #expect(outcome == .arrived)
    #expect(flows.map(\.handled) == [[.start], [.number(1), .number(2)]])
    flows[0].onNavigate = nil
  }

  /// A flow whose handler awaits something.
  private final class AwaitingFlow: Flow {
    private let screen = HeadlessViewController()
    private let work: @MainActor () async -> Void
    var root: any Presentable { screen }
    init(_ work: @escaping @MainActor () async -> Void) { self.work = work }

    func navigate(to step: OtherStep) async -> FlowContributors {
      await work()
      return .none
    }
  }
}

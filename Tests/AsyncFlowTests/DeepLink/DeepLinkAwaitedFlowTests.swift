import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Deep links to flows whose results handlers await")
struct DeepLinkAwaitedFlowTests {
  enum ListStep: Step, Equatable { case start, pick, passOn, call, pickAfterLogin, page }
  enum PickStep: Step, Equatable { case start, help, done }
  enum HelpStep: Step, Equatable { case start, topic }

  final class HelpFlow: Flow {
    let home: HeadlessNavigationController
    var root: any Presentable { home }
    init(_ home: HeadlessNavigationController) { self.home = home }

    func navigate(to step: HelpStep) async -> FlowContributors {
      let page = screen("\(step)")
      home.pushViewController(page, animated: true)
      return .one(.contribute(presentable: page, stepper: DefaultStepper()))
    }
  }

  final class PickFlow: Flow {
    let home = stack("Picker", screen("Colors"))
    var start: (@MainActor () async -> Void)?
    var root: any Presentable { home }

    func navigate(to step: PickStep) async -> FlowContributors {
      switch step {
      case .start:
        await start?()
        return .none
      case .help:
        return .one(.contribute(presentable: HelpFlow(home), stepper: OneStepper(.start)))
      case .done: return .finish(1)
      }
    }
  }

  /// A login whose steps have the type of those of the list.
  final class LoginFlow: Flow {
    let page = screen("Login")
    var root: any Presentable { page }
    var handled: [ListStep] = []

    func navigate(to step: ListStep) async -> FlowContributors {
      handled.append(step)
      return step == .page ? .finish(2) : .none
    }
  }

  final class ListFlow: Flow {
    let home = stack("Home", screen("List"))
    unowned let coordinator: FlowCoordinator
    var picker = PickFlow()
    let login = LoginFlow()
    var asksForLogin = false
    var results: [FlowResult<Int>] = []
    var handled: [ListStep] = []
    var root: any Presentable { home }
    init(_ coordinator: FlowCoordinator) { self.coordinator = coordinator }

    func adapt(step: ListStep) async -> ListStep? {
      asksForLogin && step == .pick ? .pickAfterLogin : step
    }

    func navigate(to step: ListStep) async -> FlowContributors {
      handled.append(step)
      switch step {
      case .start: return .none
      case .pick:
        home.present(picker.home, animated: true)
        await result(of: picker, with: OneStepper(PickStep.start))
        return .none
      case .pickAfterLogin:
        home.present(login.page, animated: true)
        await result(of: login, with: OneStepper(ListStep.start))
        login.page.presentingViewController?.dismiss(animated: false)
        picker = PickFlow()
        return .one(.contribute(presentable: picker, stepper: OneStepper(.start)))
      case .passOn: return .one(.forwardToCurrentFlow(withStep: ListStep.pick))
      case .call:
        await coordinator.navigate(to: ListStep.pick, in: self)
        return .none
      case .page:
        let page = screen("Page")
        home.pushViewController(page, animated: true)
        return .one(.contribute(presentable: page, stepper: DefaultStepper()))
      }
    }

    private func result<F: Flow>(of flow: F, with stepper: OneStepper<F.StepType>) async {
      results.append(await coordinator.result(of: flow, with: stepper, as: Int.self))
    }
  }

  @MainActor
  final class World {
    let headless = HeadlessWorld()
    let world: CoordinatorWorld
    let flow: ListFlow
    var coordinator: FlowCoordinator { world.coordinator }
    var leaf: String { headless.store.tree.visibleLeaf.name }

    init() async {
      world = CoordinatorWorld(context: headless.context)
      flow = ListFlow(world.coordinator)
      headless.window.rootViewController = flow.home
      coordinator.coordinate(flow: flow, with: OneStepper(ListStep.start))
      await coordinator.settled()
    }

    func start(_ hops: DeepLinkPlan.Hop..., deadline: Double = 30) async -> DeepLink {
      let link = coordinator.start(DeepLinkPlan(hops, deadline: deadline))
      await coordinator.settled()
      return link
    }

    func send(_ step: some Step) async {
      coordinator.send(step)
      await coordinator.settled()
    }
  }

  @Test(
    "Arrives at a sheet whose result a handler awaits",
    arguments: [ListStep.pick, .passOn, .call], [false, true])
  func last(step: ListStep, endsTransitionsLate: Bool) async {
    let world = await World()
    world.headless.platform.endsTransitionsLate = endsTransitionsLate
    let link = await world.start(.init(step))
    #expect(link.outcome == .arrived)
    #expect(world.leaf == "Colors")
    await world.send(PickStep.done)
    #expect(world.flow.results == [.value(1)])
    #expect(await world.coordinator.settled().isEmpty)
  }

  @Test(
    "Leads on into a sheet whose result a handler awaits, and to a flow beneath it",
    arguments: [ListStep.pick, .passOn], [false, true])
  func onTheWay(step: ListStep, endsTransitionsLate: Bool) async {
    let world = await World()
    world.headless.platform.endsTransitionsLate = endsTransitionsLate
    let link = await world.start(.init(step), .init(PickStep.help), .init(HelpStep.topic))
    #expect(link.outcome == .arrived)
    #expect(world.leaf == "topic")
    #expect(world.flow.picker.home.viewControllers.count == 3)
    await world.send(PickStep.done)
    #expect(world.flow.results == [.value(1)])
  }

  @Test("Goes to the awaited flow, not to an older one of its type")
  func ofOneType() async {
    let world = await World()
    let older = PickFlow()
    let window = HeadlessWindow(platform: world.headless.platform)
    window.rootViewController = older.home
    window.makeKeyAndVisible()
    world.coordinator.coordinate(flow: older, with: OneStepper(PickStep.start))
    await world.coordinator.settled()
    let link = await world.start(.init(ListStep.pick), .init(PickStep.help))
    #expect(link.outcome == .arrived)
    #expect(older.home.viewControllers.count == 1)
    #expect(world.flow.picker.home.viewControllers.count == 2)
    link.cancel()
  }

  @Test("Waits until the awaited flow is ready", arguments: [false, true])
  func notReady(isLast: Bool) async {
    let world = await World()
    let gate = Gate()
    world.flow.picker.start = { await gate.wait() }
    let plan = DeepLinkPlan(steps: isLast ? [ListStep.pick] : [ListStep.pick, PickStep.help])
    let link = world.coordinator.start(plan)
    await gate.someone()
    for _ in 0..<10 { await letOthersRun() }
    #expect(link.outcome == nil)
    gate.open()
    await world.coordinator.settled()
    #expect(link.outcome == .arrived)
    world.flow.picker.start = nil
  }

  @Test("Waits for a login that a handler awaits, also if the login takes the next hop's step")
  func login() async {
    let world = await World()
    let link = await world.start(
      .init(ListStep.pickAfterLogin), .init(ListStep.page, in: ListFlow.self))
    #expect(link.outcome == nil)
    #expect(link.waitingFor == "the step to be handled")
    #expect(world.leaf == "Login")
    #expect(world.flow.login.handled == [.start])
    await world.coordinator.navigate(to: ListStep.page, in: world.flow.login)
    await world.coordinator.settled()
    #expect(link.outcome == .arrived)
    #expect(world.leaf == "Page")
  }

  @Test("Waits for a login with which adapt replaces a step", arguments: [ListStep.pick, .passOn])
  func replaced(step: ListStep) async {
    let world = await World()
    world.flow.asksForLogin = true
    let link = await world.start(.init(step))
    #expect(link.outcome == nil)
    #expect(world.leaf == "Login")
    link.cancel()
  }

  @Test("Waits for the return of an awaited flow that the user leaves before its hop")
  func leaves() async {
    let world = await World()
    let subscription = world.coordinator.onEvent { event in
      guard case .ready("PickFlow") = event, world.flow.results.isEmpty else { return }
      world.flow.home.presentedViewController?.userDidPullDown()
    }
    let link = await world.start(.init(ListStep.pick), .init(PickStep.help))
    #expect(world.flow.results == [.userLeft])
    #expect(link.outcome == nil)
    #expect(link.waitingFor == "a flow of PickStep to be ready")
    world.flow.picker = PickFlow()
    await world.send(ListStep.pick)
    #expect(link.outcome == .arrived)
    withExtendedLifetime(subscription) {}
  }

  @Test("A newer link removes an awaited sheet, at which an older one has arrived or goes on")
  func newer() async {
    for isOnTheWay in [false, true] {
      let world = await World()
      let older = await world.start(.init(ListStep.pick))
      var waiting: DeepLink?
      if isOnTheWay { waiting = await world.start(.init(ListStep.pick), .init(HelpStep.topic)) }
      let newer = await world.start(.init(ListStep.page))
      #expect(older.outcome == .arrived)
      #expect(waiting?.outcome == (isOnTheWay ? .superseded : nil))
      #expect(newer.outcome == .arrived)
      #expect(world.flow.results == [.cancelled])
      #expect(world.leaf == "Page")
    }
  }

  @Test("The end of a link does not end the sheet to which it has led")
  func cancelled() async {
    let world = await World()
    let link = await world.start(.init(ListStep.pick), .init(HelpStep.topic), deadline: 5)
    #expect(link.waitingFor == "the step to be handled")
    world.headless.clock.advance(by: 5)
    await world.coordinator.settled()
    #expect(link.outcome == .timedOut(hop: 0, waitingFor: "the step to be handled"))
    #expect(world.leaf == "Colors")
    await world.send(PickStep.done)
    #expect(world.flow.results == [.value(1)])
  }

  @Test("A handler that awaits a link goes on when the link has arrived at an awaited sheet")
  func fromHandler() async {
    let world = await World()
    var outcome: DeepLinkOutcome?
    let opener = ScriptedFlow()
    opener.onNavigate = { step in
      guard step == .number(1) else { return .none }
      outcome = await world.coordinator.follow(DeepLinkPlan(steps: [ListStep.pick]))
      return .none
    }
    world.coordinator.coordinate(flow: opener, with: OneStepper(TestStep.start))
    await world.send(TestStep.number(1))
    #expect(outcome == .arrived)
    #expect(world.leaf == "Colors")
    opener.onNavigate = nil
  }
}

import AsyncFlow
import Foundation
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Deep links")
struct DeepLinkTests {
  enum ShopStep: Step, Equatable { case start, shop, login, loggedIn }
  enum ItemStep: Step, Equatable { case list, item(Int), reviews(Int), secret }

  @MainActor
  final class Session { var isLoggedIn = true }

  final class ItemFlow: Flow {
    let stack = HeadlessNavigationController()
    var root: any Presentable { stack }
    let session: Session
    let coordinator: FlowCoordinator
    var log: [String] = []

    init(session: Session, coordinator: FlowCoordinator) {
      self.session = session
      self.coordinator = coordinator
    }

    func adapt(step: ItemStep) async -> ItemStep? {
      step == .secret && !session.isLoggedIn ? nil : step
    }

    func navigate(to step: ItemStep) async -> FlowContributors {
      log.append("\(step) \(coordinator.isAnimated)")
      let page = screen("\(step)")
      stack.pushViewController(page, animated: coordinator.isAnimated)
      return .one(.contribute(presentable: page, stepper: DefaultStepper()))
    }
  }

  final class LoginFlow: Flow {
    let page = screen("Login")
    var root: any Presentable { page }
    func navigate(to step: ItemStep) async -> FlowContributors { .none }
  }

  /// Shows the login or the shop, depending on the session.
  final class ShopFlow: Flow {
    let window: HeadlessWindow
    var root: any Presentable { window }
    let session: Session
    let coordinator: FlowCoordinator
    weak var items: ItemFlow?

    init(window: HeadlessWindow, session: Session, coordinator: FlowCoordinator) {
      self.window = window
      self.session = session
      self.coordinator = coordinator
    }

    func adapt(step: ShopStep) async -> ShopStep? {
      step == .shop && !session.isLoggedIn ? .login : step
    }

    func navigate(to step: ShopStep) async -> FlowContributors {
      switch step {
      case .start, .loggedIn:
        return .one(.forwardToCurrentFlow(withStep: ShopStep.shop))
      case .login:
        window.rootViewController = screen("Login")
        return .none
      case .shop:
        let flow = ItemFlow(session: session, coordinator: coordinator)
        items = flow
        window.rootViewController = flow.stack
        return .one(.contribute(presentable: flow, stepper: OneStepper(.list)))
      }
    }
  }

  @MainActor
  final class Shop {
    let world = HeadlessWorld()
    let session = Session()
    let coordinator: FlowCoordinator
    let flow: ShopFlow

    init(isLoggedIn: Bool = true) {
      session.isLoggedIn = isLoggedIn
      coordinator = FlowCoordinator(context: world.context)
      flow = ShopFlow(window: world.window, session: session, coordinator: coordinator)
    }

    func launch() {
      coordinator.coordinate(flow: flow, with: OneStepper(ShopStep.start))
    }

    var leaf: String { world.store.tree.visibleLeaf.name }
  }

  private let plan = DeepLinkPlan(steps: [ShopStep.shop, ItemStep.item(5), ItemStep.reviews(5)])

  @Test("A link before the start reaches a flow that has no first step")
  func coldWithoutFirstStep() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    let link = world.coordinator.start(DeepLinkPlan(steps: [TestStep.number(1)]))
    world.coordinator.coordinate(flow: flow, with: DefaultStepper())
    #expect(await link.value() == .arrived)
    #expect(flow.handled == [.number(1)])
  }

  @Test("A link that waits beside a flow of all steps says that the hop has to name it")
  func untyped() async {
    final class AnyFlow: Flow {
      let screen = HeadlessViewController()
      var root: any Presentable { screen }
      func navigate(to step: any Step) async -> FlowContributors { .none }
    }
    let world = HeadlessWorld()
    let coordinator = FlowCoordinator(context: world.context)
    let flow = AnyFlow()
    world.window.rootViewController = flow.screen
    coordinator.coordinate(flow: flow, with: OneStepper(ItemStep.item(1)))
    await coordinator.settled()
    let link = coordinator.start(DeepLinkPlan(steps: [ShopStep.shop]))
    #expect(
      await coordinator.settled().map(\.description) == [
        """
        a deep link (waits for a flow of ShopStep to be ready; AnyFlow takes any step: name it in \
        the hop if the step is for it)
        """
      ])
    link.cancel()
    let named = DeepLinkPlan([.init(ShopStep.shop, in: AnyFlow.self)])
    #expect(await coordinator.follow(named) == .arrived)
  }

  @Test("Arrives at cold start, before the first flow; only the last hop is animated")
  func coldStart() async {
    let shop = Shop()
    let link = shop.coordinator.start(plan)
    #expect(
      await shop.coordinator.settled().map(\.description) == [
        "a deep link (waits for a flow of ShopStep to be ready)"
      ])
    shop.launch()
    #expect(await link.value() == .arrived)
    #expect(shop.leaf == "reviews(5)")
    #expect(
      shop.flow.items?.log == ["list true", "item(5) false", "reviews(5) true"])
    #expect(shop.coordinator.links.isEmpty)
  }

  @Test("Shows an existing screen without handling its step again, and dismisses the sheet over it")
  func fromAnyPosition() async {
    let shop = Shop()
    shop.launch()
    await shop.coordinator.follow(plan)
    let again = await shop.coordinator.follow(plan)
    #expect(again == .arrived)
    #expect(shop.flow.items?.log.count == 3)
    shop.flow.items?.stack.present(screen("Sheet"), animated: false)
    await shop.coordinator.follow(DeepLinkPlan(steps: [ItemStep.item(5)]))
    #expect(shop.leaf == "item(5)")
    #expect(shop.flow.items?.log.count == 3)
    #expect(shop.world.store.tree.root.children[0].modal == nil)
  }

  @Test("Waits for the login, and continues after it")
  func login() async {
    let shop = Shop(isLoggedIn: false)
    shop.launch()
    let link = shop.coordinator.start(plan)
    let waiting = await shop.coordinator.settled()
    #expect(waiting.map(\.waitingFor) == ["the end of a detour before shop"])
    #expect(shop.leaf == "Login")
    shop.session.isLoggedIn = true
    await shop.coordinator.navigate(to: ShopStep.loggedIn)
    #expect(await link.value() == .arrived)
    #expect(shop.leaf == "reviews(5)")
  }

  @Test(
    "A link that waits for a login ends with a cancel, a stop or its deadline, and leaves no wait",
    arguments: ["cancel", "stop", "deadline"])
  func endsDuringLogin(how: String) async {
    let shop = Shop(isLoggedIn: false)
    shop.launch()
    var late = plan
    late.deadline = 30
    let link = shop.coordinator.start(late)
    let waiting = await shop.coordinator.settled()
    #expect(waiting.map(\.waitingFor) == ["the end of a detour before shop"])
    switch how {
    case "cancel": link.cancel()
    case "stop": shop.coordinator.stop()
    default: shop.world.clock.advance(by: 30)
    }
    #expect(await shop.coordinator.settled() == [])
    #expect(
      link.outcome
        == (how == "deadline"
          ? .timedOut(hop: 0, waitingFor: "the end of a detour before shop") : .cancelled))
    #expect(shop.world.clock.sleeperCount == 0)
    shop.session.isLoggedIn = true
    await shop.coordinator.navigate(to: ShopStep.loggedIn)
    await shop.coordinator.settled()
    #expect(shop.leaf == (how == "stop" ? "Login" : "list"))
  }

  @Test("The deadline names the hop and its wait, and the link leaves nothing")
  func deadline() async {
    let shop = Shop()
    shop.launch()
    var late = plan
    late.hops.append(.init(OtherStep.other))
    late.deadline = 30
    let link = shop.coordinator.start(late)
    await shop.coordinator.settled()
    shop.world.clock.advance(by: 30)
    #expect(
      await link.value()
        == .timedOut(hop: 3, waitingFor: "a flow of OtherStep to be ready"))
    #expect(shop.world.clock.sleeperCount == 0)
    #expect(shop.coordinator.links.isEmpty)
  }

  @Test("A hop whose named flow does not handle the step ends the link; so does a cancel")
  func ends() async {
    let shop = Shop()
    shop.launch()
    let unknown = DeepLinkPlan([.init(OtherStep.other, in: ShopFlow.self)])
    #expect(await shop.coordinator.follow(unknown) == .stopped(hop: 0, .unhandled))
    let cancelled = shop.coordinator.start(DeepLinkPlan(steps: [OtherStep.other]))
    cancelled.cancel()
    #expect(await cancelled.value() == .cancelled)
    let stopped = shop.coordinator.start(DeepLinkPlan(steps: [OtherStep.other]))
    shop.coordinator.stop()
    #expect(await stopped.value() == .cancelled)
    #expect(await shop.coordinator.follow(plan) == .cancelled)
  }

  @Test("A hop that leads nowhere ends the link, instead of a wait", arguments: [0, 1, 2])
  func nowhere(form: Int) async {
    let shop = Shop()
    shop.launch()
    let nowhere: DeepLinkPlan.Hop =
      switch form {
      case 0: .init(NoneStep())
      case 1: .init(NoneStep(), in: ShopFlow.self)
      default: .init(NoneStep(), in: AnyFlow.self)
      }
    if form == 2 {
      shop.coordinator.coordinate(flow: AnyFlow(), with: DefaultStepper())
    }
    let link = shop.coordinator.start(DeepLinkPlan([.init(ShopStep.shop), nowhere]))
    await shop.coordinator.settled()
    #expect(link.outcome == .stopped(hop: 1, .unhandled))
    #expect(shop.leaf == "list")
    #expect(shop.coordinator.links.isEmpty)
  }

  final class AnyFlow: Flow {
    let page = screen("Any")
    var root: any Presentable { page }
    func navigate(to step: any Step) async -> FlowContributors { .none }
  }

  @Test("A waiting link does not retain its coordinator, and ends with it")
  func release() async {
    weak var weakCoordinator: FlowCoordinator?
    let link: DeepLink
    do {
      let coordinator = FlowCoordinator(
        context: NavigationContext(clock: ManualNavigationClock()))
      weakCoordinator = coordinator
      link = coordinator.start(DeepLinkPlan(steps: [OtherStep.other], deadline: 1_000))
      await coordinator.settled()
    }
    #expect(await link.value() == .cancelled)
    #expect(weakCoordinator == nil)
  }

  @Test("Retries a step that adapt stops after a change")
  func filtered() async {
    let shop = Shop()
    shop.launch()
    await shop.coordinator.settled()
    shop.session.isLoggedIn = false
    let link = shop.coordinator.start(DeepLinkPlan(steps: [ItemStep.secret]))
    await shop.coordinator.settled()
    #expect(link.outcome == nil)
    shop.session.isLoggedIn = true
    shop.coordinator.coordinate(flow: OtherFlow(), with: DefaultStepper())
    #expect(await link.value() == .arrived)
    #expect(shop.leaf == "secret")
  }

  @Test("A link that waits for a gesture does not block settled(), and continues after it")
  func duringGesture() async {
    let shop = Shop()
    shop.launch()
    await shop.coordinator.follow(plan)
    let stack = shop.flow.items?.stack
    let finger = stack?.userDidBeginEdgeSwipe()
    let forward = shop.coordinator.start(DeepLinkPlan(steps: [ItemStep.item(6)]))
    await shop.coordinator.settled()
    #expect(forward.outcome == nil)
    finger?.cancel()
    await shop.coordinator.settled()
    #expect(forward.outcome == .arrived)
    #expect(shop.leaf == "item(6)")
    let again = stack?.userDidBeginEdgeSwipe()
    let back = shop.coordinator.start(DeepLinkPlan(steps: [ItemStep.item(5)]))
    await shop.coordinator.settled()
    #expect(back.outcome == nil)
    again?.cancel()
    await shop.coordinator.settled()
    #expect(back.outcome == .arrived)
    #expect(shop.leaf == "item(5)")
  }

  @Test("A link without retries ends where adapt stops or replaces a step")
  func notRetried() async {
    let shop = Shop()
    shop.launch()
    await shop.coordinator.settled()
    shop.session.isLoggedIn = false
    var filtered = DeepLinkPlan(steps: [ItemStep.secret])
    filtered.retriesAfterDetour = false
    #expect(await shop.coordinator.follow(filtered) == .stopped(hop: 0, .filtered))
    #expect(shop.coordinator.links.isEmpty)

    let loggedOut = Shop(isLoggedIn: false)
    loggedOut.launch()
    await loggedOut.coordinator.settled()
    var replaced = plan
    replaced.retriesAfterDetour = false
    #expect(await loggedOut.coordinator.follow(replaced) == .stopped(hop: 0, .filtered))
    #expect(loggedOut.leaf == "Login")
  }

  enum FilmStep: Step, Equatable { case start, cast }

  final class FilmFlow: Flow {
    let page = screen("Film")
    var handled: [FilmStep] = []
    var root: any Presentable { page }
    func navigate(to step: FilmStep) async -> FlowContributors {
      handled.append(step)
      return .none
    }
  }

  @Test("A hop goes to the flow to which the hop before has led, not to an older one of its type")
  func flowOfEarlierHop() async {
    let home = stack("Home", screen("List"))
    let world = CoordinatorWorld(HeadlessWorld(root: home))
    let root = ScriptedFlow(root: home)
    var films: [FilmFlow] = []
    root.onNavigate = { step in
      guard case .number = step else { return .none }
      let film = FilmFlow()
      films.append(film)
      home.pushViewController(film.page, animated: true)
      return .one(.contribute(presentable: film, stepper: OneStepper(FilmStep.start)))
    }
    world.coordinator.coordinate(flow: root, with: OneStepper(TestStep.start))
    await world.coordinator.navigate(to: TestStep.number(1))
    let plan = DeepLinkPlan(steps: [TestStep.number(2), FilmStep.cast])
    #expect(await world.coordinator.follow(plan) == .arrived)
    #expect(films.map(\.handled) == [[.start], [.start, .cast]])
    #expect(await world.coordinator.follow(plan) == .arrived)
    #expect(films.map(\.handled) == [[.start], [.start, .cast, .cast]])
  }

  /// Presents a film for its step.
  final class ShelfFlow: Flow {
    let page = screen("Shelf")
    let film: FilmFlow
    let stepper: TestStepper
    var root: any Presentable { page }
    init(_ film: FilmFlow, _ stepper: TestStepper) { (self.film, self.stepper) = (film, stepper) }

    func navigate(to step: OtherStep) async -> FlowContributors {
      page.present(film.page, animated: true)
      return .one(.contribute(presentable: film, stepper: stepper))
    }
  }

  @Test("A hop waits for the flow to which the hop before has led, even if another one is ready")
  func unreadyFlowOfEarlierHop() async {
    let (new, old, stepper) = (FilmFlow(), FilmFlow(), TestStepper())
    let shelf = ShelfFlow(new, stepper)
    let tabBar = tabs("Tabs", shelf.page, old.page)
    let world = CoordinatorWorld(HeadlessWorld(root: tabBar))
    let root = ScriptedFlow(root: tabBar)
    root.onNavigate = { _ in
      .multiple(
        .contribute(presentable: shelf, stepper: DefaultStepper()),
        .contribute(presentable: old, stepper: DefaultStepper()))
    }
    world.coordinator.coordinate(flow: root, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    let link = world.coordinator.start(DeepLinkPlan(steps: [OtherStep.other, FilmStep.cast]))
    await world.coordinator.settled()
    #expect(link.outcome == nil)
    stepper.steps.send(FilmStep.start)
    await world.coordinator.settled()
    #expect(link.outcome == .arrived)
    #expect(new.handled == [.start, .cast])
    #expect(old.handled == [])
  }

  @Test("Routes make plans from URLs")
  func routes() throws {
    var routes = DeepLinkRoutes()
    routes.add("/items/:id") { parameters in
      guard let id = parameters["id"].flatMap(Int.init) else { return nil }
      return DeepLinkPlan(steps: [ShopStep.shop, ItemStep.item(id)])
    }
    routes.add("/items/:name") { _ in DeepLinkPlan(steps: [ShopStep.shop]) }
    routes.add("/search") { parameters in
      DeepLinkPlan(steps: [ItemStep.item(parameters["id"].flatMap(Int.init) ?? 0)])
    }
    func steps(_ url: String) throws -> [String]? {
      routes.plan(for: try #require(URL(string: url)))?.hops.map { "\($0.step)" }
    }
    #expect(try steps("shop://host/items/5") == ["shop", "item(5)"])
    #expect(try steps("shop://host/items/shoes") == ["shop"])
    #expect(try steps("shop://host/search?id=7") == ["item(7)"])
    #expect(try steps("shop://host/elsewhere") == nil)
  }

  @Test("A custom URL's host is the first path component if requested; a web URL's host never is")
  func host() throws {
    func isKnown(_ url: String, includesHost: Bool) throws -> Bool {
      var routes = DeepLinkRoutes(includesHost: includesHost)
      routes.add("/items/:id") { $0["id"] == "5" ? DeepLinkPlan([]) : nil }
      return routes.plan(for: try #require(URL(string: url))) != nil
    }
    #expect(try isKnown("shop://items/5", includesHost: true))
    #expect(try isKnown("shop:///items/5", includesHost: true))
    #expect(try isKnown("https://shop.example/items/5", includesHost: true))
    #expect(try !isKnown("shop://host/items/5", includesHost: true))
    #expect(try !isKnown("HTTPS://items/5", includesHost: true))
    #expect(try !isKnown("shop://items/5", includesHost: false))
  }

  @Test("Splits a path before decoding it")
  func encodedPath() throws {
    var routes = DeepLinkRoutes()
    var names: [String?] = []
    routes.add("/über uns/:name") { parameters in
      names.append(parameters["name"])
      return DeepLinkPlan([])
    }
    let url = try #require(URL(string: "app://host/%C3%BCber%20uns/a%2Fb%20c"))
    #expect(routes.plan(for: url) != nil)
    #expect(names == ["a/b c"])
  }

  @Test("A hop that names a class of flows goes to a flow of a subclass")
  func subclass() async {
    final class SpyFlow: ScriptedFlow {}
    let world = CoordinatorWorld()
    let flow = SpyFlow()
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    let link = world.coordinator.start(
      DeepLinkPlan([.init(TestStep.number(1), in: ScriptedFlow.self)]))
    #expect(await world.coordinator.settled() == [])
    #expect(link.outcome == .arrived)
    #expect(flow.handled == [.start, .number(1)])

    let named = ScriptedFlow()
    world.coordinator.coordinate(flow: named, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    world.coordinator.start(DeepLinkPlan([.init(TestStep.number(2), in: ScriptedFlow.self)]))
    await world.coordinator.settled()
    #expect(named.handled == [.start, .number(2)] && flow.handled == [.start, .number(1)])
  }

  /// The parameters of a path or URL for the pattern `/items/:id`.
  private func parameters(of url: URL?) throws -> [String: String]? {
    var found: [String: String]?
    var routes = DeepLinkRoutes()
    routes.add("/items/:id") { parameters in
      found = parameters
      return DeepLinkPlan([])
    }
    _ = routes.plan(for: try #require(url))
    return found
  }

  @Test(
    "Ignores empty components, and the user, port and fragment of a URL",
    arguments: [
      "app://host/items/5/", "app://host//items//5", "app:items/5", "/items/5",
      "https://user:secret@shop.example:8080/items/5#reviews",
    ])
  func unusualURL(_ url: String) throws {
    #expect(try parameters(of: URL(string: url)) == ["id": "5"])
  }

  @Test("Case matters in a path, and a relative URL is read with its base")
  func caseAndBase() throws {
    #expect(try parameters(of: URL(string: "app://host/Items/5")) == nil)
    let base = try #require(URL(string: "app://host/items/"))
    #expect(try parameters(of: URL(string: "5", relativeTo: base)) == ["id": "5"])
  }

  @Test("Of query items with one name, the last one with a value counts; the path's comes first")
  func query() throws {
    let url = URL(string: "app://host/items/5?id=7&a=1&a=2&a&b&c=&d=x=y%26")
    #expect(try parameters(of: url) == ["id": "5", "a": "2", "c": "", "d": "x=y&"])
  }
}

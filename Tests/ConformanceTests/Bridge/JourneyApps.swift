import AsyncFlow
import CoreFlow
import Foundation
import TestSupport

/// What the user can open in the main flow of an app for tests of journeys.
enum Room: Codable, Hashable, Sendable {
  case page(Int)
  case sheet(Int)
  /// A page behind a door.
  case locked(Int)
}

/// An app with a login and a main flow in a sheet, made with one of the frameworks.
@MainActor
protocol JourneyApp: AnyObject {
  var world: HeadlessWorld { get }
  /// Where locked rooms wait.
  var door: ActivityGate { get }
  var place: NavigationPlace { get }

  /// Begins with the main flow, or with an empty screen if no user is logged in.
  func start() async
  func startJourney(to place: NavigationPlace, deadline: TimeInterval?) -> Journey
  /// Opens a room.
  func show(_ room: Room) async
  /// Removes the main flow, and shows the login.
  func logOut() async
  func logIn() async
  /// Ends all flows.
  func stop()
}

enum JourneyFramework: CaseIterable {
  case asyncFlow
  case coreFlow

  /// Returns an app that has started.
  @MainActor
  func app(isLoggedIn: Bool = true, showing rooms: Room...) async -> any JourneyApp {
    let app: any JourneyApp =
      switch self {
      case .asyncFlow: StepApp(isLoggedIn: isLoggedIn)
      case .coreFlow: FeatureApp(isLoggedIn: isLoggedIn)
      }
    await app.start()
    for room in rooms { await app.show(room) }
    return app
  }

  /// Returns the place of an app with some rooms.
  @MainActor
  func place(_ rooms: Room...) async -> NavigationPlace {
    let app = await app()
    app.door.open()
    for room in rooms { await app.show(room) }
    defer { app.stop() }
    return app.place
  }
}

extension JourneyApp {
  var context: NavigationContext { world.context }
  var leaf: String { world.store.tree.visibleLeaf.name }
  var text: String { Self.text(of: world.store.tree.root) }

  /// The controllers that are presented over one another, outermost first.
  var modals: [HeadlessViewController] {
    var modals: [HeadlessViewController] = []
    var next = world.window.rootViewController?.presentedViewController
    while let modal = next {
      modals.append(modal)
      next = modal.presentedViewController
    }
    return modals
  }

  /// The stack of the main flow.
  var stack: HeadlessNavigationController? { modals.first as? HeadlessNavigationController }

  func startJourney(to place: NavigationPlace) -> Journey { startJourney(to: place, deadline: nil) }

  func travel(to place: NavigationPlace) async -> JourneyOutcome {
    await startJourney(to: place).value()
  }

  private static func text(of node: NavigationTree.Node) -> String {
    let children = node.children.map { Self.text(of: $0) }.joined(separator: " ")
    let own = children.isEmpty ? node.name : "\(node.name)(\(children))"
    return node.modal.map { "\(own) < \(Self.text(of: $0))" } ?? own
  }
}

// MARK: - AsyncFlow

private enum RootStep: PlaceStep {
  case start, login, main

  var isPartOfPlace: Bool { self == .main }
}

private enum MainStep: PlaceStep {
  case start
  case room(Room)

  var isPartOfPlace: Bool {
    if case .start = self { false } else { true }
  }
}

private enum LoginStep: Step {
  case form, done
}

@MainActor
final class StepApp: JourneyApp {
  let world = HeadlessWorld()
  let door: ActivityGate
  let coordinator: FlowCoordinator
  fileprivate var isLoggedIn: Bool
  fileprivate let root = TestSupport.stack("Root", screen("Start"))

  init(isLoggedIn: Bool) {
    self.isLoggedIn = isLoggedIn
    door = ActivityGate("the door", context: world.context)
    coordinator = FlowCoordinator(context: world.context)
    world.window.rootViewController = root
  }

  var place: NavigationPlace { coordinator.place }

  func start() async {
    coordinator.coordinate(flow: RootFlow(self), with: OneStepper(RootStep.start))
    await context.settled()
  }

  func startJourney(to place: NavigationPlace, deadline: TimeInterval?) -> Journey {
    coordinator.startJourney(to: place, deadline: deadline)
  }

  /// Follows a link to a room.
  func follow(_ room: Room) -> DeepLink {
    coordinator.start(DeepLinkPlan(steps: [MainStep.room(room)]))
  }

  func show(_ room: Room) async {
    await coordinator.navigate(to: MainStep.room(room))
    await context.settled()
  }

  func logOut() async {
    isLoggedIn = false
    root.dismiss(animated: false)
    await context.settled()
    await coordinator.navigate(to: RootStep.login)
    await context.settled()
  }

  func logIn() async {
    await coordinator.navigate(to: LoginStep.done)
    await context.settled()
  }

  func stop() {
    coordinator.stop()
    world.window.rootViewController = nil
  }

  @MainActor
  private final class RootFlow: AsyncFlow.Flow {
    unowned let app: StepApp
    var root: any Presentable { app.root }
    private weak var login: LoginFlow?

    init(_ app: StepApp) { self.app = app }

    func adapt(step: RootStep) async -> RootStep? {
      step == .main && !app.isLoggedIn ? .login : step
    }

    func navigate(to step: RootStep) async -> FlowContributors {
      switch step {
      case .start:
        let start = FlowContributor.contribute(
          presentable: app.root.viewControllers[0], stepper: DefaultStepper())
        guard app.isLoggedIn else { return .one(start) }
        return .multiple(start, .forwardToCurrentFlow(withStep: RootStep.main))
      case .login:
        guard login == nil else { return .none }
        let flow = LoginFlow(app)
        login = flow
        app.root.pushViewController(flow.page, animated: false)
        return .one(.contribute(presentable: flow, stepper: OneStepper(.form)))
      case .main:
        let flow = MainFlow(app)
        app.root.present(flow.stack, animated: false)
        return .one(.contribute(presentable: flow, stepper: OneStepper(.start)))
      }
    }
  }

  @MainActor
  private final class LoginFlow: AsyncFlow.Flow {
    unowned let app: StepApp
    let page = screen("Login")
    var root: any Presentable { page }

    init(_ app: StepApp) { self.app = app }

    func navigate(to step: LoginStep) async -> FlowContributors {
      switch step {
      case .form: return .one(.contribute(presentable: page, stepper: DefaultStepper()))
      case .done:
        app.isLoggedIn = true
        app.root.popToRootViewController(animated: false)
        return .end(forwardToParentFlowWithStep: RootStep.main)
      }
    }
  }

  @MainActor
  private final class MainFlow: AsyncFlow.Flow {
    unowned let app: StepApp
    let stack = TestSupport.stack("Main", screen("Home"))
    var root: any Presentable { stack }

    init(_ app: StepApp) { self.app = app }

    func navigate(to step: MainStep) async -> FlowContributors {
      switch step {
      case .start: return show(stack.viewControllers[0])
      case .room(.page(let id)): return push(id)
      case .room(.sheet(let id)):
        let sheet = screen("Sheet \(id)")
        stack.present(sheet, animated: true)
        return show(sheet)
      case .room(.locked(let id)):
        guard (try? await app.door.wait()) != nil else { return .none }
        return push(id)
      }
    }

    private func push(_ id: Int) -> FlowContributors {
      let page = screen("Page \(id)")
      stack.pushViewController(page, animated: true)
      return show(page)
    }

    private func show(_ screen: HeadlessViewController) -> FlowContributors {
      .one(.contribute(presentable: screen, stepper: DefaultStepper()).whenHidden(.always))
    }
  }
}

// MARK: - CoreFlow

@MainActor
final class FeatureApp: JourneyApp {
  let world = HeadlessWorld(root: screen("Empty"))
  let door: ActivityGate
  private var login: ActivityGate
  private var isLoggedIn: Bool
  private lazy var root = RootFlow(self).embedded(in: TestSupport.stack("Root"))
  private weak var main: MainFlow?
  private weak var loginPage: PageFlow?

  init(isLoggedIn: Bool) {
    self.isLoggedIn = isLoggedIn
    door = ActivityGate("the door", context: world.context)
    login = ActivityGate("the login", context: world.context)
    if isLoggedIn { login.open() }
  }

  var place: NavigationPlace { root.place }

  func start() async {
    root.launch(in: world.window)
    if isLoggedIn { await root.attachChild(for: .main) }
    await context.settled()
  }

  func startJourney(to place: NavigationPlace, deadline: TimeInterval?) -> Journey {
    root.startJourney(to: place, deadline: deadline)
  }

  func show(_ room: Room) async {
    await main?.attachChild(for: room)
    await context.settled()
  }

  func logOut() async {
    isLoggedIn = false
    login = ActivityGate("the login", context: context)
    if let main { root.detach(main, animated: false) }
    showLogin()
    await context.settled()
  }

  func logIn() async {
    isLoggedIn = true
    if let loginPage { root.detach(loginPage, animated: false) }
    login.open()
    await context.settled()
  }

  func stop() {
    root.stop(because: .stopped)
    world.window.rootViewController = nil
  }

  private func showLogin() {
    guard loginPage == nil else { return }
    let page = PageFlow("Login")
    loginPage = page
    root.attach(page, by: .push, animated: false)
  }

  private enum RootPlace: Codable, Hashable { case main }

  private final class PageCore: Core<Int, Int> {}

  private final class PageScreen: HeadlessScreen<PageCore> {}

  private class PageFlow: CoreFlow.Flow<PageCore, PageScreen> {
    private let name: String

    init(_ name: String) {
      self.name = name
      super.init()
    }

    init(_ name: String, context: NavigationContext) {
      self.name = name
      super.init(context: context)
    }

    override func createCore() -> PageCore { PageCore(initialState: 0) }

    override func createScreen() -> PageScreen {
      let screen = PageScreen(reactor: core)
      screen.restorationIdentifier = name
      return screen
    }
  }

  private final class RootFlow: PageFlow, PlaceRouting {
    unowned let app: FeatureApp

    init(_ app: FeatureApp) {
      self.app = app
      super.init("Start", context: app.context)
    }

    func attachChild(for place: RootPlace) async {
      if !app.isLoggedIn {
        app.showLogin()
        guard (try? await app.login.wait()) != nil else { return }
      }
      let main = MainFlow(app).embedded(in: TestSupport.stack("Main"))
      app.main = main
      await attach(main, by: .present, as: place, animated: false)?.value()
    }
  }

  private final class MainFlow: PageFlow, PlaceRouting {
    unowned let app: FeatureApp

    init(_ app: FeatureApp) {
      self.app = app
      super.init("Home")
    }

    func attachChild(for place: Room) async {
      switch place {
      case .page(let id): await attach(PageFlow("Page \(id)"), by: .push, as: place)?.value()
      case .sheet(let id): await attach(PageFlow("Sheet \(id)"), by: .present, as: place)?.value()
      case .locked(let id):
        guard (try? await app.door.wait()) != nil else { return }
        await attach(PageFlow("Page \(id)"), by: .push, as: place)?.value()
      }
    }
  }
}

import CoreFlow
import TestSupport

/// The events of one test's features, in order.
@MainActor
final class Journal {
  private(set) var entries: [String] = []

  func note(_ entry: String) { entries.append(entry) }

  func take() -> [String] {
    defer { entries = [] }
    return entries
  }
}

enum ProbeAction {
  case note(String)
  case run(@MainActor () -> Void)
  case work(Gate)
  /// Starts an effect that waits for a thousand seconds.
  case debounce
}

final class ProbeCore: Core<ProbeAction, Int> {
  let name: String
  let journal: Journal
  var lastWord: String?

  init(_ name: String, _ journal: Journal) {
    self.name = name
    self.journal = journal
    super.init(initialState: 0)
  }

  override func reduce(state: inout Int, action: ProbeAction) -> Effect<ProbeAction> {
    state += 1
    switch action {
    case .note(let note): journal.note("\(name) \(note)")
    case .run(let work): work()
    case .work(let gate):
      return .run { @MainActor send in
        await gate.pass()
        await send(.note("late"))
      }
    case .debounce: return .send(.note("late")).debounce(id: "pause", for: 1_000)
    }
    return .none
  }

  override func didBecomeActive() { journal.note("\(name) active") }

  override func willDetach() { if let lastWord { send(.note(lastWord)) } }

  override func willResignActive() { journal.note("\(name) resign") }
}

final class ProbeScreen: HeadlessScreen<ProbeCore> {
  override func bind() {}
}

final class ProbeFlow: Flow<ProbeCore, ProbeScreen> {
  let name: String
  let journal: Journal
  private(set) var creations = 0
  /// The container that the screen is shown in, if any.
  var wrapper: HeadlessNavigationController?

  init(_ name: String, _ journal: Journal) {
    self.name = name
    self.journal = journal
    super.init()
  }

  init(_ name: String, _ journal: Journal, context: NavigationContext) {
    self.name = name
    self.journal = journal
    super.init(context: context)
  }

  override func createCore() -> ProbeCore {
    creations += 1
    return ProbeCore(name, journal)
  }

  override func createScreen() -> ProbeScreen {
    creations += 1
    let screen = ProbeScreen(reactor: core)
    screen.restorationIdentifier = name
    screen.bind()
    return screen
  }

  override var representative: any Presentable {
    guard let wrapper else { return screen }
    if wrapper.viewControllers.isEmpty { wrapper.viewControllers = [screen] }
    return wrapper
  }

  override func didDetach(_ child: any NavigationNode, because reason: NavigationEndReason) {
    let name = (child as? ProbeFlow)?.name ?? "\(type(of: child))"
    journal.note("\(self.name) lost \(name): \(reason)")
  }
}

/// A window whose root flow is on a stack.
@MainActor
struct ProbeWorld {
  let world: HeadlessWorld
  let journal = Journal()
  let root: ProbeFlow
  let home = HeadlessNavigationController()

  init(_ mode: HeadlessPlatform.TransitionMode = .immediate) {
    world = HeadlessWorld(.immediate, root: screen("Empty"))
    root = ProbeFlow("root", journal, context: world.context)
    root.wrapper = home
    home.restorationIdentifier = "Home"
    root.launch(in: world.window)
    world.platform.transitionMode = mode
  }

  func flow(_ name: String) -> ProbeFlow { ProbeFlow(name, journal) }

  func wrapped(_ name: String) -> ProbeFlow {
    let flow = flow(name)
    flow.wrapper = HeadlessNavigationController()
    return flow
  }

  var titles: [String] { home.viewControllers.map { $0.restorationIdentifier ?? "?" } }

  var codes: [String] { world.issues.map(\.code.rawValue) }
}

import CoreFlow
import Foundation
import TestSupport

/// The children of the flows of a house.
enum RoomPlace: Codable, Hashable, Sendable {
  case tab(Int)
  case push(Int)
  case sheet(Int)
  /// Has several keys in its JSON.
  case book(shelf: Int, id: Int)
  /// Shown by hand, on the stack of the room.
  case hand(Int)
  /// Waits until the door is open.
  case locked(Int)
  /// Is handled, and shows nothing.
  case nothing
  /// Cannot be encoded if it is not finite.
  case weight(Double)
}

enum RoomAction {
  case type(String)
}

final class RoomCore: Core<RoomAction, String>, PlaceStateKeeping {
  weak var world: RoomWorld?
  private(set) var restoreCount = 0

  var placeState: String { currentState }

  override func reduce(state: inout String, action: RoomAction) -> Effect<RoomAction> {
    switch action {
    case .type(let text): state = text
    }
    return .none
  }

  func restore(_ state: String) {
    restoreCount += 1
    send(.type(state))
    world?.onRestore(state)
  }
}

/// The parts of a world that all of its rooms use.
@MainActor
final class RoomWorld {
  let world: HeadlessWorld
  private(set) var house: HouseFlow?
  private(set) var made = 0
  private(set) var attempts: [String] = []
  var door: ActivityGate
  var onAttempt: @MainActor (RoomPlace) -> Void = { _ in }
  var onRestore: @MainActor (String) -> Void = { _ in }
  /// Called in front of the door, before a locked room waits for it.
  var beforeDoor: @MainActor () async -> Void = {}

  init(endsLate: Bool = false) {
    world = HeadlessWorld(endsLate: endsLate, root: screen("Empty"))
    door = ActivityGate("the door", context: world.context)
    let house = HouseFlow(self)
    self.house = house
    house.launch(in: world.window)
  }

  var context: NavigationContext { world.context }
  var codes: [String] { world.issues.map(\.code.rawValue) }
  var leaf: String { world.store.tree.visibleLeaf.name }

  /// The tree as text, without identifiers.
  var shape: String { Self.shape(world.store.tree.root, 0) }

  private static func shape(_ node: NavigationTree.Node, _ depth: Int) -> String {
    let line = String(repeating: " ", count: depth) + node.name
    let selection = node.selectedIndex.map { " tab \($0)" } ?? ""
    return
      ([line + selection] + node.children.map { shape($0, depth + 1) }
      + (node.modal.map { ["over: " + shape($0, depth + 1)] } ?? [])).joined(separator: "\n")
  }

  var place: NavigationPlace { house?.place ?? NavigationPlace() }

  func travel(
    to place: NavigationPlace, animated: Bool = true, deadline: TimeInterval? = nil
  ) async -> JourneyOutcome {
    await house?.travel(to: place, animated: animated, deadline: deadline) ?? .cancelled
  }

  func room(_ name: String) -> RoomFlow { RoomFlow(name, self) }

  func note(_ place: RoomPlace) {
    attempts.append("\(place)")
    onAttempt(place)
  }

  func takeAttempts() -> [String] {
    defer { attempts = [] }
    return attempts
  }

  func didMake() { made += 1 }

  func leave() {
    house?.stop(because: .stopped)
    house = nil
    world.window.rootViewController = nil
  }

  /// The flow that the user sees.
  var visible: RoomFlow? {
    guard let house else { return nil }
    let sheets = house.children.compactMap { $0 as? RoomFlow }.filter { !$0.isTab }
    let tab = house.children.compactMap { $0 as? RoomFlow }.filter(\.isTab)
    let start = sheets.last ?? tab[house.screen.selectedIndex]
    var flow = start
    while let next = flow.children.last as? RoomFlow { flow = next }
    return flow
  }
}

/// Tabs with two rooms.
final class HouseFlow: Flow<HouseCore, HeadlessTabBarController> {
  let world: RoomWorld

  init(_ world: RoomWorld) {
    self.world = world
    super.init(context: world.context)
  }

  override func createCore() -> HouseCore {
    let core = HouseCore()
    core.house = self
    return core
  }

  override func createScreen() -> HeadlessTabBarController {
    let tabs = HeadlessTabBarController()
    tabs.restorationIdentifier = "House"
    return tabs
  }

  func addTabs() {
    for index in 0...1 {
      let room = RoomFlow("Tab \(index)", world, isTab: true)
      attach(room.embedded(in: HeadlessNavigationController()), by: .tab, as: .tab(index))
    }
  }
}

extension HouseFlow: PlaceRouting {
  func attachChild(for place: RoomPlace) async {
    world.note(place)
    guard case .sheet(let id) = place else { return }
    let room = RoomFlow("Sheet \(id)", world).embedded(in: HeadlessNavigationController())
    await attach(room, by: .present, as: place)?.value()
  }
}

final class HouseCore: ScreenLessCore {
  weak var house: HouseFlow?

  override func didBecomeActive() { house?.addTabs() }
}

/// Knows whether it came up with an animation.
final class RoomScreen: HeadlessScreen<RoomCore> {
  private(set) var wasAnimated: Bool?

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    wasAnimated = wasAnimated ?? animated
  }
}

/// A screen with text, which leads to further rooms.
final class RoomFlow: Flow<RoomCore, RoomScreen> {
  let name: String
  let isTab: Bool
  unowned let world: RoomWorld

  init(_ name: String, _ world: RoomWorld, isTab: Bool = false) {
    self.name = name
    self.world = world
    self.isTab = isTab
    super.init()
  }

  /// Makes a flow that knows its context without a parent.
  init(loose name: String, _ world: RoomWorld) {
    self.name = name
    self.world = world
    isTab = false
    super.init(context: world.context)
  }

  override func createCore() -> RoomCore {
    world.didMake()
    let core = RoomCore(initialState: "")
    core.world = world
    return core
  }

  override func createScreen() -> RoomScreen {
    let screen = RoomScreen(reactor: core)
    screen.restorationIdentifier = name
    return screen
  }

  func room(_ id: Int) -> RoomFlow? {
    children.lazy.compactMap { $0 as? RoomFlow }.first { $0.name.hasSuffix(" \(id)") }
  }
}

extension RoomFlow: PlaceRouting {
  func attachChild(for place: RoomPlace) async {
    world.note(place)
    switch place {
    case .tab, .nothing, .weight: break
    case .push(let id), .book(_, let id):
      await attach(RoomFlow("Room \(id)", world), by: .push, as: place)?.value()
    case .sheet(let id):
      let room = RoomFlow("Sheet \(id)", world).embedded(in: HeadlessNavigationController())
      await attach(room, by: .present, as: place)?.value()
    case .hand(let id):
      let room = RoomFlow("Hand \(id)", world)
      attach(room, by: .none, as: place)
      guard let stack = screen.navigationController else { return }
      await context.perform(.push(room.screen), on: stack)
    case .locked(let id):
      await world.beforeDoor()
      guard (try? await world.door.wait()) != nil else { return }
      await attach(RoomFlow("Room \(id)", world), by: .push, as: place)?.value()
    }
  }
}

import AsyncFlow
import CoreFlow
import Foundation
import TestSupport
import Testing

@MainActor
@Suite("Places of apps with flows of both frameworks")
struct MixedPlaceTests {
  @Test("A CoreFlow root with an AsyncFlow child is restored in a fresh process")
  func coreFlowAround() async throws {
    let old = CoreFlowApp()
    await old.root.attachChild(for: .shop)
    await old.context.settled()
    old.shop?.send(.item(2))
    await old.context.settled()
    old.shop?.send(.item(5))
    await old.context.settled()
    old.root.core.send("query")
    #expect(old.leaf == "Item 5")
    let data = try old.root.place.data()

    let new = CoreFlowApp()
    let place = try NavigationPlace(data: data)
    #expect(await new.root.travel(to: place) == .arrived)
    #expect(new.leaf == "Item 5")
    #expect(new.root.place == place)
    #expect(new.root.core.currentState == "query")
    let shop = new.shop
    #expect(await new.root.travel(to: place) == .arrived)
    #expect(new.shop === shop)
    #expect(await new.context.settled().isEmpty)
    #expect(new.codes.isEmpty)
  }

  @Test("A newer journey of the CoreFlow root supersedes one of the AsyncFlow child's coordinator")
  func supersededFromAround() async throws {
    let old = CoreFlowApp()
    await old.root.attachChild(for: .shop)
    await old.context.settled()
    old.shop?.send(.item(2))
    await old.context.settled()
    let (childPlace, rootPlace) = (old.coordinator.place, old.root.place)

    let new = CoreFlowApp()
    let door = ActivityGate("the door", context: new.context)
    await new.root.attachChild(for: .shop)
    await new.context.settled()
    new.shop?.door = door
    let journey = new.coordinator.startJourney(to: childPlace)
    #expect(await new.context.settled().contains { $0.waitingFor == "the door" })
    let newer = new.root.startJourney(to: rootPlace)
    await new.context.settled()
    #expect(journey.outcome == .superseded)
    door.open()
    await new.context.settled()
    #expect(newer.outcome == .arrived)
    #expect(new.leaf == "Item 2")
    #expect(new.shop?.stack.viewControllers.count == 2)
  }

  @Test("A newer journey of the AsyncFlow child supersedes that of the CoreFlow flow around it")
  func superseded() async throws {
    let old = CoreFlowApp()
    await old.root.attachChild(for: .shop)
    await old.context.settled()
    old.shop?.send(.item(2))
    await old.context.settled()

    let new = CoreFlowApp()
    let door = ActivityGate("the door", context: new.context)
    await new.root.attachChild(for: .shop)
    await new.context.settled()
    new.shop?.door = door
    let journey = new.root.startJourney(to: old.root.place)
    #expect(await new.context.settled().contains { $0.waitingFor == "the door" })
    let newer = new.coordinator.startJourney(to: new.coordinator.place)
    await new.context.settled()
    #expect(journey.outcome == .superseded)
    door.open()
    await new.context.settled()
    #expect(newer.outcome == .arrived)
  }

  @Test("A flow of the same coordinator beneath the CoreFlow child is restored, too")
  func sameCoordinatorTwice() async throws {
    func app() async -> (AsyncFlowApp, () -> ShopFlow?) {
      let app = AsyncFlowApp()
      weak var inner: ShopFlow?
      app.flow.makeShop = { [unowned coordinator = app.coordinator, context = app.context] in
        let flow = ShopFlow(context: context)
        inner = flow
        return coordinator.node(of: flow, with: OneStepper(ShopStep.start))
      }
      await app.start()
      return (app, { inner })
    }
    let (old, oldInner) = await app()
    old.flow.send(.library)
    await old.context.settled()
    await old.library?.attachChild(for: .shop)
    await old.context.settled()
    oldInner()?.send(.item(2))
    await old.context.settled()
    #expect(old.leaf == "Item 2")

    let (new, _) = await app()
    #expect(await new.coordinator.travel(to: old.coordinator.place) == .arrived)
    #expect(new.leaf == "Item 2")
    #expect(new.codes.isEmpty)
  }

  @Test("An AsyncFlow root with a CoreFlow child is restored in a fresh process")
  func asyncFlowAround() async throws {
    let old = AsyncFlowApp()
    await old.start()
    old.flow.send(.item(1))
    await old.context.settled()
    old.flow.send(.library)
    await old.context.settled()
    let library = try #require(old.library)
    library.core.send("query")
    await library.attachChild(for: .page(3))
    await library.attachChild(for: .page(4))
    await old.context.settled()
    #expect(old.leaf == "Page 4")
    let data = try old.coordinator.place.data()

    let new = AsyncFlowApp()
    await new.start()
    let place = try NavigationPlace(data: data)
    #expect(await new.coordinator.travel(to: place) == .arrived)
    #expect(new.leaf == "Page 4")
    #expect(new.coordinator.place == place)
    #expect(new.library?.core.currentState == "query")
    #expect(await new.context.settled().isEmpty)
    #expect(new.codes.isEmpty)
  }

  @Test("A newer journey of the CoreFlow child supersedes that of the AsyncFlow root around it")
  func supersededByChild() async throws {
    let old = AsyncFlowApp()
    await old.start()
    old.flow.send(.library)
    await old.context.settled()
    await old.library?.attachChild(for: .page(3))
    await old.context.settled()

    let new = AsyncFlowApp()
    await new.start()
    new.flow.send(.library)
    await new.context.settled()
    let library = try #require(new.library)
    let door = ActivityGate("the door", context: new.context)
    library.door = door
    let journey = new.coordinator.startJourney(to: old.coordinator.place)
    #expect(await new.context.settled().contains { $0.waitingFor == "the door" })
    let newer = library.startJourney(to: library.place)
    await new.context.settled()
    #expect(journey.outcome == .superseded)
    door.open()
    await new.context.settled()
    #expect(newer.outcome != nil)
  }

  @Test("A missing entry of the CoreFlow child has its path and its reason")
  func missing() async throws {
    let old = AsyncFlowApp()
    await old.start()
    old.flow.send(.library)
    await old.context.settled()
    await old.library?.attachChild(for: .page(3))
    await old.context.settled()
    var place = old.coordinator.place
    let odd = NavigationPlace.Entry(try .init(encoding: LibraryPlace.nothing))
    let last = place.branches[0].entries.count - 1
    place.branches[0].entries[last].branches[0].entries.append(odd)
    let new = AsyncFlowApp()
    await new.start()
    guard case .incomplete(let missing) = await new.coordinator.travel(to: place) else {
      Issue.record("The journey is complete.")
      return
    }
    #expect(missing.map(\.path) == [["ShopFlow", "library", "LibraryFlow", #"{"nothing":{}}"#]])
    #expect(missing.map(\.reason) == [.notShown])
    #expect(new.leaf == "Page 3")
  }

  @Test("A wrapped flow that has removed its screen is in no place while its handler runs")
  func removesItself() async {
    let app = CoreFlowApp()
    await app.root.attachChild(for: .shop)
    await app.context.settled()
    let entries = app.root.place.branches.first?.entries.count
    let door = ActivityGate("the door", context: app.context)
    app.shop?.door = door
    app.shop?.send(.close)
    await app.context.settled()
    #expect(entries == 1)
    #expect(app.root.place.branches.first?.entries.count == 0)
    door.open()
    #expect(await app.context.settled().isEmpty)
    #expect(app.root.children.isEmpty)
  }

  @Test("CoreFlow flows too deep for a place are left out beneath an AsyncFlow root, too")
  func deep() async throws {
    let app = AsyncFlowApp()
    await app.start()
    app.flow.send(.library)
    await app.context.settled()
    var flow = try #require(app.library)
    for id in 0..<NavigationPlace.maximumDepth {
      let next = LibraryFlow("Page \(id)", context: app.context)
      flow.attach(next, by: .none, as: .page(id))
      flow = next
    }
    let data = try app.coordinator.place.data()
    #expect(try NavigationPlace(data: data) == app.coordinator.place)
  }
}

// MARK: - CoreFlow around AsyncFlow

private enum LibraryPlace: Codable, Hashable, Sendable {
  case shop
  case page(Int)
  /// Is handled, and shows nothing.
  case nothing
}

private final class LibraryCore: Core<String, String>, PlaceStateKeeping {
  var placeState: String { currentState }

  init() { super.init(initialState: "") }

  override func reduce(state: inout String, action: String) -> Effect<String> {
    state = action
    return .none
  }

  func restore(_ text: String) { send(text) }
}

private final class LibraryScreen: HeadlessScreen<LibraryCore> {}

private final class LibraryFlow: CoreFlow.Flow<LibraryCore, LibraryScreen>, PlaceRouting {
  private let name: String
  var makeShop: (@MainActor () -> CoordinatedFlow)?
  /// Where the attachment of a page waits.
  var door: ActivityGate?

  init(_ name: String, context: NavigationContext) {
    self.name = name
    super.init(context: context)
  }

  override func createCore() -> LibraryCore { LibraryCore() }

  override func createScreen() -> LibraryScreen {
    let screen = LibraryScreen(reactor: core)
    screen.restorationIdentifier = name
    return screen
  }

  func attachChild(for place: LibraryPlace) async {
    switch place {
    case .nothing: break
    case .shop:
      guard let shop = makeShop?() else { return }
      await attach(shop, by: .present, as: place)?.value()
    case .page(let id):
      try? await door?.wait()
      await attach(LibraryFlow("Page \(id)", context: context), by: .push, as: place)?.value()
    }
  }
}

@MainActor
private final class CoreFlowApp {
  let world = HeadlessWorld(root: screen("Empty"))
  let root: LibraryFlow
  let coordinator: FlowCoordinator
  private(set) weak var shop: ShopFlow?

  init() {
    coordinator = FlowCoordinator(context: world.context)
    root = LibraryFlow("Library", context: world.context)
      .embedded(in: stack("Home"))
    root.makeShop = { [unowned self] in
      let flow = ShopFlow(context: context)
      shop = flow
      return coordinator.node(of: flow, with: OneStepper(ShopStep.start))
    }
    root.launch(in: world.window)
  }

  var context: NavigationContext { world.context }
  var leaf: String { world.store.tree.visibleLeaf.name }
  var codes: [String] { world.issues.map(\.code.rawValue) }
}

// MARK: - AsyncFlow around CoreFlow

private enum ShopStep: PlaceStep {
  case start
  case item(Int)
  case library
  case close

  var isPartOfPlace: Bool {
    switch self {
    case .start, .close: false
    case .item, .library: true
    }
  }
}

@MainActor
private final class ShopStepper: FlowStepper {
  @Steps var steps

  func send(_ step: ShopStep) { steps.send(step) }
}

@MainActor
private final class ShopFlow: AsyncFlow.Flow {
  let stack = TestSupport.stack("Shop")
  /// The stepper of the visible screen.
  private var stepper = ShopStepper()
  let context: NavigationContext
  weak var library: LibraryFlow?
  /// Makes a shop for the library.
  var makeShop: (@MainActor () -> CoordinatedFlow)?
  /// Where the step to an item waits.
  var door: ActivityGate?

  var root: any Presentable { stack }

  init(context: NavigationContext) {
    self.context = context
    stack.restorationIdentifier = "Shop"
    stack.viewControllers = [screen("Start")]
  }

  func send(_ step: ShopStep) { stepper.send(step) }

  func navigate(to step: ShopStep) async -> FlowContributors {
    switch step {
    case .start: return .one(.contribute(presentable: stack.viewControllers[0], stepper: stepper))
    case .item(let id):
      try? await door?.wait()
      let item = screen("Item \(id)")
      stepper = ShopStepper()
      stack.pushViewController(item, animated: false)
      return .one(.contribute(presentable: item, stepper: stepper))
    case .close:
      stack.dismiss(animated: false)
      try? await door?.wait()
      return .end
    case .library:
      let library = LibraryFlow("Library", context: context)
      library.makeShop = makeShop
      self.library = library
      stack.pushViewController(library.screen, animated: false)
      return .one(.contribute(presentable: library, stepper: ShopStepper()))
    }
  }
}

@MainActor
private final class AsyncFlowApp {
  let world: HeadlessWorld
  let coordinator: FlowCoordinator
  let flow: ShopFlow

  init() {
    world = HeadlessWorld(root: screen("Empty"))
    coordinator = FlowCoordinator(context: world.context)
    flow = ShopFlow(context: world.context)
    world.window.rootViewController = flow.stack
  }

  func start() async {
    coordinator.coordinate(flow: flow, with: OneStepper(ShopStep.start))
    await context.settled()
  }

  var context: NavigationContext { world.context }
  var library: LibraryFlow? { flow.library }
  var leaf: String { world.store.tree.visibleLeaf.name }
  var codes: [String] { world.issues.map(\.code.rawValue) }
}

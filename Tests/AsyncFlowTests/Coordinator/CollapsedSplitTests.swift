import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("A flow in the secondary column of a collapsed split")
struct CollapsedSplitTests {
  private let list = stack("Primary", screen("List"))
  private let film = screen("Film")
  private let split = HeadlessSplitViewController(style: .doubleColumn)
  private let headless: HeadlessWorld
  private let world: CoordinatorWorld

  init() {
    split.restorationIdentifier = "Split"
    split.setViewController(list, for: .primary)
    split.setViewController(stack("Secondary", film), for: .secondary)
    headless = HeadlessWorld(root: split)
    world = CoordinatorWorld(context: headless.context)
  }

  /// Starts the film's flow, collapses the split, taps back and expands the split.
  private func showTheListAgain(onDismissal empty: @escaping @MainActor () -> Void) async {
    let parent = ScriptedFlow(root: split)
    let child = ScriptedFlow(root: film)
    parent.onNavigate = { step in
      if step == .number(7) { empty() }
      guard step == .start else { return .none }
      return .one(
        .contribute(presentable: child, stepper: TestStepper(TestStep.start))
          .onDismissal(forwardToParent: TestStep.number(7)))
    }
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    split.collapse()
    await headless.endTransitions()
    #expect(world.log.allSatisfy { !$0.hasPrefix("ended") })
    #expect(list.userDidTapBack())
    await headless.endTransitions()
    await world.coordinator.settled()
    #expect(parent.handled == [.start, .number(7)])
    #expect(world.log.contains("ended: ScriptedFlow, dismissedByUser"))
    split.expand()
    await headless.endTransitions()
    await world.coordinator.settled()
  }

  @Test("Ends when the user goes back, and the column keeps its screen")
  func keptColumn() async {
    await showTheListAgain {}
    #expect(film.isPresented)
  }

  @Test("Leaves no screen if the column is emptied", arguments: [false, true])
  func emptiedColumn(byObserver: Bool) async {
    let empty: @MainActor () -> Void = { [split] in
      split.setViewController(nil, for: .secondary)
    }
    let observation = film.observePresentation { event in
      if byObserver, case .dismissed = event { empty() }
    }
    await showTheListAgain { if !byObserver { empty() } }
    #expect(!film.isPresented)
    #expect(split.viewController(for: .secondary) == nil)
    #expect(headless.refusals.isEmpty)
    #expect(world.issues.isEmpty)
    observation.cancel()
  }
}

@MainActor
@Suite("A flow whose root is the stack of the secondary column")
struct ColumnFlowTests {
  enum LibraryStep: Step, Codable, Equatable { case start, film(Int) }
  enum FilmStep: Step, Codable, Equatable { case start, cast(Int) }

  final class LibraryFlow: Flow {
    let split = HeadlessSplitViewController(style: .doubleColumn)
    let list = stack("Primary", screen("List"))
    private(set) weak var film: FilmFlow?
    var root: any Presentable { split }

    init() { split.setViewController(list, for: .primary) }

    func navigate(to step: LibraryStep) async -> FlowContributors {
      guard case .film(let id) = step else { return .none }
      let film = FilmFlow(id)
      self.film = film
      split.setViewController(film.stack, for: .secondary)
      split.show(.secondary)
      return .one(.contribute(presentable: film, stepper: OneStepper(.start)))
    }
  }

  final class FilmFlow: Flow {
    let stack: HeadlessNavigationController
    var root: any Presentable { stack }

    init(_ id: Int) { stack = TestSupport.stack("Secondary", screen("Film \(id)")) }

    func navigate(to step: FilmStep) async -> FlowContributors {
      guard case .cast(let number) = step else { return .none }
      let page = screen("Cast \(number)")
      stack.pushViewController(page, animated: false)
      return .one(.contribute(presentable: page, stepper: DefaultStepper()))
    }
  }

  /// A window with the flow in it.
  @MainActor
  struct Library {
    let headless: HeadlessWorld
    let world: CoordinatorWorld
    let flow = LibraryFlow()

    init(isNarrow: Bool) async {
      headless = HeadlessWorld(root: flow.split)
      world = CoordinatorWorld(context: headless.context)
      if isNarrow { flow.split.collapse() }
      world.coordinator.coordinate(flow: flow, with: OneStepper(LibraryStep.start))
      await settle()
    }

    var coordinator: FlowCoordinator { world.coordinator }
    var leaf: String { headless.store.tree.visibleLeaf.name }
    var ends: [String] { world.log.filter { $0.hasPrefix("ended") } }

    /// The names of the film's screens, whether its stack is in its column or in the list's stack.
    var filmScreens: [String?]? {
      flow.film?.stack.viewControllers.map(\.restorationIdentifier)
    }

    func go(_ steps: any Step...) async {
      for step in steps {
        await coordinator.navigate(to: step)
        await settle()
      }
    }

    func settle() async {
      await headless.endTransitions()
      await coordinator.settled()
    }
  }

  @Test("Survives collapsing and expanding, and pushes onto its stack in both widths")
  func survival() async {
    let library = await Library(isNarrow: false)
    await library.go(LibraryStep.film(1), FilmStep.cast(1))
    let place = library.coordinator.place
    library.flow.split.collapse()
    await library.settle()
    #expect(library.coordinator.place == place && library.leaf == "Cast 1")
    await library.go(FilmStep.cast(2))
    #expect(library.filmScreens == ["Film 1", "Cast 1", "Cast 2"])
    #expect(library.flow.list.viewControllers.count == 2)

    #expect(library.flow.list.userDidTapBack())
    await library.settle()
    #expect(library.coordinator.place == place && library.leaf == "Cast 1")
    library.flow.split.expand()
    await library.settle()
    #expect(library.coordinator.place == place && library.filmScreens == ["Film 1", "Cast 1"])
    await library.go(FilmStep.cast(3))
    #expect(library.filmScreens == ["Film 1", "Cast 1", "Cast 3"] && library.leaf == "Cast 3")
    #expect(library.ends.isEmpty && library.world.issues.isEmpty)
    #expect(library.headless.refusals.isEmpty)
  }

  @Test("Ends when the user goes back from its first screen, or pops by a swipe")
  func end() async throws {
    let library = await Library(isNarrow: true)
    await library.go(LibraryStep.film(1), FilmStep.cast(1))
    let stack = try #require(library.flow.film?.stack)
    #expect(stack.userDidTapBack())
    await library.settle()
    #expect(library.ends.isEmpty && library.leaf == "Film 1")
    try #require(stack.userDidBeginEdgeSwipe()).cancel()
    await library.settle()
    #expect(library.ends.isEmpty && library.leaf == "Film 1")
    try #require(stack.userDidBeginEdgeSwipe()).finish()
    await library.settle()
    #expect(library.ends == ["ended: FilmFlow, dismissedByUser"] && library.leaf == "List")
    #expect(library.coordinator.place.description == "LibraryFlow")

    await library.go(LibraryStep.film(2), FilmStep.cast(2))
    #expect(library.leaf == "Cast 2" && library.filmScreens == ["Film 2", "Cast 2"])
    library.flow.split.expand()
    await library.settle()
    #expect(library.flow.split.viewControllers.count == 2)
    #expect(library.filmScreens == ["Film 2", "Cast 2"] && library.world.issues.isEmpty)
  }

  @Test("A place of one width is restored in the other", arguments: [false, true])
  func place(isNarrow: Bool) async {
    let old = await Library(isNarrow: !isNarrow)
    await old.go(LibraryStep.film(1), FilmStep.cast(1), FilmStep.cast(2))
    let new = await Library(isNarrow: isNarrow)
    #expect(await new.coordinator.travel(to: old.coordinator.place) == .arrived)
    #expect(new.coordinator.place == old.coordinator.place)
    #expect(new.leaf == "Cast 2" && new.filmScreens == old.filmScreens)

    let link = DeepLinkPlan(steps: [LibraryStep.film(3), FilmStep.cast(4)])
    #expect(await new.coordinator.follow(link) == .arrived)
    #expect(new.leaf == "Cast 4" && new.filmScreens == ["Film 3", "Cast 4"])
    #expect(await new.coordinator.travel(to: old.coordinator.place) == .arrived)
    #expect(new.leaf == "Cast 2" && new.coordinator.place == old.coordinator.place)
    #expect(new.world.issues.isEmpty && new.headless.refusals.isEmpty)
  }
}

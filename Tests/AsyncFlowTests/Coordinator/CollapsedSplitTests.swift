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
  private func showTheListAgain(
    nestsStacks: Bool, onDismissal empty: @escaping @MainActor () -> Void
  ) async {
    headless.platform.nestsCollapsedStacks = nestsStacks
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

  @Test("Ends when the user goes back; a nested stack keeps its screen", arguments: [false, true])
  func keptColumn(nestsStacks: Bool) async {
    await showTheListAgain(nestsStacks: nestsStacks) {}
    #expect(film.isPresented == nestsStacks)
  }

  @Test("Leaves no screen if the column is emptied", arguments: [false, true], [false, true])
  func emptiedColumn(nestsStacks: Bool, byObserver: Bool) async {
    let empty: @MainActor () -> Void = { [split] in
      split.setViewController(nil, for: .secondary)
    }
    let observation = film.observePresentation { event in
      if byObserver, case .dismissed = event { empty() }
    }
    await showTheListAgain(nestsStacks: nestsStacks) { if !byObserver { empty() } }
    #expect(!film.isPresented)
    #expect(split.viewController(for: .secondary) == nil)
    #expect(headless.refusals.isEmpty)
    #expect(world.issues.isEmpty)
    observation.cancel()
  }
}

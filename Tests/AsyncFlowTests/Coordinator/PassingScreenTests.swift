import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

/// Dismisses itself when it has appeared.
private final class PassingPage: HeadlessViewController {
  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    dismiss(animated: true)
  }
}

private let modes: [HeadlessPlatform.TransitionMode] = [.immediate, .manual]

@MainActor
@Suite("Screens that dismiss themselves in their own callbacks")
struct PassingScreenTests {
  private let home = stack("Home", screen("List"))
  private let page = PassingPage()
  private let headless: HeadlessWorld
  private let world: CoordinatorWorld
  private let parent: ScriptedFlow

  init() {
    headless = HeadlessWorld(root: home)
    world = CoordinatorWorld(context: headless.context)
    parent = ScriptedFlow(root: home)
  }

  private func start(_ mode: HeadlessPlatform.TransitionMode) async {
    headless.platform.transitionMode = mode
    // UIKit's presentations end after their calls.
    headless.platform.endsTransitionsLate = platformIsStandIn
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    for _ in 0..<20 { await letOthersRun() }
    await headless.endTransitions()
    await takeTurns()
    await world.coordinator.settled()
  }

  @Test("The contribution of one that is kept ends", arguments: modes)
  func contribution(mode: HeadlessPlatform.TransitionMode) async {
    let stepper = TestStepper()
    parent.onNavigate = { [home, page] step in
      guard step == .start else { return .none }
      home.present(page, animated: true)
      return .one(
        .contribute(presentable: page, stepper: stepper)
          .onDismissal(forwardToParent: TestStep.number(7)))
    }
    await start(mode)
    #expect(!page.isPresented)
    #expect(parent.handled == [.start, .number(7)])
    stepper.send(.number(1))
    await world.coordinator.settled()
    #expect(parent.handled == [.start, .number(7)])
    #expect(world.issues.isEmpty)
    parent.onNavigate = nil
  }

  @Test("The flow whose root it is ends", arguments: modes)
  func root(mode: HeadlessPlatform.TransitionMode) async {
    weak var weakFlow: ScriptedFlow?
    parent.onNavigate = { [home, page] step in
      guard step == .start else { return .none }
      let flow = ScriptedFlow(root: page)
      weakFlow = flow
      home.present(page, animated: true)
      return .one(
        .contribute(presentable: flow, stepper: TestStepper())
          .onDismissal(forwardToParent: TestStep.number(7)))
    }
    await start(mode)
    #expect(parent.handled == [.start, .number(7)])
    #expect(weakFlow == nil)
    #expect(world.issues.isEmpty)
    parent.onNavigate = nil
  }

  @Test("The result of the flow whose root it is arrives", arguments: modes)
  func result(mode: HeadlessPlatform.TransitionMode) async {
    var results: [FlowResult<Int>] = []
    parent.onNavigate = { [home, page, coordinator = world.coordinator] step in
      guard step == .start else { return .none }
      home.present(page, animated: true)
      results.append(
        await coordinator.result(
          of: ScriptedFlow(root: page), with: TestStepper(), as: Int.self))
      return .none
    }
    await start(mode)
    #expect(results == [.cancelled])
    #expect(world.issues.isEmpty)
    parent.onNavigate = nil
  }
}

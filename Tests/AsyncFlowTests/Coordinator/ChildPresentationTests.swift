import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("A child flow whose screen is on its way")
struct ChildPresentationTests {
  private let home = stack("Home", screen("List"))
  private let headless: HeadlessWorld
  private let world: CoordinatorWorld
  private let parent: ScriptedFlow

  init() {
    headless = HeadlessWorld(root: home)
    world = CoordinatorWorld(context: headless.context)
    parent = ScriptedFlow(root: home)
    world.coordinator.coordinate(flow: parent, with: TestStepper())
  }

  /// Has the parent show a child's root, with transitions that the test ends.
  private func show(_ child: ScriptedFlow, by route: Route) async {
    await world.coordinator.settled()
    headless.platform.transitionMode = .manual
    let root = child.root as? HeadlessViewController ?? HeadlessViewController()
    parent.onNavigate = { [home] _ in
      switch route {
      case .present: home.present(root, animated: true)
      case .push: home.pushViewController(root, animated: true)
      }
      return .one(.contribute(presentable: child, stepper: OneStepper(TestStep.start)))
    }
    world.coordinator.send(TestStep.child(""), to: parent)
    for _ in 0..<50 { await letOthersRun() }
  }

  private func endTransitions() async {
    for _ in 0..<3 {
      headless.platform.completeAllTransitions()
      for _ in 0..<50 { await letOthersRun() }
    }
  }

  enum Route: CaseIterable { case present, push }

  @Test(
    "Handles its first step at once, and further ones when the transition has ended",
    arguments: Route.allCases)
  func furtherSteps(_ route: Route) async {
    let root = screen("Child")
    let child = ScriptedFlow(root: root)
    child.onNavigate = { step in
      if step == .start { return .one(.forwardToCurrentFlow(withStep: TestStep.number(1))) }
      root.present(screen("Next"), animated: true)
      return .none
    }
    await show(child, by: route)
    #expect(child.handled == [.start])
    await endTransitions()
    #expect(child.handled == [.start, .number(1)])
    #expect(root.presentedViewController != nil)
    #expect(headless.refusals == [])
    child.onNavigate = nil
  }

  @Test("Handles all steps at once until its container has a content")
  func emptyContainer() async {
    let root = stack("Sheet")
    let child = ScriptedFlow(root: root)
    child.onNavigate = { step in
      if step == .start { return .one(.forwardToCurrentFlow(withStep: TestStep.number(1))) }
      let page = screen("\(step)")
      root.pushViewController(page, animated: true)
      return step == .number(1) ? .one(.forwardToCurrentFlow(withStep: TestStep.number(2))) : .none
    }
    await show(child, by: .present)
    #expect(child.handled == [.start, .number(1)])
    await endTransitions()
    #expect(child.handled == [.start, .number(1), .number(2)])
    #expect(headless.refusals == [])
    child.onNavigate = nil
  }

  @Test("The result of a child that the user has left before the call is that")
  func resultAfterDeparture() async {
    let root = screen("Child")
    let child = ScriptedFlow(root: root)
    var results: [FlowResult<Int>] = []
    let (context, coordinator) = (world.context, world.coordinator)
    parent.onNavigate = { [home] step in
      guard step == .start else { return .none }
      await context.perform(.present(root), on: home)
      _ = root.userDidPullDown()
      results.append(
        await coordinator.result(of: child, with: OneStepper(TestStep.start), as: Int.self))
      return .none
    }
    await world.coordinator.settled()
    world.coordinator.send(TestStep.start, to: parent)
    #expect(await world.coordinator.settled() == [])
    #expect(results == [.userLeft])
    world.coordinator.send(TestStep.number(1), to: parent)
    #expect(await world.coordinator.settled() == [])
    #expect(parent.handled == [.start, .number(1)])
    parent.onNavigate = nil
  }
}

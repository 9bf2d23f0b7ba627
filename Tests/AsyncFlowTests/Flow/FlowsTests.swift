import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Blocks that wait for flows")
struct FlowsTests {
  private let home = stack("Home", screen("List"))
  private let headless: HeadlessWorld
  private let world: CoordinatorWorld
  private let parent: ScriptedFlow
  private let settings = ScriptedFlow(root: stack("Settings", screen("Settings")))

  init() {
    headless = HeadlessWorld(root: home)
    world = CoordinatorWorld(context: headless.context)
    parent = ScriptedFlow(root: home)
    world.coordinator.coordinate(flow: parent, with: TestStepper())
  }

  /// Has the parent present the flow when it is ready, and contribute it.
  private func show() async {
    parent.onNavigate = { [home, settings] step in
      guard step == .child("settings") else { return .none }
      Flows.use(settings, when: .ready) { (root: HeadlessNavigationController) in
        home.present(root, animated: true)
      }
      return .one(.contribute(presentable: settings, stepper: OneStepper(TestStep.start)))
    }
    await world.coordinator.navigate(to: TestStep.child("settings"), in: parent)
    await world.coordinator.settled()
  }

  @Test("A block for a flow that is contributed again is called each time")
  func again() async {
    for round in 1...3 {
      await show()
      #expect(settings.handled.count == round)
      #expect(home.presentedViewController === settings.root)
      #expect(home.presentedViewController?.userDidPullDown() ?? false)
      await world.coordinator.settled()
    }
  }

  @Test("A block for a flow that has ended itself is called when the flow is ready again")
  func afterEnd() async {
    settings.onNavigate = { [home] step in
      guard step == .end else { return .none }
      home.dismiss(animated: true)
      return .end
    }
    await show()
    await world.coordinator.navigate(to: TestStep.end, in: settings)
    await world.coordinator.settled()
    #expect(home.presentedViewController == nil)
    await show()
    #expect(home.presentedViewController === settings.root)
  }

  @Test("A block is dropped if one of its flows ends before it is ready, although it starts again")
  func endsBefore() async {
    let (slow, quick) = (ScriptedFlow(), ScriptedFlow())
    quick.onNavigate = { _ in .end }
    Flows.use(slow, quick, when: .ready) { _, _ in Issue.record("one flow has ended") }
    world.coordinator.coordinate(flow: quick, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    quick.onNavigate = nil
    for flow in [slow, quick] {
      world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
      #expect(await flow.flowReady)
    }
  }

  @Test("A block is released with a flow that never starts", arguments: [false, true])
  func released(hasOther: Bool) async {
    final class Token {}
    weak var weakToken: Token?
    let other = ScriptedFlow()
    do {
      let token = Token()
      weakToken = token
      let flow = ScriptedFlow()
      Flows.use(hasOther ? [other, flow] : [flow], when: .ready) { (_: [HeadlessViewController]) in
        Issue.record("the flow is not ready: \(token)")
      }
    }
    if hasOther {
      world.coordinator.coordinate(flow: other, with: OneStepper(TestStep.start))
      await world.coordinator.settled()
    }
    #expect(weakToken == nil)
  }
}

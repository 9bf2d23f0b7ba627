import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

/// A flow may begin before it has a window.
@MainActor
@Suite("A flow whose root enters a window later")
struct LateWindowTests {
  /// The ways in which the root of the flow enters a window.
  enum Arrival: CaseIterable {
    case asRoot, inHiddenTab, inTabsThatAreRoot, embedded, presented
  }

  @Test("Observes its screens from then on", arguments: Arrival.allCases)
  func lateWindow(arrival: Arrival) async throws {
    let list = screen("List")
    let home = stack("Home", list)
    let world = CoordinatorWorld()
    let detail = screen("Detail")
    let stepper = TestStepper()
    let flow = ScriptedFlow(root: home)
    flow.onNavigate = { step in
      guard step == .start else { return .none }
      return .one(.contribute(presentable: detail, stepper: stepper))
    }
    let platform = HeadlessPlatform()
    home.platform = platform
    home.pushViewController(detail, animated: false)
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()

    let window = HeadlessWindow(platform: platform)
    window.makeKeyAndVisible()
    switch arrival {
    case .asRoot: window.rootViewController = home
    case .inHiddenTab: window.rootViewController = tabs("Main", screen("Other"), home)
    case .inTabsThatAreRoot:
      let main = tabs("Main")
      window.rootViewController = main
      main.viewControllers = [home]
    case .embedded:
      let shell = screen("Shell")
      shell.addChild(home)
      shell.view.addSubview(home.view)
      home.didMove(toParent: shell)
      window.rootViewController = shell
    case .presented:
      let shell = screen("Shell")
      window.rootViewController = shell
      shell.present(home, animated: false)
    }
    let store = try #require(home.lifecycle.store)
    #expect(store.context === world.context)
    #expect(window.lifecycle.store === store)
    home.popViewController(animated: false)
    stepper.send(.number(1))
    await world.coordinator.settled()
    #expect(!flow.handled.contains(.number(1)))
    #expect(world.notHandled.count == 1)
    #expect(world.issues.isEmpty)
    withExtendedLifetime(window) {}
  }

  @Test("Observes its screens in its own window, too, while its parent's is observed")
  func secondWindow() async throws {
    let home = stack("Home", screen("List"))
    let headless = HeadlessWorld(root: home)
    let world = CoordinatorWorld(context: headless.context)
    let parent = ScriptedFlow(root: home)
    let child = ScriptedFlow(root: stack("Child", screen("Inner")))
    parent.onNavigate = { step in
      guard step == .start else { return .none }
      return .one(.contribute(presentable: child, stepper: TestStepper(TestStep.start)))
    }
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    let window = HeadlessWindow(platform: headless.platform)
    window.makeKeyAndVisible()
    window.rootViewController = child.root as? HeadlessViewController
    #expect(child.root.navigationContainer?.lifecycle.store != nil)
    window.rootViewController = screen("Else")
    await world.coordinator.settled()
    #expect(world.log.contains { $0.hasPrefix("ended: ScriptedFlow") })
  }
}

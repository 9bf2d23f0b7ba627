import NavigationRuntime
import Testing

@MainActor
struct HeadlessReleaseTests {
  @Test(
    "Releases controllers that have left the screen, in both modes",
    arguments: [HeadlessPlatform.TransitionMode.immediate, .manual])
  func released(mode: HeadlessPlatform.TransitionMode) {
    let stage = Stage(mode)
    let census = BalancedController.Census()
    let nav = stage.stack(HeadlessViewController())
    let tabs = stage.tabs(nav)
    stage.show(tabs)

    nav.pushViewController(census.make(), animated: true)
    stage.settle()
    nav.popViewController(animated: true)
    stage.settle()
    #expect(census.livingControllers.isEmpty, "popped")

    nav.present(HeadlessNavigationController(rootViewController: census.make()), animated: true) {}
    stage.settle()
    nav.dismiss(animated: true)
    stage.settle()
    #expect(census.livingControllers.isEmpty, "dismissed")

    tabs.viewControllers = [nav, census.make()]
    stage.settle()
    tabs.selectedIndex = 1
    stage.settle()
    tabs.viewControllers = [nav]
    stage.settle()
    #expect(census.livingControllers.isEmpty, "tab removed")

    stage.window.rootViewController = census.make()
    stage.settle()
    stage.window.rootViewController?.present(census.make(), animated: true)
    stage.settle()
    stage.window.rootViewController = nil
    stage.settle()
    #expect(census.livingControllers.isEmpty, "root replaced")
  }

  @Test("A transition drops its closures and controllers at its end")
  func transition() throws {
    let stage = Stage(.manual)
    let census = BalancedController.Census()
    let nav = stage.stack(HeadlessViewController())
    stage.show(nav)
    final class Token {}
    weak var token: Token?
    nav.pushViewController(census.make(), animated: true)
    let transition = try #require(stage.platform.pendingTransitions.first)
    do {
      let held = Token()
      token = held
      transition.addCompletion { _ in withExtendedLifetime(held) {} }
    }
    #expect(token != nil)
    stage.settle()
    #expect(token == nil && transition.phase == .completed)
    nav.popViewController(animated: false)
    stage.settle()
    #expect(transition.to == nil && census.livingControllers.isEmpty)
  }

  @Test("10,000 controllers pushed, presented and removed leave none alive")
  func many() {
    let stage = Stage()
    let census = BalancedController.Census()
    let nav = stage.stack(HeadlessViewController())
    stage.show(nav)
    for _ in 0..<5_000 { nav.pushViewController(census.make(), animated: false) }
    nav.popToRootViewController(animated: true)
    for _ in 0..<5_000 {
      nav.present(census.make(), animated: true)
      nav.dismiss(animated: true)
    }
    #expect(census.livingControllers.isEmpty)
    #expect(stage.platform.pendingTransitions.isEmpty)
  }
}

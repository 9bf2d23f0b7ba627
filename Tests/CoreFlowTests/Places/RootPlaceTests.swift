import CoreFlow
import TestSupport
import Testing

private enum AppPlace: Codable, Hashable, Sendable { case main, settings, tab(Int) }

private final class LoginFlow: Flow<ScreenLessCore, HeadlessViewController> {
  override func createCore() -> ScreenLessCore { ScreenLessCore() }
  override func createScreen() -> HeadlessViewController { TestSupport.screen("Login") }
}

private final class MainFlow: Flow<ScreenLessCore, HeadlessViewController> {
  override func createCore() -> ScreenLessCore { ScreenLessCore() }
  override func createScreen() -> HeadlessViewController { TestSupport.screen("Main") }
}

private final class SettingsFlow: Flow<ScreenLessCore, HeadlessViewController> {
  override func createCore() -> ScreenLessCore { ScreenLessCore() }
  override func createScreen() -> HeadlessViewController { TestSupport.screen("Settings") }
}

/// Shows a login, which belongs to no place, and then roots that do.
private final class AppFlow: ScreenLessFlow<ScreenLessCore>, PlaceRouting {
  override func createCore() -> ScreenLessCore { ScreenLessCore() }

  func attachChild(for place: AppPlace) async {
    switch place {
    case .main: await attach(MainFlow(), by: .root, as: place)?.value()
    case .settings: await attach(SettingsFlow(), by: .root, as: place)?.value()
    case .tab: break
    }
  }
}

/// Shows main flows as tabs.
private final class TabsFlow: Flow<ScreenLessCore, HeadlessTabBarController>, PlaceRouting {
  override func createCore() -> ScreenLessCore { ScreenLessCore() }
  override func createScreen() -> HeadlessTabBarController { HeadlessTabBarController() }

  func attachChild(for place: AppPlace) async {
    let main = MainFlow().embedded(in: HeadlessNavigationController())
    await attach(main, by: .tab, as: place)?.value()
  }
}

/// Shows tabs in a controller with other content.
private final class FrameFlow: Flow<ScreenLessCore, HeadlessViewController> {
  let tabs = HeadlessTabBarController()

  override func createCore() -> ScreenLessCore { ScreenLessCore() }

  override func createScreen() -> HeadlessViewController {
    let frame = TestSupport.screen("Frame")
    tabs.viewControllers = [TestSupport.screen("A"), TestSupport.screen("B")]
    for child in [tabs, TestSupport.screen("Player")] {
      frame.addChild(child)
      frame.view.addSubview(child.view)
      child.didMove(toParent: frame)
    }
    return frame
  }
}

@MainActor
@Suite("Journeys with roots and tabs")
struct RootPlaceTests {
  private let world = HeadlessWorld(root: screen("Empty"))
  private let app: AppFlow

  init() {
    app = AppFlow(context: world.context)
    app.launch(in: world.window)
    app.attach(LoginFlow(), by: .root)
  }

  private var leaf: String { world.store.tree.visibleLeaf.name }

  @Test("A root that the place omits stays, and the outcome names it")
  func omittedRoot() async {
    let login = app.place
    #expect(await app.travel(to: login) == .arrived)
    await app.attachChild(for: .main)
    #expect(leaf == "Main")
    let outcome = await app.travel(to: login)
    #expect(
      outcome.description == "incomplete: AppFlow › {\"main\":{}}: "
        + "MainFlow is the root of the window, which is replaced and never removed")
    #expect(leaf == "Main")
    #expect(world.issues.isEmpty)
  }

  @Test("A tab that the place omits stays with its screens, and the journey arrives")
  func omittedTab() async {
    let tabs = TabsFlow()
    app.attach(tabs, by: .root)
    await tabs.attachChild(for: .tab(0))
    let one = tabs.place
    await tabs.attachChild(for: .tab(1))
    let second = tabs.children.last as? MainFlow
    second?.attach(SettingsFlow(), by: .push)
    #expect(await tabs.travel(to: one) == .arrived)
    #expect(tabs.children.last === second && second?.children.count == 1)
  }

  @Test("Selects the tab of a place in a screen that contains tabs")
  func tabsInScreen() async {
    let frame = FrameFlow()
    app.attach(frame, by: .root)
    await world.context.settled()
    frame.tabs.selectedIndex = 1
    await world.context.settled()
    let place = frame.place
    frame.tabs.selectedIndex = 0
    await world.context.settled()
    #expect(frame.place != place)
    #expect(await frame.travel(to: place) == .arrived)
    #expect(frame.tabs.selectedIndex == 1)
  }

  @Test("A root that another one of the place replaces is gone on arrival")
  func replacedRoot() async {
    await app.attachChild(for: .settings)
    let settings = app.place
    await app.attachChild(for: .main)
    #expect(await app.travel(to: settings) == .arrived)
    #expect(leaf == "Settings")
    #expect(app.place == settings)
  }
}

import CoreFlow
import TestSupport
import Testing

/// Tabs, of which a flow's screen is the first one.
private final class TabsFlow: Flow<ProbeCore, ProbeScreen> {
  let journal: Journal

  init(_ journal: Journal, context: NavigationContext) {
    self.journal = journal
    super.init(context: context)
  }

  override func createCore() -> ProbeCore { ProbeCore("tabs", journal) }
  override func createScreen() -> ProbeScreen { ProbeScreen(reactor: core) }
}

@MainActor
@Suite("Flows in several windows")
struct SeveralWindowsTests {
  private let world = HeadlessWorld(root: screen("Empty"))
  private let journal = Journal()
  private let tabs = HeadlessTabBarController()
  private let root: TabsFlow
  private let tab: ProbeFlow
  private let second: HeadlessWindow
  private let secondTabs = HeadlessTabBarController()

  init() async {
    root = TabsFlow(journal, context: world.context)
    tab = ProbeFlow("tab", journal)
    tab.wrapper = HeadlessNavigationController()
    second = HeadlessWindow(platform: world.platform)
    _ = world.context.store(for: second)
    secondTabs.viewControllers = [screen("Other")]
    second.rootViewController = secondTabs
    second.makeKeyAndVisible()
    root.embedded(in: tabs).launch(in: world.window)
    root.attach(tab, by: .tab)
    await settle()
  }

  private func settle() async {
    await world.endTransitions()
    await world.context.settled()
  }

  /// Moves the tab's stack into the second window, in one transition.
  private func moveTab() async {
    let moved = tab.representative.navigationContainer as? HeadlessNavigationController
    world.context.scheduler(of: root.screen).schedule("move") { [secondTabs] _ in
      guard let moved else { return .ended(.alreadyThere) }
      secondTabs.setViewControllers([screen("Other"), moved], animated: false)
      return .started
    }
    await settle()
  }

  @Test(
    "A child that has moved to another window goes on there, and leaves it when its parent's closes"
  )
  func parentsWindowGetsAnotherRoot() async {
    await moveTab()
    #expect(tab.isActive && tab.screen.isPresented)
    #expect(secondTabs.viewControllers?.count == 2)
    world.window.rootViewController = screen("Login")
    await settle()
    #expect(!root.isActive && !tab.isActive)
    #expect(!tab.screen.isPresented)
    #expect(secondTabs.viewControllers?.count == 1)
    #expect(world.issues.map(\.fact) == [])
  }
}

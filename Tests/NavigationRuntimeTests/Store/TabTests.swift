import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Tabs as objects, as in iOS 18")
struct TabTests {
  @Test("The tree contains the controllers of the tabs, and follows the selected one")
  func selection() {
    let bar = bar(tab("A"), tab("B"), tab("C"))
    let world = HeadlessWorld(root: bar)
    #expect(contents(world) == ["A", "B", "C"])
    #expect(world.store.tree.visibleLeaf.name == "A")
    let b = screenOf(bar.tabs[1])
    let log = EventLog(b)
    bar.selectedTab = bar.tabs[1]
    world.store.runLoopDidTurn()
    #expect(world.store.tree.visibleLeaf.name == "B")
    #expect(log.lines == ["B hidden", "B visible"])
    #expect(world.context.request(.select(2), on: bar).outcome == .performed)
    #expect(bar.selectedTab === bar.tabs[2])
    #expect(world.store.tree.visibleLeaf.name == "C")
    #expect(world.context.request(.select(2), on: bar).outcome == .alreadyThere)
    #expect(world.refusals.isEmpty)
  }

  @Test("A tap on a tab is the user's")
  func tap() {
    let bar = bar(tab("A"), tab("B"))
    let world = HeadlessWorld(root: bar)
    #expect(bar.userDidTapTab(at: 1))
    #expect(world.store.tree.visibleLeaf.name == "B")
    #expect(world.changes.map(\.cause.kind) == [.user])
    #expect(world.refusals.isEmpty)
  }

  @Test("A request for other controllers keeps the tabs of those that stay, and makes new ones")
  func replacement() {
    let (a, b) = (tab("A"), tab("B"))
    let bar = bar(a, b)
    let world = HeadlessWorld(root: bar)
    let new = screen("New")
    new.title = "News"
    let request = world.context.request(.setTabs([screenOf(b), new]), on: bar)
    #expect(request.outcome == .performed)
    #expect(contents(world) == ["B", "New"])
    #expect(bar.tabs.first === b)
    #expect(bar.tabs.map(\.title) == ["B", "News"])
    #expect(bar.tabs.last?.viewController === new)
    #expect(Set(bar.tabs.map(\.identifier)).count == 2)
    #expect(world.context.request(.setTabs([screenOf(b), new]), on: bar).outcome == .alreadyThere)
    #expect(world.refusals.isEmpty)
  }

  @Test("Tabs that the app sets itself are read")
  func setByApp() {
    let (a, b) = (tab("A"), tab("B"))
    let bar = bar(a, b)
    let world = HeadlessWorld(root: bar)
    bar.tabs = [b, tab("C"), a]
    world.store.runLoopDidTurn()
    #expect(contents(world) == ["B", "C", "A"])
    #expect(world.store.tree.visibleLeaf.name == "A")
    #expect(world.refusals.isEmpty)
  }

  @Test("The tabs of a group are in the tree in its place, and can be selected")
  func group() {
    let songs = tab("Songs")
    let group = HeadlessTabGroup(
      title: "Library", image: nil, identifier: "Library", children: [songs, tab("Albums")])
    let bar = bar(tab("Home"), group)
    let world = HeadlessWorld(root: bar)
    #expect(contents(world) == ["Home", "Songs", "Albums"])
    world.context.request(.select(2), on: bar)
    #expect(world.store.tree.visibleLeaf.name == "Albums")
    #expect(bar.selectedTab?.identifier == "Albums")
    #expect(bar.selectedTab?.parent === group)
    bar.selectedTab = songs
    world.store.runLoopDidTurn()
    #expect(world.store.tree.visibleLeaf.name == "Songs")
    #expect(world.refusals.isEmpty)
  }

  @Test("A group with a navigation controller is one tab")
  func managedGroup() {
    let navigation = stack("Library stack", screen("Library root"))
    let group = HeadlessTabGroup(
      title: "Library", image: nil, identifier: "Library", children: [tab("Songs")])
    group.managingNavigationController = navigation
    let bar = bar(tab("Home"), group)
    let world = HeadlessWorld(root: bar)
    #expect(contents(world) == ["Home", "Library stack"])
    bar.selectedTab = group
    world.store.runLoopDidTurn()
    #expect(world.store.tree.visibleLeaf.name == "Library root")
    #expect(world.issues.isEmpty)
  }

  @Test("Grouped tabs are not replaced by a list of controllers, which names no groups")
  func groupIsKept() {
    let group = HeadlessTabGroup(
      title: "Library", image: nil, identifier: "Library", children: [tab("Songs")])
    let bar = bar(tab("Home"), group)
    let world = HeadlessWorld(root: bar)
    let outcome = world.context.request(.setTabs([screen("New")]), on: bar).outcome
    guard case .refused(let refusal) = outcome else {
      Issue.record("It was \(String(describing: outcome)).")
      return
    }
    #expect(refusal.code == .ignoredByPlatform)
    #expect(contents(world) == ["Home", "Songs"])
  }

  @Test("New tabs in a group are in the bar and in the tree, and the former ones have left")
  func groupChanges() {
    let (songs, albums) = (tab("Songs"), tab("Albums"))
    let inner = HeadlessTabGroup(
      title: "Inner", image: nil, identifier: "Inner", children: [songs])
    let group = HeadlessTabGroup(
      title: "Library", image: nil, identifier: "Library", children: [inner])
    let bar = bar(tab("Home"), group)
    let world = HeadlessWorld(root: bar)
    bar.selectedTab = songs
    inner.children = [songs, albums]
    world.store.runLoopDidTurn()
    #expect(contents(world) == ["Home", "Songs", "Albums"])
    #expect(tabLines(world) == ["_Home_", "*Songs*", "_Albums_"])
    #expect(world.store.tree.visibleLeaf.name == "Songs")
    group.children = [albums]
    world.store.runLoopDidTurn()
    #expect(contents(world) == ["Home", "Albums"])
    #expect(songs.parent === inner && inner.parent == nil && albums.parent === group)
    inner.children = []
    #expect(contents(world) == ["Home", "Albums"])
    #expect(world.issues.isEmpty && world.refusals.isEmpty)
  }

  @Test("A group keeps its tabs if the bar refuses the new ones")
  func refusedChildren() {
    let (home, songs) = (tab("Home"), tab("Songs"))
    let group = HeadlessTabGroup(
      title: "Library", image: nil, identifier: "Library", children: [songs])
    let bar = bar(home, group)
    let world = HeadlessWorld(root: bar)
    group.children = [
      songs,
      HeadlessTab(title: "Twin", image: nil, identifier: "Twin") { _ in
        home.viewController ?? HeadlessViewController()
      },
    ]
    #expect(world.refusals.map(\.code) == [.duplicateController])
    #expect(group.children.map(\.identifier) == ["Songs"])
    #expect(contents(world) == ["Home", "Songs"])
  }

  @Test("A hidden tab is not in the bar; its screen stays, and code can select it")
  func hiddenTab() {
    let (a, b, songs) = (tab("A"), tab("B"), tab("Songs"))
    let group = HeadlessTabGroup(
      title: "Library", image: nil, identifier: "Library", children: [songs])
    let bar = bar(a, b, group)
    let world = HeadlessWorld(root: bar)
    b.isHidden = true
    group.isHidden = true
    #expect(tabLines(world) == ["*A*"])
    #expect(contents(world) == ["A", "B", "Songs"])
    #expect(!bar.userDidTapTab(at: 1))
    #expect(world.store.tree.visibleLeaf.name == "A")
    #expect(world.context.request(.select(1), on: bar).outcome == .performed)
    #expect(world.store.tree.visibleLeaf.name == "B")
    group.isHidden = false
    #expect(tabLines(world) == ["_A_", "_Songs_"])
    #expect(world.refusals.isEmpty)
  }

  @Test("The list of controllers and its relatives are refused once the tabs are set")
  func list() {
    let bar = bar(tab("A"), tab("B"))
    let world = HeadlessWorld(root: bar)
    bar.selectedIndex = 1
    bar.selectedViewController = screenOf(bar.tabs[1])
    bar.viewControllers = [screen("Other")]
    bar.setViewControllers([screen("Other")], animated: false)
    #expect(bar.viewControllers == nil)
    #expect(world.refusals.map(\.code) == Array(repeating: .tabsAreSet, count: 5))
    #expect(bar.selectedTab === bar.tabs[0])
    #expect(contents(world) == ["A", "B"])
  }

  private func tab(_ name: String) -> HeadlessTab {
    HeadlessTab(title: name, image: nil, identifier: name) { _ in screen(name) }
  }

  private func bar(_ tabs: HeadlessTab...) -> HeadlessTabBarController {
    let bar = HeadlessTabBarController()
    bar.tabs = tabs
    return bar
  }

  private func screenOf(_ tab: HeadlessTab) -> HeadlessViewController {
    tab.viewController ?? HeadlessViewController()
  }

  private func tabLines(_ world: HeadlessWorld) -> [String] {
    world.window.visibleElements.filter { $0.kind == .tab }.map(\.line)
  }

  private func contents(_ world: HeadlessWorld) -> [String] {
    world.store.tree.root.children[0].children.map(\.name)
  }
}

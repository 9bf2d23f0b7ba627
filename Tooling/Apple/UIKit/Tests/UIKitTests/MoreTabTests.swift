import AsyncFlow
import Foundation
import NavigationRuntime
import TestSupport
import Testing
import UIKit

/// Tabs of which the bar has no room for the last ones, as in UIKit's classes.
@MainActor
private final class CrowdedTabs: UITabBarController {
  let more = MoreStack(rootViewController: screen("List of more"))
  /// Whether the "More" navigation controller is shown instead of a tab.
  var showsMore = false {
    didSet {
      guard showsMore else { return }
      view.addSubview(more.view)
      more.view.addSubview(more.viewControllers[0].view)
    }
  }

  override var selectedIndex: Int {
    get { showsMore ? NSNotFound : super.selectedIndex }
    set {
      showsMore = false
      super.selectedIndex = newValue
    }
  }

  override var selectedViewController: UIViewController? {
    get { showsMore ? more : super.selectedViewController }
    set {
      showsMore = false
      super.selectedViewController = newValue
    }
  }
}

/// A stack that contains the chosen tab, which stays a tab, and what is pushed above it.
@MainActor
private final class MoreStack: UINavigationController {
  var above: [UIViewController] = [] {
    didSet { for entry in above { view.addSubview(entry.view) } }
  }

  override var viewControllers: [UIViewController] {
    get { super.viewControllers + above }
    set { super.viewControllers = newValue }
  }

  override func popViewController(animated: Bool) -> UIViewController? { above.popLast() }

  override func popToViewController(
    _ viewController: UIViewController, animated: Bool
  ) -> [UIViewController]? {
    let count = above.firstIndex { $0 === viewController }.map { $0 + 1 } ?? 0
    defer { above = Array(above.prefix(count)) }
    return Array(above.dropFirst(count))
  }

  override func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
    above = Array(viewControllers.dropFirst())
  }

  /// Shows what the user has chosen in the list, with or without the callbacks of appearance.
  func userDidChoose(_ tab: UIViewController, hasCallbacks: Bool) {
    above = [tab]
    guard hasCallbacks else { return }
    viewControllers[0].appearanceDidEnd()
    tab.appearanceDidEnd()
    lifecycle.uiKitPositionDidChange()
  }
}

/// A flow in a tab, of which a model sends steps.
@MainActor
private struct FlowInTab {
  let world: CoordinatorWorld
  let child: ScriptedFlow
  private let main: ScriptedFlow
  private let model = TestStepper()

  init(of bar: UITabBarController, _ tab: UIViewController, context: NavigationContext) async {
    world = CoordinatorWorld(context: context)
    child = ScriptedFlow(root: tab)
    main = ScriptedFlow(root: bar)
    main.onNavigate = { [child, model] _ in .one(.contribute(presentable: child, stepper: model)) }
    world.coordinator.coordinate(flow: main, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
  }

  /// Checks that the flow handles a step of its model.
  func handlesSteps() async {
    model.send(.number(1))
    await world.coordinator.settled()
    #expect(child.handled == [.number(1)])
    #expect(world.issueCodes == [])
  }
}

@MainActor
@Suite("The tab “More” of UIKit's tab bar controller")
struct MoreTabTests {
  private let bar: CrowdedTabs
  private let world: HeadlessWorld

  init() {
    bar = CrowdedTabs()
    bar.viewControllers = (1...6).map { screen("Tab \($0)") }
    world = HeadlessWorld(root: bar)
  }

  @Test("Is in the tree while it is shown, and is no other tab")
  func list() {
    let log = EventLog(bar.children[0])
    bar.showsMore = true
    world.store.runLoopDidTurn()
    #expect(world.store.tree.visibleLeaf.name == "List of more")
    #expect(world.store.tree.root.children[0].children.count == 7)
    #expect(world.store.tree.root.children[0].selectedIndex == 6)
    #expect(log.lines == ["Tab 1 visible", "Tab 1 hidden"])
    #expect(world.context.request(.select(0), on: bar).outcome == .performed)
    #expect(world.store.tree.visibleLeaf.name == "Tab 1")
    #expect(world.store.tree.root.children[0].children.count == 6)
    #expect(world.issues.isEmpty)
  }

  @Test("Shows a tab that the user has chosen in its list, which is selected then")
  func chosen() throws {
    let last = try #require(bar.children.last)
    bar.showsMore = true
    bar.more.above = [last]
    world.store.runLoopDidTurn()
    #expect(world.store.tree.visibleLeaf.name == "Tab 6")
    #expect(world.store.tree.root.children[0].children.count == 6)
    bar.more.above = []
    world.store.runLoopDidTurn()
    #expect(world.store.tree.visibleLeaf.name == "List of more")
    #expect(world.issues.isEmpty)
  }

  @Test("Does not end the flow in a tab that is chosen in its list", arguments: [true, false])
  func flow(hasCallbacks: Bool) async throws {
    let last = try #require(bar.children.last)
    let flow = await FlowInTab(of: bar, last, context: world.context)
    bar.showsMore = true
    world.store.runLoopDidTurn()
    #expect(world.store.tree.visibleLeaf.name == "List of more")
    bar.more.userDidChoose(last, hasCallbacks: hasCallbacks)
    world.store.runLoopDidTurn()
    #expect(world.store.tree.visibleLeaf.name == "Tab 6")
    #expect(world.store.tree.root.children[0].children.count == 6)
    await flow.handlesSteps()
    bar.more.above = []
    world.store.runLoopDidTurn()
    #expect(world.store.tree.visibleLeaf.name == "List of more")
    #expect(last.isPresented)
    #expect(world.issues.isEmpty)
  }

  @Test("Shows what is pushed above a chosen tab, which is hidden then")
  func pushed() throws {
    let last = try #require(bar.children.last)
    bar.showsMore = true
    bar.more.above = [last]
    world.store.runLoopDidTurn()
    let pushed = screen("Pushed")
    let log = EventLog(last, pushed)
    bar.more.above = [last, pushed]
    world.store.runLoopDidTurn()
    #expect(world.store.tree.visibleLeaf.name == "Pushed")
    bar.more.above = [last]
    world.store.runLoopDidTurn()
    #expect(world.store.tree.visibleLeaf.name == "Tab 6")
    #expect(
      log.lines == [
        "Tab 6 visible", "Tab 6 hidden", "Pushed visible", "Pushed hidden", "Pushed dismissed",
        "Tab 6 visible",
      ])
    #expect(world.issues.isEmpty)
  }

  @Test("Shows a chosen tab again when a request pops what is above it", arguments: [true, false])
  func poppedByRequest(toList: Bool) throws {
    let last = try #require(bar.children.last)
    let more = bar.more
    let list = more.viewControllers[0]
    let (first, second) = (screen("First"), screen("Second"))
    bar.showsMore = true
    more.above = toList ? [last, first, second] : [last, first]
    world.store.runLoopDidTurn()
    let request = world.context.request(toList ? .popTo(list) : .pop, on: more)
    #expect(request.outcome == .performed)
    #expect(more.above.elementsEqual([last]) { $0 === $1 })
    world.store.runLoopDidTurn()
    #expect(world.store.tree.visibleLeaf.name == "Tab 6")
    #expect(world.issues.isEmpty)
  }

  @Test("Pops to a screen above a chosen tab, and keeps the tab")
  func poppedAboveTab() throws {
    let last = try #require(bar.children.last)
    let (first, second) = (screen("First"), screen("Second"))
    bar.showsMore = true
    bar.more.above = [last, first, second]
    world.store.runLoopDidTurn()
    #expect(world.context.request(.popTo(first), on: bar.more).outcome == .performed)
    #expect(bar.more.above.elementsEqual([last, first]) { $0 === $1 })
    #expect(world.store.tree.visibleLeaf.name == "First")
  }

  @Test("Keeps a chosen tab beneath the screens of a request for another stack")
  func stackByRequest() throws {
    let last = try #require(bar.children.last)
    let more = bar.more
    let list = more.viewControllers[0]
    let (first, second, third) = (screen("First"), screen("Second"), screen("Third"))
    bar.showsMore = true
    more.above = [last, first, second]
    world.store.runLoopDidTurn()
    let log = EventLog(first, second)
    let stacks = [[list, second], [list, third, second], [list, third]]
    for stack in stacks {
      #expect(world.context.request(.setStack(stack), on: more).outcome == .performed)
      #expect(more.above.elementsEqual([last] + stack.dropFirst()) { $0 === $1 })
      #expect(world.context.request(.setStack(stack), on: more).outcome == .alreadyThere)
    }
    #expect(world.store.tree.visibleLeaf.name == "Third")
    #expect(log.lines.suffix(2) == ["Second hidden", "Second dismissed"])
    #expect(world.context.request(.setStack([list]), on: more).outcome == .performed)
    world.store.runLoopDidTurn()
    #expect(world.store.tree.visibleLeaf.name == "Tab 6")
    #expect(world.issues.isEmpty)
    #expect(world.refusals.isEmpty)
  }

  @Test("Is not among the controllers of a request for other tabs")
  func replacement() {
    bar.showsMore = true
    world.store.runLoopDidTurn()
    let tabs = (0..<bar.navigationRuntimeContainedCount).map(bar.navigationRuntimeContained)
    let request = world.context.request(.setTabs(tabs + [screen("Tab 7")]), on: bar)
    #expect(request.outcome == .performed)
    #expect(!bar.children.contains { $0 === bar.more })
    #expect(bar.children.count == 7)
    #expect(world.issues.isEmpty)
    #expect(world.refusals.isEmpty)
  }
}

/// Tabs of iOS 18, none of which is selected while "More" is shown.
@MainActor
private final class CrowdedTabObjects: UITabBarController {
  var showsMore = false

  override var selectedTab: UITab? {
    get { showsMore ? nil : super.selectedTab }
    set {
      showsMore = false
      super.selectedTab = newValue
    }
  }
}

/// Tabs of which the selected one is in a group.
@MainActor
private final class GroupedTabs: UITabBarController {
  weak var chosen: UITab?

  override var selectedTab: UITab? {
    get { chosen ?? super.selectedTab }
    set { super.selectedTab = newValue }
  }
}

@MainActor
@Suite("The selected tab of iOS 18")
struct SelectedTabTests {
  private func tab(_ name: String) -> UITab {
    UITab(title: name, image: nil, identifier: name) { _ in screen(name) }
  }

  @Test("Is none while “More” is shown, which is in the tree then")
  func more() {
    let bar = CrowdedTabObjects()
    bar.tabs = (1...6).map { tab("Tab \($0)") }
    let world = HeadlessWorld(root: bar)
    let more = stack("More", screen("List of more"))
    bar.addChild(more)
    bar.view.addSubview(more.view)
    bar.showsMore = true
    world.store.runLoopDidTurn()
    #expect(world.store.tree.visibleLeaf.name == "List of more")
    #expect(world.store.tree.root.children[0].children.count == 7)
    bar.selectedTab = bar.tabs[1]
    world.store.runLoopDidTurn()
    #expect(world.store.tree.visibleLeaf.name == "Tab 2")
    #expect(world.store.tree.root.children[0].children.count == 6)
    #expect(world.issues.isEmpty)
  }

  @Test("Keeps its flow if it is chosen in the list of “More”", arguments: [true, false])
  func chosen(hasCallbacks: Bool) async {
    let last = stack("Tab 6", screen("Root"))
    let bar = CrowdedTabObjects()
    bar.tabs =
      (1...5).map { tab("Tab \($0)") }
      + [UITab(title: "Tab 6", image: nil, identifier: "Tab 6") { _ in last }]
    let world = HeadlessWorld(root: bar)
    let flow = await FlowInTab(of: bar, last, context: world.context)
    let more = MoreStack(rootViewController: screen("List of more"))
    bar.addChild(more)
    bar.view.addSubview(more.view)
    more.view.addSubview(more.viewControllers[0].view)
    bar.showsMore = true
    world.store.runLoopDidTurn()
    #expect(world.store.tree.visibleLeaf.name == "List of more")
    await takeTurns()
    more.userDidChoose(last, hasCallbacks: hasCallbacks)
    world.store.runLoopDidTurn()
    #expect(world.store.tree.visibleLeaf.name == "Root")
    await flow.handlesSteps()
    #expect(world.issues.isEmpty)
  }

  @Test("Leaves the flow of a child that is no tab, such as a small player, alone")
  func child() async {
    let bar = UITabBarController()
    bar.tabs = [tab("A")]
    let world = HeadlessWorld(endsLate: true, root: bar)
    let player = screen("Player")
    bar.addChild(player)
    bar.view.addSubview(player.view)
    let flow = await FlowInTab(of: bar, player, context: world.context)
    player.didMove(toParent: bar)
    player.appearanceDidEnd()
    world.store.runLoopDidTurn()
    await world.endTransitions()
    #expect(player.parent === bar)
    await flow.handlesSteps()
  }

  @Test("Is “More” also under a modal, and under another screen", arguments: [true, false])
  func coveredMore(byModal: Bool) async {
    let bar = CrowdedTabObjects()
    bar.tabs = (1...6).map { tab("Tab \($0)") }
    let home = stack("Home", bar)
    let world = HeadlessWorld(root: home)
    let inner = screen("Screen in More")
    let more = stack("More", screen("List of more"), inner)
    bar.addChild(more)
    bar.view.addSubview(more.view)
    bar.showsMore = true
    world.store.runLoopDidTurn()
    let log = EventLog(inner)
    let cover = screen("Cover")
    if byModal {
      cover.modalPresentationStyle = .fullScreen
      home.present(cover, animated: false)
    } else {
      home.pushViewController(cover, animated: false)
    }
    await world.endTransitions()
    world.store.runLoopDidTurn()
    #expect(world.store.tree.visibleLeaf.name == "Cover")
    #expect(log.lines == ["Screen in More visible", "Screen in More hidden"])
    if byModal { home.dismiss(animated: false) } else { home.popViewController(animated: false) }
    await world.endTransitions()
    world.store.runLoopDidTurn()
    #expect(world.store.tree.visibleLeaf.name == "Screen in More")
    #expect(log.lines.last == "Screen in More visible")
    #expect(world.issues.isEmpty)
  }

  @Test("May be in a group, whose navigation controller is the selected one then")
  func inGroup() {
    let songs = tab("Songs")
    let group = UITabGroup(
      title: "Library", image: nil, identifier: "Library", children: [songs])
    group.managingNavigationController = stack("Library stack", screen("Library root"))
    let home = stack("Home stack", screen("Home"))
    let bar = GroupedTabs()
    bar.tabs = [UITab(title: "Home", image: nil, identifier: "Home") { _ in home }, group]
    let world = HeadlessWorld(endsLate: true, root: bar)
    bar.selectedTab = group
    bar.chosen = songs
    // The view of the tab comes later.
    world.store.runLoopDidTurn()
    #expect(world.store.tree.root.children[0].selectedIndex == 1)
    #expect(world.store.tree.visibleLeaf.name == "Library root")
    #expect(world.issues.isEmpty)
  }
}

/// Counts how often its list of tabs is read.
@MainActor
private final class CountingTabs: UITabBarController {
  var reads = 0

  override var viewControllers: [UIViewController]? {
    get {
      reads += 1
      return super.viewControllers
    }
    set { super.viewControllers = newValue }
  }
}

@MainActor
@Suite("Requests for other tabs")
struct TabRequestTests {
  @Test("The list of tabs is read as often for many tabs as for few")
  func reads() {
    let counts = [3, 30].map { count in
      let bar = CountingTabs()
      bar.viewControllers = (0..<count).map { screen("Tab \($0)") }
      let world = HeadlessWorld(root: bar)
      bar.reads = 0
      let tabs = bar.allContents
      #expect(world.context.request(.setTabs(tabs), on: bar).outcome == .alreadyThere)
      #expect(world.context.request(.setTabs(tabs.reversed()), on: bar).outcome == .performed)
      return bar.reads
    }
    #expect(counts[0] == counts[1])
  }

  @Test("A tab that is made for a request has the badge of its controller")
  func badge() {
    let bar = UITabBarController()
    bar.tabs = [UITab(title: "A", image: nil, identifier: "A") { _ in screen("A") }]
    let world = HeadlessWorld(root: bar)
    let new = screen("New")
    new.tabBarItem.badgeValue = "3"
    let request = world.context.request(.setTabs(bar.allContents + [new]), on: bar)
    #expect(request.outcome == .performed)
    #expect(bar.tabs.last?.badgeValue == "3")
  }

  @Test("A request that would remove all tabs is refused each time, with the reason")
  func none() {
    let bar = UITabBarController()
    bar.tabs = [UITab(title: "A", image: nil, identifier: "A") { _ in screen("A") }]
    let world = HeadlessWorld(root: bar)
    for _ in 1...2 {
      guard case .refused(let refusal) = world.context.request(.setTabs([]), on: bar).outcome else {
        Issue.record("It was not refused.")
        return
      }
      #expect("\(refusal)".contains("Keep a tab"))
    }
    #expect(bar.tabs.count == 1)
    #expect(world.refusals.isEmpty)
  }
}

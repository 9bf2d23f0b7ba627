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
  var showsMore = false

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

/// A stack that contains the chosen tab, which stays a tab.
@MainActor
private final class MoreStack: UINavigationController {
  var chosen: UIViewController?

  override var viewControllers: [UIViewController] {
    get { super.viewControllers + (chosen.map { [$0] } ?? []) }
    set { super.viewControllers = newValue }
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
    bar.more.chosen = last
    world.store.runLoopDidTurn()
    #expect(world.store.tree.visibleLeaf.name == "Tab 6")
    #expect(world.store.tree.root.children[0].children.count == 6)
    bar.more.chosen = nil
    world.store.runLoopDidTurn()
    #expect(world.store.tree.visibleLeaf.name == "List of more")
    #expect(world.issues.isEmpty)
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

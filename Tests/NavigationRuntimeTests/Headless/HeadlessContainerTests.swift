import NavigationRuntime
import TestSupport
import Testing

@MainActor
struct HeadlessContainerTests {
  @Test("D30: the new tab begins before the old one, without flags; selecting it again is silent")
  func select() {
    let stage = Stage()
    let second = stage.controller("B")
    let tabs = stage.tabs(stage.controller("A"), second)
    stage.show(tabs)
    tabs.hierarchyObserver = RecordingObserver("tabs", stage.log)
    tabs.selectedViewController = second
    #expect(
      stage.log.take() == [
        "tabs:began", "tabs:selection", "B.load", "B.willAppear", "A.willDisappear",
        "A.didDisappear", "B.didAppear", "tabs:ended",
      ])
    tabs.selectedIndex = 1
    #expect(stage.log.take() == [])
  }

  @Test("D31, D35: removed tabs receive their moves; hidden ones receive nothing else")
  func setTabs() {
    let stage = Stage()
    let first = stage.controller("A")
    let tabs = stage.tabs(first, stage.controller("B"))
    stage.show(tabs)
    tabs.viewControllers = [first, stage.controller("C")]
    #expect(
      stage.log.take() == [
        "B.willMove(nil)", "C.willMove(parent)", "C.didMove(parent)", "B.didMove(nil)",
      ])
    #expect(tabs.selectedViewController === first)
    tabs.viewControllers = []
    #expect(
      stage.log.take() == [
        "A.willMove(nil)", "C.willMove(nil)", "A.willDisappear(fromParent)",
        "A.didDisappear(fromParent)", "A.didMove(nil)", "C.didMove(nil)",
      ])
    #expect(tabs.selectedViewController == nil)
  }

  @Test("Refuses a tab index out of range, and a controller that is no tab")
  func badSelection() {
    let stage = Stage()
    let tabs = stage.tabs(stage.controller("A"))
    stage.show(tabs)
    tabs.selectedIndex = 3
    tabs.selectedViewController = stage.controller("X")
    #expect(stage.codes == [.indexOutOfRange, .notContained])
    #expect(stage.reports.first?.text.contains("Index 3") == true)
    #expect(tabs.selectedIndex == 0)
  }

  @Test("Tapping the selected tab pops its stack to the root; the delegate may forbid a tap")
  func tapTab() {
    final class Delegate: HeadlessTabBarControllerDelegate {
      var allows = true
      var selected = 0
      func tabBarController(
        _ tabBarController: HeadlessTabBarController,
        shouldSelect viewController: HeadlessViewController
      ) -> Bool { allows }
      func tabBarController(
        _ tabBarController: HeadlessTabBarController,
        didSelect viewController: HeadlessViewController
      ) { selected += 1 }
    }
    let stage = Stage()
    let nav = stage.stack(stage.controller("A"), stage.controller("B"))
    let tabs = stage.tabs(nav, stage.controller("C"))
    let delegate = Delegate()
    tabs.delegate = delegate
    stage.show(tabs)
    #expect(tabs.userDidTapTab(at: 0))
    #expect(nav.viewControllers.titles == ["A"])
    delegate.allows = false
    #expect(!tabs.userDidTapTab(at: 1))
    #expect(!tabs.userDidTapTab(at: 2))
    tabs.selectedIndex = 1
    #expect(delegate.selected == 1)
  }

  @Test(
    "A tab in a group with a navigation controller is shown in that, above the group's controller")
  func managedGroup() {
    let stage = Stage()
    let make = { (name: String) in
      HeadlessTab(title: name, image: nil, identifier: name) { _ in stage.controller(name) }
    }
    let (songs, live) = (make("Songs"), make("Live"))
    let inner = HeadlessTabGroup(title: "Inner", image: nil, identifier: "Inner", children: [live])
    let group = HeadlessTabGroup(
      title: "Library", image: nil, identifier: "Library", children: [songs, inner]
    ) { _ in stage.controller("Library") }
    let stack = stage.stack(stage.controller("Root"))
    group.managingNavigationController = stack
    let tabs = HeadlessTabBarController()
    tabs.platform = stage.platform
    tabs.tabs = [make("Home"), group]
    stage.show(tabs)
    tabs.selectedTab = group
    #expect(tabs.selectedTab === group && stack.viewControllers.titles == ["Root"])

    tabs.selectedTab = songs
    #expect(tabs.selectedTab === songs && stack.viewControllers.titles == ["Library", "Songs"])
    tabs.selectedTab = tabs.tabs[0]
    tabs.selectedTab = live
    #expect(tabs.selectedTab === live && stack.viewControllers.titles == ["Library", "Live"])
    #expect(live.viewController?.view.window === stage.window)
    #expect(stack.userDidTapBack() && tabs.selectedTab === group)
    #expect(stage.codes == [])
  }

  @Test("A group of tabs refuses itself and the groups around it")
  func groupInItself() {
    let stage = Stage()
    let home = HeadlessTab(title: "Home", image: nil, identifier: "Home") { _ in
      stage.controller("Home")
    }
    let inner = HeadlessTabGroup(title: "Inner", image: nil, identifier: "Inner", children: [home])
    let outer = HeadlessTabGroup(title: "Outer", image: nil, identifier: "Outer", children: [inner])
    let tabs = HeadlessTabBarController()
    tabs.platform = stage.platform
    tabs.tabs = [outer]
    stage.show(tabs)
    inner.children = [home, inner]
    inner.children = [outer, home]
    #expect(stage.codes == [.wouldBeCycle, .wouldBeCycle])
    #expect(stage.reports.map { $0.text.contains("\"Outer\"") } == [false, true])
    #expect(inner.children.elementsEqual([home], by: ===) && home.parent === inner)
    #expect(inner.parent === outer && outer.parent == nil && tabs.selectedTab === home)

    // The other group still lists the inner one, whose parent this one becomes.
    let other = HeadlessTabGroup(title: "Other", image: nil, identifier: "Other", children: [inner])
    #expect(inner.parent === other)
    inner.children = [outer]
    #expect(stage.codes.last == .wouldBeCycle && inner.children.elementsEqual([home], by: ===))
  }

  @Test("D32: turning a page calls back in the scroll style's order; the old page loses its parent")
  func turnPage() throws {
    let stage = Stage()
    let page = HeadlessPageViewController(
      transitionStyle: .scroll, navigationOrientation: .horizontal)
    let source = ListOfPages([stage.controller("A"), stage.controller("B")])
    page.dataSource = source
    page.setViewControllers([source.all[0]], direction: .forward, animated: false)
    stage.show(page)
    #expect(page.userDidTurnPage(.forward))
    #expect(
      stage.log.take() == [
        "B.willMove(parent)", "A.willMove(nil)", "B.load", "B.willAppear(toParent)",
        "A.willDisappear(fromParent)", "B.didAppear(toParent)", "A.didDisappear(fromParent)",
        "A.didMove(nil)", "B.didMove(parent)",
      ])
    #expect(!page.userDidTurnPage(.forward))

    try #require(page.userDidBeginTurningPage(.reverse)).cancel()
    #expect(
      stage.log.take() == [
        "A.willMove(parent)", "A.willAppear(toParent)", "B.willDisappear", "A.willMove(nil)",
        "B.willAppear", "A.willDisappear(fromParent)", "B.didAppear",
        "A.didDisappear(fromParent)", "A.didMove(nil)",
      ])
    #expect(page.viewControllers?.titles == ["B"])
    try #require(page.userDidBeginTurningPage(.reverse)).finish()
    #expect(page.viewControllers?.titles == ["A"])
  }

  @Test("D16: an animated change to the shown page does not complete, and is reported")
  func samePage() {
    let stage = Stage()
    let only = stage.controller("A")
    let page = HeadlessPageViewController(
      transitionStyle: .scroll, navigationOrientation: .horizontal)
    page.setViewControllers([only], direction: .forward, animated: false)
    stage.show(page)
    page.setViewControllers([only], direction: .forward, animated: true) { _ in
      Issue.record("must not be called")
    }
    var completed = false
    page.setViewControllers([only], direction: .forward, animated: false) { completed = $0 }
    #expect(stage.codes == [.pageAlreadyShown])
    #expect(completed)
  }

  @Test("The user cannot turn to the page that is shown already, in either direction")
  func shownPageBeside() {
    let stage = Stage()
    let only = stage.controller("A")
    let page = HeadlessPageViewController(
      transitionStyle: .scroll, navigationOrientation: .horizontal)
    let source = Carousel(only)
    page.dataSource = source
    page.setViewControllers([only], direction: .forward, animated: false)
    stage.show(page)
    for direction in [HeadlessPageViewController.NavigationDirection.forward, .reverse] {
      #expect(!page.userDidTurnPage(direction))
      #expect(page.userDidBeginTurningPage(direction) == nil)
    }
    #expect(page.viewControllers?.titles == ["A"] && page.children.titles == ["A"])
    #expect(only.parent === page && only.view.window === stage.window)
    #expect(stage.log.take().isEmpty && stage.codes == [])
  }

  @Test("A page that the end of a transition in the former one shows is not shown again")
  func shownInBetween() {
    let stage = Stage()
    let (pushed, next) = (stage.controller("B"), stage.controller("C"))
    let stack = stage.stack(stage.controller("A"))
    let page = HeadlessPageViewController(
      transitionStyle: .scroll, navigationOrientation: .horizontal)
    page.setViewControllers([stack], direction: .forward, animated: false)
    stage.show(page)
    stage.platform.transitionMode = .manual
    stack.pushViewController(pushed, animated: true)
    pushed.onCallback = { [unowned page, unowned next] in
      guard $0 == "didAppear" else { return }
      page.setViewControllers([next], direction: .forward, animated: false)
    }
    _ = stage.log.take()
    var completed = false
    page.setViewControllers([next], direction: .forward, animated: false) { completed = $0 }
    stage.platform.completeAllTransitions()
    #expect(completed && stage.codes == [])
    #expect(page.viewControllers?.titles == ["C"] && next.parent === page)
    let ends = stage.log.take().filter { $0.hasPrefix("C.did") }
    #expect(ends == ["C.didAppear(toParent)", "C.didMove(parent)"])
    #expect(stack.parent == nil)
  }

  @Test("A plain parent forwards its appearance to children whose views are in its own")
  func plainParent() {
    let stage = Stage()
    let parent = stage.controller("P")
    let child = stage.controller("C")
    parent.platform = stage.platform
    parent.hierarchyObserver = RecordingObserver("P", stage.log)
    parent.addChild(child)
    parent.view.addSubview(child.view)
    child.didMove(toParent: parent)
    #expect(
      stage.log.take() == [
        "P:began", "C.willMove(parent)", "P:contentsAtTop", "P:ended", "P.load", "C.load",
        "C.didMove(parent)",
      ])
    stage.window.rootViewController = parent
    stage.window.makeKeyAndVisible()
    #expect(
      stage.log.take() == ["P.willAppear", "C.willAppear", "P.didAppear", "C.didAppear"])

    child.willMove(toParent: nil)
    child.view.removeFromSuperview()
    child.removeFromParent()
    #expect(
      stage.log.take() == [
        "C.willMove(nil)", "C.willDisappear(fromParent)", "C.didDisappear(fromParent)",
        "P:began", "P:contentsAtTop", "C.didMove(nil)", "P:ended",
      ])

    parent.addChild(child)
    parent.view.addSubview(child.view)
    #expect(stage.log.take().suffix(2) == ["C.willAppear(toParent)", "C.didAppear(toParent)"])
  }

  @Test("A removed child's view stays where the app has put it")
  func removedChildKeepsItsView() {
    let stage = Stage()
    let parent = stage.controller("P")
    let child = stage.controller("C")
    parent.addChild(child)
    parent.view.addSubview(child.view)
    child.didMove(toParent: parent)
    stage.show(parent)
    child.willMove(toParent: nil)
    child.removeFromParent()
    #expect(child.parent == nil && parent.children.isEmpty)
    #expect(child.view.superview === parent.view)
    _ = stage.log.take()
    child.view.removeFromSuperview()
    parent.addChild(child)
    parent.view.addSubview(child.view)
    #expect(stage.log.take().suffix(2) == ["C.willAppear(toParent)", "C.didAppear(toParent)"])
  }

  @Test("A child that another container takes leaves its view behind until it is shown there")
  func takenChildLeavesItsView() {
    let stage = Stage()
    let (parent, child) = (stage.controller("P"), stage.controller("C"))
    let split = HeadlessSplitViewController(style: .doubleColumn)
    split.viewControllers = [stage.controller("A"), parent]
    split.hide(.primary)
    stage.show(split)
    parent.addChild(child)
    parent.view.addSubview(child.view)
    child.didMove(toParent: parent)
    split.setViewController(child, for: .primary)
    #expect(child.parent === split && parent.children.isEmpty)
    #expect(child.view.superview === parent.view)
    _ = stage.log.take()
    split.show(.primary)
    #expect(stage.log.take() == ["C.willAppear", "C.didAppear"])
    #expect(child.view.superview === split.view && stage.codes == [])
  }

  @Test("Adding a subview again brings it to the front, without callbacks")
  func addSubviewAgain() {
    let stage = Stage()
    let parent = stage.controller("P")
    let children = [stage.controller("A"), stage.controller("B")]
    for child in children {
      parent.addChild(child)
      parent.view.addSubview(child.view)
      child.didMove(toParent: parent)
    }
    stage.show(parent)
    parent.view.addSubview(children[0].view)
    #expect(parent.view.subviews.last === children[0].view && parent.view.subviews.count == 2)
    #expect(stage.log.take() == [])
  }

  @Test("Collapsing a split nests the secondary column's stack in the first; expanding undoes it")
  func collapse() {
    let stage = Stage()
    let list = stage.stack(stage.controller("A"))
    let detail = stage.stack(stage.controller("B"), stage.controller("C"))
    let split = stage.show(list, detail)
    split.hierarchyObserver = RecordingObserver("split", stage.log)

    split.collapse()
    let log = stage.log.take()
    #expect(log.first == "split:began" && log.last == "split:ended")
    #expect(!log.contains { $0.hasPrefix("C.didMove") })
    #expect(list.viewControllers.count == 2 && list.viewControllers.last === detail)
    #expect(split.children.count == 1 && detail.viewControllers.titles == ["B", "C"])

    #expect(list.userDidTapBack())
    split.expand()
    #expect(list.viewControllers.titles == ["A"] && detail.viewControllers.titles == ["B"])
    #expect(split.viewControllers.count == 2 && stage.codes == [])
    #expect(detail.topViewController?.view.window === stage.window)
  }

  @Test("A callback that dismisses a sheet while a split collapses leaves nothing half shown")
  func dismissalWhileCollapsing() {
    let stage = Stage()
    let parent = stage.controller("P")
    let children = [stage.controller("A"), stage.controller("B")]
    for child in children {
      parent.addChild(child)
      parent.view.addSubview(child.view)
      child.didMove(toParent: parent)
    }
    let split = stage.show(stage.stack(stage.controller("L")), stage.stack(parent))
    split.present(stage.controller("S"), animated: false)
    _ = stage.log.take()
    children[0].onCallback = { callback in
      guard callback == "willDisappear" else { return }
      children[0].onCallback = nil
      split.dismiss(animated: false)
    }
    split.collapse()
    let log = stage.log.take()
    #expect(
      log.filter { $0.hasPrefix("B.") } == [
        "B.willDisappear", "B.didDisappear", "B.willAppear", "B.didAppear",
      ])
    #expect(log.suffix(3) == ["P.didAppear", "A.didAppear", "B.didAppear"])
  }

  @Test("A collapsed split loses a column's controller that another container takes")
  func columnTakenElsewhere() {
    let stage = Stage()
    let list = stage.stack(stage.controller("A"))
    let detail = stage.stack(stage.controller("B"))
    let split = stage.show(list, detail)
    split.collapse()
    #expect(list.userDidTapBack())
    split.present(detail, animated: false)
    #expect(stage.codes == [])

    split.expand()
    #expect(split.children.count == 1 && split.viewController(for: .secondary) == nil)
    #expect(list.viewControllers.titles == ["A"] && detail.viewControllers.titles == ["B"])
    #expect(split.presentedViewController === detail && detail.parent == nil)
  }

  @Test("A controller pushed onto a column's stack of a collapsed split stays on its top")
  func columnFilledMeanwhile() {
    let stage = Stage()
    let list = stage.stack(stage.controller("A"))
    let detail = stage.stack(stage.controller("B"))
    let split = stage.show(list, detail)
    split.collapse()
    detail.pushViewController(stage.controller("C"), animated: false)

    split.expand()
    #expect(list.viewControllers.titles == ["A"])
    #expect(detail.viewControllers.titles == ["B", "C"])
    #expect(detail.viewControllers.allSatisfy { $0.parent === detail })
  }

  @Test("Expanding returns a column that was shown on top of another one's stack")
  func columnShownOnTop() {
    let stage = Stage()
    let list = stage.stack(stage.controller("A"))
    let detail = stage.stack(stage.controller("B"))
    detail.title = "Detail"
    let middle = stage.controller("C")
    let split = stage.show(list, detail, style: .tripleColumn)
    split.collapse()
    split.setViewController(middle, for: .supplementary)
    split.show(.supplementary)
    list.pushViewController(stage.controller("D"), animated: false)
    #expect(list.viewControllers.titles == ["A", "Detail", "C", "D"])

    split.expand()
    #expect(list.viewControllers.titles == ["A"] && detail.viewControllers.titles == ["B"])
    #expect(split.children.count == 3 && middle.parent === split)
  }

  @Test("Hides and shows a column, and replaces the secondary one with a detail")
  func columns() {
    let stage = Stage()
    let split = HeadlessSplitViewController(style: .doubleColumn)
    split.viewControllers = [stage.controller("A"), stage.controller("B")]
    stage.show(split)
    split.hide(.primary)
    #expect(stage.log.take() == ["A.willDisappear", "A.didDisappear"])
    split.show(.primary)
    #expect(stage.log.take() == ["A.willAppear", "A.didAppear"])
    split.showDetailViewController(stage.controller("C"), sender: nil)
    #expect(split.viewController(for: .secondary)?.title == "C")
    #expect(stage.log.take().contains("B.didMove(nil)"))
  }

  @Test("Controllers that change their column stay in the split, without callbacks")
  func columnsExchanged() {
    let stage = Stage()
    let (a, b) = (stage.controller("A"), stage.controller("B"))
    let split = HeadlessSplitViewController(style: .doubleColumn)
    split.viewControllers = [a, b]
    stage.show(split)
    split.hierarchyObserver = RecordingObserver("split", stage.log)
    split.viewControllers = [b, a]
    #expect(split.viewController(for: .primary) === b && split.children.titles == ["B", "A"])
    #expect(stage.log.take() == ["split:began", "split:contents", "split:ended"])

    split.viewControllers = [a]
    #expect(split.viewController(for: .primary) === a && split.viewControllers.titles == ["A"])
    #expect(split.viewController(for: .secondary) == nil && b.parent == nil)
    #expect(
      stage.log.take() == [
        "split:began", "B.willMove(nil)", "split:contents", "B.willDisappear(fromParent)",
        "B.didDisappear(fromParent)", "B.didMove(nil)", "split:ended",
      ])
    split.viewControllers = [b, b]
    #expect(stage.codes == [.duplicateController] && split.viewControllers.titles == ["A"])
  }

  @Test("A controller that changes its column leaves the stack of a collapsed split")
  func columnsExchangedWhileCollapsed() {
    let stage = Stage()
    let list = stage.stack(stage.controller("A"))
    let detail = stage.controller("B")
    let split = HeadlessSplitViewController(style: .doubleColumn)
    split.viewControllers = [list, detail]
    stage.show(split)
    split.collapse()
    split.viewControllers = [detail]
    #expect(split.viewControllers.titles == ["B"] && detail.parent === split)
    #expect(list.viewControllers.titles == ["A"] && list.parent == nil)
    split.expand()
    #expect(split.viewControllers.titles == ["B"] && stage.codes == [])
  }

  @Test("The display mode of three columns names the columns that are shown")
  func displayMode() {
    let stage = Stage()
    let split = HeadlessSplitViewController(style: .tripleColumn)
    split.viewControllers = [stage.controller("A"), stage.controller("B"), stage.controller("C")]
    stage.show(split)
    let delegate = HeadlessSplitDelegateTests.Delegate()
    split.delegate = delegate
    split.hide(.supplementary)
    #expect(split.displayMode == .secondaryOnly)
    #expect(
      stage.log.take() == [
        "A.willDisappear", "B.willDisappear", "A.didDisappear", "B.didDisappear",
      ])
    split.show(.primary)
    #expect(split.displayMode == .twoBesideSecondary)
    #expect(stage.log.take() == ["A.willAppear", "B.willAppear", "A.didAppear", "B.didAppear"])
    split.hide(.primary)
    #expect(split.displayMode == .oneBesideSecondary)
    split.hide(.supplementary)
    split.show(.supplementary)
    #expect(split.displayMode == .oneBesideSecondary)
    split.hide(.secondary)
    #expect(
      delegate.calls == [
        "will hide primary", "will hide supplementary", "will show primary",
        "will show supplementary", "will hide primary", "will hide supplementary",
        "will show supplementary",
      ])
    #expect(split.viewController(for: .secondary)?.view.window != nil && stage.codes == [])
  }

  /// The same page in both directions.
  private final class Carousel: HeadlessPageViewControllerDataSource {
    private let page: HeadlessViewController

    init(_ page: HeadlessViewController) {
      self.page = page
    }

    func pageViewController(
      _ pageViewController: HeadlessPageViewController,
      viewControllerBefore viewController: HeadlessViewController
    ) -> HeadlessViewController? {
      page
    }

    func pageViewController(
      _ pageViewController: HeadlessPageViewController,
      viewControllerAfter viewController: HeadlessViewController
    ) -> HeadlessViewController? {
      page
    }
  }

  @Test("The modal of a child appears and disappears with the child's view")
  func modalOfChild() {
    let stage = Stage()
    let (box, child) = (stage.controller("X"), stage.controller("A"))
    let (sheet, second) = (stage.controller("B"), stage.controller("C"))
    stage.show(child)
    child.present(sheet, animated: false)
    sheet.present(second, animated: false)
    stage.window.rootViewController = box
    box.addChild(child)
    _ = stage.log.take()
    box.view.addSubview(child.view)
    child.didMove(toParent: box)
    #expect(
      stage.log.take() == [
        "A.willAppear(toParent)", "B.willAppear", "C.willAppear", "A.didAppear(toParent)",
        "B.didAppear", "C.didAppear", "A.didMove(parent)",
      ])
    child.view.removeFromSuperview()
    #expect(
      stage.log.take() == [
        "A.willDisappear", "B.willDisappear", "C.willDisappear", "A.didDisappear",
        "B.didDisappear", "C.didDisappear",
      ])
    box.view.addSubview(child.view)
    #expect(second.userDidPullDown() && sheet.userDidPullDown())
  }

  @Test("A modal that covers a child is on the screen with or without the child's view")
  func coveringModalOfChild() {
    let stage = Stage()
    let (box, child, modal) = (stage.controller("X"), stage.controller("A"), stage.controller("B"))
    modal.modalPresentationStyle = .fullScreen
    stage.show(child)
    child.present(modal, animated: false)
    stage.window.rootViewController = box
    _ = stage.log.take()
    box.addChild(child)
    box.view.addSubview(child.view)
    child.didMove(toParent: box)
    #expect(
      stage.log.take() == [
        "A.willMove(parent)", "B.willAppear", "B.didAppear", "A.didMove(parent)",
      ])
    child.view.removeFromSuperview()
    box.addChild(stage.controller("C"))
    #expect(stage.log.take() == ["C.willMove(parent)"])
    child.dismiss(animated: false)
    #expect(stage.log.take() == ["B.willDisappear(dismissed)", "B.didDisappear(dismissed)"])
    box.view.addSubview(child.view)
    #expect(stage.log.take() == ["A.willAppear", "A.didAppear"])
  }

  @Test("A callback that navigates while the view of a child is removed brings nothing back")
  func dismissWhileRemoving() {
    let stage = Stage()
    let (box, child) = (stage.controller("X"), stage.controller("A"))
    let (sheet, modal) = (stage.controller("B"), stage.controller("C"))
    for presenter in [child, sheet] { presenter.definesPresentationContext = true }
    sheet.modalPresentationStyle = .overCurrentContext
    modal.modalPresentationStyle = .currentContext
    stage.show(box)
    box.addChild(child)
    box.view.addSubview(child.view)
    child.didMove(toParent: box)
    child.present(sheet, animated: false)
    sheet.present(modal, animated: false)
    modal.onCallback = { [unowned sheet] in
      if $0 == "willDisappear" { sheet.dismiss(animated: false) }
    }
    child.view.removeFromSuperview()
    #expect([child, sheet, modal].allSatisfy { $0.view.window == nil })
    #expect(stage.log.take().last == "B.didDisappear")
  }
}

extension Stage {
  /// Shows a split view of a primary and a secondary column.
  fileprivate func show(
    _ primary: HeadlessViewController, _ secondary: HeadlessViewController,
    style: HeadlessSplitViewController.Style = .doubleColumn
  ) -> HeadlessSplitViewController {
    let split = HeadlessSplitViewController(style: style)
    split.setViewController(primary, for: .primary)
    split.setViewController(secondary, for: .secondary)
    show(split)
    return split
  }
}

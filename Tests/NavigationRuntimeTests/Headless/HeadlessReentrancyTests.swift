import NavigationRuntime
import TestSupport
import Testing

private let modes: [HeadlessPlatform.TransitionMode] = [.immediate, .manual]

/// Operations on a container in the callbacks of the end of its own transition, which UIKit performs.
@MainActor
struct HeadlessReentrancyTests {
  @Test("An operation in a callback of a transition's end waits for the layout pass")
  func waitsForLayout() {
    let stage = Stage(.manual)
    let split = HeadlessSplitViewController(style: .doubleColumn)
    split.viewControllers = [stage.controller("A"), stage.controller("B")]
    stage.show(split)
    stage.platform.completeAllTransitions()
    let (c, d, e) = (stage.controller("C"), stage.controller("D"), stage.controller("E"))
    var isSet = false
    c.onCallback = { [unowned split] in
      guard $0 == "didMove(parent)", !isSet else { return }
      isSet = true
      split.viewControllers = [d, e]
    }
    split.setViewController(c, for: .primary)
    stage.platform.layOut()
    #expect(isSet)
    let early = stage.log.take().filter {
      $0.hasPrefix("D.") || $0.hasPrefix("E.") || $0.hasPrefix("B.did")
        || $0.hasPrefix("B.willDis")
    }
    #expect(early == ["D.willMove(parent)", "E.willMove(parent)"])
  }

  @Test("A pop in the pushed controller's viewDidAppear pops it after the push", arguments: modes)
  func popOnArrival(mode: HeadlessPlatform.TransitionMode) {
    let stage = Stage(mode)
    let nav = stage.stack(stage.controller("A"))
    stage.show(nav)
    let pushed = stage.controller("B")
    var popped: [String?] = []
    pushed.onCallback = { [unowned nav] in
      if $0 == "didAppear" { popped.append(nav.popViewController(animated: true)?.title) }
    }
    nav.pushViewController(pushed, animated: true)
    stage.platform.completeAllTransitions()
    #expect(popped == ["B"] && nav.viewControllers.titles == ["A"] && stage.codes == [])
    #expect(
      stage.log.take() == [
        "B.willMove(parent)", "B.load", "A.willDisappear", "B.willAppear(toParent)",
        "A.didDisappear", "B.didAppear(toParent)", "B.didMove(parent)",
        "B.willMove(nil)(fromParent)", "B.willDisappear(fromParent)", "A.willAppear",
        "B.didDisappear(fromParent)", "A.didAppear",
        "B.didMove(nil)",
      ])
  }

  @Test(
    "A stack set in any callback of a push's end is the stack afterwards",
    arguments: ["A.didDisappear", "B.didAppear", "B.didMove(parent)", "didShow B"], modes)
  func stackSetOnArrival(callback: String, mode: HeadlessPlatform.TransitionMode) {
    let stage = Stage(mode)
    let (first, second) = (stage.controller("A"), stage.controller("B"))
    let nav = stage.stack(first)
    stage.show(nav)
    let delegate = Delegate()
    nav.delegate = delegate
    var isSet = false
    let act = { [unowned nav] (name: String) in
      guard name == callback, !isSet else { return }
      isSet = true
      nav.setViewControllers([stage.controller("C"), first], animated: true)
      #expect(nav.viewControllers.titles == ["C", "A"])
    }
    first.onCallback = { act("A.\($0)") }
    second.onCallback = { act("B.\($0)") }
    delegate.onShow = { act("didShow \($0)") }
    nav.pushViewController(second, animated: true)
    stage.platform.completeAllTransitions()
    #expect(isSet && stage.codes == [])
    #expect(delegate.shown == ["B", "A"] && second.parent == nil)
    #expect(second.viewIfLoaded?.window == nil && first.view.window != nil)
    let moves = stage.log.take().filter { $0.hasPrefix("B.willMove") || $0.hasPrefix("B.didMove") }
    #expect(
      moves.count == 4 && moves.first == "B.willMove(parent)" && moves[1] == "B.didMove(parent)")
    #expect(moves[2].hasPrefix("B.willMove(nil)") && moves.last == "B.didMove(nil)")
  }

  @Test(
    "A controller that leaves can be pushed again in a callback of its own pop", arguments: modes)
  func pushedAgain(mode: HeadlessPlatform.TransitionMode) {
    let stage = Stage(mode)
    let (first, second) = (stage.controller("A"), stage.controller("B"))
    let nav = stage.stack(first, second)
    stage.show(nav)
    first.onCallback = { [unowned nav] in
      if $0 == "didAppear" { nav.setViewControllers([first, second], animated: false) }
    }
    nav.popViewController(animated: true)
    stage.platform.completeAllTransitions()
    #expect(nav.viewControllers.titles == ["A", "B"] && second.parent === nav)
    #expect(stage.log.take().suffix(2) == ["B.didAppear(toParent)", "B.didMove(parent)"])
    #expect(stage.codes == [])
  }

  @Test(
    "A pop after a cancelled swipe, in its viewDidAppear, pops the controller", arguments: modes)
  func popAfterCancelledSwipe(mode: HeadlessPlatform.TransitionMode) throws {
    let stage = Stage(mode)
    let top = stage.controller("B")
    let nav = stage.stack(stage.controller("A"), top)
    stage.show(nav)
    top.onCallback = { [unowned nav] in
      if $0 == "didAppear" { nav.popViewController(animated: true) }
    }
    #expect(try #require(nav.userDidBeginEdgeSwipe()).cancel())
    stage.platform.completeAllTransitions()
    #expect(nav.viewControllers.titles == ["A"] && top.parent == nil && stage.codes == [])
  }

  @Test(
    "A tab can be selected, and tabs can be set, when another tab has appeared", arguments: modes)
  func tabs(mode: HeadlessPlatform.TransitionMode) {
    let stage = Stage(mode)
    let (first, second) = (stage.controller("A"), stage.controller("B"))
    let tabs = stage.tabs(first, second)
    stage.show(tabs)
    second.onCallback = { [unowned tabs] in
      if $0 == "didAppear" { tabs.selectedIndex = 0 }
    }
    tabs.selectedIndex = 1
    stage.platform.completeAllTransitions()
    #expect(tabs.selectedIndex == 0 && first.view.window != nil && second.view.window == nil)
    second.onCallback = { [unowned tabs] in
      if $0 == "didAppear" { tabs.viewControllers = [second] }
    }
    tabs.selectedIndex = 1
    stage.platform.completeAllTransitions()
    #expect(tabs.viewControllers?.titles == ["B"] && first.parent == nil && stage.codes == [])
  }

  @Test("A page can be set when the user has turned to another one", arguments: modes)
  func pages(mode: HeadlessPlatform.TransitionMode) throws {
    let stage = Stage(mode)
    let pages = [stage.controller("A"), stage.controller("B")]
    let source = ListOfPages(pages)
    let container = HeadlessPageViewController(
      transitionStyle: .scroll, navigationOrientation: .horizontal)
    let delegate = Delegate()
    container.dataSource = source
    container.delegate = delegate
    container.setViewControllers([pages[0]], direction: .forward, animated: false)
    stage.show(container)
    delegate.onTurn = { [unowned container] in
      container.setViewControllers([pages[0]], direction: .reverse, animated: false)
    }
    #expect(try #require(container.userDidBeginTurningPage(.forward)).finish())
    stage.platform.completeAllTransitions()
    #expect(container.viewControllers?.titles == ["A"] && container.children.titles == ["A"])
    #expect(pages[1].parent == nil && pages[0].view.window != nil && stage.codes == [])
  }

  @Test("A column can be set when a split has expanded")
  func columns() {
    let stage = Stage()
    let split = HeadlessSplitViewController(style: .doubleColumn)
    split.viewControllers = [stage.stack(stage.controller("A")), stage.controller("B")]
    stage.show(split)
    let delegate = Delegate()
    split.delegate = delegate
    delegate.onExpand = { [unowned split] in
      split.setViewController(stage.controller("C"), for: .secondary)
    }
    split.collapse()
    split.expand()
    #expect(split.viewController(for: .secondary)?.title == "C" && stage.codes == [])
    #expect(split.viewController(for: .secondary)?.view.window != nil)
  }

  @Test("A split that a callback of the change before has collapsed does not collapse again")
  func collapse() {
    let stage = Stage(.manual)
    let split = HeadlessSplitViewController(style: .doubleColumn)
    let list = stage.stack(stage.controller("A"))
    split.viewControllers = [list, stage.controller("B")]
    stage.show(split)
    stage.platform.completeAllTransitions()
    let column = stage.controller("C")
    column.onCallback = { [unowned split] in if $0 == "didAppear" { split.collapse() } }
    split.setViewController(column, for: .secondary)
    split.collapse()
    #expect(split.isCollapsed && stage.codes == [])
    #expect(list.viewControllers.titles == ["A", "C"])
  }

  private final class Delegate: HeadlessNavigationControllerDelegate,
    HeadlessPageViewControllerDelegate, HeadlessSplitViewControllerDelegate
  {
    var shown: [String] = []
    var onShow: ((String) -> Void)?
    var onTurn: (() -> Void)?
    var onExpand: (() -> Void)?

    func navigationController(
      _ navigationController: HeadlessNavigationController,
      didShow viewController: HeadlessViewController, animated: Bool
    ) {
      shown.append(viewController.title ?? "")
      onShow?(viewController.title ?? "")
    }

    func pageViewController(
      _ pageViewController: HeadlessPageViewController, didFinishAnimating finished: Bool,
      previousViewControllers: [HeadlessViewController], transitionCompleted completed: Bool
    ) { onTurn?() }

    func splitViewControllerDidExpand(_ svc: HeadlessSplitViewController) { onExpand?() }
  }
}

import NavigationRuntime
import TestSupport
import Testing

/// Callbacks that move a controller elsewhere, while an operation still works on it.
@MainActor
struct HeadlessMoveTests {
  /// Whether each turn of a page has completed, as the delegate is told.
  private final class Turns: HeadlessPageViewControllerDelegate {
    var areCompleted: [Bool] = []

    func pageViewController(
      _ pageViewController: HeadlessPageViewController, didFinishAnimating finished: Bool,
      previousViewControllers: [HeadlessViewController], transitionCompleted completed: Bool
    ) {
      areCompleted.append(completed)
    }
  }

  @Test(
    "A page moves elsewhere while the user begins to turn to it; the former page stays",
    arguments: [true, false])
  func pageTakenElsewhere(isFinished: Bool) throws {
    let stage = Stage()
    let (old, new) = (stage.controller("A"), stage.controller("B"))
    let page = HeadlessPageViewController(
      transitionStyle: .scroll, navigationOrientation: .horizontal)
    let source = ListOfPages([old, new])
    let turns = Turns()
    page.dataSource = source
    page.delegate = turns
    page.setViewControllers([old], direction: .forward, animated: false)
    let elsewhere = stage.controller("C")
    stage.show(stage.tabs(page, elsewhere))
    new.onCallback = {
      if $0 == "willAppear" { elsewhere.addChild(new) }
    }

    let gesture = try #require(page.userDidBeginTurningPage(.forward))
    #expect(isFinished ? gesture.finish() : gesture.cancel())
    #expect(page.viewControllers?.titles == ["A"] && page.children.titles == ["A"])
    #expect(old.viewIfLoaded?.window != nil && new.viewIfLoaded?.window == nil)
    #expect(new.parent === elsewhere && turns.areCompleted == [false])
    #expect(stage.log.take().suffix(2) == ["A.willAppear", "A.didAppear"])
  }

  @Test("The former page moves into a sheet while the user begins to turn, and appears there")
  func formerPageTakenElsewhere() throws {
    let stage = Stage()
    let (old, new, sheet) = (stage.controller("A"), stage.controller("B"), stage.controller("C"))
    let page = HeadlessPageViewController(
      transitionStyle: .scroll, navigationOrientation: .horizontal)
    let source = ListOfPages([old, new])
    page.dataSource = source
    page.setViewControllers([old], direction: .forward, animated: false)
    stage.show(page)
    new.onCallback = {
      if $0 == "willAppear" { page.present(sheet, animated: true) }
    }
    sheet.onCallback = { callback in
      guard callback == "willAppear" else { return }
      sheet.addChild(old)
      sheet.view.addSubview(old.view)
      old.didMove(toParent: sheet)
    }

    let gesture = try #require(page.userDidBeginTurningPage(.forward))
    #expect(stage.log.take().suffix(2) == ["C.didAppear(presented)", "A.didAppear"])
    #expect(gesture.finish())
    #expect(page.viewControllers?.titles == ["B"] && old.parent === sheet)
    #expect(stage.log.take() == ["B.didAppear(toParent)", "B.didMove(parent)"])
  }

  @Test("A column's controller moves elsewhere while a split expands, and stays there")
  func columnTakenWhileExpanding() {
    let stage = Stage()
    let (list, detail) = (stage.controller("A"), stage.controller("B"))
    let split = HeadlessSplitViewController(style: .doubleColumn)
    split.setViewController(stage.stack(list), for: .primary)
    split.setViewController(detail, for: .secondary)
    stage.show(split)
    split.collapse()
    let elsewhere = stage.controller("C")
    detail.onCallback = {
      if $0 == "willDisappear" { elsewhere.addChild(detail) }
    }

    split.expand()
    #expect(detail.parent === elsewhere && elsewhere.children.titles == ["B"])
    #expect(split.viewController(for: .secondary) == nil && split.children.count == 1)
  }

  @Test("A column's controller that moves while its split is dismissed stays on the screen")
  func columnTakenDuringDismissal() {
    let stage = Stage()
    let below = stage.controller("A")
    let (list, detail) = (stage.controller("B"), stage.controller("C"))
    let split = HeadlessSplitViewController(style: .doubleColumn)
    split.viewControllers = [list, detail]
    split.modalPresentationStyle = .pageSheet
    stage.show(below)
    below.present(split, animated: false)
    stage.settle()
    list.onCallback = { callback in
      guard callback == "willDisappear" else { return }
      below.addChild(detail)
      below.view.addSubview(detail.view)
      detail.didMove(toParent: below)
    }

    split.dismiss(animated: true)
    #expect(detail.parent === below && detail.viewIfLoaded?.window != nil)
    let callbacks = stage.log.take().filter { $0.hasPrefix("C.") }
    #expect(
      callbacks.suffix(3) == [
        "C.willAppear(toParent)", "C.didAppear(toParent)", "C.didMove(parent)",
      ])
  }

  @Test("A touch that ends transitions first reaches what their callbacks leave on the screen")
  func touchAfterLateTransitions() {
    let stage = Stage()
    let (top, tab) = (stage.controller("B"), stage.controller("D"))
    let stack = stage.stack(stage.controller("A"), top)
    let tabs = stage.tabs(stage.controller("C"), tab)
    let page = HeadlessPageViewController(
      transitionStyle: .scroll, navigationOrientation: .horizontal)
    let split = HeadlessSplitViewController(style: .tripleColumn)
    split.viewControllers = [stack, tabs, page]
    stage.show(split)
    stage.platform.endsTransitionsLate = true

    let elsewhere = stage.controller("E")
    turnLate(to: stage.controller("F")) { elsewhere.addChild(top) }
    #expect(stack.userDidBeginEdgeSwipe() == nil && stack.viewControllers.titles == ["A"])
    turnLate(to: stage.controller("G")) { elsewhere.addChild(tab) }
    #expect(!tabs.userDidTapTab(at: 1) && tabs.viewControllers?.titles == ["C"])

    func turnLate(to next: RecordingController, then move: @escaping () -> Void) {
      next.onCallback = {
        if $0 == "didMove(parent)" { move() }
      }
      page.setViewControllers([next], direction: .forward, animated: false)
    }
  }

  @Test(
    "A controller that another container takes is notified of its move out of the first one once")
  func announcedOnce() {
    let stage = Stage()
    let (stack, tabs) = (stage.stack(stage.controller("A")), stage.tabs(stage.controller("B")))
    let split = HeadlessSplitViewController(style: .doubleColumn)
    let page = HeadlessPageViewController(
      transitionStyle: .scroll, navigationOrientation: .horizontal)
    let plain = stage.controller("C")
    let target = stage.stack(stage.controller("D"))
    let moved = stage.controller("M")
    let moves = [
      { stack.pushViewController(moved, animated: false) },
      { tabs.addChild(moved) },
      { split.setViewController(moved, for: .secondary) },
      { page.setViewControllers([moved], direction: .forward, animated: false) },
      { plain.addChild(moved) },
    ]
    for move in moves {
      move()
      _ = stage.log.take()
      target.pushViewController(moved, animated: false)
      let callbacks = [
        "M.willMove(nil)", "M.didMove(nil)", "M.willMove(parent)", "M.didMove(parent)",
      ]
      #expect(stage.log.take() == callbacks)
    }
    moved.willMove(toParent: nil)
    moved.removeFromParent()
    #expect(stage.log.take() == ["M.willMove(nil)", "M.didMove(nil)"])
    #expect(stage.codes == [])
  }

  /// A container that takes a controller.
  enum Taker: CaseIterable {
    case plain, push, list, tabs, page, column, shownColumn, expanding
  }

  @Test(
    "A controller that a callback of its move puts elsewhere has one parent",
    arguments: Taker.allCases, [true, false])
  func arrivingTakenElsewhere(taker: Taker, isFromParent: Bool) {
    let stage = Stage()
    let (root, moved, elsewhere) = (
      stage.controller("A"), stage.controller("B"), stage.controller("C")
    )
    let former = stage.controller("D")
    let stack = stage.stack(root)
    let tabs = stage.tabs(stack)
    let page = HeadlessPageViewController(
      transitionStyle: .scroll, navigationOrientation: .horizontal)
    let shown = stage.controller("E")
    page.setViewControllers([shown], direction: .forward, animated: false)
    let split = HeadlessSplitViewController(style: .doubleColumn)
    let list = stage.stack(stage.controller("F"))
    split.viewControllers = [list]
    let detail = stage.stack(stage.controller("G"))
    stage.show(stage.tabs(former, tabs, page, split, elsewhere))
    if isFromParent { former.addChild(moved) }
    if taker == .expanding {
      split.setViewController(detail, for: .secondary)
      split.collapse()
      list.pushViewController(moved, animated: false)
    }
    if taker == .shownColumn { split.collapse() }
    stage.settle()
    moved.onCallback = { [weak moved] in
      guard $0 == "willMove(parent)", let moved else { return }
      moved.onCallback = nil
      elsewhere.addChild(moved)
      elsewhere.view.addSubview(moved.view)
      moved.didMove(toParent: elsewhere)
    }

    switch taker {
    case .plain: root.addChild(moved)
    case .push: stack.pushViewController(moved, animated: true)
    case .list: stack.setViewControllers([root, moved], animated: true)
    case .tabs: tabs.setViewControllers([moved, stack], animated: true)
    case .page: page.setViewControllers([moved], direction: .forward, animated: true)
    case .column: split.setViewController(moved, for: .secondary)
    case .shownColumn:
      split.setViewController(moved, for: .secondary)
      split.show(.secondary)
    case .expanding: split.expand()
    }
    stage.settle()
    #expect(moved.parent === elsewhere && elsewhere.children == [moved])
    #expect(moved.view.superview === elsewhere.view && !moved.isMovingToParent)
    #expect(former.children.isEmpty && root.children.isEmpty)
    #expect(stack.viewControllers == [root] && tabs.viewControllers == [stack])
    #expect(tabs.selectedViewController === stack)
    #expect(page.viewControllers == [shown] && page.children == [shown])
    #expect(shown.parent === page && list.children.titles == ["F"])
    #expect(detail.children.titles == ["G"])
    #expect(split.viewController(for: .secondary) === (taker == .expanding ? detail : nil))
    #expect(!split.children.contains(moved))
    #expect(!stage.log.take().contains { $0.hasPrefix("C.") && $0.contains("Disappear") })
  }

  /// A way in which a callback shows a controller elsewhere.
  enum OtherPlace: CaseIterable {
    case stack, modal, window
  }

  @Test(
    "A controller that a callback of its move shows elsewhere appears there alone, and once",
    arguments: OtherPlace.allCases)
  func arrivingShownElsewhere(place: OtherPlace) {
    let stage = Stage(.manual)
    let (root, moved) = (stage.controller("A"), stage.controller("B"))
    let stack = stage.stack(stage.controller("C"))
    let other = HeadlessWindow(platform: stage.platform)
    stage.show(stage.tabs(stack, root))
    moved.onCallback = { [weak moved] in
      guard $0 == "willMove(parent)", let moved else { return }
      moved.onCallback = nil
      switch place {
      case .stack: stack.pushViewController(moved, animated: true)
      case .modal: stack.present(moved, animated: true)
      case .window:
        other.rootViewController = moved
        other.makeKeyAndVisible()
      }
    }
    root.addChild(moved)
    stage.platform.completeAllTransitions()
    #expect(root.children.isEmpty && stage.reports.isEmpty)
    let flag =
      switch place {
      case .stack: "(toParent)"
      case .modal: "(presented)"
      case .window: ""
      }
    let appearances = stage.log.take().filter { $0.hasPrefix("B.") && $0.contains("Appear") }
    #expect(appearances == ["B.willAppear\(flag)", "B.didAppear\(flag)"])
  }

  @Test("A controller that its callback removes from its former parent arrives")
  func removesItself() {
    let stage = Stage()
    let (former, moved, root) = (
      stage.controller("A"), stage.controller("B"), stage.controller("C")
    )
    let stack = stage.stack(root)
    stage.show(stage.tabs(former, stack))
    former.addChild(moved)
    moved.onCallback = { [weak moved] in
      if $0 == "willMove(nil)" { moved?.removeFromParent() }
    }

    stack.pushViewController(moved, animated: true)
    #expect(moved.parent === stack && stack.viewControllers == [root, moved])
    #expect(former.children.isEmpty && stage.reports.isEmpty)
  }
}

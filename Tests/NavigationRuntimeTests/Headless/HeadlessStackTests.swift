import NavigationRuntime
import Testing

@MainActor
struct HeadlessStackTests {
  @Test("D1, D2, D4: an animated push calls back in UIKit's order, from the next layout pass on")
  func push() {
    let stage = Stage(.manual)
    let nav = stage.stack(stage.controller("A"))
    stage.show(nav)

    nav.pushViewController(stage.controller("B"), animated: true)
    #expect(stage.log.take() == ["B.willMove(parent)"])
    #expect(nav.viewControllers.count == 2)
    stage.platform.layOut()
    #expect(stage.log.take() == ["B.load", "A.willDisappear", "B.willAppear(toParent)"])
    stage.platform.completeTransition()
    #expect(
      stage.log.take() == ["A.didDisappear", "B.didAppear(toParent)", "B.didMove(parent)"])
  }

  @Test("D2, D3: a pop keeps the moving flag to the end, and the one below returns without it")
  func pop() {
    let stage = Stage(.manual)
    let nav = stage.stack(stage.controller("A"), stage.controller("B"))
    stage.show(nav)

    #expect(nav.popViewController(animated: true)?.title == "B")
    stage.platform.layOut()
    #expect(
      stage.log.take() == [
        "B.willMove(nil)", "A.load", "B.willDisappear(fromParent)", "A.willAppear",
      ])
    stage.platform.completeTransition()
    #expect(
      stage.log.take() == ["B.didDisappear(fromParent)", "A.didAppear", "B.didMove(nil)"])
  }

  @Test("D1, D3: in immediate mode all callbacks run inside the call, in the same order")
  func immediate() {
    let stage = Stage()
    let nav = stage.stack(stage.controller("A"))
    stage.show(nav)

    nav.pushViewController(stage.controller("B"), animated: true)
    #expect(
      stage.log.take() == [
        "B.willMove(parent)", "B.load", "A.willDisappear", "B.willAppear(toParent)",
        "A.didDisappear", "B.didAppear(toParent)", "B.didMove(parent)",
      ])
    nav.popViewController(animated: true)
    #expect(
      stage.log.take() == [
        "B.willMove(nil)", "B.willDisappear(fromParent)", "A.willAppear",
        "B.didDisappear(fromParent)", "A.didAppear", "B.didMove(nil)",
      ])
  }

  @Test("D4: without a window only the moves call back; the appearance follows with the window")
  func withoutWindow() {
    let stage = Stage(.manual)
    let nav = stage.stack(stage.controller("A"))
    _ = stage.log.take()
    nav.pushViewController(stage.controller("B"), animated: true)
    #expect(stage.log.take() == ["B.willMove(parent)", "B.didMove(parent)"])
    #expect(stage.platform.pendingTransitions.isEmpty)

    stage.window.rootViewController = nav
    stage.window.makeKeyAndVisible()
    #expect(stage.log.take() == [])
    stage.platform.layOut()
    #expect(stage.log.take() == ["B.load", "B.willAppear", "B.didAppear"])
  }

  @Test("D5: the flags are false outside the callbacks")
  func flagsOutside() {
    let stage = Stage(.manual)
    let nav = stage.stack(stage.controller("A"))
    stage.show(nav)
    let pushed = stage.controller("B")
    nav.pushViewController(pushed, animated: true)
    stage.platform.layOut()
    #expect(!pushed.isMovingToParent)
    stage.platform.completeTransition()
    #expect(!pushed.isMovingToParent)
    nav.popViewController(animated: true)
    stage.platform.layOut()
    #expect(!pushed.isMovingFromParent)
    stage.platform.completeTransition()
    #expect(!pushed.isMovingFromParent)
  }

  @Test("D6: in a pop to the root, controllers in between receive their moves only")
  func popToRoot() {
    let stage = Stage()
    let nav = stage.stack(stage.controller("A"), stage.controller("B"), stage.controller("C"))
    stage.show(nav)

    #expect(nav.popToRootViewController(animated: true)?.titles == ["B", "C"])
    #expect(
      stage.log.take() == [
        "B.willMove(nil)", "C.willMove(nil)", "A.load", "C.willDisappear(fromParent)",
        "A.willAppear", "C.didDisappear(fromParent)", "A.didAppear", "B.didMove(nil)",
        "C.didMove(nil)",
      ])
  }

  @Test("D7: setting a stack loads and shows only its new top")
  func setStack() {
    let stage = Stage()
    let first = stage.controller("A")
    let nav = stage.stack(first)
    stage.show(nav)

    nav.setViewControllers(
      [first, stage.controller("B"), stage.controller("C")], animated: true)
    #expect(
      stage.log.take() == [
        "B.willMove(parent)", "C.willMove(parent)", "C.load", "A.willDisappear",
        "C.willAppear(toParent)", "A.didDisappear", "C.didAppear(toParent)",
        "B.didMove(parent)", "C.didMove(parent)",
      ])
    nav.setViewControllers([first], animated: true)
    #expect(
      stage.log.take() == [
        "B.willMove(nil)", "C.willMove(nil)", "C.willDisappear(fromParent)", "A.willAppear",
        "C.didDisappear(fromParent)", "A.didAppear", "B.didMove(nil)", "C.didMove(nil)",
      ])
  }

  @Test("D8: a push without animation has all its callbacks in the next layout pass")
  func unanimated() {
    let stage = Stage(.manual)
    let nav = stage.stack(stage.controller("A"))
    stage.show(nav)

    nav.pushViewController(stage.controller("B"), animated: false)
    #expect(nav.transitionCoordinator == nil)
    #expect(stage.log.take() == ["B.willMove(parent)"])
    stage.platform.layOut()
    #expect(
      stage.log.take() == [
        "B.load", "A.willDisappear", "B.willAppear(toParent)", "A.didDisappear",
        "B.didAppear(toParent)", "B.didMove(parent)",
      ])
    #expect(stage.platform.pendingTransitions.isEmpty)
  }

  @Test("D8: a second change before the layout pass lets the first one finish")
  func unanimatedTwice() {
    let stage = Stage(.manual)
    let nav = stage.stack(stage.controller("A"))
    stage.show(nav)
    nav.pushViewController(stage.controller("B"), animated: false)
    nav.pushViewController(stage.controller("C"), animated: false)
    #expect(nav.viewControllers.titles == ["A", "B", "C"])
    stage.platform.layOut()
    #expect(stage.log.take().last == "C.didMove(parent)")
    #expect(stage.codes == [])
  }

  @Test("D11: reports calls that raise in UIKit, and changes nothing")
  func raises() {
    let stage = Stage()
    let first = stage.controller("A")
    let second = stage.controller("B")
    let nav = stage.stack(first, second)
    stage.show(nav)

    nav.pushViewController(first, animated: true)
    nav.pushViewController(nav, animated: true)
    nav.pushViewController(HeadlessNavigationController(), animated: true)
    nav.pushViewController(HeadlessSplitViewController(style: .doubleColumn), animated: true)
    nav.setViewControllers([first, first], animated: true)
    nav.popToViewController(stage.controller("C"), animated: true)
    #expect(
      stage.codes == [
        .alreadyInStack, .wouldBeCycle, .isNavigationController, .unsupported, .duplicateController,
        .notContained,
      ])
    #expect(stage.reports.filter(\.wouldRaise).count == 6)
    #expect(nav.viewControllers.titles == ["A", "B"])
    #expect(stage.log.take() == [])
  }

  @Test("Refuses a pop below the root, with advice")
  func popBelowRoot() {
    let stage = Stage()
    let nav = stage.stack(stage.controller("A"))
    stage.show(nav)
    #expect(nav.popViewController(animated: true) == nil)
    #expect(stage.codes == [.nothingToPop])
    #expect(stage.reports.first?.text.contains("holds 1 controller.") == true)
  }

  @Test("Popping to the root returns the popped controllers, or nil if there are none")
  func poppedToRoot() {
    let stage = Stage()
    let nav = stage.stack(stage.controller("A"), stage.controller("B"), stage.controller("C"))
    stage.show(nav)
    #expect(nav.popToRootViewController(animated: true)?.titles == ["B", "C"])
    #expect(nav.popToRootViewController(animated: true) == nil)
    #expect(stage.codes == [])
  }

  @Test("D12: performs a push during a push after it")
  func pushDuringPush() {
    let stage = Stage(.manual)
    let nav = stage.stack(stage.controller("A"))
    stage.show(nav)
    nav.pushViewController(stage.controller("B"), animated: true)
    nav.pushViewController(stage.controller("C"), animated: true)
    #expect(nav.viewControllers.titles == ["A", "B"])
    #expect(stage.phases == [.scheduled, .scheduled])

    stage.platform.completeTransition()
    #expect(nav.viewControllers.titles == ["A", "B", "C"])
    stage.platform.completeTransition()
    #expect(nav.topViewController?.title == "C")
    #expect(stage.codes == [])
  }

  @Test("D13: ignores and reports a pop or a new stack during another transition")
  func popDuringPush() {
    let stage = Stage(.manual)
    let nav = stage.stack(stage.controller("A"))
    stage.show(nav)
    nav.pushViewController(stage.controller("B"), animated: true)
    #expect(nav.popViewController(animated: true) == nil)
    nav.setViewControllers([], animated: true)
    #expect(stage.codes == [.transitionRunning, .transitionRunning])
    stage.platform.completeAllTransitions()
    #expect(nav.viewControllers.titles == ["A", "B"])
  }

  @Test("D14: the coordinator exists during an animated transition, and reports its end")
  func coordinator() {
    let stage = Stage(.manual)
    let nav = stage.stack(stage.controller("A"))
    stage.show(nav)
    let pushed = stage.controller("B")
    nav.pushViewController(pushed, animated: true)
    var heard: [String] = []
    nav.transitionCoordinator?.animate { context in
      heard.append("with \(context.viewController(forKey: .to)?.title ?? "none")")
    } completion: { context in
      heard.append("after, cancelled \(context.isCancelled)")
    }
    #expect(pushed.transitionCoordinator != nil)
    stage.platform.layOut()
    #expect(heard == ["with B"])
    stage.platform.completeTransition()
    #expect(heard == ["with B", "after, cancelled false"])
    #expect(nav.transitionCoordinator == nil && pushed.transitionCoordinator == nil)
  }

  @Test(
    "D35: a push into an unselected tab finishes at once and shows nothing until it is selected")
  func hiddenStack() {
    let stage = Stage(.manual)
    let hidden = stage.stack(stage.controller("B"))
    let tabs = stage.tabs(stage.controller("A"), hidden)
    stage.show(tabs)
    hidden.pushViewController(stage.controller("C"), animated: true)
    #expect(stage.log.take() == ["C.willMove(parent)", "C.didMove(parent)"])
    tabs.selectedIndex = 1
    stage.platform.layOut()
    #expect(
      stage.log.take() == [
        "C.load", "C.willAppear", "A.willDisappear", "A.didDisappear", "C.didAppear",
      ])
  }

  @Test("Refuses a push of any controller that the stack contains", arguments: [0, 1, 2])
  func alreadyInStack(index: Int) {
    let stage = Stage()
    let nav = stage.stack()
    nav.viewControllers = ["A", "B", "C"].map(stage.controller)
    stage.show(nav)
    nav.pushViewController(nav.viewControllers[index], animated: false)
    #expect(stage.codes == [.alreadyInStack])
    #expect(nav.viewControllers.titles == ["A", "B", "C"])
    #expect(stage.log.take() == [])
  }

  @Test("D36: the delegate is called for the top that appears with the stack, once")
  func firstDisplay() {
    let stage = Stage()
    let (root, pushed) = (stage.controller("A"), stage.controller("B"))
    let nav = stage.stack(root)
    let delegate = LoggingDelegate(stage.log)
    nav.delegate = delegate
    let other = HeadlessViewController()
    let tabs = stage.tabs(nav, other)
    stage.window.rootViewController = tabs
    stage.window.makeKeyAndVisible()
    #expect(
      stage.log.take() == [
        "A.willMove(parent)", "A.didMove(parent)", "A.load", "willShow A", "A.willAppear",
        "A.didAppear", "didShow A",
      ])
    tabs.selectedViewController = other
    tabs.selectedViewController = nav
    #expect(!stage.log.take().contains { $0.contains("Show") })
    tabs.selectedViewController = other
    nav.pushViewController(pushed, animated: true)
    nav.popViewController(animated: true)
    tabs.selectedViewController = nav
    #expect(!stage.log.take().contains { $0.contains("Show") })
    tabs.selectedViewController = other
    nav.pushViewController(pushed, animated: true)
    _ = stage.log.take()
    tabs.selectedViewController = nav
    #expect(
      stage.log.take() == ["B.load", "willShow B", "B.willAppear", "B.didAppear", "didShow B"])
  }

  @Test("The delegate is called once for a push in the callbacks of the stack's appearance")
  func pushWhileAppearing() {
    let stage = Stage()
    let (root, pushed) = (stage.controller("A"), stage.controller("B"))
    let nav = stage.stack(root)
    let delegate = LoggingDelegate(stage.log)
    nav.delegate = delegate
    root.onCallback = { [unowned nav] in
      if $0 == "willAppear" { nav.pushViewController(pushed, animated: true) }
    }
    stage.window.rootViewController = nav
    stage.window.makeKeyAndVisible()
    #expect(
      stage.log.take().filter { $0.contains("Show") } == ["willShow A", "willShow B", "didShow B"])
  }

  @Test("Pops to the root that the stack has once its waiting change has been made")
  func popsToRootAfterLayout() {
    let stage = Stage(.manual)
    let (pushed, root, top) = (
      stage.controller("B"), stage.controller("C"), stage.controller("D")
    )
    let stack = stage.stack(stage.controller("A"))
    stage.show(stack)
    pushed.onCallback = {
      if $0 == "didAppear" { stack.setViewControllers([root, top], animated: false) }
    }

    stack.pushViewController(pushed, animated: false)
    #expect(stack.popToRootViewController(animated: false) == [top])
    #expect(stack.viewControllers == [root] && stage.codes == [])
  }

  @Test("Calls `viewIsAppearing` once the view is in the window, between the other two")
  func isAppearing() {
    final class Screen: HeadlessViewController {
      var callbacks: [String] = []

      override func viewWillAppear(_ animated: Bool) { callbacks.append("will") }

      override func viewIsAppearing(_ animated: Bool) {
        super.viewIsAppearing(animated)
        callbacks.append("is \(animated) \(view.window != nil)")
      }

      override func viewDidAppear(_ animated: Bool) { callbacks.append("did") }
    }
    let stage = Stage(.manual)
    let stack = stage.stack(stage.controller("A"))
    stage.show(stack)
    let screen = Screen()

    stack.pushViewController(screen, animated: true)
    stage.platform.layOut()
    #expect(screen.callbacks == ["will", "is true true"])
    stage.settle()
    stack.present(stage.controller("B"), animated: true)
    stage.settle()
    #expect(screen.callbacks == ["will", "is true true", "did"])
  }
}

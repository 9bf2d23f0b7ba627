import NavigationRuntime
import Testing

@MainActor
struct HeadlessOperationTests {
  @Test("An operation returns at once: done, a transition, or a refusal")
  func results() throws {
    let stage = Stage(.manual)
    let root = stage.controller("A")
    let nav = stage.stack(root)
    stage.show(nav)

    let running = try nav.performPush(stage.controller("B"), animated: true).get()
    #expect(running?.kind == .push && running?.phase == .scheduled)
    #expect(stage.phases == [.scheduled] && stage.window.isTransitionRunning)
    let waiting = try nav.performPush(stage.controller("C"), animated: true).get()
    var answers: [Bool] = []
    waiting?.addCompletion { answers.append($0) }
    #expect(throws: HeadlessReport.self) { try nav.performPop(animated: true).get() }
    #expect(stage.codes == [])
    stage.settle()
    #expect(answers == [true] && stage.phases.isEmpty)

    stage.platform.transitionMode = .immediate
    #expect(try nav.performPop(animated: true).get() == nil)
    #expect(try nav.performPresent(stage.controller("D"), animated: true).get() == nil)
    #expect(try nav.performDismiss(animated: true).get() == nil)
  }

  @Test("Reports a waiting push that has become impossible, and completes it as cancelled")
  func abandoned() throws {
    let stage = Stage(.manual)
    let nav = stage.stack(stage.controller("A"))
    stage.show(nav)
    let twice = stage.controller("B")
    var answers: [Bool] = []
    nav.pushViewController(stage.controller("X"), animated: true)
    for _ in 0..<2 {
      try nav.performPush(twice, animated: true).get()?.addCompletion { answers.append($0) }
    }
    stage.settle()
    #expect(answers == [true, false])
    #expect(stage.codes == [.alreadyInStack])
    #expect(nav.viewControllers.titles == ["A", "X", "B"])
  }

  @Test("Ends the inner transitions of a leaving controller first, and cancels a gesture")
  func innerTransitions() throws {
    let stage = Stage(.manual)
    let root = stage.controller("A")
    stage.show(root)
    let nav = stage.stack(stage.controller("B"))
    root.present(nav, animated: false)
    stage.settle()
    let push = try nav.performPush(stage.controller("C"), animated: true).get()
    stage.platform.layOut()
    root.dismiss(animated: true)
    #expect(push?.phase == .completed)
    stage.settle()

    let other = stage.stack(stage.controller("D"), stage.controller("E"))
    stage.window.rootViewController = other
    stage.settle()
    let swipe = try #require(other.userDidBeginEdgeSwipe())
    stage.window.rootViewController = stage.controller("F")
    #expect(swipe.transition.phase == .cancelled && other.viewControllers.count == 2)
  }

  @Test("A push from a callback waits for the end of its surrounding push")
  func pushFromCallback() {
    let stage = Stage()
    let nav = stage.stack(stage.controller("A"))
    stage.show(nav)
    let second = stage.controller("B")
    let third = stage.controller("C")
    second.onCallback = { [unowned nav] in
      if $0 == "willAppear", nav.viewControllers.count == 2 {
        nav.pushViewController(third, animated: true)
      }
    }
    nav.pushViewController(second, animated: true)
    #expect(nav.viewControllers.titles == ["A", "B", "C"])
    let log = stage.log.take()
    let end = log.firstIndex(of: "B.didMove(parent)")
    let start = log.firstIndex(of: "C.willMove(parent)")
    #expect(end != nil && start != nil && (end ?? 0) < (start ?? 0))
  }

  @Test("A completion runs after the end, so that it can navigate")
  func completionNavigates() {
    let stage = Stage()
    let root = stage.controller("A")
    stage.show(root)
    let second = stage.controller("B")
    root.hierarchyObserver = RecordingObserver("A", stage.log)
    root.present(second, animated: true) { [unowned root] in root.dismiss(animated: true) }
    #expect(
      stage.log.take().filter { $0.hasPrefix("A:") } == [
        "A:began", "A:presentation", "A:ended", "A:began", "A:presentation", "A:ended",
      ])
    #expect(root.presentedViewController == nil)
  }

  @Test("A controller that another stack takes leaves the first one, with a notification")
  func reparenting() {
    let stage = Stage()
    let moved = stage.controller("B")
    let first = stage.stack(stage.controller("A"), moved)
    let second = stage.stack(stage.controller("C"))
    let tabs = stage.tabs(first, second)
    stage.show(tabs)
    first.hierarchyObserver = RecordingObserver("first", stage.log)
    second.pushViewController(moved, animated: false)
    #expect(first.viewControllers.titles == ["A"] && second.viewControllers.titles == ["C", "B"])
    #expect(moved.parent === second)
    #expect(stage.log.take().contains("first:contentsAtTop"))
  }

  @Test("Checks an operation after the work in its layout pass")
  func layoutFirst() {
    let stage = Stage(.manual)
    let (first, second) = (stage.controller("A"), stage.controller("B"))
    let tabs = stage.tabs(first)
    stage.show(tabs)
    tabs.setViewControllers([first, second], animated: false)
    stage.platform.pendingTransitions.last?.addCompletion { [unowned tabs] _ in
      tabs.platform.transitionMode = .immediate
      tabs.setViewControllers([first], animated: false)
    }
    tabs.selectedViewController = second
    #expect(stage.codes == [.notContained])
    #expect(tabs.selectedViewController === first)

    stage.platform.transitionMode = .manual
    let nav = stage.stack(stage.controller("C"))
    tabs.setViewControllers([nav], animated: false)
    nav.pushViewController(second, animated: false)
    stage.platform.pendingTransitions.last?.addCompletion { [unowned nav] _ in
      nav.platform.transitionMode = .immediate
      nav.pushViewController(first, animated: false)
    }
    nav.pushViewController(first, animated: false)
    #expect(stage.codes == [.notContained, .alreadyInStack])
    #expect(nav.viewControllers.titles == ["C", "B", "A"])
  }

  @Test("Attributes the user's moves to the user, and code in their callbacks to code")
  func origins() {
    let stage = Stage()
    let nav = stage.stack(stage.controller("A"))
    let second = stage.controller("B")
    stage.show(nav)
    nav.pushViewController(second, animated: true)
    nav.hierarchyObserver = RecordingObserver("nav", stage.log)
    second.onCallback = { [unowned nav] in
      if $0 == "didMove(nil)" { nav.pushViewController(HeadlessViewController(), animated: true) }
    }
    #expect(nav.userDidTapBack())
    #expect(
      stage.log.take().filter { $0.hasPrefix("nav:") } == [
        "nav:began by user", "nav:contentsAtTop by user", "nav:ended by user", "nav:began",
        "nav:contentsAtTop", "nav:ended",
      ])
  }

  @Test("Each report names the call with its values, and gives advice")
  func reportTexts() {
    let stage = Stage()
    let (a, b, c) = (stage.controller("A"), stage.controller("B"), stage.controller("C"))
    let nav = stage.stack(a)
    stage.show(nav)
    nav.addChild(nav)
    stage.window.rootViewController = a
    nav.dismiss(animated: true)
    nav.pushViewController(a, animated: true)
    nav.pushViewController(HeadlessNavigationController(), animated: true)
    nav.viewControllers = [b, b]
    nav.popToViewController(b, animated: true)
    nav.popViewController(animated: true)
    nav.pushViewController(b, animated: true)
    a.present(c, animated: true)
    nav.present(c, animated: true)
    nav.present(HeadlessViewController(), animated: true)
    nav.present(c, animated: true)
    nav.dismiss(animated: true)
    let tabs = stage.tabs(HeadlessViewController())
    tabs.selectedIndex = 5
    tabs.tabs = [
      HeadlessTab(title: "Tab", image: nil, identifier: "Tab") { _ in HeadlessViewController() }
    ]
    tabs.selectedIndex = 0
    let pages = HeadlessPageViewController(
      transitionStyle: .scroll, navigationOrientation: .horizontal)
    pages.platform = stage.platform
    pages.setViewControllers([], direction: .forward, animated: true)
    pages.setViewControllers([c], direction: .forward, animated: false)
    pages.setViewControllers([c], direction: .forward, animated: true)
    pages.addChild(HeadlessViewController())
    stage.platform.transitionMode = .manual
    nav.pushViewController(HeadlessViewController(), animated: true)
    nav.popViewController(animated: true)
    #expect(
      stage.reports.map(\.description) == [
        """
        wouldBeCycle: HeadlessNavigationController was put into or above \
        HeadlessNavigationController, but it is that controller, or contains or presents it. \
        Use another controller.
        """,
        """
        alreadyInHierarchy: RecordingController "A" is contained in HeadlessNavigationController, \
        so it cannot be used elsewhere at the same time. Take it out first, or use another instance.
        """,
        """
        nothingToDismiss: HeadlessNavigationController cannot dismiss, as it presents nothing and \
        is not presented. Check `presentedViewController` first.
        """,
        """
        alreadyInStack: RecordingController "A" was pushed onto HeadlessNavigationController, \
        which contains it already. Pop to it, or push another instance.
        """,
        """
        isNavigationController: The navigation controller HeadlessNavigationController was pushed \
        onto HeadlessNavigationController. Present it, or push its root instead.
        """,
        """
        duplicateController: HeadlessNavigationController was given a list that names \
        RecordingController "B" twice. Name each controller once.
        """,
        """
        notContained: RecordingController "B" is not in HeadlessNavigationController, which holds 1 \
        controller. Look it up in `viewControllers` first.
        """,
        """
        nothingToPop: HeadlessNavigationController cannot pop, as it holds 1 controller. \
        The root stays: set the stack or dismiss the whole controller instead.
        """,
        """
        presenterNotInWindow: RecordingController "C" was presented on RecordingController "A", \
        whose view is not in a window. Present once it has appeared, or on a controller that is on \
        the screen.
        """,
        """
        alreadyPresenting: HeadlessViewController was presented on HeadlessNavigationController, \
        which presents RecordingController "C" already. Dismiss that first and wait for the \
        completion, or present on it.
        """,
        """
        alreadyPresented: RecordingController "C" is presented by HeadlessNavigationController \
        already. Dismiss it first, or use another instance.
        """,
        """
        indexOutOfRange: Index 5 was selected in HeadlessTabBarController, which has 1 tab. \
        Use an index below the count.
        """,
        """
        tabsAreSet: selectedIndex was called on HeadlessTabBarController, whose `tabs` are set. \
        Use `tabs` and `selectedTab`.
        """,
        "emptyPages: HeadlessPageViewController was given 0 pages. Pass the page to show.",
        """
        pageAlreadyShown: RecordingController "C" was set with animation in \
        HeadlessPageViewController, which shows it already; the completion may not be called. \
        Set it without animation, or not at all.
        """,
        """
        unsupported: Adding HeadlessViewController as a child is not possible on \
        HeadlessPageViewController. Use the container's own methods.
        """,
        """
        transitionRunning: A pop on HeadlessNavigationController was called while a push \
        transition was running. Wait for its end: \
        `transitionCoordinator?.animate(alongsideTransition: nil, completion:)`.
        """,
      ])
    #expect(Set(stage.codes) == Set(HeadlessReport.Code.allCases))
  }
}

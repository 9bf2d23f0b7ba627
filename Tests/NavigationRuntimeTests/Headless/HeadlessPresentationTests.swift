import NavigationRuntime
import Testing

@MainActor
struct HeadlessPresentationTests {
  private func full(_ stage: Stage, _ label: String) -> RecordingController {
    let controller = stage.controller(label)
    controller.modalPresentationStyle = .fullScreen
    return controller
  }

  @Test("D17, D19: a full-screen presentation covers the presenter until the dismissal")
  func fullScreen() {
    let stage = Stage(.manual)
    let root = stage.controller("A")
    stage.show(root)
    let presented = full(stage, "B")
    let log = stage.log
    root.present(presented, animated: true) { log.write("presented") }
    #expect(root.presentedViewController === presented)
    stage.platform.layOut()
    #expect(stage.log.take() == ["B.load", "A.willDisappear", "B.willAppear(presented)"])
    stage.platform.completeTransition()
    #expect(stage.log.take() == ["B.didAppear(presented)", "A.didDisappear", "presented"])
    #expect(root.viewIfLoaded?.window == nil)

    presented.dismiss(animated: true) { log.write("dismissed") }
    stage.platform.layOut()
    #expect(stage.log.take() == ["B.willDisappear(dismissed)", "A.willAppear"])
    stage.platform.completeTransition()
    #expect(stage.log.take() == ["B.didDisappear(dismissed)", "A.didAppear", "dismissed"])
    #expect(root.presentedViewController == nil && presented.presentingViewController == nil)
  }

  @Test(
    "D18: a presentation that does not cover its presenter calls back the presented one alone",
    arguments: HeadlessModalPresentationStyle.allCases.filter { !$0.coversPresenter })
  func sheet(style: HeadlessModalPresentationStyle) {
    let stage = Stage()
    let root = stage.controller("A")
    stage.show(root)
    let presented = stage.controller("B")
    presented.modalPresentationStyle = style
    root.present(presented, animated: true)
    root.dismiss(animated: true)
    #expect(
      stage.log.take() == [
        "B.load", "B.willAppear(presented)", "B.didAppear(presented)",
        "B.willDisappear(dismissed)", "B.didDisappear(dismissed)",
      ])
  }

  @Test("D20: in a presented container only the container has the flag")
  func embedded() {
    let stage = Stage()
    let root = stage.controller("A")
    stage.show(root)
    let inner = stage.controller("B")
    root.present(stage.stack(inner), animated: true)
    _ = stage.log.take()
    inner.dismiss(animated: true)
    #expect(stage.log.take() == ["B.willDisappear", "B.didDisappear"])
    #expect(root.presentedViewController == nil)
  }

  @Test("D21: dismiss goes to the presented controller, else to the presenter")
  func forwarding() {
    let stage = Stage()
    let root = stage.controller("A")
    stage.show(root)
    let second = stage.controller("B")
    let third = stage.controller("C")
    second.platform = stage.platform
    root.present(second, animated: true)
    second.present(third, animated: true)
    second.dismiss(animated: true)
    #expect(second.presentedViewController == nil && root.presentedViewController === second)
    second.dismiss(animated: true)
    #expect(root.presentedViewController == nil)
    second.dismiss(animated: true)
    #expect(stage.codes == [.nothingToDismiss])
  }

  @Test("D22: dismissing in the middle of a chain removes all above; only the top animates")
  func chain() {
    let stage = Stage()
    let root = stage.controller("A")
    stage.show(root)
    let second = stage.controller("B")
    let third = stage.controller("C")
    root.present(second, animated: true)
    second.present(third, animated: true)
    _ = stage.log.take()
    root.dismiss(animated: true)
    #expect(
      stage.log.take() == [
        "C.willDisappear(dismissed)", "B.willDisappear(dismissed)",
        "C.didDisappear(dismissed)", "B.didDisappear(dismissed)",
      ])
    #expect(second.presentedViewController == nil && third.presentingViewController == nil)
  }

  @Test("D23: refuses a second presentation, or one outside a window, without a completion")
  func refused() {
    let stage = Stage()
    let root = stage.controller("A")
    let outside = stage.controller("X")
    outside.platform = stage.platform
    stage.show(root)
    root.present(stage.controller("B"), animated: true)
    root.present(stage.controller("C"), animated: true) { Issue.record("must not be called") }
    outside.present(stage.controller("D"), animated: true) { Issue.record("must not be called") }
    #expect(stage.codes == [.alreadyPresenting, .presenterNotInWindow])
    #expect(root.presentedViewController?.title == "B")
    #expect(stage.reports.first?.text.contains("\"C\"") == true)
  }

  @Test("D23, D24: refuses a presentation or dismissal during another one")
  func duringTransition() {
    let stage = Stage(.manual)
    let root = stage.controller("A")
    stage.show(root)
    let second = stage.controller("B")
    root.present(second, animated: true)
    stage.platform.layOut()
    second.present(stage.controller("C"), animated: true)
    second.dismiss(animated: true) { Issue.record("must not be called") }
    stage.settle()
    second.dismiss(animated: true)
    stage.platform.layOut()
    root.present(stage.controller("D"), animated: true) { Issue.record("must not be called") }
    second.present(stage.controller("E"), animated: true)
    second.dismiss(animated: true)
    stage.settle()
    #expect(stage.codes == Array(repeating: .transitionRunning, count: 5))
    #expect(root.presentedViewController == nil)
  }

  @Test("Presenting a presented or contained controller or an ancestor would raise in UIKit")
  func raises() {
    let stage = Stage()
    let root = stage.controller("A")
    let nav = stage.stack(root)
    stage.show(nav)
    let second = stage.controller("B")
    root.present(second, animated: true)
    second.present(second, animated: true)
    second.present(root, animated: true)
    root.present(second, animated: true)
    #expect(stage.codes == [.wouldBeCycle, .alreadyInHierarchy, .alreadyPresented])
  }

  @Test("Putting a presenter into or over its presented controller would raise in UIKit")
  func presenterCycle() {
    let stage = Stage()
    let presenter = stage.controller("P")
    let nav = stage.stack(stage.controller("A"), presenter)
    presenter.definesPresentationContext = true
    stage.show(nav)
    let sheet = stage.stack(stage.controller("S"))
    sheet.modalPresentationStyle = .overCurrentContext
    presenter.present(sheet, animated: false)
    #expect(sheet.presentingViewController === presenter)
    nav.popViewController(animated: false)
    sheet.pushViewController(presenter, animated: false)
    sheet.viewControllers[0].addChild(presenter)
    sheet.setViewControllers([presenter], animated: false)
    sheet.present(presenter, animated: false)
    let tabs = stage.tabs()
    let pages = HeadlessPageViewController(
      transitionStyle: .scroll, navigationOrientation: .horizontal)
    let split = HeadlessSplitViewController(style: .doubleColumn)
    presenter.view.addSubview(sheet.view)
    sheet.view.addSubview(presenter.view)
    sheet.viewControllers = [tabs]
    tabs.viewControllers = [pages, split]
    tabs.viewControllers = [pages, split, presenter]
    pages.setViewControllers([presenter], direction: .forward, animated: false)
    split.setViewController(presenter, for: .primary)
    #expect(stage.codes == Array(repeating: .wouldBeCycle, count: 8))
    #expect(presenter.parent == nil)
  }

  @Test("The outermost ancestor presents, unless an ancestor provides the current context")
  func context() {
    let stage = Stage()
    let first = stage.controller("A")
    let nav = stage.stack(first)
    let tabs = stage.tabs(nav, stage.controller("Z"))
    stage.show(tabs)
    let sheet = stage.controller("B")
    first.present(sheet, animated: true)
    #expect(sheet.presentingViewController === tabs && first.presentedViewController === sheet)
    first.dismiss(animated: true)

    nav.definesPresentationContext = true
    let over = stage.controller("C")
    over.modalPresentationStyle = .overCurrentContext
    first.present(over, animated: true)
    #expect(over.presentingViewController === nav)
    _ = stage.log.take()
    tabs.selectedIndex = 1
    #expect(stage.log.take().contains("C.didDisappear"))
    tabs.selectedIndex = 0
    #expect(stage.log.take().contains("C.didAppear"))
  }

  @Test("A stack presents over the current context of its screens, and its tab bar stays usable")
  func stackContext() {
    let stage = Stage()
    let list = stage.controller("A")
    let nav = stage.stack(list)
    let tabs = stage.tabs(nav, stage.controller("Z"))
    stage.show(tabs)
    #expect(nav.definesPresentationContext && !tabs.definesPresentationContext)
    for style in [HeadlessModalPresentationStyle.overCurrentContext, .currentContext] {
      let modal = stage.controller("M")
      modal.modalPresentationStyle = style
      list.present(modal, animated: true)
      #expect(modal.presentingViewController === nav)
      #expect(tabs.userDidTapTab(at: 1) && tabs.userDidTapTab(at: 0))
      list.dismiss(animated: true)
      #expect(modal.presentingViewController == nil)
    }
    #expect(stage.codes.isEmpty)
  }

  @Test("Presenting from viewDidAppear works, and the operations nest")
  func presentFromCallback() {
    let stage = Stage()
    let root = stage.controller("A")
    stage.show(root)
    let second = stage.controller("B")
    let third = full(stage, "C")
    second.onCallback = { [unowned second] in
      if $0 == "didAppear" { second.present(third, animated: true) }
    }
    root.present(second, animated: true)
    #expect(second.presentedViewController === third)
    #expect(third.view.window === stage.window && second.view.window == nil)
    #expect(stage.codes == [])
  }

  @Test("D23: refuses a presentation on a root whose view the window is about to place")
  func presentBeforeWindow() {
    let stage = Stage()
    let (root, top) = (stage.controller("A"), stage.controller("T"))
    let login = stage.controller("L")
    let nav = stage.stack(top)
    let present: (HeadlessViewController) -> (String) -> Void = { presenter in
      { [unowned presenter] in
        if $0 == "willAppear" { presenter.present(login, animated: true) }
      }
    }
    root.onCallback = present(root)
    stage.show(root)
    #expect(login.presentingViewController == nil)
    #expect(stage.codes == [.presenterNotInWindow])
    // Its view stays in the window while that is hidden.
    stage.window.isHidden = true
    stage.window.isHidden = false
    #expect(login.presentingViewController === root)
    root.dismiss(animated: false)
    #expect(stage.codes == [.presenterNotInWindow])
    top.onCallback = present(top)
    stage.window.rootViewController = nav
    #expect(stage.codes == [.presenterNotInWindow, .presenterNotInWindow])
    #expect(login.presentingViewController == nil)
    // The view of the stack is in the window.
    let pushed = stage.controller("P")
    pushed.onCallback = present(pushed)
    nav.pushViewController(pushed, animated: true)
    #expect(login.presentingViewController === nav)
    #expect(stage.codes.count == 2)
  }

  @Test("D37: a style that is set during a presentation belongs to the next one")
  func styleOfTheNext() {
    let stage = Stage()
    let (root, modal) = (stage.controller("A"), full(stage, "B"))
    stage.show(root)
    root.present(modal, animated: false)
    modal.modalPresentationStyle = .pageSheet
    #expect(modal.presentationController?.presentationStyle == .fullScreen)
    modal.present(stage.controller("C"), animated: false)
    #expect(root.view.window == nil)
    modal.dismiss(animated: false)
    #expect(!modal.userDidPullDown())
    modal.modalPresentationStyle = .popover
    #expect(!modal.userDidTapOutside() && modal.popoverPresentationController == nil)
    _ = stage.log.take()
    root.dismiss(animated: false)
    #expect(
      stage.log.take() == [
        "B.willDisappear(dismissed)", "A.willAppear", "B.didDisappear(dismissed)", "A.didAppear",
      ])
    root.present(modal, animated: false)
    #expect(root.view.window != nil)
    #expect(modal.userDidTapOutside())
    #expect(modal.presentationController?.presentationStyle == .popover)
  }
  @Test("The style of a presentation ends with it if the presenter is released")
  func styleAfterARelease() {
    let stage = Stage()
    let modal = full(stage, "M")
    do {
      let presenter = stage.controller("A")
      stage.show(presenter)
      presenter.present(modal, animated: false)
    }
    let next = stage.controller("B")
    stage.show(next)
    #expect(modal.presentingViewController == nil)
    modal.modalPresentationStyle = .pageSheet
    #expect(modal.presentationController?.presentationStyle == .pageSheet)
    next.present(modal, animated: false)
    #expect(next.view.window != nil)
    #expect(modal.userDidPullDown())
    #expect(stage.codes == [])
  }
}

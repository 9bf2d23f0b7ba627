import NavigationRuntime
import Testing

@MainActor
struct HeadlessEdgeSwipeTests {
  @Test("D9: a completed edge swipe calls back like a pop")
  func finished() throws {
    let stage = Stage()
    let nav = stage.stack(stage.controller("A"))
    stage.show(nav)
    nav.pushViewController(stage.controller("B"), animated: false)
    _ = stage.log.take()

    let swipe = try #require(nav.userDidBeginEdgeSwipe())
    #expect(swipe.transition.isInteractive)
    swipe.finish()
    #expect(
      stage.log.take() == [
        "B.willMove(nil)", "B.willDisappear(fromParent)", "A.willAppear",
        "B.didDisappear(fromParent)", "A.didAppear", "B.didMove(nil)",
      ])
    #expect(!swipe.cancel())
  }

  @Test("D9, D10: a cancelled edge swipe restores the stack, and the top controller never left")
  func cancelled() throws {
    let stage = Stage()
    let nav = stage.stack(stage.controller("A"))
    stage.show(nav)
    nav.pushViewController(stage.controller("B"), animated: false)
    nav.hierarchyObserver = RecordingObserver("nav", stage.log)
    _ = stage.log.take()

    let swipe = try #require(nav.userDidBeginEdgeSwipe())
    #expect(nav.viewControllers.titles == ["A"])
    swipe.cancel()
    #expect(nav.viewControllers.titles == ["A", "B"])
    #expect(
      stage.log.take() == [
        "nav:beganInteractive by user", "B.willMove(nil)", "nav:contentsAtTop by user",
        "B.willDisappear(fromParent)", "A.willAppear", "nav:contentsAtTop by user",
        "A.willDisappear", "A.didDisappear", "B.willAppear", "B.didAppear",
        "nav:cancelled by user",
      ])
    #expect(swipe.transition.phase == .cancelled)
  }

  @Test("D10: the delegate receives didShow at the real end only")
  func didShow() throws {
    let log = CallbackLog()
    let stage = Stage()
    let delegate = LoggingDelegate(log)
    let nav = stage.stack(stage.controller("A"), stage.controller("B"))
    stage.show(nav)
    nav.delegate = delegate
    try #require(nav.userDidBeginEdgeSwipe()).cancel()
    #expect(log.take() == ["willShow A"])
    stage.window.isHidden = true
    stage.window.isHidden = false
    #expect(log.take() == [])
    try #require(nav.userDidBeginEdgeSwipe()).finish()
    #expect(log.take() == ["willShow A", "didShow A"])
  }

  @Test("Reports the end of the interaction before the callbacks of the transition's end")
  func interactionChanges() throws {
    let stage = Stage()
    let nav = stage.stack(stage.controller("A"), stage.controller("B"))
    stage.show(nav)
    let swipe = try #require(nav.userDidBeginEdgeSwipe())
    _ = stage.log.take()
    let log = stage.log
    nav.transitionCoordinator?.notifyWhenInteractionChanges { context in
      log.write("let go, cancelled \(context.isCancelled)")
    }
    swipe.cancel()
    #expect(stage.log.take().first == "let go, cancelled true")
  }

  @Test("Refuses to go back at the root, without the button, in a transition, or when covered")
  func impossible() {
    let stage = Stage(.manual)
    let second = stage.controller("B")
    let nav = stage.stack(stage.controller("A"))
    stage.show(nav)
    #expect(!nav.userDidTapBack())

    nav.pushViewController(second, animated: true)
    #expect(!nav.userDidTapBack())
    stage.settle()
    second.navigationItem.hidesBackButton = true
    #expect(!nav.userDidTapBack())
    #expect(nav.userDidBeginEdgeSwipe() == nil)
    second.navigationItem.hidesBackButton = false
    nav.isInteractivePopEnabled = false
    #expect(nav.userDidBeginEdgeSwipe() == nil)

    second.present(stage.controller("C"), animated: false)
    stage.settle()
    #expect(!nav.userDidTapBack())
    second.dismiss(animated: false)
    stage.settle()
    #expect(nav.userDidTapBack())
    stage.settle()
    #expect(nav.viewControllers.titles == ["A"])
  }
}

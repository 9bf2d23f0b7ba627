import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing
import UIKit

/// Presentations and dismissals end turns after their call, as on a device.
@MainActor
@Suite("A transition that ends turns after its call", .enabled(if: platformIsStrict))
struct UIKitLateEndTests {
  private let home = stack("Home", screen("List"))
  private let sheet = screen("Sheet")

  private func show() async -> HeadlessWorld {
    let world = HeadlessWorld(endsLate: true, root: home)
    home.present(sheet, animated: false)
    await takeTurns()
    #expect(world.store.tree.modalChain.map(\.name) == ["Sheet"])
    _ = world.takeChanges()
    return world
  }

  @Test("A requested dismissal without animation has its outcome at its end, not at its call")
  func dismissal() async {
    let world = await show()
    let dismissal = world.context.request(.dismiss, on: home, animated: false)
    let next = world.context.request(.present(screen("Next")), on: home, animated: false)
    #expect(dismissal.outcome == nil)
    #expect(home.presentedViewController === sheet)
    #expect(await dismissal.value() == .performed)
    #expect(await next.value() == .performed)
    #expect(world.store.tree.modalChain.map(\.name) == ["Next"])
    #expect(world.refusals.isEmpty)
    #expect(world.issues.isEmpty)
  }

  @Test("Requests with an animation wait for each other where the app has disabled animations")
  func disabledAnimations() async {
    let world = HeadlessWorld(endsLate: true, root: home)
    world.platform.animationsAreEnabled = false
    let presentation = world.context.request(.present(sheet), on: home)
    let dismissal = world.context.request(.dismiss, on: home)
    let next = world.context.request(.present(screen("Next")), on: home)
    let push = world.context.request(.push(screen("Detail")), on: home)
    #expect([presentation, dismissal, next, push].allSatisfy { $0.outcome == nil })
    for request in [presentation, dismissal, next, push] {
      #expect(await request.value() == .performed)
    }
    #expect(world.store.tree.modalChain.map(\.name) == ["Next"])
    #expect(world.refusals.isEmpty)
    #expect(world.issues.isEmpty)
  }

  @Test("A request waits for a presentation by foreign code without animation")
  func foreignPresentation() async {
    let world = HeadlessWorld(endsLate: true, root: home)
    home.present(sheet, animated: false)
    let next = world.context.request(.present(screen("Next")), on: sheet, animated: false)
    #expect(next.outcome == nil)
    #expect(await next.value() == .performed)
    #expect(world.store.tree.modalChain.map(\.name) == ["Sheet", "Next"])
    #expect(world.refusals.isEmpty)
  }

  @Test("A request waits for a dismissal by foreign code without animation")
  func foreignDismissal() async {
    let world = await show()
    sheet.dismiss(animated: false)
    let next = world.context.request(.present(screen("Next")), on: home, animated: false)
    #expect(next.outcome == nil)
    #expect(await next.value() == .performed)
    #expect(world.store.tree.modalChain.map(\.name) == ["Next"])
    #expect(world.refusals.isEmpty)
  }

  @Test(
    "A dismissal of a child dismisses the container around it, and a request waits for its end",
    arguments: [true, false])
  func dismissalOfChild(isKnown: Bool) async {
    let world = HeadlessWorld(endsLate: true, root: home)
    let (container, inner, child) = (screen("Container"), stack("Inner"), screen("Child"))
    inner.viewControllers = [child]
    container.addChild(inner)
    container.view.addSubview(inner.view)
    inner.didMove(toParent: container)
    home.present(container, animated: false)
    await takeTurns()
    // Added without a callback, so that the runtime does not know it.
    let grandchild = screen("Grandchild")
    child.addChild(grandchild)
    if isKnown { grandchild.didMove(toParent: child) }
    _ = world.takeChanges()
    var isCompleted = false
    grandchild.dismiss(animated: true) { isCompleted = true }
    let next = world.context.request(.present(screen("Next")), on: home)
    #expect(next.outcome == nil)
    #expect(await next.value() == .performed)
    #expect(isCompleted)
    #expect(world.store.tree.modalChain.map(\.name) == ["Next"])
    #expect(world.changes.suffix(2).map(\.cause.kind) == [.code, .code])
    #expect(world.refusals.isEmpty)
    #expect(world.issues.isEmpty)
  }

  @Test("A dismissal of a child dismisses first what its container presents")
  func dismissalOfChildBeneath() async {
    let world = HeadlessWorld(endsLate: true, root: home)
    let child = screen("Child")
    let inner = stack("Inner", child)
    home.present(inner, animated: false)
    await takeTurns()
    inner.present(sheet, animated: false)
    await takeTurns()
    for names in [["Inner"], []] {
      child.dismiss(animated: false)
      await takeTurns()
      #expect(world.store.tree.modalChain.map(\.name) == names)
    }
    #expect(world.changes.suffix(2).map(\.cause.kind) == [.code, .code])
    #expect(world.refusals.isEmpty)
  }

  @Test("A dismissal that is ignored without a word is refused after a few turns")
  func ignored() async {
    let stubborn = Stubborn()
    let world = HeadlessWorld(endsLate: true, root: stubborn)
    stubborn.present(sheet, animated: false)
    await takeTurns()
    let dismissal = world.context.request(.dismiss, on: stubborn, animated: false)
    #expect(dismissal.outcome == nil)
    guard case .refused(let refusal) = await dismissal.value() else {
      Issue.record("It was \(String(describing: dismissal.outcome)).")
      return
    }
    #expect(refusal.code == .ignoredByPlatform)
    #expect(world.store.tree.modalChain.map(\.name) == ["Sheet"])
    #expect(world.context.activity.isIdle)
  }

  @Test("A dismissal during a presentation is ignored, and nothing waits for its end")
  func dismissalDuringPresentation() {
    let world = HeadlessWorld(.manual, root: home)
    home.present(sheet, animated: true)
    home.dismiss(animated: true)
    #expect(world.refusals.count == 1)
    world.platform.completeAllTransitions()
    #expect(!world.store.isTransitioning)
    #expect(world.store.tree.modalChain.map(\.name) == ["Sheet"])
  }

  @Test("A requested page is shown when the request has ended", arguments: [true, false])
  func page(animated: Bool) async {
    let pages = UIPageViewController(
      transitionStyle: .scroll, navigationOrientation: .horizontal, options: nil)
    let (one, two) = (screen("One"), screen("Two"))
    pages.setViewControllers([one], direction: .forward, animated: false)
    let world = HeadlessWorld(endsLate: true, root: pages)
    for page in [two, one] {
      pages.setViewControllers([page], direction: .forward, animated: false)
      await takeTurns()
    }
    let turn = world.context.request(.select(1), on: pages, animated: animated)
    #expect(turn.outcome == nil)
    #expect(pages.viewControllers?.first === one)
    #expect(await turn.value() == .performed)
    #expect(pages.viewControllers?.first === two)
    #expect(world.store.tree.visibleLeaf.name == "Two")
  }

  @Test("A request may keep the stack that a collapsed split has put onto another one")
  func nestedStack() async {
    let split = UISplitViewController(style: .doubleColumn)
    let (list, detail) = (screen("List"), stack("Secondary", screen("Detail")))
    let home = stack("Primary", list)
    split.setViewController(home, for: .primary)
    split.setViewController(detail, for: .secondary)
    let world = HeadlessWorld(endsLate: true, root: split)
    split.collapse()
    await takeTurns()
    let middle = screen("Middle")
    let request = world.context.request(.setStack([list, middle, detail]), on: home)
    #expect(await request.value() == .performed)
    #expect(home.viewControllers.elementsEqual([list, middle, detail], by: ===))
    #expect(world.store.tree.visibleLeaf.name == "Detail")
  }

  @Test("A request waits for a push of foreign code, which nothing reports")
  func foreignPush() async {
    let world = HeadlessWorld(endsLate: true, root: home)
    home.pushViewController(screen("Detail"), animated: true)
    #expect(!world.store.scheduler.isFree)
    let pop = world.context.request(.pop, on: home)
    #expect(pop.outcome == nil)
    #expect(await pop.value() == .performed)
    #expect(home.viewControllers.count == 1)
    #expect(world.refusals.isEmpty)
  }

  @Test("A presentation waits until the view of a selected tab is in the window")
  func selectedTab() async {
    let bar = tabs("Main", screen("First"), home)
    let world = HeadlessWorld(endsLate: true, root: bar)
    await takeTurns()
    world.context.request(.select(1), on: bar)
    #expect(home.viewIfLoaded?.window == nil)
    let next = world.context.request(.present(sheet), on: home)
    #expect(await next.value() == .performed)
    #expect(world.store.tree.modalChain.map(\.name) == ["Sheet"])
    #expect(world.refusals.isEmpty)
  }

  @Test("A queued presentation waits until the view of the tab selected before it is in the window")
  func selectedTabInQueue() async {
    let bar = tabs("Main", screen("First"), home)
    let world = HeadlessWorld(endsLate: true, root: bar)
    bar.present(screen("Other"), animated: false)
    await takeTurns()
    world.context.request(.dismiss, on: bar)
    world.context.request(.select(1), on: bar)
    let next = world.context.request(.present(sheet), on: home)
    #expect(await next.value() == .performed)
    #expect(world.store.tree.modalChain.map(\.name) == ["Sheet"])
    #expect(world.refusals.isEmpty)
  }

  @Test("Code may select a tab and present on it in the same turn", arguments: 0..<3)
  func selectionAndPresentation(way: Int) async {
    let bar = tabs("Main")
    if way == 2 {
      bar.tabs = [screen("First"), home].map { controller in
        UITab(title: "", image: nil, identifier: controller.navigationRuntimeName) { _ in
          controller
        }
      }
    } else {
      bar.viewControllers = [screen("First"), home]
    }
    let world = HeadlessWorld(endsLate: true, root: bar)
    await takeTurns()
    switch way {
    case 0: bar.selectedIndex = 1
    case 1: bar.selectedViewController = home
    default: bar.selectedTab = bar.tabs[1]
    }
    home.present(sheet, animated: true)
    await takeTurns()
    #expect(world.store.tree.modalChain.map(\.name) == ["Sheet"])
    #expect(world.store.tree.root.children[0].selectedIndex == 1)
    #expect(world.refusals.isEmpty)
    #expect(world.issues.isEmpty)
  }

  @Test("A request to present waits for the view of a tab that code has selected in the same turn")
  func selectionAndRequest() async {
    let bar = tabs("Main", screen("First"), home)
    let world = HeadlessWorld(endsLate: true, root: bar)
    await takeTurns()
    bar.selectedIndex = 1
    let request = world.context.request(.present(sheet), on: home)
    #expect(sheet.presentingViewController == nil)
    #expect(await request.value() == .performed)
    #expect(world.store.tree.modalChain.map(\.name) == ["Sheet"])
    #expect(world.refusals.isEmpty)
    #expect(world.issues.isEmpty)
  }

  @Test("A handler may select a tab and present on it")
  func selectionAndPresentationByHandler() async {
    let bar = tabs("Main", screen("First"), home)
    let world = HeadlessWorld(endsLate: true, root: bar)
    await takeTurns()
    let coordination = CoordinatorWorld(context: world.context)
    let flow = ScriptedFlow(root: bar)
    flow.onNavigate = { [home, sheet] _ in
      bar.selectedIndex = 1
      home.viewControllers[0].present(sheet, animated: true)
      return .one(.contribute(presentable: sheet, stepper: TestStepper()))
    }
    coordination.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await coordination.coordinator.settled()
    await takeTurns()
    #expect(world.store.tree.modalChain.map(\.name) == ["Sheet"])
    #expect(world.changes.map(\.cause.kind) == Array(repeating: .framework("AsyncFlow"), count: 2))
    #expect(world.refusals.isEmpty)
    #expect(world.issues.isEmpty)
    withExtendedLifetime(flow) {}
  }

  @Test("A step that has waited for its tab is handled when the view of the tab is in the window")
  func stepOfSelectedTab() async {
    let list = screen("List")
    let stack = stack("Home", list)
    let bar = tabs("Main", screen("First"), stack)
    let world = HeadlessWorld(endsLate: true, root: bar)
    let coordination = CoordinatorWorld(context: world.context)
    let (flow, stepper) = (ScriptedFlow(root: stack), TestStepper())
    flow.onNavigate = { [sheet] step in
      guard step == .start else {
        stack.present(sheet, animated: true)
        return .none
      }
      return .one(.contribute(presentable: list, stepper: stepper))
    }
    coordination.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await coordination.coordinator.settled()
    stepper.steps.send(TestStep.number(1))
    await takeTurns()
    #expect(world.store.tree.modalChain.isEmpty)
    await world.context.perform(.select(1), on: bar)
    await world.context.settled()
    #expect(world.store.tree.modalChain.map(\.name) == ["Sheet"])
    #expect(world.refusals.isEmpty)
    withExtendedLifetime(flow) {}
  }

  @Test("A view that never comes is waited for once, for a few turns")
  func missingView() async {
    let bar = tabs("Main", screen("First"), home)
    let world = HeadlessWorld(root: bar)
    await takeTurns()
    home.view.removeFromSuperview()
    bar.selectedIndex = 1
    home.view.removeFromSuperview()
    world.store.runLoopDidTurn()
    #expect(!world.store.scheduler.isFree)
    await takeTurns()
    #expect(world.store.scheduler.isFree)
    #expect(world.issues.isEmpty)
  }

  @Test("A change that nothing reports while a view is waited for is found at the end of the wait")
  func changeDuringWait() async {
    let inner = tabs("Inner", screen("A"), screen("B"))
    let bar = tabs("Main", screen("First"), home, inner)
    let world = HeadlessWorld(root: bar)
    await takeTurns()
    home.view.removeFromSuperview()
    bar.selectedIndex = 1
    home.view.removeFromSuperview()
    world.store.runLoopDidTurn()
    #expect(!world.store.scheduler.isFree)
    inner.selectedIndex = 1
    _ = world.takeChanges()
    await takeTurns()
    #expect(world.takeChanges().count == 1)
    #expect(world.store.tree.root.children[0].children[2].selectedIndex == 1)
  }

  @Test("A completion of the caller's is called once, before the next request begins")
  func completion() async {
    let world = HeadlessWorld(endsLate: true, root: home)
    var calls = 0
    home.present(sheet, animated: false) { calls += 1 }
    let dismissal = world.context.request(.dismiss, on: home, animated: false)
    dismissal.onEnd { _ in #expect(calls == 1) }
    #expect(await dismissal.value() == .performed)
    #expect(calls == 1)
    #expect(world.store.tree.modalChain.isEmpty)
  }
}

/// UIKit drops completions, and apps go on in them.
@MainActor
@Suite("The completion of a presentation", .enabled(if: platformIsStrict))
struct UIKitCompletionTests {
  private let home = stack("Home", screen("List"))
  private let sheet = screen("Sheet")

  /// On a device the turns of the main queue are turns of the run loop; the stand-in's run loop takes
  /// one after a change alone, and those of other tests come by chance.
  private func takeTurnsOfRunLoop(of world: HeadlessWorld) async {
    for _ in 0..<4 {
      await takeTurns()
      world.store.runLoopDidTurn()
    }
  }

  @Test(
    "A call whose completion never comes ends turns after its transition", arguments: [true, false])
  func lost(animated: Bool) async {
    let world = HeadlessWorld(endsLate: true, root: home)
    world.platform.losesCompletions = true
    home.present(sheet, animated: animated)
    let next = world.context.request(.present(screen("Next")), on: sheet, animated: animated)
    let dismissal = world.context.request(.dismiss, on: sheet, animated: animated)
    await takeTurnsOfRunLoop(of: world)
    #expect(next.outcome == .performed)
    #expect(dismissal.outcome == .performed)
    #expect(world.store.tree.modalChain.map(\.name) == ["Sheet"])
    #expect(world.issues.isEmpty)
    #expect(world.context.activity.isIdle)
  }

  @Test("A call whose completions UIKit retains and never calls ends turns after its transition")
  func retained() async {
    let world = HeadlessWorld(endsLate: true, root: home)
    world.platform.losesCompletions = true
    var retained: (() -> Void)?
    home.duringPresentation(of: sheet) { completion in
      retained = completion
      _ = home.performPresent(sheet, animated: true)
    }
    await takeTurnsOfRunLoop(of: world)
    #expect(retained != nil)
    #expect(!world.store.isTransitioning)
    #expect(world.store.tree.modalChain.map(\.name) == ["Sheet"])
    #expect(world.context.activity.isIdle)
  }

  @Test("Two transitions of one controller at once end turns later without their completions")
  func overlapping() async {
    let world = HeadlessWorld(.manual, root: home)
    world.platform.losesCompletions = true
    home.pushViewController(screen("Detail"), animated: true)
    #expect(!world.store.scheduler.isFree)
    home.present(sheet, animated: true)
    #expect(home.presentedViewController === sheet)
    world.platform.completeAllTransitions()
    await takeTurnsOfRunLoop(of: world)
    #expect(!world.store.isTransitioning)
    #expect(world.store.tree.modalChain.map(\.name) == ["Sheet"])
    #expect(home.viewControllers.count == 2)
    #expect(world.context.activity.isIdle)
  }

  @Test(
    "The end of one of two transitions of a controller does not end the other one",
    arguments: [false, true])
  func overlappingInOrder(hasChild: Bool) async {
    let world = HeadlessWorld(.manual, root: home)
    let detail = screen("Detail")
    if hasChild {
      let child = screen("Child")
      detail.addChild(child)
      detail.view.addSubview(child.view)
      child.didMove(toParent: detail)
    }
    home.pushViewController(detail, animated: true)
    #expect(!world.store.scheduler.isFree)
    // By UIKit itself, without a wrapped method, as it presents a search.
    _ = home.performPresent(sheet, animated: true)
    // As for a callback of a child that the runtime does not know.
    home.lifecycle.followUIKitTransition()
    world.platform.completeTransition()
    for _ in 0..<4 { await takeTurns() }
    #expect(home.transitionCoordinator != nil)
    #expect(world.store.isTransitioning)
    world.platform.completeAllTransitions()
    await takeTurns()
    #expect(!world.store.isTransitioning)
    #expect(world.store.tree.modalChain.map(\.name) == ["Sheet"])
    #expect(home.viewControllers.count == 2)
    #expect(world.context.activity.isIdle)
  }

  @Test("Nothing waits for either of two transitions that the watchdog has given up")
  func overlappingGivenUp() async {
    let world = HeadlessWorld(.manual, root: home)
    home.pushViewController(screen("Detail"), animated: true)
    home.present(sheet, animated: true)
    #expect(world.store.isTransitioning)
    world.store.abandonTransitions()
    #expect(home.viewControllers[0].transitionCoordinator !== home.transitionCoordinator)
    #expect(!world.store.isInTransition())
    world.platform.completeAllTransitions()
    await takeTurns()
    #expect(world.store.tree.modalChain.map(\.name) == ["Sheet"])
    #expect(world.context.activity.isIdle)
  }

  @Test("What the caller's completion begins is waited for", arguments: [true, false])
  func continued(animated: Bool) async {
    let world = HeadlessWorld(endsLate: true, root: home)
    home.present(sheet, animated: animated) { [sheet] in
      sheet.dismiss(animated: animated)
    }
    let next = world.context.request(.present(screen("Next")), on: home, animated: animated)
    #expect(await next.value() == .performed)
    #expect(world.store.tree.modalChain.map(\.name) == ["Next"])
    #expect(world.refusals.isEmpty)
  }

  @Test("A call that the watchdog has given up does not hinder the next one")
  func givenUp() async {
    let world = HeadlessWorld(.manual, root: home)
    home.present(sheet, animated: true)
    world.store.abandonTransitions()
    #expect(!world.store.isTransitioning)
    world.platform.completeAllTransitions()
    await takeTurns()
    let dismissal = world.context.request(.dismiss, on: home, animated: false)
    world.platform.completeAllTransitions()
    #expect(await dismissal.value() == .performed)
    #expect(world.store.tree.modalChain.isEmpty)
  }
}

/// A controller whose override of a method does not call UIKit's.
private final class Stubborn: UIViewController {
  override func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {}
}

@MainActor
private final class TabsDelegate: HeadlessTabBarControllerDelegate {
  var onSelect: ((HeadlessTabBarController) -> Void)?

  func tabBarController(
    _ tabBarController: HeadlessTabBarController,
    didSelect viewController: HeadlessViewController
  ) {
    onSelect?(tabBarController)
  }
}

/// The user's moves, of which the adapter receives only what wrapped methods tell.
@MainActor
@Suite("The cause of a move on a device", .enabled(if: platformIsStrict))
struct UIKitCauseTests {
  @Test("A back tap is the user's, a pop by code has an unknown cause", arguments: [true, false])
  func back(endsLate: Bool) async {
    let home = stack("Home", screen("A"), screen("B"), screen("C"))
    let world = HeadlessWorld(endsLate: endsLate, root: home)
    #expect(home.userDidTapBack())
    await takeTurns()
    home.popViewController(animated: true)
    await takeTurns()
    #expect(world.changes.map(\.cause.kind) == [.user, .unknown])
  }

  @Test("A back tap that is refused leaves the next pop unexplained")
  func refusedBack() async {
    let home = stack("Home", screen("A"), screen("B"), screen("C"))
    let world = HeadlessWorld(endsLate: true, root: home)
    #expect(!home.duringShouldPop(itemCount: 3) { false })
    home.popViewController(animated: true)
    await takeTurns()
    #expect(world.changes.map(\.cause.kind) == [.unknown])
  }

  @Test("A back tap without an animation is the user's")
  func backWithoutAnimation() async {
    let home = stack("Home", screen("A"), screen("B"))
    let world = HeadlessWorld(root: home)
    #expect(
      home.duringShouldPop(itemCount: 2) {
        home.setViewControllers([home.viewControllers[0]], animated: false)
        return true
      })
    await takeTurns()
    #expect(world.changes.map(\.cause.kind) == [.user])
  }

  @Test("A back tap has an unknown cause if a subclass overrides `shouldPop` and calls no `super`")
  func overriddenBack() async {
    let home = stack("Home", screen("A"), screen("B"))
    let world = HeadlessWorld(endsLate: true, root: home)
    // The pop that UIKit makes, without the wrapped method.
    _ = home.performPop(animated: true, by: .user)
    await takeTurns()
    #expect(world.changes.map(\.cause.kind) == [.unknown])
    #expect(world.issues.isEmpty)
  }

  @Test("A back tap is the user's if the tree is read before the transition is followed")
  func readBack() async {
    let home = stack("Home", screen("A"), screen("B"))
    let world = HeadlessWorld(endsLate: true, root: home)
    await takeTurns()
    #expect(home.userDidTapBack())
    world.store.runLoopDidTurn()
    await takeTurns()
    #expect(world.changes.map(\.cause.kind) == [.user])
  }

  @Test(
    "A back tap is the user's in a bar with the items of a nested stack", arguments: [true, false])
  func nestedBack(isAnimated: Bool) async {
    let split = UISplitViewController(style: .doubleColumn)
    let outer = stack("Primary", screen("List"))
    let inner = stack("Secondary", screen("Film"), screen("Cast"))
    split.setViewController(outer, for: .primary)
    split.setViewController(inner, for: .secondary)
    let world = HeadlessWorld(endsLate: isAnimated, root: split)
    split.collapse()
    await takeTurns()
    _ = world.takeChanges()
    // The items of List, Film and Cast.
    #expect(
      outer.duringShouldPop(itemCount: 3) { inner.popViewController(animated: isAnimated) != nil })
    await takeTurns()
    #expect(inner.viewControllers.count == 1)
    #expect(
      outer.duringShouldPop(itemCount: 2) { outer.popViewController(animated: isAnimated) != nil })
    await takeTurns()
    #expect(world.changes.map(\.cause.kind) == [.user, .user])
    // The stand-in's bar has the same items.
    split.show(.secondary)
    inner.pushViewController(screen("Cast"), animated: false)
    await takeTurns()
    _ = world.takeChanges()
    #expect(outer.userDidTapBack())
    await takeTurns()
    #expect(inner.viewControllers.count == 1)
    #expect(inner.userDidTapBack())
    await takeTurns()
    #expect(outer.viewControllers.count == 1)
    #expect(world.changes.map(\.cause.kind) == [.user, .user])
    inner.pushViewController(screen("Cast"), animated: false)
    split.show(.secondary)
    await takeTurns()
    _ = world.takeChanges()
    inner.popViewController(animated: false)
    await takeTurns()
    outer.popViewController(animated: false)
    await takeTurns()
    #expect(world.changes.map(\.cause.kind) == [.unknown, .unknown])
    #expect(world.issues.isEmpty)
  }

  @Test("A tap on a tab is the user's, and a selection by code has an unknown cause")
  func tab() async {
    let inner = stack("Inner", screen("A"), screen("B"))
    let bar = tabs("Main", inner, screen("Other"))
    let world = HeadlessWorld(endsLate: true, root: bar)
    await takeTurns()
    #expect(bar.userDidTapTab(at: 1))
    await takeTurns()
    bar.selectedIndex = 0
    await takeTurns()
    #expect(world.changes.map(\.cause.kind) == [.user, .unknown])
    #expect(bar.userDidTapTab(at: 0))
    await takeTurns()
    #expect(inner.viewControllers.count == 1)
    #expect(world.changes.map(\.cause.kind) == [.user, .unknown, .user])
  }

  @Test("The moves of an app's delegate during a tap on a tab are not the user's", arguments: 0..<4)
  func delegateOfTabs(move: Int) async {
    let inner = stack("Inner", screen("A"), screen("B"))
    let bar = tabs("Main", inner, screen("Other"), screen("Third"))
    let world = HeadlessWorld(endsLate: true, root: bar)
    await takeTurns()
    let delegate = TabsDelegate()
    bar.delegate = delegate
    switch move {
    case 0:
      // The app presents over the tab that the user has selected.
      delegate.onSelect = { $0.present(screen("Sheet"), animated: true) }
      #expect(bar.userDidTapTab(at: 1))
      await takeTurns()
      #expect(world.takeChanges().map { $0.suffix(7) } == [" (user)", " (code)"])
    case 1:
      // It pushes onto the stack that the tap has popped.
      delegate.onSelect = { _ in inner.pushViewController(screen("C"), animated: false) }
      #expect(bar.userDidTapTab(at: 0))
      await takeTurns()
      #expect(world.changes.map(\.cause.kind) == [.user, .unknown])
      #expect(inner.viewControllers.count == 2)
    case 2:
      // It selects another tab than the tapped one.
      delegate.onSelect = { $0.selectedIndex = 2 }
      #expect(bar.userDidTapTab(at: 1))
      await takeTurns()
      #expect(bar.selectedIndex == 2)
      #expect(world.changes.map(\.cause.kind) == [.unknown])
    default:
      // It replaces the root of the window.
      delegate.onSelect = { [window = world.window] _ in
        window.rootViewController = screen("Login")
      }
      #expect(bar.userDidTapTab(at: 1))
      await takeTurns()
      #expect(world.changes.map(\.cause.kind) == [.code])
    }
    #expect(world.issues.isEmpty)
  }

  @Test("Calls of the methods that UIKit lets the app alone make are code's")
  func ownCalls() async {
    let world = HeadlessWorld(endsLate: true, root: screen("Home"))
    let home = screen("Other")
    world.window.rootViewController = home
    await takeTurns()
    for animated in [true, false] {
      home.present(screen("Sheet"), animated: animated)
      await takeTurns()
      home.dismiss(animated: animated)
      await takeTurns()
    }
    #expect(world.changes.map(\.cause.kind) == Array(repeating: .code, count: 5))
  }

  @Test("A flow ends for an unknown reason when UIKit pops its screen without one")
  func endOfFlow() async {
    let list = screen("List")
    let home = stack("Home", list)
    let world = HeadlessWorld(endsLate: true, root: home)
    let coordination = CoordinatorWorld(context: world.context)
    let (flow, child) = (ScriptedFlow(root: home), ScriptedFlow(root: screen("Detail")))
    flow.onNavigate = { [weak child] step in
      guard step == .start, let child else { return .none }
      home.pushViewController(child.root.viewController, animated: true)
      return .one(.contribute(presentable: child, stepper: TestStepper()))
    }
    coordination.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await coordination.coordinator.settled()
    await takeTurns()
    #expect(world.changes.map(\.cause.kind) == [.framework("AsyncFlow")])
    // A choice from the menu of the back button, or the app's own call: UIKit says neither.
    home.popToRootViewController(animated: true)
    await takeTurns()
    await coordination.coordinator.settled()
    #expect(coordination.log.contains("ended: ScriptedFlow, unknown"))
    #expect(world.changes.map(\.cause.kind) == [.framework("AsyncFlow"), .unknown])
    withExtendedLifetime((child, flow)) {}
  }

  @Test("A move by a handler is its framework's, although UIKit ends it later", arguments: 0..<5)
  func handlersMove(move: Int) async {
    let hidden = stack("Hidden", screen("A"))
    let home = stack("Home", screen("List"), screen("Detail"))
    let bar = tabs("Main", home, hidden)
    let world = HeadlessWorld(endsLate: true, root: bar)
    let coordination = CoordinatorWorld(context: world.context)
    let flow = ScriptedFlow(root: bar)
    flow.onNavigate = { _ in
      switch move {
      case 0: home.popViewController(animated: true)
      case 1: home.popViewController(animated: false)
      case 2: hidden.pushViewController(screen("B"), animated: false)
      case 3: bar.selectedIndex = 1
      default: home.present(screen("Sheet"), animated: true)
      }
      return .none
    }
    coordination.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await coordination.coordinator.settled()
    await takeTurns()
    #expect(world.changes.map(\.cause.kind) == [.framework("AsyncFlow")])
    withExtendedLifetime(flow) {}
  }

  @Test("A tap beside a popover is the user's, and the same call by code is not")
  func popover() async {
    for isUser in [true, false] {
      let home = screen("Home")
      let popover = screen("Popover")
      popover.modalPresentationStyle = .popover
      let world = HeadlessWorld(endsLate: true, root: home)
      home.present(popover, animated: true)
      await takeTurns()
      _ = world.takeChanges()
      if isUser { #expect(popover.userDidTapOutside()) } else { home.dismiss(animated: true) }
      await takeTurns()
      #expect(world.store.tree.modalChain.isEmpty)
      #expect(world.changes.map(\.cause.kind) == [isUser ? .user : .code])
    }
  }

  @Test("A dismissal by the action of a button in the popover is code's")
  func touchInside() async {
    let home = screen("Home")
    let popover = screen("Popover")
    popover.modalPresentationStyle = .popover
    let world = HeadlessWorld(endsLate: true, root: home)
    home.present(popover, animated: true)
    await takeTurns()
    _ = world.takeChanges()
    UserTouch.handling([popover.view]) { home.dismiss(animated: true) }
    await takeTurns()
    #expect(world.store.tree.modalChain.isEmpty)
    #expect(world.changes.map(\.cause.kind) == [.code])
  }
}

import NavigationRuntime
import TestSupport
import Testing

/// Makes requests inside the platform's callbacks.
@MainActor
private final class CallbackPage: HeadlessViewController {
  var onAppear: (() -> Void)?
  var onMove: (() -> Void)?

  override func viewWillAppear(_ animated: Bool) {
    onAppear?()
    onAppear = nil
  }

  override func didMove(toParent parent: HeadlessViewController?) {
    super.didMove(toParent: parent)
    if parent == nil { onMove?() }
  }
}

private final class CallbackDelegate: HeadlessNavigationControllerDelegate,
  HeadlessTabBarControllerDelegate, HeadlessAdaptivePresentationControllerDelegate
{
  var onCall: (() -> Void)?

  private func call() {
    let action = onCall
    onCall = nil
    action?()
  }

  func navigationController(
    _ navigationController: HeadlessNavigationController,
    willShow viewController: HeadlessViewController, animated: Bool
  ) { call() }

  func tabBarController(
    _ tabBarController: HeadlessTabBarController, didSelect viewController: HeadlessViewController
  ) { call() }

  func presentationControllerWillDismiss(_ controller: HeadlessPresentationController) { call() }
}

private let modes: [HeadlessPlatform.TransitionMode] = [.immediate, .manual]

@MainActor
@Suite("Requests inside a platform's callback")
struct RequestsInCallbacksTests {
  private func run(_ world: HeadlessWorld) {
    world.platform.completeAllTransitions()
    #expect(world.refusals == [])
    #expect(world.issues == [])
    #expect(world.store.scheduler.isFree)
  }

  @Test("Come after the push whose appearance made them", arguments: modes)
  func appearing(mode: HeadlessPlatform.TransitionMode) {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(mode, root: home)
    let page = CallbackPage()
    let sheet = screen("Sheet")
    var outcome: TransitionOutcome?
    page.onAppear = {
      world.context.request(.present(sheet), on: page).onEnd { outcome = $0 }
    }
    home.pushViewController(page, animated: true)
    run(world)
    #expect(outcome == .performed)
    #expect(world.store.tree.visibleLeaf.name == "Sheet")
  }

  @Test("Come after the pop of their controller, and are refused on it", arguments: modes)
  func leaving(mode: HeadlessPlatform.TransitionMode) {
    let page = CallbackPage()
    let home = stack("Home", screen("List"), page)
    let world = HeadlessWorld(mode, root: home)
    var outcomes: [TransitionOutcome] = []
    page.onMove = {
      world.context.request(.push(screen("Next")), on: home).onEnd { outcomes.append($0) }
      world.context.request(.present(screen("Sheet")), on: page).onEnd { outcomes.append($0) }
    }
    #expect(home.userDidTapBack())
    run(world)
    #expect(outcomes.map(\.word) == ["performed", "refused: notInTree"])
    #expect(world.store.tree.visibleLeaf.name == "Next")
  }

  @Test("Come after the event of a delegate's call", arguments: modes)
  func delegates(mode: HeadlessPlatform.TransitionMode) {
    let home = stack("Home", screen("List"))
    let other = stack("Other", screen("Empty"))
    let main = tabs("Main", home, other)
    let world = HeadlessWorld(mode, root: main)
    let delegate = CallbackDelegate()
    home.delegate = delegate
    main.delegate = delegate
    var outcomes: [TransitionOutcome] = []
    delegate.onCall = {
      world.context.request(.push(screen("Second")), on: home).onEnd { outcomes.append($0) }
    }
    home.pushViewController(screen("First"), animated: true)
    run(world)
    #expect(home.viewControllers.count == 3)
    delegate.onCall = {
      world.context.request(.select(0), on: main).onEnd { outcomes.append($0) }
    }
    #expect(main.userDidTapTab(at: 1))
    run(world)
    #expect(main.selectedIndex == 0)
    let sheet = screen("Sheet")
    home.present(sheet, animated: true)
    run(world)
    sheet.presentationController?.delegate = delegate
    delegate.onCall = {
      world.context.request(.push(screen("Third")), on: home).onEnd { outcomes.append($0) }
    }
    #expect(sheet.userDidPullDown())
    run(world)
    #expect(home.viewControllers.count == 4)
    #expect(outcomes == [.performed, .performed, .performed])
  }

  @Test("Never run two transitions at once, at any depth", arguments: modes)
  func chain(mode: HeadlessPlatform.TransitionMode) {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(mode, root: home)
    let pages = (0..<10).map { _ in CallbackPage() }
    for (page, next) in zip(pages, pages.dropFirst()) {
      page.onAppear = { world.context.request(.push(next), on: home) }
    }
    world.context.request(.push(pages[0]), on: home)
    run(world)
    #expect(home.viewControllers.count == 11)
    #expect(world.store.tree.root.children[0].children.count == 11)
    #expect(world.changes.count >= 1)
  }
}

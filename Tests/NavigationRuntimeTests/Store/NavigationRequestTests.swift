import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("A request")
struct NavigationRequestTests {
  @Test("Ends within the call if the platform performs it immediately")
  func idle() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(root: home)
    let handle = world.context.request(.push(screen("Detail")), on: home)
    #expect(handle.outcome == .performed)
    #expect(world.store.tree.visibleLeaf.name == "Detail")
  }

  @Test("Passes its cause to the change, and ends with the platform's transition")
  func causeAndEnd() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(.manual, root: home)
    let cause = NavigationCause(.framework("Test")) { "step 1" }
    let handle = world.context.request(.push(screen("Detail")), on: home, cause: cause)
    #expect(handle.outcome == nil)
    #expect(world.store.tree.visibleLeaf.name == "List")
    #expect(!world.context.activity.isIdle)
    world.platform.completeAllTransitions()
    #expect(handle.outcome == .performed)
    #expect(world.changes.map { "\($0.cause)" } == ["Test: step 1"])
    #expect(world.context.activity.isIdle)
  }

  @Test("To present waits for a running presentation, and is then refused by its presenter")
  func presentDuringPresentation() {
    let home = screen("Home")
    let world = HeadlessWorld(.manual, root: home)
    let first = world.context.request(.present(screen("First")), on: home)
    let second = world.context.request(.present(screen("Second")), on: home)
    world.platform.completeAllTransitions()
    #expect(first.outcome == .performed)
    #expect(refusal(second.outcome) == .alreadyPresenting)
    #expect(world.store.tree.modalChain.map(\.name) == ["First"])
  }

  @Test("To present over an arriving modal waits for it, and is then performed")
  func presentOverPresentation() {
    let home = screen("Home")
    let first = screen("First")
    let world = HeadlessWorld(.manual, root: home)
    world.context.request(.present(first), on: home)
    let second = world.context.request(.present(screen("Second")), on: first)
    #expect(second.outcome == nil)
    world.platform.completeAllTransitions()
    #expect(second.outcome == .performed)
    #expect(world.store.tree.modalChain.map(\.name) == ["First", "Second"])
  }

  @Test("To present during a dismissal waits for its end, and is then performed")
  func presentDuringDismissal() {
    let home = screen("Home")
    let world = HeadlessWorld(.manual, root: home)
    home.present(screen("First"), animated: true)
    world.platform.completeAllTransitions()
    let dismissal = world.context.request(.dismiss, on: home)
    let second = world.context.request(.present(screen("Second")), on: home)
    #expect(second.outcome == nil)
    world.platform.completeAllTransitions()
    #expect(dismissal.outcome == .performed)
    #expect(second.outcome == .performed)
    #expect(world.store.tree.modalChain.map(\.name) == ["Second"])
    #expect(world.refusals.isEmpty)
  }

  @Test("To present on a presenter is refused, and names the presented screen")
  func presentOnPresenter() {
    let list = screen("List")
    let home = stack("Home", list)
    let world = HeadlessWorld(root: home)
    home.present(screen("First"), animated: true)
    for presenter in [home, list] {
      let outcome = world.context.request(.present(screen("Second")), on: presenter).outcome
      #expect(refusal(outcome) == .alreadyPresenting)
      #expect("\(outcome!)".contains("First"))
    }
    #expect(world.store.tree.modalChain.map(\.name) == ["First"])
  }

  @Test("Waits for a transition of foreign code, and for the user's gesture")
  func foreignTransitions() throws {
    let home = stack("Home", screen("List"), screen("Detail"))
    let world = HeadlessWorld(.manual, root: home)
    home.pushViewController(screen("More"), animated: true)
    let first = world.context.request(.push(screen("First")), on: home)
    #expect(first.outcome == nil)
    world.platform.completeTransition()
    world.platform.completeTransition()
    #expect(first.outcome == .performed)

    let swipe = try #require(home.userDidBeginEdgeSwipe())
    let second = world.context.request(.push(screen("Second")), on: home)
    #expect(second.outcome == nil)
    #expect(world.context.activity.isIdle)
    #expect(world.context.activity.waiting.contains { $0.waitingFor == "the user's gesture" })
    swipe.cancel()
    world.platform.completeAllTransitions()
    #expect(second.outcome == .performed)
    #expect(
      home.viewControllers.map(\.restorationIdentifier)
        == ["List", "Detail", "More", "First", "Second"])
  }

  @Test("Is refused if its container leaves before its turn")
  func containerLeaves() throws {
    let inner = stack("Inner", screen("A"))
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(.manual, root: home)
    home.present(inner, animated: true)
    world.platform.completeAllTransitions()
    let pull = try #require(inner.userDidBeginPullDown())
    let handle = world.context.request(.push(screen("B")), on: inner)
    pull.finish()
    #expect(refusal(handle.outcome) == .notInTree)
  }

  @Test(
    "Follows its container into another window, and waits for what runs there",
    arguments: MovedContainer.Fate.allCases)
  func movedContainer(fate: MovedContainer.Fate) async {
    let scene = MovedContainer()
    let trace = scene.context.startTrace()
    let request = scene.context.request(.present(screen("Modal")), on: scene.nav, coalescing: "key")
    var ends = 0
    request.onEnd { _ in ends += 1 }
    scene.move()
    #expect(scene.platform.completeTransition())
    #expect(!scene.first.isInTransition() && scene.second.isInTransition())
    #expect(request.outcome == nil)
    #expect(!scene.context.activity.isIdle)
    switch fate {
    case .waits: break
    case .isCancelled: request.cancel()
    case .isSuperseded:
      scene.context.request(.present(screen("Alert")), on: scene.nav, coalescing: "key")
    case .isAbandoned: scene.clock.advance(by: 60)
    }
    scene.platform.completeAllTransitions()
    #expect(scene.context.activity.isIdle)
    #expect(ends == 1)
    switch fate {
    case .waits: #expect(request.outcome == .performed)
    case .isCancelled: #expect(refusal(request.outcome) == .cancelled)
    case .isSuperseded: #expect(request.outcome == .superseded)
    // The platform still dismisses what the request finds.
    case .isAbandoned: #expect(refusal(request.outcome) == .alreadyPresenting)
    }
    let presented = scene.nav.presentedViewController?.restorationIdentifier
    #expect(presented == (fate == .waits ? "Modal" : fate == .isSuperseded ? "Alert" : nil))
    #expect(scene.issues.map(\.code.rawValue) == (fate == .isAbandoned ? ["neverEnded"] : []))
    let events = trace.events.filter { $0.subject?.contains("Modal") ?? false }
    #expect(
      events.map(\.kind)
        == [.requestMade] + (fate.begins ? [.requestBegan] : []) + [.requestEnded])
    #expect(events.dropFirst().allSatisfy { $0.work == events[0].number })
  }

  @Test("Gives way to a later request of its key in the window to which its container has moved")
  func movedContainerWithLaterRequest() {
    let scene = MovedContainer()
    let request = scene.context.request(.present(screen("Modal")), on: scene.nav, coalescing: "key")
    scene.move()
    let later = scene.context.request(
      .present(screen("Alert")), on: scene.nav, coalescing: "key")
    #expect(scene.platform.completeTransition())
    #expect(request.outcome == .superseded && later.outcome == nil)
    scene.platform.completeAllTransitions()
    #expect(later.outcome == .performed)
    #expect(scene.context.activity.isIdle)
  }

  @Test("Is performed at once if nothing runs in the window to which its container has moved")
  func movedContainerToFreeWindow() {
    let scene = MovedContainer()
    let request = scene.context.request(.present(screen("Modal")), on: scene.nav)
    scene.move(intoRunningTransition: false)
    #expect(scene.platform.completeTransition())
    scene.platform.completeAllTransitions()
    #expect(request.outcome == .performed)
    #expect(scene.second.tree.modalChain.map(\.name) == ["Modal"])
  }

  @Test("For the present state ends without a change")
  func alreadyThere() {
    let list = screen("List")
    let home = stack("Home", list)
    let main = tabs("Main", home, stack("Other", screen("B")))
    let world = HeadlessWorld(root: main)
    let requests: [(NavigationOperation, any NavigationContainer)] = [
      (.push(list), home), (.popTo(list), home), (.setStack([list]), home), (.dismiss, main),
      (.select(0), main), (.setTabs(main.viewControllers ?? []), main),
      (.setRoot(main), world.window),
    ]
    for (operation, container) in requests {
      #expect(world.context.request(operation, on: container).outcome == .alreadyThere)
    }
    #expect(world.changes.isEmpty)
  }

  @Test("To dismiss on a modal that presents nothing, or inside it, dismisses that modal")
  func dismissesItself() {
    let (first, inner) = (screen("First"), screen("Inner"))
    let second = stack("Second", inner)
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(root: home)
    for container in [second, inner] {
      home.present(first, animated: true)
      first.present(second, animated: true)
      #expect(world.context.request(.dismiss, on: container).outcome == .performed)
      #expect(world.store.tree.modalChain.map(\.name) == ["First"])
      #expect(world.context.request(.dismiss, on: first).outcome == .performed)
      #expect(world.store.tree.modalChain.isEmpty)
    }
    #expect(world.context.request(.dismiss, on: home).outcome == .alreadyThere)
    #expect(world.refusals.isEmpty)
  }

  @Test("To dismiss on a modal, twice: the second one finds it gone and removes no other")
  func dismissesItselfOnce() {
    let (first, second) = (screen("First"), screen("Second"))
    let home = screen("Home")
    let world = HeadlessWorld(.manual, root: home)
    home.present(first, animated: true)
    world.platform.completeAllTransitions()
    first.present(second, animated: true)
    world.platform.completeAllTransitions()
    let handles = [second, second, first].map { world.context.request(.dismiss, on: $0) }
    world.platform.completeAllTransitions()
    #expect(handles[0].outcome == .performed)
    #expect(refusal(handles[1].outcome) == .notInTree)
    // It was requested for the second modal.
    #expect(handles[2].outcome == .alreadyThere)
    #expect(world.store.tree.modalChain.map(\.name) == ["First"])
  }

  @Test("To dismiss one modal does nothing when its presenter presents another one, or none")
  func dismissesOnly() async {
    let (first, second, third) = (screen("First"), screen("Second"), screen("Third"))
    let home = screen("Home")
    let world = HeadlessWorld(.manual, root: home)
    for modal in [first, second] {
      (modal === first ? home : first).present(modal, animated: true)
      world.platform.completeAllTransitions()
    }
    let context = world.context
    for next in [nil, third] {
      first.dismiss(animated: true)
      let dismissal = Task {
        await context.dismiss(second.lifecycle, over: first, animated: true, cause: .code)
      }
      world.platform.completeAllTransitions()
      if let next {
        first.present(next, animated: true)
        world.platform.completeAllTransitions()
      }
      #expect(await dismissal.value == .alreadyThere)
      #expect(
        world.store.tree.modalChain.map(\.name) == ["First"] + (next.map { _ in ["Third"] } ?? []))
      guard next == nil else { continue }
      first.present(second, animated: true)
      world.platform.completeAllTransitions()
    }
  }

  @Test("To remove a root leaves the window empty, and once")
  func removesRoot() {
    let world = HeadlessWorld(root: screen("Home"))
    #expect(world.context.request(.removeRoot, on: world.window).outcome == .performed)
    #expect(world.window.rootViewController == nil)
    #expect(world.store.tree.root.children.isEmpty)
    #expect(world.context.request(.removeRoot, on: world.window).outcome == .alreadyThere)
  }

  @Test("With bad input is refused with its operation and values; nothing changes")
  func badInput() {
    let list = screen("List")
    let detail = screen("Detail")
    let home = stack("Home", list, detail)
    let other = stack("Other", screen("B"))
    let main = tabs("Main", home, other)
    let world = HeadlessWorld(root: main)
    let before = world.store.tree
    let twice = screen("Twice")
    let requests: [(NavigationOperation, any NavigationContainer, TransitionRefusal.Code, String)] =
      [
        (.push(list), home, .alreadyInTree, "List"),
        (.push(list), other, .alreadyInTree, "List"),
        (.push(main), home, .cycle, "Main"),
        (.push(home), home, .cycle, "Home"),
        (.present(main), home, .cycle, "Main"),
        (.pop, other, .belowRoot, "contains 1 controller"),
        (.popTo(detail), other, .notInTree, "Detail"),
        (.popTo(screen("Unknown")), home, .notInTree, "Unknown"),
        (.setStack([twice, twice]), home, .alreadyInTree, "listed twice"),
        (.setStack([list, main]), home, .cycle, "Main"),
        (.select(2), main, .indexOutOfRange, "from 0 to 1"),
        (.select(-1), main, .indexOutOfRange, "from 0 to 1"),
        (
          .select(0), home, .unsupported,
          "kind tabs or pages, and \(home.label) is of the kind stack"
        ),
        (
          .push(screen("C")), main, .unsupported,
          "kind stack, and \(main.label) is of the kind tabs"
        ),
        (.setTabs([home, home]), main, .alreadyInTree, "listed twice"),
        (.setTabs([home, list]), main, .alreadyInTree, "List"),
        (.setRoot(home), world.window, .alreadyInTree, "Home"),
        (.setRoot(screen("C")), main, .unsupported, "kind window"),
        (.removeRoot, main, .unsupported, "kind window"),
        (.push(HeadlessWindow(platform: world.platform)), home, .unsupported, "is a window"),
        (.push(world.window), home, .cycle, "Window"),
      ]
    for (operation, container, code, text) in requests {
      let outcome = world.context.request(operation, on: container).outcome
      #expect(refusal(outcome) == code, "\(operation.description)")
      #expect(outcome.map { "\($0)" }?.contains(text) ?? false, "\(String(describing: outcome))")
    }
    #expect(world.store.tree == before)
    #expect(world.changes.isEmpty)
    #expect(world.refusals.isEmpty)
  }

  @Test("On a container without a window is performed in the default scheduler")
  func withoutWindow() {
    let world = HeadlessWorld()
    let home = stack("Home", screen("List"))
    #expect(world.context.request(.push(screen("Detail")), on: home).outcome == .performed)
    #expect(home.viewControllers.count == 2)
    #expect(refusal(world.context.request(.pop, on: stack("Empty")).outcome) == .belowRoot)
    let outcome = world.context.request(.present(screen("Modal")), on: home).outcome
    #expect(refusal(outcome) == .ignoredByPlatform)
  }

  @Test("Is refused and reported if its owner is released before its turn")
  func ownerGone() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(.manual, root: home)
    home.pushViewController(screen("Detail"), animated: true)
    var owner: HeadlessView? = HeadlessView()
    let handle = world.context.request(.push(screen("More")), on: home, owner: owner)
    owner = nil
    world.platform.completeAllTransitions()
    #expect(refusal(handle.outcome) == .ownerGone)
    #expect(world.issues.map(\.code.rawValue) == ["ownerGone"])
    #expect(world.issues.map(\.severity) == [.abandoned])
    #expect(home.viewControllers.count == 2)
  }

  @Test("Can be awaited to the end of its transition")
  func awaited() async {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(.manual, root: home)
    let handle = world.context.request(.push(screen("Detail")), on: home)
    let waiter = Task { await handle.value() }
    world.platform.completeAllTransitions()
    #expect(await waiter.value == .performed)
    world.platform.transitionMode = .immediate
    #expect(await world.context.perform(.pop, on: home) == .performed)
  }

  @Test("Is withdrawn if its awaiting task is cancelled before it begins")
  func cancelledWait() async {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(.manual, root: home)
    home.pushViewController(screen("Detail"), animated: true)
    let waiter = Task { await world.context.perform(.push(screen("More")), on: home) }
    waiter.cancel()
    #expect(refusal(await waiter.value) == .cancelled)
    world.platform.completeAllTransitions()
    #expect(home.viewControllers.count == 2)
    #expect(world.context.activity.isIdle)
  }

  @Test("Is abandoned by the watchdog if its transition never ends")
  func watchdog() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(
      .manual, configuration: .init(watchdogInterval: 5), root: home)
    let handle = world.context.request(.push(screen("Detail")), on: home)
    let next = world.context.request(.push(screen("More")), on: home)
    world.clock.advance(by: 4)
    #expect(handle.outcome == nil)
    world.clock.advance(by: 1)
    #expect(refusal(handle.outcome) == .neverEnded)
    #expect(world.issues.first?.fact.contains("push Detail") ?? false)
    world.platform.completeAllTransitions()
    #expect(next.outcome == .performed)
    #expect(world.store.tree.visibleLeaf.name == "More")
  }

  @Test("is given up once, also if the screen that it brings follows the transition, too")
  func watchdogOfComingScreen() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(
      .manual, configuration: .init(watchdogInterval: 5), root: home)
    let detail = screen("Detail")
    let handle = world.context.request(.push(detail), on: home)
    let followed = detail.lifecycle.transitionDidBegin(isInteractive: false)
    world.clock.advance(by: 5)
    #expect(refusal(handle.outcome) == .neverEnded)
    #expect(world.store.isIdle)
    world.clock.advance(by: 5)
    #expect(world.issues.map(\.code.rawValue) == ["neverEnded"])
    detail.lifecycle.transitionDidEnd(followed, completed: true)
    #expect(world.store.isIdle)
    let later = detail.lifecycle.transitionDidBegin(isInteractive: false)
    #expect(!world.store.isIdle)
    detail.lifecycle.transitionDidEnd(later, completed: true)
    #expect(world.store.isIdle)
  }

  private func refusal(_ outcome: TransitionOutcome?) -> TransitionRefusal.Code? {
    guard case .refused(let refusal) = outcome else { return nil }
    return refusal.code
  }
}

/// A stack that moves from one window to another while a push runs in the first one.
@MainActor
final class MovedContainer {
  enum Fate: CaseIterable {
    case waits, isCancelled, isSuperseded, isAbandoned

    var begins: Bool { self == .waits || self == .isAbandoned }
  }

  let platform = HeadlessPlatform()
  let clock = ManualNavigationClock()
  let context: NavigationContext
  let nav = stack("Nav", screen("Root"))
  let first: NavigationStore
  let second: NavigationStore
  private let windows: [HeadlessWindow]
  private let left = stack("Left", screen("List"))
  private let bar: HeadlessTabBarController
  private(set) var issues: [NavigationIssue] = []

  init(observingSecondIn other: NavigationContext? = nil) {
    context = NavigationContext(clock: clock)
    bar = tabs("Bar", left, nav)
    windows = [HeadlessWindow(platform: platform), HeadlessWindow(platform: platform)]
    (windows[0].rootViewController, windows[1].rootViewController) = (bar, screen("Empty"))
    for window in windows { window.makeKeyAndVisible() }
    (first, second) = (context.store(for: windows[0]), (other ?? context).store(for: windows[1]))
    context.issues.handler = { [weak self] in self?.issues.append($0) }
    platform.transitionMode = .manual
    left.pushViewController(screen("Slow"), animated: true)
    platform.layOut()
  }

  /// Makes the stack the second window's root, which dismisses a modal.
  func move(intoRunningTransition isRunning: Bool = true) {
    bar.setViewControllers([left], animated: false)
    platform.layOut()
    platform.transitionMode = .immediate
    windows[1].rootViewController = nav
    if isRunning { nav.present(screen("Old"), animated: false) }
    platform.transitionMode = .manual
    if isRunning { nav.dismiss(animated: true) }
    platform.layOut()
  }
}

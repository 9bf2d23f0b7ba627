import NavigationRuntime
import TestSupport
import Testing
import UIKit

// By itself, since NavigationRuntime has a class of this name too.
import class HeadlessStandIn.HeadlessResponder

@MainActor
@Suite("The cost of reading UIKit's containers")
struct UIKitReadingTests {
  @Test("500 children that appear one by one, then leave one by one, are read a few times each")
  func childrenOneByOne() {
    let board = screen("Board")
    let world = HeadlessWorld(root: board)
    var before = world.store.readCount
    var comparisons = world.store.comparisonCount
    let children = (0..<500).map { screen("Child \($0)") }
    for child in children {
      board.addChild(child)
      child.didMove(toParent: board)
    }
    #expect(world.store.tree.count == 502)
    #expect(world.store.readCount - before <= 10 * 500)
    // A binary search in up to 500 entries compares 9.
    #expect(world.store.comparisonCount - comparisons <= 30 * 500)

    before = world.store.readCount
    comparisons = world.store.comparisonCount
    for child in children {
      child.willMove(toParent: nil)
      child.removeFromParent()
    }
    #expect(world.store.tree.count == 2)
    #expect(world.store.readCount - before <= 10 * 500)
    #expect(world.store.comparisonCount - comparisons <= 30 * 500)
    #expect(world.changes.count == 1_000)
  }

  @Test("A transaction that is open does not compare all containers at each callback")
  func childrenInTransaction() {
    let board = screen("Board")
    let world = HeadlessWorld(root: board)
    let transaction = world.store.scheduler.schedule("transaction") { _ in .open }
    let before = world.store.readCount
    for child in (0..<200).map({ screen("Child \($0)") }) {
      board.addChild(child)
      child.didMove(toParent: board)
    }
    #expect(world.store.readCount - before <= 10 * 200)
    transaction.end()
    #expect(world.store.tree.count == 202)
  }

  @Test("Children whose views come on screen are read a few times each")
  func views() {
    let board = screen("Board")
    let world = HeadlessWorld(root: board)
    let before = world.store.readCount
    let children = (0..<100).map { screen("Child \($0)") }
    for child in children {
      board.addChild(child)
      board.view.addSubview(child.view)
      child.didMove(toParent: board)
    }
    #expect(world.store.tree.count == 102)
    #expect(world.store.readCount - before <= 12 * 100)
  }

  @Test("A callback reads no ancestor beyond the one that holds the controller")
  func ancestors() {
    let inner = screen("Inner")
    var outer = inner
    for number in 0..<100 {
      let next = screen("Level \(number)")
      next.addChild(outer)
      outer = next
    }
    let world = HeadlessWorld(root: outer)
    let before = world.store.readCount
    inner.appearanceDidEnd()
    #expect(world.store.readCount - before <= 4)
  }
}

@MainActor
@Suite("A second look at UIKit's containers")
struct SecondLookTests {
  @Test("Finds a permutation under the same top at the end of the turn of the run loop")
  func permutation() {
    let (a, b) = (screen("A"), screen("B"))
    let home = stack("Home", a, b, screen("C"))
    let world = HeadlessWorld(root: home)
    withoutReports(of: [home, a, b]) {
      home.viewControllers = [b, a, home.viewControllers[2]]
    }
    world.store.runLoopDidTurn()
    #expect(world.store.tree.root.children[0].children.map(\.name) == ["B", "A", "C"])
    #expect(world.changes.count == 1)
    world.store.runLoopDidTurn()
    #expect(world.changes.count == 1)
  }

  @Test("Finds a permutation at the callback of an entry that has been added with it")
  func permutationWithInsertion() {
    let entries = ["A", "B", "C", "D", "E", "F", "G"].map { screen($0) }
    let home = stack("Home")
    home.viewControllers = entries
    let world = HeadlessWorld(root: home)
    let added = screen("X")
    withoutReports(of: [home, added] + entries) {
      home.viewControllers =
        [5, 1, 2].map { entries[$0] } + [added]
        + [3, 4, 0, 6].map { entries[$0] }
    }
    added.appearanceDidEnd()
    let names = ["F", "B", "C", "X", "D", "E", "A", "G"]
    #expect(world.store.tree.root.children[0].children.map(\.name) == names)
    #expect(world.issues.isEmpty)
  }

  @Test("Finds that the last entry has moved in place of the first, and does not end it")
  func permutationWithRemoval() {
    let entries = ["A", "B", "C", "D"].map { screen($0) }
    let home = stack("Home")
    home.viewControllers = entries
    let world = HeadlessWorld(root: home)
    var departures: [String] = []
    let observations = entries.map { entry in
      entry.observePresentation { event in
        if event == .dismissed { departures.append(entry.navigationRuntimeName) }
      }
    }
    withoutReports(of: [home] + entries) {
      home.viewControllers = [3, 1, 2].map { entries[$0] }
    }
    entries[2].appearanceDidEnd()
    world.store.runLoopDidTurn()
    #expect(world.store.tree.root.children[0].children.map(\.name) == ["D", "B", "C"])
    #expect(departures == ["A"])
    withExtendedLifetime(observations) {}
  }

  @Test("Finds a change in an unselected tab at the end of the turn of the run loop")
  func hiddenTab() {
    let hidden = stack("Hidden", screen("A"))
    let bar = tabs("Tabs", screen("Shown"), hidden)
    let world = HeadlessWorld(root: bar)
    withoutReports(of: [hidden]) {
      hidden.setViewControllers([screen("B")], animated: false)
    }
    world.store.runLoopDidTurn()
    #expect(world.store.tree.root.children[0].children[1].children.map(\.name) == ["B"])
  }

  @Test("Finds a silent change near a callback when the tree is read")
  func flushOnRead() {
    let (a, b) = (screen("A"), screen("B"))
    let home = stack("Home", a, b, screen("C"))
    let world = HeadlessWorld(root: home)
    withoutReports(of: [home, a, b]) {
      home.viewControllers = [b, a, home.viewControllers[2]]
    }
    a.appearanceDidEnd()
    #expect(world.store.tree.root.children[0].children.map(\.name) == ["B", "A", "C"])
  }

  @Test("Takes place in the next turn of the run loop without a call")
  func turn() async {
    let (a, b) = (screen("A"), screen("B"))
    let home = stack("Home", a, b, screen("C"))
    let world = HeadlessWorld(root: home)
    withoutReports(of: [home, a, b]) {
      home.viewControllers = [b, a, home.viewControllers[2]]
    }
    // Another controller's change, far from these, wakes the run loop.
    let elsewhere = screen("Elsewhere")
    _ = elsewhere.lifecycle
    elsewhere.addChild(screen("Child"))
    await world.context.settled()
    await letOthersRun()
    #expect(world.changes.count == 1)
  }

  @Test("Follows a push that nothing has reported before it reads the stack")
  func unreportedPush() {
    let home = stack("Home", screen("A"))
    let world = HeadlessWorld(.manual, root: home)
    withoutReports(of: [home]) { home.pushViewController(screen("B"), animated: true) }
    world.store.runLoopDidTurn()
    #expect(world.changes.isEmpty)
    world.platform.completeAllTransitions()
    world.store.runLoopDidTurn()
    #expect(world.changes.count == 1)
  }

  @Test("A change that is found before a request may release the owner of the request")
  func ownerGone() async {
    let (a, b) = (screen("A"), screen("B"))
    let home = stack("Home", a, b, screen("C"))
    let world = HeadlessWorld(root: home)
    var owner: AnyObject? = screen("Owner")
    let observation = world.store.onChange { _ in owner = nil }
    let first = world.store.scheduler.schedule("first") { _ in .open }
    let second = world.store.scheduler.schedule("second", owner: owner) { _ in
      .ended(.performed)
    }
    withoutReports(of: [home, a, b]) {
      home.viewControllers = [b, a, home.viewControllers[2]]
    }
    a.appearanceDidEnd()
    first.end()
    guard case .refused(let refusal) = second.outcome else {
      Issue.record("It was \(String(describing: second.outcome)).")
      return
    }
    #expect(refusal.code == .ownerGone)
    observation.cancel()
  }

  @Test("A request to select finds that code has selected another tab in the same turn")
  func silentSelection() async {
    let bar = tabs("Tabs", screen("A"), screen("B"))
    let world = HeadlessWorld(root: bar)
    bar.selectedIndex = 1
    world.store.runLoopDidTurn()
    withoutReports(of: [bar] + (bar.viewControllers ?? [])) { bar.selectedIndex = 0 }
    #expect(await world.context.perform(.select(1), on: bar) == .performed)
    #expect(bar.selectedIndex == 1)
  }

  @Test("Reads nothing twice in turns without changes")
  func idleTurns() {
    let board = screen("Board")
    let world = HeadlessWorld(root: board)
    for number in 0..<500 { board.addChild(screen("Child \(number)")) }
    world.store.runLoopDidTurn()
    let before = world.store.readCount
    for _ in 0..<10 { world.store.runLoopDidTurn() }
    #expect(world.store.readCount - before <= 10 * 3)
  }

  @Test("Ends a transition whose completion never comes in the turn of its last callback")
  func missingCompletion() {
    let list = screen("List")
    let home = stack("Home", list)
    let world = HeadlessWorld(.manual, root: home)
    home.pushViewController(screen("Detail"), animated: true)
    // A push by code reports nothing on a device; a request looks for it.
    #expect(world.store.isInTransition())
    world.store.runLoopDidTurn()
    #expect(world.store.isTransitioning)
    // Each that follows the transition; the lenient stand-in reports it to the stack alone.
    for controller in platformIsStrict ? [home, list] : [home] {
      controller.appearanceDidEnd()
    }
    world.store.runLoopDidTurn()
    #expect(!world.store.isTransitioning)
    #expect(world.store.tree.visibleLeaf.name == "Detail")
    world.platform.completeAllTransitions()
    #expect(!world.store.isTransitioning)
    #expect(world.changes.count == 1)
    #expect(world.issues.isEmpty)
  }
}

/// Makes changes that UIKit makes without a callback.
@MainActor
private func withoutReports(of responders: [HeadlessResponder], _ change: () -> Void) {
  let observers = responders.map(\.hierarchyObserver)
  for responder in responders { responder.hierarchyObserver = nil }
  change()
  for (responder, observer) in zip(responders, observers) { responder.hierarchyObserver = observer }
}

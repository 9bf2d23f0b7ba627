import NavigationRuntime
import TestSupport
import Testing
import UIKit

/// UIKit takes a child from its former parent, and makes the callbacks of that, while the child is in
/// no container yet.
@MainActor
@Suite("A screen that `addChild(_:)` takes from another container")
struct UIKitMoveTests {
  private let middle = screen("Middle")
  private let top = screen("Top")
  private let board = screen("Board")
  private let home: UINavigationController

  init() { home = stack("Home", screen("List"), middle, top) }

  @Test("Receives no dismissal", arguments: [true, false], [true, false])
  func move(isVisible: Bool, toOtherWindow: Bool) async throws {
    let moved = isVisible ? top : middle
    let world = HeadlessWorld(root: toOtherWindow ? home : tabs("Main", home, board))
    let window = HeadlessWindow(platform: world.platform)
    window.rootViewController = toOtherWindow ? board : screen("Other")
    window.makeKeyAndVisible()
    let store = world.context.store(for: window)
    let log = EventLog(moved)
    board.addChild(moved)
    board.view.addSubview(moved.view)
    moved.didMove(toParent: board)
    await takeTurns()
    #expect(moved.parent === board)
    #expect(home.viewControllers.count == 2)
    #expect(!log.events.contains(.dismissed))
    #expect(moved.isPresented)
    let (left, entered) = (world.store.tree, (toOtherWindow ? store : world.store).tree)
    #expect(left.node(home.lifecycle.id)?.children.count == 2)
    #expect(entered.path(to: moved.lifecycle.id)?.dropLast().last?.id == board.lifecycle.id)
    try left.validate()
    try entered.validate()
    #expect(world.issues.isEmpty)
    #expect(world.refusals.isEmpty)
  }

  @Test("Leaves no transition behind if a callback of the move moves it elsewhere")
  func movedTwice() async {
    let moved = MovingController()
    let former = screen("Former")
    former.addChild(moved)
    let world = HeadlessWorld(root: tabs("Main", home, former, board))
    let last = screen("Last")
    board.addChild(last)
    moved.onLeaving = { last.addChild(moved) }
    board.addChild(moved)
    for _ in 0..<3 { await takeTurns() }
    #expect(moved.onLeaving == nil)
    #expect(!world.store.isInTransition())
    #expect(world.context.activity.isIdle)
  }

  private final class MovingController: UIViewController {
    var onLeaving: (() -> Void)?

    override func willMove(toParent parent: UIViewController?) {
      super.willMove(toParent: parent)
      guard parent == nil, let onLeaving else { return }
      self.onLeaving = nil
      onLeaving()
    }
  }

  @Test("Is dismissed if the parent that takes it is in no window")
  func removal() async {
    let world = HeadlessWorld(root: home)
    let log = EventLog(middle)
    board.addChild(middle)
    await takeTurns()
    #expect(log.events.contains(.dismissed))
    #expect(world.store.tree.node(middle.lifecycle.id) == nil)
    #expect(world.context.activity.isIdle)
  }
}

/// UIKit takes the screen out of its former container inside the call, and the adapter sees no call
/// of `addChild(_:)`.
@MainActor
@Suite("A screen that another container takes in one call")
struct UIKitTakenScreenTests {
  struct Move {
    var isVisible = true
    var isInOtherWindow = false
    /// Whether it is inside the platform part of a transition.
    var isScheduled = false

    static let all = [false, true].flatMap { isVisible in
      [false, true].flatMap { isInOtherWindow in
        [false, true].map {
          Move(isVisible: isVisible, isInOtherWindow: isInOtherWindow, isScheduled: $0)
        }
      }
    }
  }

  private let middle = screen("Middle")
  private let top = screen("Top")
  private let home: UINavigationController

  init() { home = stack("Home", screen("List"), middle, top) }

  @Test("Receives no dismissal from a push", arguments: Move.all)
  func push(_ move: Move) async throws {
    let shelf = stack("Shelf", screen("Book"))
    try await take(move, into: shelf) { shelf.pushViewController($0, animated: false) }
  }

  @Test("Receives no dismissal from another stack's new entries", arguments: Move.all)
  func setStack(_ move: Move) async throws {
    let shelf = stack("Shelf", screen("Book"))
    try await take(move, into: shelf) { shelf.setViewControllers([$0], animated: false) }
  }

  @Test("Receives no dismissal from new tabs", arguments: Move.all)
  func setTabs(_ move: Move) async throws {
    let bar = tabs("Bar", screen("First"))
    try await take(move, into: bar) { bar.viewControllers = [screen("Other"), $0] }
  }

  private func take(
    _ move: Move, into container: UIViewController,
    by call: @escaping @MainActor (UIViewController) -> Void
  ) async throws {
    let moved = move.isVisible ? top : middle
    let world = HeadlessWorld(
      root: move.isInOtherWindow ? home : tabs("Main", home, container))
    let window = HeadlessWindow(platform: world.platform)
    window.rootViewController = move.isInOtherWindow ? container : screen("Other")
    window.makeKeyAndVisible()
    let other = world.context.store(for: window)
    let store = move.isInOtherWindow ? other : world.store
    let log = EventLog(moved)
    if move.isScheduled {
      store.scheduler.schedule("take") { _ in
        call(moved)
        return .started
      }
    } else {
      call(moved)
    }
    await takeTurns()
    #expect(moved.parent === container)
    #expect(home.viewControllers.count == 2)
    #expect(!log.events.contains(.dismissed))
    #expect(moved.isPresented)
    #expect(world.store.tree.node(home.lifecycle.id)?.children.count == 2)
    #expect(
      store.tree.path(to: moved.lifecycle.id)?.dropLast().last?.id == container.lifecycle.id)
    try world.store.tree.validate()
    try other.tree.validate()
    #expect(world.issues.isEmpty)
    #expect(world.refusals.isEmpty)
  }
}

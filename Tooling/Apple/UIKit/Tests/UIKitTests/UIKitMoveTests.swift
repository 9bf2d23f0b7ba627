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

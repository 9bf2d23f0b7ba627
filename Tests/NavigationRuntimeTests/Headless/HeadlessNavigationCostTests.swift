import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("The cost of a deep stack")
struct HeadlessNavigationCostTests {
  @Test("A push and a pop on a deep stack copy none of the controllers beneath")
  func pushAndPopInPlace() {
    let home = stack("Home")
    home.viewControllers = (0..<1_000).map { screen("\($0)") }
    let world = HeadlessWorld(root: home)
    home.pushViewController(screen("grow"), animated: false)
    home.popViewController(animated: false)

    let address = addressOfChildren(of: home)
    home.pushViewController(screen("top"), animated: false)
    #expect(addressOfChildren(of: home) == address)
    home.popViewController(animated: false)
    #expect(addressOfChildren(of: home) == address)
    #expect(world.store.tree.visibleLeaf.name == "999")
  }

  @Test("A cancelled swipe on a deep stack restores its controller without a copy")
  func cancelledSwipeInPlace() throws {
    let home = stack("Home")
    home.viewControllers = (0..<1_000).map { screen("\($0)") }
    let world = HeadlessWorld(root: home)
    home.pushViewController(screen("top"), animated: false)

    let address = addressOfChildren(of: home)
    let before = home.children.map(ObjectIdentifier.init)
    let swipe = try #require(home.userDidBeginEdgeSwipe())
    swipe.cancel()
    #expect(addressOfChildren(of: home) == address)
    #expect(home.children.map(ObjectIdentifier.init) == before)
    #expect(world.store.tree.visibleLeaf.name == "top")
  }

  /// Returns the storage address of the stack's controllers; another address indicates a copy.
  private func addressOfChildren(of stack: HeadlessNavigationController) -> Int {
    stack.children.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
  }
}

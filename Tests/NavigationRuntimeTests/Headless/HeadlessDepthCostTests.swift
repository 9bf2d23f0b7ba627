import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("The cost of a deep chain of modals")
struct HeadlessDepthCostTests {
  @Test(
    "A presentation and a dismissal follow each link of the chain a bounded number of times",
    arguments: [HeadlessModalPresentationStyle.pageSheet, .fullScreen], [10, 200])
  func followedLinks(style: HeadlessModalPresentationStyle, depth: Int) {
    let world = HeadlessWorld(root: screen("Root"))
    var top = world.window.rootViewController
    func present() {
      let modal = screen("Modal")
      modal.modalPresentationStyle = style
      top?.present(modal, animated: false)
      top = modal
    }
    for _ in 0..<depth { present() }
    #expect(world.store.tree.count == depth + 2)

    var before = HeadlessViewController.followedLinkCount
    present()
    #expect(HeadlessViewController.followedLinkCount - before <= 12 * depth)
    #expect(world.store.tree.count == depth + 3)

    before = HeadlessViewController.followedLinkCount
    top?.dismiss(animated: false)
    #expect(HeadlessViewController.followedLinkCount - before <= 12 * depth)
    #expect(world.store.tree.count == depth + 2)
    #expect(world.refusals.isEmpty)
  }
}

import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("The store")
struct NavigationStoreTests {
  @Test("A direct push changes the tree at once and is attributed to code")
  func directPush() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(root: home)
    home.pushViewController(screen("Detail"), animated: true)
    #expect(
      world.store.tree.description == """
        window Window
          stack Home
            screen List
            screen Detail
        """)
    #expect(world.changes.map(\.cause.kind) == [.code])
    #expect(world.takeChanges().count == 1)
    home.popViewController(animated: true)
    #expect(world.store.tree.visibleLeaf.name == "List")
    #expect(world.store.tree.count == 3)
  }

  @Test("The user's moves change the tree and are attributed to the user")
  func userMoves() {
    let home = stack("Home", screen("List"), screen("Detail"))
    let world = HeadlessWorld(root: home)
    #expect(home.userDidTapBack())
    #expect(world.store.tree.visibleLeaf.name == "List")
    #expect(world.changes.map(\.cause.kind) == [.user])
  }

  @Test("A dismissed container ends everything in it, children before parents")
  func dismissedContainer() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(root: home)
    #expect(world.store.tree.count == 3)
    let inner = screen("Inner")
    let sheet = stack("Sheet", inner)
    home.present(sheet, animated: true)
    var log: [String] = []
    let a = sheet.observePresentation { log.append("sheet \($0)") }
    let b = inner.observePresentation { log.append("inner \($0)") }
    #expect(sheet.userDidPullDown())
    #expect(
      log == [
        "sheet visible(true)", "inner visible(true)", "inner visible(false)", "inner dismissed",
        "sheet visible(false)", "sheet dismissed",
      ])
    withExtendedLifetime((a, b)) {}
  }
}

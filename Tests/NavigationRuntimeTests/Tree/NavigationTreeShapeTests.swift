import NavigationRuntime
import Testing

@Suite struct NavigationTreeShapeTests {
  static let home = Node.tabs(
    1, "Main",
    [.stack(2, "Home", [.screen(3, "List")]), .screen(4, "Settings")]
  )
  .presenting(.screen(5, "Alert"))

  let tree = NavigationTree(unchecked: home)

  @Test func equalTreesMayHaveOtherNames() {
    let renamed = Node.tabs(
      1, "Principal",
      [.stack(2, "Accueil", [.screen(3, "Liste")]), .screen(4, "Options")]
    )
    .presenting(.screen(5, "Alerte"))
    #expect(Self.home == renamed)
    #expect(!Self.home.isIdentical(to: renamed))
    #expect(!Self.home.hasSameShape(as: renamed))
    #expect(NavigationTree(unchecked: renamed).difference(from: tree).isEmpty)
  }

  @Test func treesOfOneShapeMayHaveOtherIdentifiers() {
    let other = Node.tabs(
      11, "Main",
      [.stack(12, "Home", [.screen(13, "List")]), .screen(14, "Settings")]
    )
    .presenting(.screen(15, "Alert"))
    #expect(Self.home != other)
    #expect(Self.home.hasSameShape(as: other))
    #expect(tree.hasSameShape(as: NavigationTree(unchecked: other)))
    #expect(tree.shapeDifference(from: NavigationTree(unchecked: other)) == nil)
  }

  @Test(
    arguments: [
      (
        .selected(1, from: 0, to: 1),
        "At tabs Main: expected screen Settings at index 1 to be selected, "
          + "found stack Home at index 0."
      ),
      (
        .pushed([.screen(9, "Detail")], onto: 2),
        "At tabs Main > stack Home: expected 2 children (screen List, screen Detail), "
          + "found 1 (screen List)."
      ),
      (
        .popped([.screen(3, "List")], from: 2),
        "At tabs Main > stack Home: expected 0 children (none), found 1 (screen List)."
      ),
      (
        .dismissed(.screen(5, "Alert"), from: 1),
        "At tabs Main: expected no modal, found screen Alert."
      ),
      (
        .presented(.screen(9, "Help"), over: 3),
        "At tabs Main > stack Home > screen List: expected modal screen Help, found no modal."
      ),
      (
        .modalReplaced(.screen(5, "Alert"), by: .screen(9, "Help"), over: 1),
        "At tabs Main > modal > screen Alert: expected screen Help, found screen Alert."
      ),
      (
        .stackReplaced(
          2, keeping: 0, removed: [.screen(3, "List")], inserted: [.stack(9, "List")]),
        "At tabs Main > stack Home > screen List: expected stack List, found screen List."
      ),
    ] as [(Change, String)]
  )
  func theFirstDifferenceInShapeIsExplained(change: Change, text: String) throws {
    let expected = try tree.applying(change)
    #expect(tree.shapeDifference(from: expected) == text)
    #expect(!tree.hasSameShape(as: expected))
    #expect(tree != expected)
  }
}

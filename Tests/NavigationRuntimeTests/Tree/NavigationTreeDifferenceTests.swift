import NavigationRuntime
import Testing

@Suite struct NavigationTreeDifferenceTests {
  @Test func equalTreesDifferInNothing() throws {
    let tree = try NavigationTree(.stack(1, "Main", [.screen(2, "A")]))
    #expect(tree.difference(from: tree).isEmpty)
  }

  @Test func changesInSeveralPlacesAreFoundOnceEach() throws {
    let old = try NavigationTree(
      .tabs(
        1, "Main",
        [
          .stack(2, "Home", [.screen(3, "A")]),
          .stack(4, "Mail", [.screen(5, "B"), .screen(6, "C").presenting(.screen(7, "D"))]),
        ]
      )
    )
    let new = try NavigationTree(
      .tabs(
        1, "Main",
        [
          .stack(2, "Home", [.screen(3, "A"), .screen(8, "E")]),
          .stack(4, "Mail", [.screen(5, "B"), .screen(6, "C")]),
        ],
        selected: 1
      )
      .presenting(.screen(9, "F"))
    )
    #expect(
      new.difference(from: old) == [
        .selected(1, from: 0, to: 1),
        .presented(.screen(9, "F"), over: 1),
        .pushed([.screen(8, "E")], onto: 2),
        .dismissed(.screen(7, "D"), from: 6),
      ]
    )
  }

  @Test func tabsThatStayAreComparedInsideAndNotReplaced() throws {
    let old = try NavigationTree(
      .tabs(1, "Main", [.stack(2, "A"), .screen(3, "B"), .stack(4, "C")], selected: 2)
    )
    let new = try NavigationTree(
      .tabs(
        1, "Main",
        [.stack(2, "A", [.screen(5, "D")]), .stack(4, "C", [.screen(6, "E")])],
        selected: 1
      )
    )
    #expect(
      new.difference(from: old) == [
        .tabsReplaced(1, at: 1, removed: [.screen(3, "B")], inserted: [], from: 2, to: 1),
        .pushed([.screen(5, "D")], onto: 2),
        .pushed([.screen(6, "E")], onto: 4),
      ]
    )
  }

  @Test func aNodeThatChangesOnItsWayHasNotMerelyMoved() throws {
    let old = try NavigationTree(
      .split(1, "Main", [.stack(2, "A", [.stack(3, "B")]), .stack(4, "C")])
    )
    let moved = try NavigationTree(
      .split(1, "Main", [.stack(2, "A"), .stack(4, "C", [.stack(3, "B")])])
    )
    let changed = try NavigationTree(
      .split(1, "Main", [.stack(2, "A"), .stack(4, "C", [.stack(3, "B", [.screen(5, "D")])])])
    )
    let renamed = try NavigationTree(
      .split(1, "Main", [.stack(2, "A"), .stack(4, "C", [.stack(3, "B2")])])
    )
    #expect(
      moved.difference(from: old) == [
        .moved(.stack(3, "B"), from: .index(0, of: 2), to: .index(0, of: 4))
      ]
    )
    #expect(
      changed.difference(from: old) == [
        .popped([.stack(3, "B")], from: 2),
        .pushed([.stack(3, "B", [.screen(5, "D")])], onto: 4),
      ]
    )
    #expect(renamed.difference(from: old).count == 2)
  }

  @Test func aNodeThatMovesWhereSomethingElseChangesTooIsReplaced() throws {
    let old = try NavigationTree(
      .split(1, "Main", [.stack(2, "A", [.screen(3, "B")]), .stack(4, "C")])
    )
    let new = try NavigationTree(
      .split(1, "Main", [.stack(2, "A"), .stack(4, "C", [.screen(3, "B"), .screen(5, "D")])])
    )
    #expect(
      new.difference(from: old) == [
        .popped([.screen(3, "B")], from: 2),
        .pushed([.screen(3, "B"), .screen(5, "D")], onto: 4),
      ]
    )
  }

  @Test func aSelectedTabThatGoesAwayIsReplaced() throws {
    let old = try NavigationTree(
      .split(1, "Main", [.tabs(2, "A", [.screen(3, "B"), .screen(4, "C")]), .stack(5, "D")])
    )
    let new = try NavigationTree(
      .split(1, "Main", [.tabs(2, "A", [.screen(4, "C")]), .stack(5, "D", [.screen(3, "B")])])
    )
    let changes = new.difference(from: old)
    #expect(
      changes == [
        .tabsReplaced(2, at: 0, removed: [.screen(3, "B")], inserted: [], from: 0, to: 0),
        .pushed([.screen(3, "B")], onto: 5),
      ]
    )
    #expect(try old.applying(changes) == new)
  }

  @Test func aScreenThatBecomesAContainerKeepsItsModal() throws {
    let old = try NavigationTree(.screen(1, "A").presenting(.stack(2, "B")))
    let new = try NavigationTree(
      .container(1, "A", kind: "Drawer", [.screen(3, "C")])
        .presenting(.stack(2, "B", [.screen(4, "D")]))
    )
    #expect(
      new.difference(from: old) == [
        .contentsReplaced(
          1, at: 0, from: .init(kind: .screen, children: []),
          to: .init(kind: .container("Drawer"), children: [.screen(3, "C")])),
        .pushed([.screen(4, "D")], onto: 2),
      ]
    )
  }

  @Test func aModalThatBecomesAnotherIsReplacedWithAllThatIsInIt() throws {
    let old = try NavigationTree(.screen(1, "A").presenting(.stack(2, "B", [.screen(3, "C")])))
    let new = try NavigationTree(.screen(1, "A").presenting(.stack(4, "D", [.screen(3, "C")])))
    #expect(
      new.difference(from: old) == [
        .modalReplaced(
          .stack(2, "B", [.screen(3, "C")]), by: .stack(4, "D", [.screen(3, "C")]), over: 1)
      ]
    )
  }

  @Test func theRootIsReplacedOnlyIfItIsAnotherNode() throws {
    let old = try NavigationTree(.window(1, "App", .screen(2, "Login")))
    let inside = try NavigationTree(.window(1, "App", .screen(3, "Home")))
    let outside = try NavigationTree(.window(4, "App", .screen(2, "Login")))
    #expect(
      inside.difference(from: old) == [
        .contentsReplaced(
          1, at: 0, from: .init(kind: .window, children: [.screen(2, "Login")]),
          to: .init(kind: .window, children: [.screen(3, "Home")]))
      ]
    )
    #expect(outside.difference(from: old) == [.rootReplaced(old.root, by: outside.root)])
  }
}

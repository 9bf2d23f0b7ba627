import NavigationRuntime
import Testing

/// Each kind of change: its application, inverse, difference and description.
@Suite struct NavigationTreeChangeTests {
  static let root = Node.window(
    1, "App",
    .tabs(
      2, "Main",
      [
        .stack(3, "Home", [.screen(4, "List"), .screen(5, "Detail"), .screen(6, "Map")]),
        .split(7, "Mail", [.screen(8, "Inbox"), .screen(9, "Letter")]),
        .pages(10, "Tour", [.screen(11, "One"), .screen(12, "Two")]),
      ]
    )
    .presenting(.screen(13, "Alert"))
  )

  static let changes: [(Change, String)] = [
    (
      .pushed([.screen(20, "A"), .screen(21, "B")], onto: 3),
      "pushed screen A #20, screen B #21 onto #3"
    ),
    (
      .popped([.screen(5, "Detail"), .screen(6, "Map")], from: 3),
      "popped screen Detail #5, screen Map #6 from #3"
    ),
    (
      .stackReplaced(
        3, keeping: 1, removed: [.screen(5, "Detail"), .screen(6, "Map")],
        inserted: [.screen(20, "A")]),
      "replaced screen Detail #5, screen Map #6 by screen A #20 in #3, keeping 1"
    ),
    (.presented(.screen(20, "A"), over: 3), "presented screen A #20 over #3"),
    (.dismissed(.screen(13, "Alert"), from: 2), "dismissed screen Alert #13 from #2"),
    (
      .modalReplaced(.screen(13, "Alert"), by: .screen(20, "A"), over: 2),
      "replaced modal screen Alert #13 by screen A #20 over #2"
    ),
    (.selected(2, from: 0, to: 2), "selected index 2 instead of 0 in #2"),
    (.selected(10, from: 0, to: 1), "selected index 1 instead of 0 in #10"),
    (
      .tabsReplaced(
        10, at: 1, removed: [.screen(12, "Two")],
        inserted: [.screen(20, "A"), .screen(21, "B")], from: 0, to: 2),
      "replaced screen Two #12 by screen A #20, screen B #21 at index 1 in #10, "
        + "selection 0 became 2"
    ),
    (
      .contentsReplaced(
        7, at: 0, from: .init(kind: .split, children: [.screen(8, "Inbox")]),
        to: .init(kind: .split, children: [])),
      "replaced screen Inbox #8 by nothing at index 0 in #7"
    ),
    (
      .contentsReplaced(
        7, at: 2, from: .init(kind: .split, children: []),
        to: .init(kind: .tabs, children: [], selectedIndex: 1)),
      "replaced nothing by nothing at index 2 in #7, which was split and is tabs, "
        + "selection none became 1"
    ),
    (
      .moved(.screen(9, "Letter"), from: .index(1, of: 7), to: .index(3, of: 3)),
      "moved screen Letter #9 from index 1 of #7 to index 3 of #3"
    ),
    (
      .moved(.screen(13, "Alert"), from: .modal(of: 2), to: .index(1, of: 10)),
      "moved screen Alert #13 from modal of #2 to index 1 of #10"
    ),
    (
      .moved(.screen(5, "Detail"), from: .index(1, of: 3), to: .modal(of: 9)),
      "moved screen Detail #5 from index 1 of #3 to modal of #9"
    ),
    (
      .rootReplaced(root, by: .screen(20, "A")),
      "replaced root window App #1 by screen A #20"
    ),
  ]

  let tree = NavigationTree(unchecked: root)

  @Test(arguments: changes)
  func aChangeIsCarriedOutUndoneAndFoundAgain(change: Change, text: String) throws {
    let changed = try tree.applying(change)
    try changed.validate()
    #expect(changed != tree)
    #expect(try changed.applying(change.inverse) == tree)
    #expect(changed.difference(from: tree) == [change])
    #expect(tree.difference(from: changed) == [change.inverse])
    #expect(change.inverse.inverse == change)
    #expect(change.description == text)
  }

  @Test(arguments: changes)
  func aChangeListsItsRemovedAndInsertedNodes(change: Change, text: String) throws {
    let before = Set(tree.nodes.map(\.id))
    let after = Set(try tree.applying(change).nodes.map(\.id))
    let removed = Set(change.removed.flatMap(\.nodes).map(\.id))
    let inserted = Set(change.inserted.flatMap(\.nodes).map(\.id))
    #expect(before.subtracting(after) == removed)
    #expect(after.subtracting(before) == inserted)
    #expect(tree.contains(change.container))
  }

  @Test func changesAreCarriedOutInOrderAndUndoneInReverse() throws {
    let changes: [Change] = [
      .pushed([.screen(20, "A")], onto: 3),
      .presented(.screen(21, "B"), over: 20),
      .selected(2, from: 0, to: 1),
    ]
    let changed = try tree.applying(changes)
    #expect(changed.node(20)?.modal?.id == 21)
    #expect(changed.root.children[0].selectedIndex == 1)
    #expect(changes.inverse.first == .selected(2, from: 1, to: 0))
    #expect(try changed.applying(changes.inverse) == tree)
  }

  @Test func inABatchANodeMayBeInTwoPlacesInBetween() throws {
    let changes: [Change] = [
      .pushed([.screen(9, "Letter")], onto: 3),
      .contentsReplaced(
        7, at: 1, from: .init(kind: .split, children: [.screen(9, "Letter")]),
        to: .init(kind: .split, children: [])),
    ]
    #expect(throws: NavigationTreeError.self) { try tree.applying(changes[0]) }
    #expect(try tree.applying(changes).path(to: 9)?.map(\.id) == [1, 2, 3, 9])
  }

  @Test func aLongBatchDoesTheSameAsItsChangesOneByOne() throws {
    let ids = (0..<100).map { NavigationNodeID(rawValue: $0) }
    let stacks = (10..<14).map { Node.stack(ids[$0], "Stack") }
    let start = try NavigationTree(.container(1, "Panes", kind: "Panes", stacks))
    let letter = Node.stack(30, "Letter", [.screen(31, "Text")])
    let longer = Node.stack(30, "Letter", [.screen(31, "Text"), .screen(32, "End")])
    var changes: [Change] = (0..<12).map {
      .pushed([.screen(ids[50 + $0], "A")], onto: ids[10 + $0 % 4])
    }
    changes += [
      .pushed([letter], onto: 10),
      .moved(letter, from: .index(3, of: 10), to: .index(0, of: 11)),
      .pushed([.screen(32, "End")], onto: 30),
      .presented(.stack(33, "Help", [.screen(34, "Page")]), over: 31),
      .popped([.screen(34, "Page")], from: 33),
      .dismissed(.stack(33, "Help"), from: 31),
    ]
    let end = try start.applying(changes)
    #expect(try changes.reduce(start) { try $0.applying($1) } == end)
    #expect(try end.applying(changes.inverse) == start)

    // A node in two slots in between, of which the one that is searched first leaves.
    changes += [
      .pushed([longer], onto: 13),
      .popped([.screen(32, "End")], from: 30),
      .popped([letter], from: 13),
      .pushed([.screen(35, "New")], onto: 30),
    ]
    let letters = try start.applying(changes)
    #expect(letters.node(30)?.children.map(\.id) == [31, 32, 35])

    let other = try NavigationTree(.stack(2, "Other", [.screen(4, "B")]))
    changes += [
      .rootReplaced(letters.root, by: other.root),
      .presented(.screen(3, "Last"), over: 4),
    ]
    #expect(try start.applying(changes).visibleLeaf.id == 3)
    let gone = Change.presented(.screen(5, "None"), over: 31)
    #expect(throws: NavigationTreeError.self) { try start.applying(changes + [gone]) }
  }

  @Test func theSelectedTabStaysSelectedWhenAnotherOneMoves() throws {
    let start = try tree.applying(.selected(2, from: 0, to: 2))
    let mail = try #require(tree.node(7))
    let away = Change.moved(mail, from: .index(1, of: 2), to: .index(0, of: 3))
    let moved = try start.applying(away)
    #expect(moved.node(2)?.selectedIndex == 1)
    #expect(moved.visiblePath.dropFirst(2).first?.id == 13)
    #expect(try moved.applying(away.inverse) == start)
  }

  @Test func anEmptyContainerCanBeFilledAndEmptiedByMoving() throws {
    let start = try NavigationTree(.split(1, "A", [.tabs(2, "B"), .screen(3, "C")]))
    let move = Change.moved(.screen(3, "C"), from: .index(1, of: 1), to: .index(0, of: 2))
    let moved = try start.applying(move)
    #expect(moved.node(2)?.selectedIndex == 0)
    #expect(try moved.applying(move.inverse) == start)
    #expect(moved.difference(from: start) == [move])
  }

  @Test func aNodeCanBeMovedWithinItsSlot() throws {
    let move = Change.moved(.screen(6, "Map"), from: .index(2, of: 3), to: .index(0, of: 3))
    let moved = try tree.applying(move)
    #expect(moved.node(3)?.children.map(\.id) == [6, 4, 5])
    #expect(try moved.applying(move.inverse) == tree)
  }
}

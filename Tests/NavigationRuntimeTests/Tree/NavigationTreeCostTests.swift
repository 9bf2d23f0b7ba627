import NavigationRuntime
import Testing

/// The costs of operations, counted rather than timed.
@Suite struct NavigationTreeCostTests {
  /// 10 tabs of 10 stacks of 100 screens, in a window.
  static func largeTree() -> NavigationTree {
    var id: UInt64 = 0
    func next() -> NavigationNodeID {
      id += 1
      return NavigationNodeID(rawValue: id)
    }
    let window = next()
    let main = next()
    let tabs = (0..<10).map { _ in
      Node.container(
        next(), "Tab", kind: "Panes",
        (0..<10).map { _ in
          .stack(next(), "Stack", (0..<100).map { _ in .screen(next(), "Screen") })
        }
      )
    }
    return NavigationTree(unchecked: .window(window, "App", .tabs(main, "Main", tabs)))
  }

  /// A window, tabs and a stack #3 of many screens.
  static func deepStack(_ count: Int) -> NavigationTree {
    let screens = (0..<count).map { Node.screen(NavigationNodeID(rawValue: UInt64($0) + 10), "") }
    return NavigationTree(
      unchecked: .window(
        1, "App", .tabs(2, "Main", [.stack(3, "Home", screens), .screen(4, "Other")])))
  }

  static func address(_ tree: NavigationTree) -> UnsafePointer<Node>? {
    tree.root.children[0].children[0].children.withUnsafeBufferPointer(\.baseAddress)
  }

  @Test func theDifferenceOfAnEditedCopyLooksAtLittleMoreThanTheEdit() throws {
    let old = Self.largeTree()
    #expect(old.count > 10_000)
    let stack = try #require(old.nodes.first { $0.kind == .stack })
    let screen = try #require(stack.children.last)
    for change in [
      Change.pushed([.screen(99_999, "New")], onto: stack.id),
      .popped([screen], from: stack.id),
      .presented(.screen(99_999, "New"), over: screen.id),
    ] {
      var visits = 0
      let changes = try old.applying(change).difference(from: old, visits: &visits)
      #expect(changes == [change])
      // The siblings on the way down, and not their contents.
      #expect(visits <= 1 + 1 + 10 + 10 + 100, "\(change)")
    }
  }

  @Test func aLongBatchOfChangesSearchesTheContainersOfTheFirstOnesOnly() throws {
    var tree = Self.largeTree()
    let stacks = tree.nodes.filter { $0.kind == .stack }
    let changes = (0..<1_000).map { number in
      Change.pushed(
        [.screen(NavigationNodeID(rawValue: UInt64(20_000 + number)), "New")],
        onto: stacks[number % stacks.count].id)
    }
    var searches = 0
    try tree.apply(changes, searches: &searches)
    #expect(tree.count == Self.largeTree().count + changes.count)
    #expect(searches == 8)
  }

  @Test func theDifferenceOfATreeAndItsCopyLooksAtTheRootOnly() {
    let tree = Self.largeTree()
    var visits = 0
    #expect(tree.difference(from: tree, visits: &visits).isEmpty)
    #expect(visits == 1)
  }

  @Test func treesWithoutSharedPartsAreLookedAtOncePerNode() {
    let old = Self.largeTree()
    var visits = 0
    #expect(Self.largeTree().difference(from: old, visits: &visits).isEmpty)
    #expect(visits == old.count)
  }

  @Test(arguments: [1, 2_999])
  func aRingOfMovesIsPutInOrderAtAFixedCostForEach(distance: Int) throws {
    /// Stacks of which each has a screen of another one.
    func ring(_ count: Int, movedBy distance: Int) throws -> NavigationTree {
      let stacks = (0..<count).map { index in
        let screen = UInt64(1_000_000 + (index + distance) % count)
        return Node.stack(
          NavigationNodeID(rawValue: UInt64(10 + index)), "Stack",
          [.screen(NavigationNodeID(rawValue: screen), "Screen")])
      }
      return try NavigationTree(.container(1, "Ring", kind: "Panes", stacks))
    }
    let count = 3_000
    let (old, new) = (try ring(count, movedBy: 0), try ring(count, movedBy: distance))
    var visits = 0
    let changes = new.difference(from: old, visits: &visits)
    // One of them is split: its screen leaves first, and another one arrives last.
    #expect(changes.count == count + 1)
    #expect(visits < 6 * count)
    let few = (try ring(30, movedBy: 0), try ring(30, movedBy: distance))
    let result = try few.0.applying(few.1.difference(from: few.0))
    #expect(result == few.1)
  }

  @Test func pushingOntoALargeStackCopiesNothing() throws {
    var tree = Self.deepStack(100_000)
    try tree.apply(.pushed([.screen(5, "First")], onto: 3))
    let address = Self.address(tree)
    for id in 200_000..<200_003 {
      let screen = Node.screen(NavigationNodeID(rawValue: UInt64(id)), "Next")
      try tree.apply(.pushed([screen], onto: 3))
      #expect(Self.address(tree) == address)
      try tree.apply(.presented(.screen(6, "Modal"), over: screen.id))
      #expect(Self.address(tree) == address)
      try tree.apply(.dismissed(.screen(6, "Modal"), from: screen.id))
      try tree.apply(.popped([screen], from: 3))
      #expect(Self.address(tree) == address)
      try tree.apply(.pushed([screen], onto: 3), at: [1, 2, 3])
      #expect(Self.address(tree) == address)
    }
    #expect(tree.count == 100_008)
  }

  @Test func aRefusedChangeCopiesNothing() throws {
    var tree = Self.deepStack(10_000)
    let address = Self.address(tree)
    #expect(throws: NavigationTreeError.self) {
      try tree.apply(.popped([.screen(5, "Not there")], from: 3))
    }
    #expect(throws: NavigationTreeError.self) {
      try tree.apply(.pushed([.screen(4, "Not new")], onto: 3))
    }
    #expect(Self.address(tree) == address)
  }

  @Test func lookingAtTheFirstNodesOfAWideTreeListsNoMoreThanThese() {
    let tree = Self.deepStack(100_000)
    #expect(tree.nodes.prefix(5).map(\.id) == [1, 2, 3, 10, 11])
  }

  @Test func aTreeMayBeManyHundredNodesDeep() throws {
    var modal = Node.screen(1, "Lowest")
    for id in 2...800 {
      modal = Node.screen(NavigationNodeID(rawValue: UInt64(id)), "Modal").presenting(modal)
    }
    let tree = try NavigationTree(modal)
    #expect(tree.maximumDepth == 799)
    #expect(tree.visibleLeaf.id == 1)
    let changed = try tree.applying(.presented(.screen(9_999, "Top"), over: 1))
    #expect(changed != tree)
    #expect(changed.difference(from: tree).count == 1)
    #expect(changed.shapeDifference(from: tree) != nil)
    #expect(changed.text(includingIDs: true).contains("modal screen Top #9999"))
  }
}

import Foundation
import NavigationRuntime
import Testing

/// The refused changes: with code and node, leaving the tree unchanged.
@Suite struct NavigationTreeErrorTests {
  typealias Code = NavigationTreeError.Code

  struct Refusal: Sendable, CustomTestStringConvertible {
    var changes: [Change]
    var code: Code
    var node: NavigationNodeID
    var text: String

    init(_ change: Change, _ code: Code, _ node: NavigationNodeID, _ text: String = "") {
      self.init([change], code, node, text)
    }

    init(_ changes: [Change], _ code: Code, _ node: NavigationNodeID, _ text: String = "") {
      self.changes = changes
      self.code = code
      self.node = node
      self.text = text
    }

    var testDescription: String { "\(code): \(changes)" }
  }

  static let root = Node.window(
    1, "App",
    .tabs(
      2, "Main",
      [
        .stack(3, "Home", [.screen(4, "List"), .screen(5, "Detail")]),
        .stack(6, "Mail", [.screen(7, "Inbox")]),
      ]
    )
    .presenting(.stack(8, "Sheet", [.screen(9, "Form")]))
  )

  static let refusals: [Refusal] = [
    Refusal(.pushed([.screen(20, "A")], onto: 99), .unknownNode, 99, "no node #99"),
    Refusal(
      .moved(.screen(5, "Detail"), from: .index(0, of: 99), to: .modal(of: 4)),
      .unknownNode, 99),
    Refusal(
      .moved(.screen(5, "Detail"), from: .index(1, of: 3), to: .modal(of: 99)),
      .unknownNode, 99),
    Refusal(.rootReplaced(.screen(99, "A"), by: .screen(20, "B")), .unknownNode, 99),

    Refusal(.pushed([.screen(20, "A")], onto: 2), .wrongKind, 2, "of kind tabs"),
    Refusal(.popped([.screen(20, "A")], from: 4), .wrongKind, 4),
    Refusal(
      .stackReplaced(2, keeping: 0, removed: [], inserted: [.screen(20, "A")]),
      .wrongKind, 2),
    Refusal(.selected(3, from: 0, to: 1), .wrongKind, 3, "tabs or pages"),
    Refusal(
      .tabsReplaced(3, at: 0, removed: [], inserted: [.screen(20, "A")], from: nil, to: 0),
      .wrongKind, 3),
    Refusal(
      .contentsReplaced(
        3, at: 0, from: .init(kind: .split, children: []),
        to: .init(kind: .split, children: [.screen(20, "A")])),
      .wrongKind, 3),

    Refusal(.pushed([], onto: 3), .emptyChange, 3, "Pushing nothing onto stack Home #3"),
    Refusal(.popped([], from: 3), .emptyChange, 3),
    Refusal(.stackReplaced(3, keeping: 2, removed: [], inserted: []), .emptyChange, 3),
    Refusal(.selected(2, from: 0, to: 0), .emptyChange, 2),
    Refusal(.tabsReplaced(2, at: 0, removed: [], inserted: [], from: 0, to: 0), .emptyChange, 2),
    Refusal(
      .contentsReplaced(
        3, at: 0, from: .init(kind: .stack, children: []), to: .init(kind: .stack, children: [])),
      .emptyChange, 3),
    Refusal(
      .moved(.screen(5, "Detail"), from: .index(1, of: 3), to: .index(1, of: 3)),
      .emptyChange, 5),

    Refusal(.popped([.screen(4, "List")], from: 3), .notOnTop, 3, "its top is screen Detail"),
    Refusal(.popped([.screen(5, "Detail"), .screen(4, "List")], from: 3), .notOnTop, 3),
    Refusal(
      .popped([.screen(4, "A"), .screen(5, "B"), .screen(20, "C")], from: 3),
      .poppedTooMany, 3, "holds 2"),

    Refusal(.selected(2, from: 0, to: 2), .indexOutOfRange, 2, "Use 0 to 1"),
    Refusal(.selected(2, from: 0, to: -1), .indexOutOfRange, 2),
    Refusal(
      .stackReplaced(3, keeping: -1, removed: [], inserted: [.screen(20, "A")]),
      .indexOutOfRange, 3),
    Refusal(
      .tabsReplaced(
        2, at: .max, removed: [.screen(20, "B")], inserted: [.screen(21, "A")], from: 0, to: 0),
      .indexOutOfRange, 2),
    Refusal(
      .moved(.screen(5, "Detail"), from: .index(2, of: 3), to: .index(0, of: 6)),
      .indexOutOfRange, 3),
    Refusal(
      .moved(.screen(5, "Detail"), from: .index(1, of: 3), to: .index(2, of: 6)),
      .indexOutOfRange, 6),
    Refusal(
      .moved(.screen(5, "Detail"), from: .index(1, of: 3), to: .index(2, of: 3)),
      .indexOutOfRange, 3),

    Refusal(
      .presented(.screen(20, "A"), over: 2), .alreadyPresenting, 2,
      "presents stack Sheet #8 already"),
    Refusal(
      .moved(.screen(5, "Detail"), from: .index(1, of: 3), to: .modal(of: 2)),
      .alreadyPresenting, 2),
    Refusal(.dismissed(.screen(20, "A"), from: 3), .notPresenting, 3, "it presents nothing"),
    Refusal(.dismissed(.screen(20, "A"), from: 2), .notPresenting, 2, "it presents stack Sheet"),
    Refusal(.modalReplaced(.screen(20, "A"), by: .screen(21, "B"), over: 3), .notPresenting, 3),
    Refusal(
      .moved(.screen(5, "Detail"), from: .modal(of: 3), to: .modal(of: 4)),
      .notPresenting, 3),

    Refusal(.dismissed(.stack(8, "Sheet"), from: 2), .mismatch, 8, "screen Form #9"),
    Refusal(.popped([.stack(5, "Detail")], from: 3), .mismatch, 3),
    Refusal(
      .stackReplaced(3, keeping: 0, removed: [], inserted: [.screen(20, "A")]),
      .mismatch, 3),
    Refusal(
      .stackReplaced(
        3, keeping: .max, removed: [.screen(5, "Detail")], inserted: [.screen(20, "A")]),
      .mismatch, 3),
    Refusal(
      .stackReplaced(3, keeping: 1, removed: [.screen(4, "List")], inserted: [.screen(20, "A")]),
      .mismatch, 3),
    Refusal(.selected(2, from: 1, to: 0), .mismatch, 2, "selection 1, but it has selection 0"),
    Refusal(
      .tabsReplaced(2, at: 2, removed: [], inserted: [.screen(20, "A")], from: 1, to: 0),
      .mismatch, 2),
    Refusal(.rootReplaced(.window(1, "App"), by: .screen(20, "B")), .mismatch, 1),

    Refusal(
      .moved(.stack(3, "Home"), from: .index(0, of: 2), to: .index(0, of: 3)),
      .movedIntoItself, 3),
    Refusal(
      .moved(root.children[0].children[0], from: .index(0, of: 2), to: .modal(of: 4)),
      .movedIntoItself, 3),
    Refusal(
      .moved(root.children[0].children[0], from: .index(0, of: 2), to: .index(0, of: 6)),
      .selectedNodeMoved, 2, "Select another one first"),

    Refusal(.pushed([.screen(5, "Detail")], onto: 3), .duplicateID, 5, "one identifier"),
    Refusal(.pushed([.screen(20, "A"), .screen(20, "B")], onto: 3), .duplicateID, 20),
    Refusal(.presented(.stack(20, "A", [.screen(1, "B")]), over: 3), .duplicateID, 1),
    Refusal(
      [.pushed([.screen(9, "Form")], onto: 3)] + [.selected(2, from: 0, to: 1)],
      .duplicateID, 9),
    Refusal(
      .rootReplaced(root, by: .stack(20, "A", [.screen(20, "B")])), .duplicateID, 20),

    Refusal(
      .moved(.screen(5, "Detail"), from: .index(1, of: 3), to: .index(0, of: 4)),
      .childrenOfScreen, 4),
    Refusal(
      .pushed([Node(id: 20, name: "A", kind: .screen, children: [.screen(21, "B")])], onto: 3),
      .childrenOfScreen, 20),
    Refusal(
      .contentsReplaced(
        3, at: 0, from: .init(kind: .stack, children: []),
        to: .init(kind: .screen, children: [])),
      .childrenOfScreen, 3),

    Refusal(
      .tabsReplaced(2, at: 2, removed: [], inserted: [.screen(20, "A")], from: 0, to: nil),
      .invalidSelection, 2, "Select 0 to 2"),
    Refusal(
      .tabsReplaced(2, at: 2, removed: [], inserted: [.screen(20, "A")], from: 0, to: 3),
      .invalidSelection, 2),
    Refusal(
      .pushed([.tabs(20, "A", [.screen(21, "B")], selected: 1)], onto: 3),
      .invalidSelection, 20),

    Refusal(.pushed([.window(20, "A")], onto: 3), .windowNotAtRoot, 20),
    Refusal(
      [.presented(.window(20, "A"), over: 3), .selected(2, from: 0, to: 1)],
      .windowNotAtRoot, 20),
    Refusal(
      .contentsReplaced(
        6, at: 0, from: .init(kind: .stack, children: []),
        to: .init(kind: .window, children: [])),
      .windowNotAtRoot, 6),
    Refusal(
      .moved(.screen(5, "Detail"), from: .index(1, of: 3), to: .index(0, of: 1)),
      .tooManyChildren, 1),
    Refusal(
      .contentsReplaced(
        1, at: 1, from: .init(kind: .window, children: []),
        to: .init(kind: .window, children: [.screen(20, "A")])),
      .tooManyChildren, 1),
  ]

  @Test(arguments: refusals)
  func aChangeThatDoesNotSuitTheTreeIsRefusedAndLeavesItAsItIs(refusal: Refusal) throws {
    var tree = NavigationTree(unchecked: Self.root)
    let error = #expect(throws: NavigationTreeError.self) {
      if refusal.changes.count == 1 {
        try tree.apply(refusal.changes[0])
      } else {
        try tree.apply(refusal.changes)
      }
    }
    let refused = try #require(error)
    #expect(refused.code == refusal.code, "\(refused)")
    #expect(refused.node == refusal.node, "\(refused)")
    #expect(refused.description.contains("\(refusal.node)"))
    #expect(refusal.text.isEmpty || refused.message.contains(refusal.text), "\(refused)")
    #expect(tree.root.isIdentical(to: Self.root))
  }

  @Test(arguments: refusals)
  func aBatchThatIsRefusedAtItsEndLeavesTheTreeAsItIs(refusal: Refusal) {
    var tree = NavigationTree(unchecked: Self.root)
    let changes = [.presented(.screen(50, "First"), over: 7)] + refusal.changes
    #expect(throws: NavigationTreeError.self) { try tree.apply(changes) }
    #expect(tree.root.isIdentical(to: Self.root))
  }

  @Test func everyCodeIsProducedByATest() {
    let produced = Set(Self.refusals.map(\.code))
    // `NavigationTreeDepthTests` has the one of trees that are too deep.
    #expect(Set(Code.allCases).subtracting(produced) == [.damagedData, .tooDeep])
    #expect(NavigationTreeDamageTests.corpus.contains { $0.code == .damagedData })
  }

  @Test(
    arguments: [
      (.stack(1, "A", [.screen(2, "B"), .screen(2, "C")]), .duplicateID, 2),
      (.screen(1, "A").presenting(.screen(1, "B")), .duplicateID, 1),
      (
        Node(id: 1, name: "A", kind: .screen, children: [.screen(2, "B")]), .childrenOfScreen, 1
      ),
      (.tabs(1, "A", [.screen(2, "B")], selected: 1), .invalidSelection, 1),
      (.pages(1, "A", [.screen(2, "B")], selected: -1), .invalidSelection, 1),
      (Node(id: 1, name: "A", kind: .tabs, selectedIndex: 0), .invalidSelection, 1),
      (Node(id: 1, name: "A", kind: .tabs, children: [.screen(2, "B")]), .invalidSelection, 1),
      (
        Node(id: 1, name: "A", kind: .stack, children: [.screen(2, "B")], selectedIndex: 0),
        .invalidSelection, 1
      ),
      (.stack(1, "A", [.window(2, "B")]), .windowNotAtRoot, 2),
      (.screen(1, "A").presenting(.window(2, "B")), .windowNotAtRoot, 2),
      (
        Node(id: 1, name: "A", kind: .window, children: [.screen(2, "B"), .screen(3, "C")]),
        .tooManyChildren, 1
      ),
    ] as [(Node, Code, NavigationNodeID)]
  )
  func aTreeThatBreaksARuleIsNotMade(root: Node, code: Code, node: NavigationNodeID) throws {
    let error = #expect(throws: NavigationTreeError.self) { try NavigationTree(root) }
    #expect(error?.code == code)
    #expect(error?.node == node)
    #expect(error?.message.contains("\(node)") == true)
  }
}

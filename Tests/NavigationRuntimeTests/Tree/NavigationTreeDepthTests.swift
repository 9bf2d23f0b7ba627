import Foundation
import NavigationRuntime
import TestSupport
import Testing

/// Trees too deep for recursion.
@Suite struct NavigationTreeDepthTests {
  static let depth = 20_000

  /// A stack in a stack in a stack, or a modal over a modal over a modal.
  private static func tree(modal: Bool, name: String = "Node") -> NavigationTree {
    var node = Node.screen(1, "Lowest")
    for id in 2...UInt64(depth) {
      let id = NavigationNodeID(rawValue: id)
      node = modal ? Node.screen(id, name).presenting(node) : .stack(id, name, [node])
    }
    return NavigationTree(unchecked: node)
  }

  @Test(
    "Every query and every change works many thousand levels deep", arguments: [true, false])
  func deepTree(modal: Bool) throws {
    let tree = Self.tree(modal: modal)
    let other = Self.tree(modal: modal)
    try tree.validate()
    #expect(tree.count == Self.depth)
    #expect(tree.maximumDepth == Self.depth - 1)
    #expect(tree == other)
    #expect(tree.hasSameShape(as: other))
    #expect(tree.shapeDifference(from: other) == nil)
    #expect(tree.shapeDifference(from: Self.tree(modal: modal, name: "Other")) != nil)
    #expect(tree.difference(from: other).isEmpty)
    #expect(tree.visibleLeaf.id == 1)
    #expect(tree.depth(of: 1) == Self.depth - 1)
    #expect(tree.path(to: 1)?.count == Self.depth)

    let change = Change.presented(.screen(99_999, "Top"), over: 1)
    var changed = try tree.applying(change)
    #expect(changed.difference(from: tree) == [change])
    #expect(changed != tree)
    try changed.apply(change.inverse)
    #expect(changed == tree)
    #expect(throws: NavigationTreeError.self) {
      try changed.apply(.popped([.screen(5, "None")], from: 1))
    }
    #expect(changed == tree)
  }

  @Test(
    "A tree that a decoder would not read is refused by the encoder", arguments: [true, false])
  func coding(modal: Bool) throws {
    let tree = Self.tree(modal: modal)
    let error = #expect(throws: NavigationTreeError.self) { try JSONEncoder().encode(tree) }
    #expect(error?.code == .tooDeep)
    #expect(
      error?.message
        == "\(tree.root) has 20000 levels, and at most 200 can be encoded. Encode a part of it.")
    let change = Change.presented(tree.root, over: 0)
    #expect(throws: NavigationTreeError.self) { try JSONEncoder().encode(change) }

    var node = tree.root
    while node.id != 201 { node = try #require(modal ? node.modal : node.children.first) }
    #expect(throws: NavigationTreeError.self) { try JSONEncoder().encode(node) }
    node = try #require(modal ? node.modal : node.children.first)
    let deepest = NavigationTree(unchecked: node)
    let data = try JSONEncoder().encode(["a tree": [deepest]])
    let decoded = try JSONDecoder().decode([String: [NavigationTree]].self, from: data)
    #expect(decoded == ["a tree": [deepest]])
  }

  @Test("The text of a deep tree has a line for each node")
  func text() {
    var node = Node.screen(1, "Lowest")
    for id in 2...UInt64(3_000) { node = .stack(NavigationNodeID(rawValue: id), "Node", [node]) }
    #expect(NavigationTree(unchecked: node).description.utf8.split(separator: 10).count == 3_000)
  }
}

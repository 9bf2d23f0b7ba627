/// Checks that the previous state in a change is the current one.
///
/// Otherwise the inverse of the change would not lead back. These are separate functions, so that
/// no slice of the children is alive when they are changed, which would copy them.
extension NavigationTree.Node {
  func expect(kind expected: NavigationTree.Kind) throws {
    guard kind == expected else {
      throw NavigationTreeError.wrongKind(self, expected: "\(expected)")
    }
  }

  func expect(selectedIndex expected: Int?) throws {
    guard selectedIndex == expected else {
      throw NavigationTreeError.mismatch(
        self,
        expected: "selection \(expected.map(String.init) ?? "none")",
        found: "selection \(selectedIndex.map(String.init) ?? "none")"
      )
    }
  }

  func expect(modal expected: Self) throws {
    guard let modal = modals.first, modal.id == expected.id else {
      throw NavigationTreeError.notPresenting(self, expected: expected)
    }
    guard modal == expected else {
      throw NavigationTreeError.mismatch(
        modal, expected: "other nodes inside", found: NavigationTreeError.contents(of: modal))
    }
  }

  func expect(_ nodes: [Self], at index: Int) throws {
    guard index >= 0, nodes.count <= children.count, index <= children.count - nodes.count else {
      throw NavigationTreeError.indexOutOfRange(
        self, index: index, allowed: 0...max(0, children.count - nodes.count))
    }
    let found = children[index..<(index + nodes.count)]
    guard found.isSame(as: nodes[...]) else {
      throw NavigationTreeError.mismatch(
        self,
        expected: "\(NavigationTreeError.list(nodes)) at index \(index), with all that is inside",
        found: NavigationTreeError.list(found)
      )
    }
  }

  func expect(onTop nodes: [Self]) throws {
    guard children.suffix(nodes.count).elementsEqual(nodes, by: { $0.id == $1.id }) else {
      throw NavigationTreeError.notOnTop(self, popped: nodes)
    }
    try expect(nodes, at: children.count - nodes.count)
  }
}

extension NavigationTree {
  /// Checks the rules for all trees, which ``init(_:)`` lists.
  ///
  /// Trees made by ``init(_:)``, by changes or from stored data have been validated. The error
  /// names the node that breaks a rule.
  package func validate() throws {
    var seen: [NavigationNodeID: Node] = [:]
    for node in nodes {
      if let other = seen.updateValue(node, forKey: node.id) {
        throw NavigationTreeError.duplicateID(other, node)
      }
      if node.kind == .window, seen.count > 1 {
        throw NavigationTreeError.windowNotAtRoot(node)
      }
      try node.validateContents()
    }
  }
}

extension NavigationTree.Node {
  /// Checks the rules for this node alone.
  func validateContents() throws {
    try validate(kind: kind, count: children.count, selectedIndex: selectedIndex)
  }

  /// Checks the rules for this node with another kind, number of children or selection.
  func validate(kind: NavigationTree.Kind, count: Int, selectedIndex: Int?) throws {
    if kind == .screen, count > 0 {
      throw NavigationTreeError.childrenOfScreen(self, count: count)
    }
    if kind == .window, count > 1 {
      throw NavigationTreeError.tooManyChildren(self, count: count)
    }
    let isValid =
      kind.hasSelection && count > 0
      ? selectedIndex.map { (0..<count).contains($0) } ?? false
      : selectedIndex == nil
    if !isValid {
      throw NavigationTreeError.invalidSelection(
        self, kind: kind, count: count, selectedIndex: selectedIndex)
    }
  }
}

extension NavigationTree {
  /// Checks the rules that a change could break outside its own container.
  func check(_ change: Change) throws {
    if case .rootReplaced(_, let new) = change {
      return try NavigationTree(unchecked: new).validate()
    }
    if case .contentsReplaced(let id, _, _, let to) = change, to.kind == .window, id != root.id,
      let node = node(id)
    {
      throw NavigationTreeError.windowNotAtRoot(node)
    }
    let inserted = change.inserted
    guard !inserted.isEmpty else { return }
    var new: [NavigationNodeID: Node] = [:]
    for node in inserted.lazy.flatMap(\.nodes) {
      if let other = new.updateValue(node, forKey: node.id) {
        throw NavigationTreeError.duplicateID(other, node)
      }
      if node.kind == .window {
        throw NavigationTreeError.windowNotAtRoot(node)
      }
      try node.validateContents()
    }
    let removed = Set(change.removed.lazy.flatMap(\.nodes).map(\.id))
    for node in nodes {
      if let other = new[node.id], !removed.contains(node.id) {
        throw NavigationTreeError.duplicateID(node, other)
      }
    }
  }
}

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
    guard found == nodes[...] else {
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

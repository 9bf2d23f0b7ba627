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

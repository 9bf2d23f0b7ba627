extension NavigationTree {
  /// Checks the rules for all trees.
  ///
  /// - Every identifier occurs once.
  /// - A screen has no children, a window at most one; a window is the root.
  /// - Tabs and pages with children select one of them; no other node has a selection.
  ///
  /// Trees made by ``init(_:)``, by changes or from stored data have been validated.
  ///
  /// - Throws: ``NavigationTreeError``, which names the node that breaks a rule.
  public func validate() throws {
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

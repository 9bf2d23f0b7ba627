extension NavigationTree {
  /// Returns the changes from another tree to this one.
  ///
  /// Applied to the other tree in order, the changes give this one, with a valid tree after each;
  /// their inverse leads back. The contents of a node change at most once, and so does its modal;
  /// each change is as specific as possible. Only where slots exchange their nodes, one of the
  /// slots is emptied first and filled later. If the root is another node,
  /// ``Change/rootReplaced(_:by:)`` is the only change; otherwise it does not occur. Names are not
  /// compared: a renamed node has not changed.
  ///
  /// - Parameter old: The previous tree.
  /// - Returns: The changes, outer ones first, but each after those it depends on.
  public func difference(from old: NavigationTree) -> [Change] {
    var visits = 0
    return difference(from: old, visits: &visits)
  }

  /// Returns the changes from another tree, and counts the pairs of nodes that were compared.
  ///
  /// - Parameters:
  ///   - old: The previous tree.
  ///   - visits: Increased by the number of pairs.
  /// - Returns: The changes, outer ones first, but each after those it depends on.
  package func difference(from old: NavigationTree, visits: inout Int) -> [Change] {
    guard root.id == old.root.id else {
      return [.rootReplaced(old.root, by: root)]
    }
    var comparison = NavigationTreeComparison()
    comparison.compare(old.root, root)
    visits += comparison.visits
    return comparison.orderedChanges()
  }
}

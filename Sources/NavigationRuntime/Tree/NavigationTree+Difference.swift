extension NavigationTree {
  /// What happened between another tree and this one.
  ///
  /// Applied to the other tree one after the other, the changes give this one, and each tree in
  /// between is valid; their inverse leads back. What a node contains is changed at most once, and
  /// so is what it presents; each change says as precisely as it can what happened. Only where
  /// slots exchange what is in them, one of the slots is emptied first and filled later. If the root is another node,
  /// ``Change/rootReplaced(_:by:)`` is the only change, and otherwise it does not occur. Names do
  /// not count: a node that is only called otherwise has not changed.
  ///
  /// - Parameter old: The tree as it was.
  /// - Returns: The changes: each before those further down, but after what it waits for.
  public func difference(from old: NavigationTree) -> [Change] {
    var visits = 0
    return difference(from: old, visits: &visits)
  }

  /// What happened between another tree and this one, and how many pairs of nodes were looked at.
  ///
  /// - Parameters:
  ///   - old: The tree as it was.
  ///   - visits: Is increased by the number of pairs.
  /// - Returns: The changes: each before those further down, but after what it waits for.
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

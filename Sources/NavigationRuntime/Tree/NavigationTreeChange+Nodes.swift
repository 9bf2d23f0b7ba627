extension NavigationTree.Change {
  /// The node whose slot changed; for a move, the node it started from.
  public var container: NavigationNodeID {
    switch self {
    case .pushed(_, let id), .popped(_, let id), .stackReplaced(let id, _, _, _),
      .presented(_, let id), .dismissed(_, let id), .modalReplaced(_, _, let id),
      .selected(let id, _, _), .tabsReplaced(let id, _, _, _, _, _),
      .contentsReplaced(let id, _, _, _):
      return id
    case .moved(_, let from, _):
      return from.container
    case .rootReplaced(let old, _):
      return old.id
    }
  }

  /// The subtrees that this change removes from the tree.
  ///
  /// A node that another change of the same batch inserts, or that is also in ``inserted``, has not
  /// left. Neither has a moved one.
  public var removed: [NavigationTree.Node] {
    switch self {
    case .popped(let nodes, _), .stackReplaced(_, _, let nodes, _),
      .tabsReplaced(_, _, let nodes, _, _, _):
      return nodes
    case .dismissed(let node, _), .modalReplaced(let node, _, _), .rootReplaced(let node, _):
      return [node]
    case .contentsReplaced(_, _, let from, _):
      return from.children
    case .pushed, .presented, .selected, .moved:
      return []
    }
  }

  /// The subtrees that this change inserts into the tree.
  public var inserted: [NavigationTree.Node] {
    inverse.removed
  }
}

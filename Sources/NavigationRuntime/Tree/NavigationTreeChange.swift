extension NavigationTree {
  /// A change of one slot of one node (of two slots for a move).
  ///
  /// A change holds exactly what is needed to undo it, and nothing that stayed the same. Its nodes
  /// are whole subtrees. ``inverse`` is the opposite change;
  /// ``NavigationTree/apply(_:)-(NavigationTree.Change)`` applies it.
  ///
  /// Nodes are found by identifier. Indices refer to the node's children before the change, except
  /// for the destination of a move.
  public enum Change: Sendable, Equatable {
    /// Nodes were pushed onto a stack, in order from bottom to top.
    case pushed([Node], onto: NavigationNodeID)

    /// Nodes were popped from a stack, in order from bottom to top.
    case popped([Node], from: NavigationNodeID)

    /// The entries of a stack above the lowest `keeping` ones were replaced.
    case stackReplaced(NavigationNodeID, keeping: Int, removed: [Node], inserted: [Node])

    /// A node without a modal presented one.
    case presented(Node, over: NavigationNodeID)

    /// A node's modal was dismissed, with everything in it and over it.
    case dismissed(Node, from: NavigationNodeID)

    /// A node's modal was replaced.
    case modalReplaced(Node, by: Node, over: NavigationNodeID)

    /// Another tab or page was selected.
    case selected(NavigationNodeID, from: Int, to: Int)

    /// The tabs or pages from an index on were replaced; the last two values are the selection
    /// before and after.
    case tabsReplaced(
      NavigationNodeID, at: Int, removed: [Node], inserted: [Node], from: Int?, to: Int?)

    /// The contents of a split view, a window or an unknown container were replaced, or a node
    /// changed its kind.
    case contentsReplaced(NavigationNodeID, at: Int, from: Contents, to: Contents)

    /// A node moved from one slot to another, with everything in it and over it.
    ///
    /// In tabs or pages the selected child stays selected, so a selected one cannot be moved unless
    /// it is the only one.
    case moved(Node, from: Place, to: Place)

    /// The root was replaced.
    case rootReplaced(Node, by: Node)
  }
}

extension NavigationTree.Change {
  /// The change that undoes this one.
  public var inverse: Self {
    switch self {
    case .pushed(let nodes, let id):
      return .popped(nodes, from: id)
    case .popped(let nodes, let id):
      return .pushed(nodes, onto: id)
    case .stackReplaced(let id, let keeping, let removed, let inserted):
      return .stackReplaced(id, keeping: keeping, removed: inserted, inserted: removed)
    case .presented(let modal, let id):
      return .dismissed(modal, from: id)
    case .dismissed(let modal, let id):
      return .presented(modal, over: id)
    case .modalReplaced(let old, let new, let id):
      return .modalReplaced(new, by: old, over: id)
    case .selected(let id, let from, let to):
      return .selected(id, from: to, to: from)
    case .tabsReplaced(let id, let index, let removed, let inserted, let from, let to):
      return .tabsReplaced(
        id, at: index, removed: inserted, inserted: removed, from: to, to: from)
    case .contentsReplaced(let id, let index, let from, let to):
      return .contentsReplaced(id, at: index, from: to, to: from)
    case .moved(let node, let from, let to):
      return .moved(node, from: to, to: from)
    case .rootReplaced(let old, let new):
      return .rootReplaced(new, by: old)
    }
  }
}

extension BidirectionalCollection<NavigationTree.Change> {
  /// The changes that undo these: the inverse of each, last one first.
  public var inverse: [NavigationTree.Change] {
    reversed().map(\.inverse)
  }
}

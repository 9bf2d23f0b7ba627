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
    case moved(Node, from: Slot, to: Slot)

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

extension NavigationTree {
  /// A slot of a particular node.
  ///
  /// ``Change/moved(_:from:to:)`` names two of them.
  public struct Slot: Hashable, Sendable, Codable {
    /// One of the two slots of a node, with the index among the children.
    public enum Position: Hashable, Sendable {
      /// Among the children, at this index.
      case index(Int)
      /// The modal of the node.
      case modal
    }

    /// The node that contains or presents.
    public var container: NavigationNodeID
    /// The slot of the node.
    public var position: Position

    /// Returns the slot at an index among a node's children.
    public static func index(_ index: Int, of container: NavigationNodeID) -> Self {
      Self(container: container, position: .index(index))
    }

    /// Returns the slot of a node's modal.
    public static func modal(of container: NavigationNodeID) -> Self {
      Self(container: container, position: .modal)
    }
  }
}

extension NavigationTree.Slot: CustomStringConvertible {
  /// The slot in words: `index 2 of #4`, `modal of #4`.
  public var description: String {
    switch position {
    case .index(let index): return "index \(index) of \(container)"
    case .modal: return "modal of \(container)"
    }
  }
}

extension NavigationTree.Slot {
  private enum CodingKeys: String, CodingKey {
    case container
    case index
  }

  /// Decodes a slot; one without an index is the modal's.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    container = try values.decode(NavigationNodeID.self, forKey: .container)
    position = try values.decodeIfPresent(Int.self, forKey: .index).map(Position.index) ?? .modal
  }

  /// Encodes the container and, unless it is the modal's slot, the index.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(container, forKey: .container)
    if case .index(let index) = position {
      try values.encode(index, forKey: .index)
    }
  }
}

extension NavigationTree {
  /// The node with an identifier, or `nil` if it is not in the tree.
  public func node(_ id: NavigationNodeID) -> Node? {
    path(to: id)?.last
  }

  /// Whether a node with this identifier is in the tree.
  public func contains(_ id: NavigationNodeID) -> Bool {
    identifiers(to: id) != nil
  }

  /// The nodes from the root to a node, both included, or `nil` if it is not in the tree.
  public func path(to id: NavigationNodeID) -> [Node]? {
    var path: [Node] = []
    guard root.collectPath(to: id, by: \.self, into: &path) else { return nil }
    return path.reversed()
  }

  /// The node that contains or presents a node; `nil` for the root and for what is not in the
  /// tree.
  public func parent(of id: NavigationNodeID) -> Node? {
    path(to: id)?.dropLast().last
  }

  /// How many steps it is from the root to a node, or `nil` if it is not in the tree.
  ///
  /// To a child is one step, and so is it to a modal; the root's depth is 0.
  public func depth(of id: NavigationNodeID) -> Int? {
    identifiers(to: id).map { $0.count - 1 }
  }

  /// The depth of the deepest node; 0 if there is only the root.
  public var maximumDepth: Int { root.height }

  /// How many nodes there are.
  public var count: Int {
    nodes.reduce(into: 0) { count, _ in count += 1 }
  }

  /// The identifiers from the root to a node, both included, or `nil` if it is not in the tree.
  package func identifiers(to id: NavigationNodeID) -> [NavigationNodeID]? {
    var path: [NavigationNodeID] = []
    guard root.collectPath(to: id, by: \.id, into: &path) else { return nil }
    return path.reversed()
  }
}

extension NavigationTree.Node {
  /// Searches what is visible first: the modal, then the children from the last one on.
  ///
  /// - Returns: Whether the node was found; then the path holds the way from it up to this node.
  fileprivate func collectPath<Element>(
    to id: NavigationNodeID,
    by element: (Self) -> Element,
    into path: inout [Element]
  ) -> Bool {
    let isFound =
      self.id == id
      || modals.contains { $0.collectPath(to: id, by: element, into: &path) }
      || children.reversed().contains { $0.collectPath(to: id, by: element, into: &path) }
    if isFound {
      path.append(element(self))
    }
    return isFound
  }

  fileprivate var height: Int {
    (children + modals).map { $0.height + 1 }.max() ?? 0
  }
}

extension NavigationTree {
  /// The node at the end of a path, without a search.
  ///
  /// - Parameter path: The identifiers from the root to the node, both included.
  /// - Returns: The node, or `nil` if the path leads nowhere.
  package func node(at path: [NavigationNodeID]) -> Node? {
    guard path.first == root.id else { return nil }
    var node = root
    for id in path.dropFirst() {
      guard let next = node.children.last(where: { $0.id == id }) ?? node.modals.first,
        next.id == id
      else { return nil }
      node = next
    }
    return node
  }
}

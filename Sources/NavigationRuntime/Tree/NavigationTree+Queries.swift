extension NavigationTree {
  /// Returns the node with an identifier, or `nil` if it is not in the tree.
  public func node(_ id: NavigationNodeID) -> Node? {
    path(to: id)?.last
  }

  /// Returns whether a node with this identifier is in the tree.
  public func contains(_ id: NavigationNodeID) -> Bool {
    identifiers(to: id) != nil
  }

  /// Returns the nodes from the root to a node, both included, or `nil` if it is not in the tree.
  public func path(to id: NavigationNodeID) -> [Node]? {
    root.path(to: id)
  }

  /// Returns the node that contains or presents a node; `nil` for the root, and if the node is not
  /// in the tree.
  public func parent(of id: NavigationNodeID) -> Node? {
    path(to: id)?.dropLast().last
  }

  /// Returns the number of steps from the root to a node, or `nil` if it is not in the tree.
  ///
  /// A step leads to a child or to a modal; the root's depth is 0.
  public func depth(of id: NavigationNodeID) -> Int? {
    identifiers(to: id).map { $0.count - 1 }
  }

  /// The depth of the deepest node; 0 if there is only the root.
  public var maximumDepth: Int { root.height }

  /// The number of nodes.
  public var count: Int {
    nodes.reduce(into: 0) { count, _ in count += 1 }
  }

  /// Returns the identifiers from the root to a node, both included, or `nil` if it is not in the
  /// tree.
  package func identifiers(to id: NavigationNodeID) -> [NavigationNodeID]? {
    root.path(to: id)?.map(\.id)
  }
}

extension NavigationTree.Node {
  /// Returns the nodes from this one to another, both included, or `nil` if that is not in here.
  ///
  /// Searches the visible part first: the modal, then the children from the last one on. Without
  /// recursion, as a tree may be many thousand levels deep.
  fileprivate func path(to id: NavigationNodeID) -> [Self]? {
    // Each node with the number of nodes in it that have not been visited.
    var path: [(node: Self, remaining: Int)] = []
    var next: Self? = self
    while true {
      if let node = next {
        path.append((node, node.children.count + node.modals.count))
        if node.id == id { return path.map(\.node) }
      }
      guard let last = path.indices.last else { return nil }
      let (node, remaining) = path[last]
      if remaining == 0 {
        path.removeLast()
        next = nil
        continue
      }
      path[last].remaining -= 1
      let index = remaining - 1
      next = index < node.children.count ? node.children[index] : node.modals[0]
    }
  }

  fileprivate var height: Int {
    var height = 0
    var pending = [(node: self, depth: 0)]
    while let (node, depth) = pending.popLast() {
      height = max(height, depth)
      for next in node.children + node.modals { pending.append((next, depth + 1)) }
    }
    return height
  }
}

extension NavigationTree {
  /// Returns the node at the end of a path, without a search.
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

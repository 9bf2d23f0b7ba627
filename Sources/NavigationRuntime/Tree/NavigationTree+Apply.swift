extension NavigationTree {
  /// Carries out a change in place.
  ///
  /// A tree that is not shared with anyone is changed where it is: pushing onto a stack of many
  /// thousand screens copies none of them.
  ///
  /// - Parameter change: What is to happen.
  /// - Throws: ``NavigationTreeError`` if the change does not suit the tree or would make it
  ///   invalid. The tree is then as it was.
  public mutating func apply(_ change: Change) throws {
    guard let path = identifiers(to: change.container) else {
      throw NavigationTreeError.unknownNode(change.container)
    }
    try check(change)
    try apply(change, at: path)
  }

  /// Carries out changes one after the other, or none of them.
  ///
  /// The result is checked as a whole. So a node may be in two places in between, as it is when
  /// one change inserts what a later one removes elsewhere.
  ///
  /// - Parameter changes: What is to happen, in order.
  /// - Throws: ``NavigationTreeError`` if one of the changes does not suit the tree, or the result
  ///   is invalid. The tree is then as it was.
  public mutating func apply(_ changes: some Sequence<Change>) throws {
    var result = self
    for change in changes {
      guard let path = result.identifiers(to: change.container) else {
        throw NavigationTreeError.unknownNode(change.container)
      }
      try result.apply(change, at: path)
    }
    try result.validate()
    self = result
  }

  /// The tree after a change.
  ///
  /// - Parameter change: What is to happen.
  /// - Returns: The changed tree; it shares with this one what is the same in both.
  /// - Throws: ``NavigationTreeError`` as ``apply(_:)-(NavigationTree.Change)`` does.
  public func applying(_ change: Change) throws -> NavigationTree {
    var result = self
    try result.apply(change)
    return result
  }

  /// The tree after several changes, which are checked as a whole.
  ///
  /// - Parameter changes: What is to happen, in order.
  /// - Returns: The changed tree; it shares with this one what is the same in both.
  /// - Throws: ``NavigationTreeError`` if one of the changes does not suit the tree, or the result
  ///   is invalid.
  public func applying(_ changes: some Sequence<Change>) throws -> NavigationTree {
    var result = self
    try result.apply(changes)
    return result
  }

  /// Carries out a change whose place is known, without a look at the rest of the tree.
  ///
  /// On each level the child is searched from the last one on, where stacks change. The change is
  /// compared with the node it concerns, but its payload's identifiers are trusted to be new.
  ///
  /// - Parameters:
  ///   - change: What is to happen.
  ///   - path: The identifiers from the root to the change's container, both included.
  ///   - destination: For a move, the same for the container it goes to; searched if `nil`.
  /// - Throws: ``NavigationTreeError``; the tree is then as it was.
  package mutating func apply(
    _ change: Change,
    at path: [NavigationNodeID],
    to destination: [NavigationNodeID]? = nil
  ) throws {
    precondition(
      path.last == change.container,
      "The path \(path) does not lead to \(change.container), which the change concerns."
    )
    switch change {
    case .rootReplaced(let old, let new):
      try replaceRoot(old, by: new)
    case .moved(let node, let from, let to):
      try move(node, from: from, at: path, to: to, at: destination)
    default:
      try withNode(at: path) { try $0.apply(change) }
    }
  }

  /// Lets a closure change a node in place.
  ///
  /// - Parameters:
  ///   - path: The identifiers from the root to the node, both included.
  ///   - body: Changes the node.
  /// - Returns: What the closure returns.
  /// - Throws: ``NavigationTreeError`` if the path leads nowhere, or what the closure throws.
  package mutating func withNode<Result>(
    at path: [NavigationNodeID],
    _ body: (inout Node) throws -> Result
  ) throws -> Result {
    guard let first = path.first, first == root.id else {
      throw NavigationTreeError.unknownNode(path.first ?? root.id)
    }
    return try root.withNode(at: path.dropFirst(), body)
  }

  private mutating func replaceRoot(_ old: Node, by new: Node) throws {
    guard root == old else {
      throw NavigationTreeError.mismatch(
        root, expected: "the content of \(old)", found: "other nodes inside")
    }
    root = new
  }
}

extension NavigationTree.Node {
  /// Lets a closure change a node in here in place: the one to which the identifiers lead.
  fileprivate mutating func withNode<Result>(
    at path: ArraySlice<NavigationNodeID>,
    _ body: (inout Self) throws -> Result
  ) throws -> Result {
    // A level of recursion needs room on the stack, of which there is enough for a few hundred.
    if path.count > 256 { return try withDeepNode(at: path, body) }
    guard let next = path.first else { return try body(&self) }
    if let index = children.lastIndex(where: { $0.id == next }) {
      return try children[index].withNode(at: path.dropFirst(), body)
    }
    guard modals.first?.id == next else { throw NavigationTreeError.unknownNode(next) }
    return try modals[0].withNode(at: path.dropFirst(), body)
  }

  /// The same for a long path: each node on it is taken out of the one around it meanwhile, so
  /// that it stays the only reference to what is inside and nothing is copied.
  private mutating func withDeepNode<Result>(
    at path: ArraySlice<NavigationNodeID>,
    _ body: (inout Self) throws -> Result
  ) throws -> Result {
    var trail: [(node: Self, index: Int?)] = []
    var current = Self.placeholder
    swap(&current, &self)
    defer { swap(&current, &self) }
    do {
      for id in path {
        let (next, index) = try current.takeOut(id)
        trail.append((current, index))
        current = next
      }
    } catch {
      current.putBack(into: &trail)
      throw error
    }
    defer { current.putBack(into: &trail) }
    return try body(&current)
  }

  private static var placeholder: Self { .screen(0, "") }

  /// Takes out a child, or the modal, and leaves a placeholder where it was.
  private mutating func takeOut(
    _ id: NavigationNodeID
  ) throws -> (node: Self, index: Int?) {
    var node = Self.placeholder
    if let index = children.lastIndex(where: { $0.id == id }) {
      swap(&node, &children[index])
      return (node, index)
    }
    guard modals.first?.id == id else { throw NavigationTreeError.unknownNode(id) }
    swap(&node, &modals[0])
    return (node, nil)
  }

  /// Puts this node, and each of those on the way to it, back where it was.
  private mutating func putBack(into trail: inout [(node: Self, index: Int?)]) {
    while let last = trail.popLast() {
      var outer = last.node
      if let index = last.index {
        swap(&self, &outer.children[index])
      } else {
        swap(&self, &outer.modals[0])
      }
      swap(&self, &outer)
    }
  }
}

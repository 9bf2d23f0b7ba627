extension NavigationTree {
  /// Applies a change in place.
  ///
  /// A tree with unique storage is changed without a copy: pushing onto a stack of many thousand
  /// screens copies none of them.
  ///
  /// - Parameter change: The change.
  /// - Throws: ``NavigationTreeError`` if the change does not fit the tree or would make it
  ///   invalid. The tree is then unchanged.
  public mutating func apply(_ change: Change) throws {
    guard let path = identifiers(to: change.container) else {
      throw NavigationTreeError.unknownNode(change.container)
    }
    try check(change)
    try apply(change, at: path)
  }

  /// Applies all of several changes in order, or none of them.
  ///
  /// The result is validated as a whole. So a node may temporarily be in two slots, when one change
  /// inserts it and a later one removes it elsewhere.
  ///
  /// - Parameter changes: The changes, in order.
  /// - Throws: ``NavigationTreeError`` if one of the changes does not fit the tree, or the result
  ///   is invalid. The tree is then unchanged.
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

  /// Returns the tree after a change.
  ///
  /// - Parameter change: The change.
  /// - Returns: The changed tree; it shares the unchanged parts with this one.
  /// - Throws: ``NavigationTreeError`` as ``apply(_:)-(NavigationTree.Change)`` does.
  public func applying(_ change: Change) throws -> NavigationTree {
    var result = self
    try result.apply(change)
    return result
  }

  /// Returns the tree after several changes, which are validated as a whole.
  ///
  /// - Parameter changes: The changes, in order.
  /// - Returns: The changed tree; it shares the unchanged parts with this one.
  /// - Throws: ``NavigationTreeError`` if one of the changes does not fit the tree, or the result
  ///   is invalid.
  public func applying(_ changes: some Sequence<Change>) throws -> NavigationTree {
    var result = self
    try result.apply(changes)
    return result
  }

  /// Applies a change at a known path, without visiting the rest of the tree.
  ///
  /// On each level the child is searched from the end, where stacks change. The change is checked
  /// against its container, but the identifiers it inserts are assumed to be new.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - path: The identifiers from the root to the change's container, both included.
  ///   - destination: For a move, the path to the destination's container; searched if `nil`.
  /// - Throws: ``NavigationTreeError``; the tree is then unchanged.
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

  /// Changes a node in place.
  ///
  /// - Parameters:
  ///   - path: The identifiers from the root to the node, both included.
  ///   - body: Changes the node.
  /// - Returns: The result of the closure.
  /// - Throws: ``NavigationTreeError`` if the path leads nowhere, or any error of the closure.
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
  /// Changes the node at the end of a relative path in place.
  fileprivate mutating func withNode<Result>(
    at path: ArraySlice<NavigationNodeID>,
    _ body: (inout Self) throws -> Result
  ) throws -> Result {
    // Recursion uses the call stack, which suffices for a few hundred levels.
    if path.count > 256 { return try withDeepNode(at: path, body) }
    guard let next = path.first else { return try body(&self) }
    if let index = children.lastIndex(where: { $0.id == next }) {
      return try children[index].withNode(at: path.dropFirst(), body)
    }
    guard modals.first?.id == next else { throw NavigationTreeError.unknownNode(next) }
    return try modals[0].withNode(at: path.dropFirst(), body)
  }

  /// The variant for a long path: takes each node on it out of its parent meanwhile, so that every
  /// reference stays unique and nothing is copied.
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

  /// Takes out a child, or the modal, and leaves a placeholder in its slot.
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

  /// Puts this node, and each node on the path to it, back into its slot.
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

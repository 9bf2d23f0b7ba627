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
    var searches = 0
    try apply(changes, searches: &searches)
  }

  /// Applies changes, and counts the searches for their containers.
  package mutating func apply(_ changes: some Sequence<Change>, searches: inout Int) throws {
    var result = self
    // Not for a few changes: it visits the whole tree.
    var parents: ParentIndex?
    for (index, change) in changes.enumerated() {
      if index == 8 { parents = ParentIndex(of: result.root) }
      func path(to id: NavigationNodeID) -> [NavigationNodeID]? {
        if let path = parents?.path(to: id) { return path }
        searches += 1
        return result.identifiers(to: id)
      }
      guard let container = path(to: change.container) else {
        throw NavigationTreeError.unknownNode(change.container)
      }
      var destination: [NavigationNodeID]?
      if case .moved(_, _, let to) = change { destination = path(to: to.container) }
      try result.apply(change, at: container, to: destination)
      parents?.follow(change)
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
  /// against its container, but the identifiers it inserts are assumed to be new. The path leads
  /// from the root to the change's container, both included. For a move, the destination is
  /// searched if its path is missing. After an error the tree is unchanged.
  package mutating func apply(
    _ change: Change, at path: [NavigationNodeID], to destination: [NavigationNodeID]? = nil
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
  /// The path leads from the root to the node, both included.
  package mutating func withNode<Result>(
    at path: [NavigationNodeID], _ body: (inout Node) throws -> Result
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

/// The parents of a tree's nodes, through which each is found without a search.
private struct ParentIndex {
  /// The root is its own parent.
  private var parents: [NavigationNodeID: NavigationNodeID] = [:]
  /// The nodes that have been in two slots at once, which are searched.
  private var repeated: Set<NavigationNodeID> = []

  init(of root: NavigationTree.Node) { add(root, to: root.id) }

  /// Returns the identifiers from the root to a node; `nil` if it has to be searched.
  func path(to id: NavigationNodeID) -> [NavigationNodeID]? {
    var path = [id]
    while let last = path.last, !repeated.contains(last), let parent = parents[last] {
      if parent == last { return path.reversed() }
      path.append(parent)
    }
    return nil
  }

  /// Updates the parents after a change of the tree.
  mutating func follow(_ change: NavigationTree.Change) {
    switch change {
    case .moved(let node, _, let to): parents[node.id] = to.container
    case .rootReplaced(_, let new): self = ParentIndex(of: new)
    default:
      for node in change.removed.lazy.flatMap(\.nodes) { parents[node.id] = nil }
      for node in change.inserted { add(node, to: change.container) }
    }
  }

  private mutating func add(_ node: NavigationTree.Node, to parent: NavigationNodeID) {
    var pending = [(node: node, parent: parent)]
    while let (node, parent) = pending.popLast() {
      if parents.updateValue(parent, forKey: node.id) != nil { repeated.insert(node.id) }
      for next in node.children + node.modals { pending.append((next, node.id)) }
    }
  }
}

extension NavigationTree.Node {
  /// Changes the node at the end of a relative path in place.
  fileprivate mutating func withNode<Result>(
    at path: ArraySlice<NavigationNodeID>, _ body: (inout Self) throws -> Result
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
    at path: ArraySlice<NavigationNodeID>, _ body: (inout Self) throws -> Result
  ) throws -> Result {
    var trail: [(node: Self, index: Int?)] = []
    defer { putBack(into: &trail) }
    try descend(along: path, leaving: &trail)
    return try body(&self)
  }

  /// Becomes the node at the end of a path, and leaves those before it in the trail.
  // Not inlined, as putting back: each closure that changes a node has a variant of its caller.
  @inline(never)
  private mutating func descend(
    along path: ArraySlice<NavigationNodeID>, leaving trail: inout [(node: Self, index: Int?)]
  ) throws {
    for id in path {
      var (node, index) = try takeOut(id)
      swap(&node, &self)
      trail.append((node, index))
    }
  }

  private static var placeholder: Self { .screen(0, "") }

  /// Takes out a child, or the modal, and leaves a placeholder in its slot.
  private mutating func takeOut(_ id: NavigationNodeID) throws -> (node: Self, index: Int?) {
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
  @inline(never)
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

extension NavigationTree.Node {
  /// Applies a change of this node's slots.
  ///
  /// Everything is checked before anything is changed.
  mutating func apply(_ change: NavigationTree.Change) throws {
    switch change {
    case .pushed(let nodes, _):
      try push(nodes)
    case .popped(let nodes, _):
      try pop(nodes)
    case .stackReplaced(_, let keeping, let removed, let inserted):
      try expect(kind: .stack)
      if removed.isEmpty, inserted.isEmpty {
        throw NavigationTreeError.emptyChange(self, "Replacing nothing in")
      }
      guard keeping < 0 || keeping == children.count - removed.count else {
        throw NavigationTreeError.mismatch(
          self,
          expected: "\(keeping) + \(removed.count) children", found: "\(children.count)")
      }
      try replace(at: keeping, removed, by: inserted, kind: kind, selectedIndex: nil)
    case .presented(let modal, _):
      try present(modal)
    case .dismissed(let modal, _):
      try expect(modal: modal)
      modals = []
    case .modalReplaced(let old, let new, _):
      try expect(modal: old)
      modals = [new]
    case .selected(_, let from, let to):
      try select(to, insteadOf: from)
    case .tabsReplaced(_, let index, let removed, let inserted, let from, let to):
      guard kind.hasSelection else {
        throw NavigationTreeError.wrongKind(self, expected: "tabs or pages")
      }
      try expect(selectedIndex: from)
      if removed.isEmpty, inserted.isEmpty, from == to {
        throw NavigationTreeError.emptyChange(self, "Replacing nothing in")
      }
      try replace(at: index, removed, by: inserted, kind: kind, selectedIndex: to)
    case .contentsReplaced(_, let index, let from, let to):
      try expect(kind: from.kind)
      try expect(selectedIndex: from.selectedIndex)
      if from == to {
        throw NavigationTreeError.emptyChange(self, "Replacing the contents by the same in")
      }
      try replace(
        at: index, from.children, by: to.children, kind: to.kind, selectedIndex: to.selectedIndex)
    case .moved, .rootReplaced:
      preconditionFailure("\(change) concerns more than one node; the tree applies it.")
    }
  }

  private mutating func push(_ nodes: [Self]) throws {
    try expect(kind: .stack)
    guard !nodes.isEmpty else {
      throw NavigationTreeError.emptyChange(self, "Pushing nothing onto")
    }
    children.append(contentsOf: nodes)
  }

  private mutating func pop(_ nodes: [Self]) throws {
    try expect(kind: .stack)
    guard !nodes.isEmpty else {
      throw NavigationTreeError.emptyChange(self, "Popping nothing from")
    }
    guard nodes.count <= children.count else {
      throw NavigationTreeError.poppedTooMany(self, count: nodes.count)
    }
    try expect(onTop: nodes)
    children.removeLast(nodes.count)
  }

  private mutating func present(_ modal: Self) throws {
    if let current = modals.first {
      throw NavigationTreeError.alreadyPresenting(self, modal: current, wanted: modal)
    }
    modals = [modal]
  }

  private mutating func select(_ index: Int, insteadOf old: Int) throws {
    guard kind.hasSelection else {
      throw NavigationTreeError.wrongKind(self, expected: "tabs or pages")
    }
    guard children.indices.contains(index) else {
      let allowed = children.isEmpty ? nil : 0...(children.count - 1)
      throw NavigationTreeError.indexOutOfRange(self, index: index, allowed: allowed)
    }
    try expect(selectedIndex: old)
    guard index != old else {
      throw NavigationTreeError.emptyChange(self, "Selecting the selected index again in")
    }
    selectedIndex = index
  }

  private mutating func replace(
    at index: Int, _ removed: [Self], by inserted: [Self], kind: NavigationTree.Kind,
    selectedIndex: Int?
  ) throws {
    try expect(removed, at: index)
    let count = children.count - removed.count + inserted.count
    try validate(kind: kind, count: count, selectedIndex: selectedIndex)
    children.replaceSubrange(index..<(index + removed.count), with: inserted)
    self.kind = kind
    self.selectedIndex = selectedIndex
  }
}

extension NavigationTree {
  /// Moves a node from one slot to another, or changes nothing.
  mutating func move(
    _ node: Node, from: Slot, at path: [NavigationNodeID], to: Slot,
    at destination: [NavigationNodeID]?
  ) throws {
    if from == to {
      throw NavigationTreeError.emptyChange(node, "Moving to its own slot:")
    }
    if node.nodes.contains(where: { $0.id == to.container }) {
      throw NavigationTreeError.movedIntoItself(node, to: to)
    }
    guard let destination = destination ?? identifiers(to: to.container) else {
      throw NavigationTreeError.unknownNode(to.container)
    }
    let selection = try withNode(at: path) { try $0.take(node, from: from.position) }
    do {
      try withNode(at: destination) { try $0.put(node, into: to.position) }
    } catch {
      try withNode(at: path) { $0.putBack(node, into: from.position, selectedIndex: selection) }
      throw error
    }
  }
}

extension NavigationTree.Node {
  /// Returns the selection without the child at an index, such that the selected child stays the
  /// same.
  ///
  /// - Returns: `nil` if the child is the selected one among others; otherwise the selection, which
  ///   may be none.
  func selection(withoutChildAt index: Int) -> Int?? {
    guard kind.hasSelection, children.count > 1, let selectedIndex else { return .some(nil) }
    guard selectedIndex != index else { return nil }
    return .some(selectedIndex > index ? selectedIndex - 1 : selectedIndex)
  }

  /// Returns the selection with another child at an index, such that the selected child stays the
  /// same.
  func selection(withChildAt index: Int) -> Int? {
    guard kind.hasSelection else { return nil }
    guard let selectedIndex, !children.isEmpty else { return 0 }
    return selectedIndex >= index ? selectedIndex + 1 : selectedIndex
  }

  /// Takes out a node that is to be moved; returns the previous selection.
  fileprivate mutating func take(
    _ node: Self, from position: NavigationTree.Slot.Position
  ) throws -> Int? {
    switch position {
    case .modal:
      try expect(modal: node)
      modals = []
      return nil
    case .index(let index):
      try expect([node], at: index)
      guard let selection = selection(withoutChildAt: index) else {
        throw NavigationTreeError.selectedNodeMoved(node, from: self)
      }
      defer { selectedIndex = selection }
      children.remove(at: index)
      return selectedIndex
    }
  }

  fileprivate mutating func put(_ node: Self, into position: NavigationTree.Slot.Position) throws {
    switch position {
    case .modal:
      if let modal = modals.first {
        throw NavigationTreeError.alreadyPresenting(self, modal: modal, wanted: node)
      }
      modals = [node]
    case .index(let index):
      guard (0...children.count).contains(index) else {
        throw NavigationTreeError.indexOutOfRange(
          self, index: index, allowed: 0...children.count)
      }
      let selection = selection(withChildAt: index)
      try validate(kind: kind, count: children.count + 1, selectedIndex: selection)
      children.insert(node, at: index)
      selectedIndex = selection
    }
  }

  /// Undoes ``take(_:from:)``.
  fileprivate mutating func putBack(
    _ node: Self, into position: NavigationTree.Slot.Position, selectedIndex: Int?
  ) {
    switch position {
    case .modal:
      modals = [node]
    case .index(let index):
      children.insert(node, at: index)
      self.selectedIndex = selectedIndex
    }
  }
}

extension NavigationTree {
  /// Moves a node from one slot to another, or changes nothing.
  mutating func move(
    _ node: Node,
    from: Place,
    at path: [NavigationNodeID],
    to: Place,
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
    let selection = try withNode(at: path) { try $0.take(node, from: from.slot) }
    do {
      try withNode(at: destination) { try $0.put(node, into: to.slot) }
    } catch {
      try withNode(at: path) { $0.putBack(node, into: from.slot, selectedIndex: selection) }
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

  /// Takes out a node that is to be moved.
  ///
  /// - Returns: The previous selection.
  fileprivate mutating func take(
    _ node: Self,
    from slot: NavigationTree.Place.Slot
  ) throws -> Int? {
    switch slot {
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

  /// Puts in a node that is being moved.
  fileprivate mutating func put(_ node: Self, into slot: NavigationTree.Place.Slot) throws {
    switch slot {
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
    _ node: Self,
    into slot: NavigationTree.Place.Slot,
    selectedIndex: Int?
  ) {
    switch slot {
    case .modal:
      modals = [node]
    case .index(let index):
      children.insert(node, at: index)
      self.selectedIndex = selectedIndex
    }
  }
}

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
    at index: Int,
    _ removed: [Self],
    by inserted: [Self],
    kind: NavigationTree.Kind,
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

/// Finds the changes between two states of one node and of the nodes that both contain.
struct NavigationTreeComparison {
  typealias Node = NavigationTree.Node
  typealias Contents = NavigationTree.Contents

  var changes: [NavigationTree.Change] = []
  /// The number of pairs of nodes that were compared.
  var visits = 0
  /// The number of a node's children that stay while others are replaced, for nodes with a
  /// selection, whose interim selection depends on it.
  var keptCounts: [NavigationNodeID: Int] = [:]
  var departures: [End] = []
  var arrivals: [NavigationNodeID: End] = [:]

  mutating func compare(_ old: Node, _ new: Node) {
    // Without recursion: a tree may be many thousand levels deep.
    var pending = [(old, new)]
    while let (old, new) = pending.popLast() {
      visits += 1
      let sharesChildren = old.children.sharesStorage(with: new.children)
      let kept =
        sharesChildren
        ? Kept(first: new.children.count, last: 0)
        : Kept(old.children, new.children, isStack: old.kind == .stack && new.kind == .stack)
      compareContents(old, new, kept)
      note(modalOf: old, to: new.modals.first)
      // The last pair is compared first.
      if let before = old.modals.first, let after = new.modals.first, before.id == after.id,
        !old.modals.sharesStorage(with: new.modals)
      {
        pending.append((before, after))
      }
      guard !sharesChildren else { continue }
      let last = zip(old.children.suffix(kept.last), new.children.suffix(kept.last))
      pending.append(contentsOf: last.reversed())
      for index in (0..<kept.first).reversed() {
        pending.append((old.children[index], new.children[index]))
      }
    }
  }

  private mutating func compareContents(_ old: Node, _ new: Node, _ kept: Kept) {
    let removed = old.children[kept.first..<(old.children.count - kept.last)]
    let inserted = new.children[kept.first..<(new.children.count - kept.last)]
    let isSameSelection = old.kind == new.kind && old.selectedIndex == new.selectedIndex
    if removed.isEmpty, inserted.isEmpty, isSameSelection { return }
    note(
      contentsOf: old, at: kept.first,
      from: Contents(
        kind: old.kind, children: Array(removed), selectedIndex: old.selectedIndex),
      to: Contents(
        kind: new.kind, children: Array(inserted), selectedIndex: new.selectedIndex))
  }
}

extension NavigationTreeComparison {
  /// Records that a part of a node's contents was replaced.
  ///
  /// - Parameters:
  ///   - old: The previous node.
  ///   - index: The index at which the part begins.
  ///   - from: The previous part.
  ///   - to: The new part.
  mutating func note(contentsOf old: Node, at index: Int, from: Contents, to: Contents) {
    // The part was read again and is unchanged.
    if from == to { return }
    let (before, after) = (from.children, to.children)
    if from.kind.hasSelection { keptCounts[old.id] = old.children.count - before.count }
    switch (from.kind, to.kind) {
    case (.stack, .stack) where before.isEmpty:
      changes.append(.pushed(after, onto: old.id))
    case (.stack, .stack) where after.isEmpty:
      changes.append(.popped(before, from: old.id))
    case (.stack, .stack):
      changes.append(.stackReplaced(old.id, keeping: index, removed: before, inserted: after))
    case (.tabs, .tabs), (.pages, .pages):
      if before.isEmpty, after.isEmpty, let from = from.selectedIndex, let to = to.selectedIndex {
        changes.append(.selected(old.id, from: from, to: to))
      } else {
        changes.append(
          .tabsReplaced(
            old.id, at: index, removed: before, inserted: after,
            from: from.selectedIndex, to: to.selectedIndex))
      }
    default:
      changes.append(.contentsReplaced(old.id, at: index, from: from, to: to))
    }
    noteEnds(old, at: index, from: from, to: to)
  }

  /// Records a node's modal, if it is another one than before.
  ///
  /// - Parameters:
  ///   - old: The previous node.
  ///   - modal: The current modal.
  ///   - isPlaced: Whether the modal's contents are compared here, not on their own.
  mutating func note(modalOf old: Node, to modal: Node?, isPlaced: Bool = false) {
    let place = NavigationTree.Place.modal(of: old.id)
    switch (old.modals.first, modal) {
    case (nil, let after?):
      changes.append(.presented(after, over: old.id))
      arrivals[after.id] = End(position: changes.count - 1, node: after, place: place)
    case (let before?, nil):
      changes.append(.dismissed(before, from: old.id))
      departures.append(End(position: changes.count - 1, node: before, place: place))
    case (let before?, let after?) where before.id != after.id || isPlaced && before != after:
      changes.append(.modalReplaced(before, by: after, over: old.id))
    case (nil, nil), (_?, _?):
      break
    }
  }
}

extension NavigationTreeComparison {
  /// The numbers of children that both sides have in common, at the start and at the end.
  ///
  /// In a stack only the entries beneath every change are kept.
  struct Kept {
    var first: Int
    var last: Int

    init(first: Int, last: Int) {
      self.first = first
      self.last = last
    }

    init(_ old: [Node], _ new: [Node], isStack: Bool) {
      let shorter = min(old.count, new.count)
      first = 0
      last = 0
      while first < shorter, old[first].id == new[first].id {
        first += 1
      }
      guard !isStack else { return }
      while last < shorter - first, old[old.count - 1 - last].id == new[new.count - 1 - last].id {
        last += 1
      }
    }
  }
}

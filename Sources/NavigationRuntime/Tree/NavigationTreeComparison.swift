/// Finds the changes between two states of one node, and goes down to what both have.
struct NavigationTreeComparison {
  typealias Node = NavigationTree.Node
  typealias Contents = NavigationTree.Contents

  var changes: [NavigationTree.Change] = []
  /// How many pairs of nodes were looked at.
  var visits = 0
  var departures: [End] = []
  var arrivals: [NavigationNodeID: End] = [:]

  mutating func compare(_ old: Node, _ new: Node) {
    visits += 1
    let sharesChildren = old.children.sharesStorage(with: new.children)
    let kept =
      sharesChildren
      ? Kept(first: new.children.count, last: 0)
      : Kept(old.children, new.children, isStack: old.kind == .stack && new.kind == .stack)
    compareContents(old, new, kept)
    compareModals(old, new)
    if !sharesChildren {
      for index in 0..<kept.first {
        compare(old.children[index], new.children[index])
      }
      for (before, after) in zip(old.children.suffix(kept.last), new.children.suffix(kept.last)) {
        compare(before, after)
      }
    }
    if let before = old.modals.first, let after = new.modals.first, before.id == after.id,
      !old.modals.sharesStorage(with: new.modals)
    {
      compare(before, after)
    }
  }

  private mutating func compareContents(_ old: Node, _ new: Node, _ kept: Kept) {
    let removed = old.children[kept.first..<(old.children.count - kept.last)]
    let inserted = new.children[kept.first..<(new.children.count - kept.last)]
    let isSameSelection = old.kind == new.kind && old.selectedIndex == new.selectedIndex
    if removed.isEmpty, inserted.isEmpty, isSameSelection { return }
    let (before, after) = (Array(removed), Array(inserted))

    switch (old.kind, new.kind) {
    case (.stack, .stack) where before.isEmpty:
      changes.append(.pushed(after, onto: new.id))
    case (.stack, .stack) where after.isEmpty:
      changes.append(.popped(before, from: new.id))
    case (.stack, .stack):
      changes.append(
        .stackReplaced(new.id, keeping: kept.first, removed: before, inserted: after))
    case (.tabs, .tabs), (.pages, .pages):
      if before.isEmpty, after.isEmpty, let from = old.selectedIndex, let to = new.selectedIndex {
        changes.append(.selected(new.id, from: from, to: to))
      } else {
        changes.append(
          .tabsReplaced(
            new.id, at: kept.first, removed: before, inserted: after,
            from: old.selectedIndex, to: new.selectedIndex))
      }
    default:
      changes.append(
        .contentsReplaced(
          new.id, at: kept.first,
          from: Contents(kind: old.kind, children: before, selectedIndex: old.selectedIndex),
          to: Contents(kind: new.kind, children: after, selectedIndex: new.selectedIndex)))
    }
    noteEnds(old, new, at: kept.first, removed: removed, inserted: inserted)
  }

  private mutating func compareModals(_ old: Node, _ new: Node) {
    switch (old.modals.first, new.modals.first) {
    case (nil, let after?):
      changes.append(.presented(after, over: new.id))
      arrivals[after.id] = End(
        position: changes.count - 1, node: after, place: .modal(of: new.id))
    case (let before?, nil):
      changes.append(.dismissed(before, from: new.id))
      departures.append(
        End(position: changes.count - 1, node: before, place: .modal(of: new.id)))
    case (let before?, let after?) where before.id != after.id:
      changes.append(.modalReplaced(before, by: after, over: new.id))
    case (nil, nil), (_?, _?):
      break
    }
  }
}

extension NavigationTreeComparison {
  /// How many children both sides have in common, at the start and at the end.
  ///
  /// In a stack only what lies beneath everything that changed is kept.
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

extension NavigationTreeComparison {
  /// Returns the changes in an order in which they can be applied one at a time.
  ///
  /// A node is in a tree once. So a change that inserts a node comes after the one that removes it
  /// elsewhere, in any subtree. A cycle is broken by splitting a change into a removal and an
  /// insertion.
  func orderedChanges() -> [NavigationTree.Change] {
    let changes = changesWithMoves()
    guard changes.count > 1 else { return changes }
    let prerequisites = prerequisites(of: changes)
    guard prerequisites.contains(where: { !$0.isEmpty }) else { return changes }

    var result: [NavigationTree.Change] = []
    var waiting = changes.indices.map { (index: $0, change: changes[$0]) }
    var removals = Set(changes.indices)
    while !waiting.isEmpty {
      let ready = waiting.firstIndex { prerequisites[$0.index].isDisjoint(with: removals) }
      if let ready {
        let next = waiting.remove(at: ready)
        removals.remove(next.index)
        result.append(next.change)
        continue
      }
      let needed = waiting.reduce(into: Set<Int>()) { $0.formUnion(prerequisites[$1.index]) }
      let split = waiting.firstIndex { removals.contains($0.index) && needed.contains($0.index) }
      guard let split, let halves = halves(of: waiting[split].change) else {
        // Unreachable for two valid trees; the changes are still correct as a set.
        return result + waiting.map(\.change)
      }
      removals.remove(waiting[split].index)
      result.append(halves.removal)
      waiting[split].change = halves.insertion
    }
    return result
  }

  /// Returns, for each change, the changes that remove nodes it inserts.
  private func prerequisites(of changes: [NavigationTree.Change]) -> [Set<Int>] {
    var removals: [NavigationNodeID: Int] = [:]
    for (index, change) in changes.enumerated() {
      for node in change.removed.lazy.flatMap(\.nodes) { removals[node.id] = index }
    }
    return changes.enumerated().map { index, change in
      guard !removals.isEmpty else { return [] }
      let inserted = change.inserted.lazy.flatMap(\.nodes)
      return Set(inserted.compactMap { removals[$0.id] }).subtracting([index])
    }
  }

  /// Splits a change in two, the first of which only removes.
  ///
  /// - Returns: `nil` for a change that does not replace anything.
  private func halves(
    of change: NavigationTree.Change
  ) -> (removal: NavigationTree.Change, insertion: NavigationTree.Change)? {
    switch change {
    case .stackReplaced(let id, _, let removed, let inserted):
      return (.popped(removed, from: id), .pushed(inserted, onto: id))
    case .modalReplaced(let old, let new, let id):
      return (.dismissed(old, from: id), .presented(new, over: id))
    case .tabsReplaced(let id, let index, let removed, let inserted, let from, let to):
      let between = selection(
        in: id, at: index, removed: removed.count, inserted: inserted.count, from: from, to: to)
      return (
        .tabsReplaced(id, at: index, removed: removed, inserted: [], from: from, to: between),
        .tabsReplaced(id, at: index, removed: [], inserted: inserted, from: between, to: to)
      )
    case .contentsReplaced(let id, let index, let from, let to):
      var between = Contents(kind: from.kind, children: [])
      if from.kind.hasSelection {
        between.selectedIndex = selection(
          in: id, at: index, removed: from.children.count, inserted: to.children.count,
          from: from.selectedIndex, to: to.selectedIndex)
      }
      return (
        .contentsReplaced(id, at: index, from: from, to: between),
        .contentsReplaced(id, at: index, from: between, to: to)
      )
    case .pushed, .popped, .presented, .dismissed, .selected, .moved, .rootReplaced:
      return nil
    }
  }

  /// Returns the selection after some children have been removed and before others are inserted.
  ///
  /// Preferably the final selection, else the previous one, else the child next to the gap.
  private func selection(
    in id: NavigationNodeID, at index: Int, removed: Int, inserted: Int, from: Int?, to: Int?
  ) -> Int? {
    guard let count = keptCounts[id], count > 0 else { return nil }
    for (selection, width) in [(to, inserted), (from, removed)] {
      guard let selection, !(index..<(index + width)).contains(selection) else { continue }
      let kept = selection < index ? selection : selection - width
      if kept < count { return kept }
    }
    return min(index, count - 1)
  }
}

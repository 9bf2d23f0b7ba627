extension NavigationTreeComparison {
  /// One end of a possible move: a change that only takes one node out of a slot, or puts one in.
  struct End {
    /// The index of the change among the changes.
    var position: Int
    var node: Node
    var place: NavigationTree.Place
  }

  /// Records the last change as a possible end of a move.
  mutating func noteEnds(_ old: Node, at index: Int, from: Contents, to: Contents) {
    guard from.kind == to.kind else { return }
    let (removed, inserted) = (from.children[...], to.children[...])
    let place = NavigationTree.Place.index(index, of: old.id)
    let position = changes.count - 1
    if removed.count == inserted.count + 1, let node = removed.first,
      old.selection(withoutChildAt: index) == .some(to.selectedIndex),
      removed.dropFirst().isIdentical(to: inserted)
    {
      departures.append(End(position: position, node: node, place: place))
    } else if inserted.count == removed.count + 1, let node = inserted.first,
      old.selection(withChildAt: index) == to.selectedIndex,
      inserted.dropFirst().isIdentical(to: removed)
    {
      arrivals[node.id] = End(position: position, node: node, place: place)
    }
  }

  /// The changes, with one move for each pair that takes a node out of one slot and puts it into
  /// another.
  ///
  /// The move takes the position of the first of the two.
  func changesWithMoves() -> [NavigationTree.Change] {
    guard !departures.isEmpty, !arrivals.isEmpty else { return changes }
    var result: [NavigationTree.Change?] = changes
    for departure in departures {
      guard let arrival = arrivals[departure.node.id], arrival.node.isIdentical(to: departure.node)
      else { continue }
      result[max(departure.position, arrival.position)] = nil
      result[min(departure.position, arrival.position)] = .moved(
        departure.node, from: departure.place, to: arrival.place)
    }
    return result.compactMap(\.self)
  }
}

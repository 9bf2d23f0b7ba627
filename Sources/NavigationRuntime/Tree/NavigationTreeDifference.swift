extension NavigationTree {
  /// Returns the changes from another tree to this one.
  ///
  /// Applied to the other tree in order, the changes give this one, with a valid tree after each;
  /// their inverse leads back. The contents of a node change at most once, and so does its modal;
  /// each change is as specific as possible. Only where slots exchange their nodes, one of the
  /// slots is emptied first and filled later. If the root is another node,
  /// ``Change/rootReplaced(_:by:)`` is the only change; otherwise it does not occur. Names are not
  /// compared: a renamed node has not changed.
  ///
  /// - Parameter old: The previous tree.
  /// - Returns: The changes, outer ones first, but each after those it depends on.
  public func difference(from old: NavigationTree) -> [Change] {
    var visits = 0
    return difference(from: old, visits: &visits)
  }

  /// Returns the changes from another tree, and counts the pairs of nodes that were compared, and the
  /// changes that were looked at to put them in order.
  package func difference(from old: NavigationTree, visits: inout Int) -> [Change] {
    guard root.id == old.root.id else {
      return [.rootReplaced(old.root, by: root)]
    }
    var comparison = NavigationTreeComparison()
    comparison.compare(old.root, root)
    let changes = comparison.orderedChanges()
    visits += comparison.visits
    return changes
  }
}

/// Finds the changes between two states of one node and of the nodes that both contain.
struct NavigationTreeComparison {
  typealias Node = NavigationTree.Node
  typealias Contents = NavigationTree.Contents

  var changes: [NavigationTree.Change] = []
  /// The number of pairs of nodes that were compared, and of changes that were looked at.
  var visits = 0
  /// The number of a node's children that stay while others are replaced, for nodes with a
  /// selection, whose interim selection depends on it.
  private var keptCounts: [NavigationNodeID: Int] = [:]
  var departures: [End] = []
  var arrivals: [NavigationNodeID: End] = [:]

  mutating func compare(_ old: Node, _ new: Node) {
    // Without recursion: a tree may be many thousand levels deep. The last siblings come first.
    var pending = [Siblings(old: [old], new: [new])]
    while var siblings = pending.popLast() {
      visits += siblings.dropEqualLeaves()
      guard let (old, new) = siblings.popFirst() else { continue }
      pending.append(siblings)
      visits += 1
      let sharesChildren = old.children.sharesStorage(with: new.children)
      let kept =
        sharesChildren
        ? Kept(first: new.children.count, last: 0)
        : Kept(old.children, new.children, isStack: old.kind == .stack && new.kind == .stack)
      compareContents(old, new, kept)
      note(modalOf: old, to: new.modals.first)
      if let before = old.modals.first, let after = new.modals.first, before.id == after.id,
        !old.modals.sharesStorage(with: new.modals)
      {
        pending.append(Siblings(old: old.modals[...], new: new.modals[...]))
      }
      guard !sharesChildren else { continue }
      pending.append(
        Siblings(old: old.children.suffix(kept.last), new: new.children.suffix(kept.last)))
      pending.append(
        Siblings(old: old.children.prefix(kept.first), new: new.children.prefix(kept.first)))
    }
  }

  /// Neighbours of which each has the same identifier on both sides.
  private struct Siblings {
    var old: ArraySlice<Node>
    var new: ArraySlice<Node>

    mutating func popFirst() -> (old: Node, new: Node)? {
      guard let old = old.popFirst(), let new = new.popFirst() else { return nil }
      return (old, new)
    }

    /// Skips the pairs at the start that are leaves without a difference, and returns their number.
    ///
    /// Most nodes of a tree are such leaves, and are compared in place.
    mutating func dropEqualLeaves() -> Int {
      let count = old.withUnsafeBufferPointer { old in
        new.withUnsafeBufferPointer { new in
          var index = 0
          while index < old.count, old[index].isLeaf, new[index].isLeaf,
            old[index].kind == new[index].kind,
            old[index].selectedIndex == new[index].selectedIndex
          {
            index += 1
          }
          return index
        }
      }
      old = old.dropFirst(count)
      new = new.dropFirst(count)
      return count
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
  /// Records that a part of a node's contents, which begins at an index, was replaced.
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

  /// Records a node's modal, if it is another one than before; its contents are compared here, or
  /// on their own.
  mutating func note(modalOf old: Node, to modal: Node?, comparesContents: Bool = false) {
    let slot = NavigationTree.Slot.modal(of: old.id)
    switch (old.modals.first, modal) {
    case (nil, let after?):
      changes.append(.presented(after, over: old.id))
      arrivals[after.id] = End(position: changes.count - 1, node: after, slot: slot)
    case (let before?, nil):
      changes.append(.dismissed(before, from: old.id))
      departures.append(End(position: changes.count - 1, node: before, slot: slot))
    case (let before?, let after?)
    where before.id != after.id || comparesContents && before != after:
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

extension NavigationTreeComparison {
  /// Returns the changes in an order in which they can be applied one at a time.
  ///
  /// A node is in a tree once. So a change that inserts a node comes after the one that removes it
  /// elsewhere, in any subtree. A cycle is broken by splitting a change into a removal and an
  /// insertion.
  mutating func orderedChanges() -> [NavigationTree.Change] {
    var changes = changesWithMoves()
    guard changes.count > 1 else { return changes }
    let prerequisites = prerequisites(of: changes)
    guard prerequisites.contains(where: { !$0.isEmpty }) else { return changes }

    var order = ChangeOrder(prerequisites)
    defer { visits += order.visits }
    var result: [NavigationTree.Change] = []
    var left = Set(changes.indices)
    while !left.isEmpty {
      if let next = order.next() {
        left.remove(next)
        result.append(changes[next])
        continue
      }
      guard let index = order.split(), let halves = halves(of: changes[index]) else {
        // Unreachable for two valid trees; the changes are still correct as a set.
        return result + left.sorted().map { changes[$0] }
      }
      result.append(halves.removal)
      changes[index] = halves.insertion
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

extension NavigationTreeComparison {
  /// One end of a possible move: a change that only takes one node out of a slot, or puts one in.
  struct End {
    /// The index of the change among the changes.
    var position: Int
    var node: Node
    var slot: NavigationTree.Slot
  }

  /// Records the last change as a possible end of a move.
  private mutating func noteEnds(_ old: Node, at index: Int, from: Contents, to: Contents) {
    guard from.kind == to.kind else { return }
    let (removed, inserted) = (from.children, to.children)
    let slot = NavigationTree.Slot.index(index, of: old.id)
    let position = changes.count - 1
    if removed.count == inserted.count + 1, let node = removed.first,
      old.selection(withoutChildAt: index) == .some(to.selectedIndex),
      removed.dropFirst().elementsEqual(inserted, by: { $0.isIdentical(to: $1) })
    {
      departures.append(End(position: position, node: node, slot: slot))
    } else if inserted.count == removed.count + 1, let node = inserted.first,
      old.selection(withChildAt: index) == to.selectedIndex,
      inserted.dropFirst().elementsEqual(removed, by: { $0.isIdentical(to: $1) })
    {
      arrivals[node.id] = End(position: position, node: node, slot: slot)
    }
  }

  /// The changes, with one move for each pair that takes a node out of one slot and puts it into
  /// another.
  ///
  /// The move takes the position of the first of the two.
  private func changesWithMoves() -> [NavigationTree.Change] {
    guard !departures.isEmpty, !arrivals.isEmpty else { return changes }
    var result: [NavigationTree.Change?] = changes
    for departure in departures {
      guard let arrival = arrivals[departure.node.id], arrival.node.isIdentical(to: departure.node)
      else { continue }
      result[max(departure.position, arrival.position)] = nil
      result[min(departure.position, arrival.position)] = .moved(
        departure.node, from: departure.slot, to: arrival.slot)
    }
    return result.compactMap(\.self)
  }
}

extension NavigationTree {
  /// One side of a ``Change/contentsReplaced(_:at:from:to:)``: the node's kind, and those of its
  /// children that are replaced.
  public struct Contents: Sendable, Equatable {
    /// The kind of the node.
    public var kind: Kind
    /// The children in the replaced range; those before and after it are not listed.
    public var children: [Node]
    /// The node's selection.
    public var selectedIndex: Int?

    /// Makes one side of a replacement.
    public init(kind: Kind, children: [Node], selectedIndex: Int? = nil) {
      self.kind = kind
      self.children = children
      self.selectedIndex = selectedIndex
    }
  }
}

/// The order of changes of which some insert what others remove.
///
/// A change is ready when everything that it inserts has been removed elsewhere. Of those that are
/// ready, the first one in the list comes next. Each dependence is looked at once.
private struct ChangeOrder {
  private final class Entry: ObjectHeapElement {
    let index: Int
    /// The number of changes that have yet to remove what this one inserts.
    var prerequisiteCount: Int
    /// The indices of the changes that insert what this one removes.
    var dependents: [Int] = []
    var hasRemoved = false
    var heapIndex: Int?

    init(_ index: Int, prerequisiteCount: Int) {
      self.index = index
      self.prerequisiteCount = prerequisiteCount
    }

    func isBefore(_ other: Entry) -> Bool { index < other.index }
  }

  private let entries: [Entry]
  private var ready = ObjectHeap<Entry>()
  /// The index of the first change that can still be split.
  private var firstToSplit = 0
  /// The number of changes and dependences that were looked at.
  private(set) var visits = 0

  /// Takes for each change the indices of those that remove what it inserts.
  init(_ prerequisites: [Set<Int>]) {
    entries = prerequisites.enumerated().map { Entry($0, prerequisiteCount: $1.count) }
    for (index, needed) in prerequisites.enumerated() {
      for other in needed { entries[other].dependents.append(index) }
    }
    for entry in entries where entry.prerequisiteCount == 0 { ready.insert(entry) }
  }

  /// Takes the first change that is ready; `nil` if there is none.
  mutating func next() -> Int? {
    guard let entry = ready.first else { return nil }
    ready.remove(entry)
    visits += 1
    didRemove(entry)
    return entry.index
  }

  /// Returns the first change for whose removal another one waits, when none is ready; it counts as
  /// having removed what it removes, and is taken when it is ready to insert.
  mutating func split() -> Int? {
    while firstToSplit < entries.count {
      let entry = entries[firstToSplit]
      visits += 1
      if !entry.hasRemoved, !entry.dependents.isEmpty {
        didRemove(entry)
        return entry.index
      }
      firstToSplit += 1
    }
    return nil
  }

  private mutating func didRemove(_ entry: Entry) {
    guard !entry.hasRemoved else { return }
    entry.hasRemoved = true
    for index in entry.dependents {
      visits += 1
      let dependent = entries[index]
      dependent.prerequisiteCount -= 1
      if dependent.prerequisiteCount == 0 { ready.insert(dependent) }
    }
  }
}

import Foundation
import NavigationRuntime
import TestSupport
import Testing

@Suite struct NavigationTreeRandomTests {
  @Test(arguments: RunLength.seeds(10))
  func theDifferenceOfAnEditedCopyLeadsThereAndBack(seed: UInt64) throws {
    var trees = RandomTrees(seed: seed)
    for _ in 0..<60 {
      let old = trees.tree(size: Int.random(in: 1...60, using: &trees.random))
      let edits = Int.random(in: 0...6, using: &trees.random)
      let new = trees.edited(old, edits: edits)
      try expectRoundTrip(from: old, to: new, seed: seed)
    }
  }

  @Test func theEditedCopiesHaveMovesAmongTheirDifferences() {
    var trees = RandomTrees(seed: 1)
    let changes = (0..<200).flatMap { _ in
      let old = trees.tree(size: 60)
      return trees.edited(old, edits: 6).difference(from: old)
    }
    #expect(changes.contains { if case .moved = $0 { true } else { false } })
  }

  @Test(arguments: RunLength.seeds(10))
  func theDifferenceOfUnrelatedTreesLeadsThereAndBack(seed: UInt64) throws {
    var trees = RandomTrees(seed: seed)
    for _ in 0..<60 {
      let old = trees.tree(size: Int.random(in: 1...40, using: &trees.random))
      let new = trees.tree(size: Int.random(in: 1...40, using: &trees.random))
      try expectRoundTrip(from: old, to: new, seed: seed)
    }
  }

  @Test(arguments: RunLength.seeds(10))
  func aChangeThatDoesNotSuitATreeLeavesItAsItIsAndOneThatDoesCanBeUndone(seed: UInt64) throws {
    var trees = RandomTrees(seed: seed)
    for _ in 0..<60 {
      let old = trees.tree(size: 30)
      let changes = trees.edited(old, edits: 4).difference(from: old)
      let start = trees.edited(old, edits: 3)
      for change in changes {
        var tree = start
        do {
          try tree.apply(change)
          try tree.validate()
          try tree.apply(change.inverse)
        } catch is NavigationTreeError {}
        #expect(tree.root.isIdentical(to: start.root), "\(change), seed \(seed)")
      }
    }
  }

  @Test(arguments: RunLength.seeds(5))
  func aChangeAtAKnownPathDoesTheSameAsOneThatIsSearched(seed: UInt64) throws {
    var trees = RandomTrees(seed: seed)
    for _ in 0..<60 {
      let old = trees.tree(size: 30)
      for change in trees.edited(old, edits: 3).difference(from: old) {
        guard let searched = try? old.applying(change) else { continue }
        var direct = old
        try direct.apply(change, at: #require(old.identifiers(to: change.container)))
        #expect(direct == searched, "\(change), seed \(seed)")
      }
    }
  }

  private func expectRoundTrip(
    from old: NavigationTree,
    to new: NavigationTree,
    seed: UInt64
  ) throws {
    try old.validate()
    try new.validate()
    let changes = new.difference(from: old)
    let message: Testing.Comment = """
      seed \(seed)
      \(old.text(includingIDs: true))
      became
      \(new.text(includingIDs: true))
      by
      \(changes.map(\.description).joined(separator: "\n"))
      """

    let there = try old.applying(changes)
    #expect(there == new, message)
    let back = try new.applying(changes.inverse)
    #expect(back == old, message)
    #expect(try there.applying(changes.inverse).root.isIdentical(to: old.root), message)
    #expect(changes.isEmpty == (old == new), message)
    #expect(changes.inverse.inverse == changes, message)

    // A slot changes once; where slots exchange their nodes, one is emptied first and filled later.
    for (slot, changes) in changesBySlot(changes) where changes.count > 1 {
      #expect(changes.count == 2, "\(slot), \(message)")
      #expect(changes.first?.inserted.isEmpty == true, "\(slot), \(message)")
      #expect(changes.last?.removed.isEmpty == true, "\(slot), \(message)")
    }
    let hasOtherRoot = old.root.id != new.root.id
    let replacesRoot = changes.contains { if case .rootReplaced = $0 { true } else { false } }
    #expect(hasOtherRoot == replacesRoot, message)

    let treeData = try JSONEncoder().encode(new)
    let decodedTree = try JSONDecoder().decode(NavigationTree.self, from: treeData)
    #expect(decodedTree.root.isIdentical(to: new.root), message)
    let data = try JSONEncoder().encode(changes)
    #expect(try JSONDecoder().decode([Change].self, from: data) == changes, message)

    #expect(new.text(includingIDs: true).split(separator: "\n").count == new.count, message)
    #expect((new.shapeDifference(from: old) == nil) == new.hasSameShape(as: old), message)
  }
}

private func changesBySlot(_ changes: [Change]) -> [String: [Change]] {
  var result: [String: [Change]] = [:]
  for change in changes {
    for slot in change.slots { result[slot, default: []].append(change) }
  }
  return result
}

extension Change {
  /// The slots that this change fills.
  fileprivate var slots: [String] {
    switch self {
    case .presented, .dismissed, .modalReplaced: return ["modal of \(container)"]
    case .moved(_, let from, let to): return [from.slotName, to.slotName]
    case .rootReplaced: return ["root"]
    default: return ["contents of \(container)"]
    }
  }
}

extension NavigationTree.Slot {
  fileprivate var slotName: String {
    position == .modal ? "modal of \(container)" : "contents of \(container)"
  }
}

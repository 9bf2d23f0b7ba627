/// A heap of the flows that may have a step to deliver, ordered by the step's rank.
package struct RankHeap {
  private var entries: [(rank: Int, flow: SlotID)] = []

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  package mutating func push(_ rank: Int, _ flow: SlotID) {
    entries.append((rank, flow))
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child].rank < entries[parent].rank else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  package mutating func popMin() -> (rank: Int, flow: SlotID)? {
    guard let last = entries.popLast() else { return nil }
    guard let first = entries.first else { return last }
    entries[0] = last
    var parent = 0
    while true {
      var child = parent * 2 + 1
      guard child < entries.count else { return first }
      if child + 1 < entries.count, entries[child + 1].rank < entries[child].rank { child += 1 }
      guard entries[child].rank < entries[parent].rank else { return first }
      entries.swapAt(child, parent)
      parent = child
    }
  }
}

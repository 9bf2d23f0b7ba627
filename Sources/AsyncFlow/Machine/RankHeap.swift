import NavigationRuntime

/// The flows that may have a step to deliver, ordered by the step's rank.
///
/// The first entry, usually the only one, is stored inline. Ranks mostly ascend, so most of the others
/// are in order as they come; only the rest has to be kept in order, as a heap.
package struct RankHeap {
  private typealias Entry = (rank: Int, flow: ArenaIndex)

  private var first: Entry?
  private var ascending = Queue<Entry>()
  private var heap: [Entry] = []

  package init() {}

  package var isEmpty: Bool { first == nil }
  package var count: Int { (first == nil ? 0 : 1) + ascending.count + heap.count }

  /// The number of flows for which memory is allocated.
  package var capacity: Int { ascending.capacity + heap.capacity }

  package mutating func push(_ rank: Int, _ flow: ArenaIndex) {
    guard let first else { return self.first = (rank, flow) }
    guard rank < first.rank else { return insert((rank, flow)) }
    self.first = (rank, flow)
    insert(first)
  }

  package mutating func popMin() -> (rank: Int, flow: ArenaIndex)? {
    guard let min = first.take() else { return nil }
    first = popNext()
    return min
  }

  private mutating func insert(_ entry: Entry) {
    if let last = ascending.last, entry.rank < last.rank {
      insertIntoHeap(entry)
    } else {
      ascending.append(entry)
    }
  }

  private mutating func popNext() -> Entry? {
    guard let top = heap.first else { return ascending.isEmpty ? nil : ascending.popFirst() }
    guard let next = ascending.first, next.rank < top.rank else { return popHeap() }
    return ascending.popFirst()
  }

  private mutating func insertIntoHeap(_ entry: Entry) {
    heap.append(entry)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].rank < heap[parent].rank else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func popHeap() -> Entry? {
    guard let last = heap.popLast() else { return nil }
    heap.giveBackMemory()
    guard let first = heap.first else { return last }
    heap[0] = last
    var parent = 0
    while true {
      var child = parent * 2 + 1
      guard child < heap.count else { return first }
      if child + 1 < heap.count, heap[child + 1].rank < heap[child].rank { child += 1 }
      guard heap[child].rank < heap[parent].rank else { return first }
      heap.swapAt(child, parent)
      parent = child
    }
  }
}

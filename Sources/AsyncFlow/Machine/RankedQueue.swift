import NavigationRuntime

/// A value with a rank in an order.
package protocol Ranked {
  var rank: Int { get }
}

/// A queue in the order of rank.
///
/// An appended element ranks above all others. Steps that were held are inserted at their ranks.
struct RankedQueue<Element: Ranked> {
  private var storage: [Element?] = []
  private var head = 0

  var first: Element? { head < storage.count ? storage[head] : nil }
  var firstRank: Int? { first?.rank }
  var last: Element? { head < storage.count ? storage[storage.count - 1] : nil }
  /// The element before the last one.
  var secondLast: Element? {
    head + 1 < storage.count ? storage[storage.count - 2] : nil
  }
  var elements: [Element] { storage[head...].compactMap { $0 } }

  mutating func append(_ element: Element) {
    storage.append(element)
  }

  /// Inserts elements all at once: one after the other, each would move those behind it.
  mutating func insert(_ elements: [Element]) {
    storage = (self.elements + elements).sorted { $0.rank < $1.rank }
    head = 0
  }

  mutating func popFirst() -> Element? {
    guard head < storage.count else { return nil }
    // A queue with a single element is the usual one.
    if storage.count == 1 { return storage.removeLast() }
    let element = storage[head].take()
    head += 1
    if head == storage.count {
      storage.removeAll(keepingCapacity: head <= 1_024)
      head = 0
    } else if head >= 32, head * 2 >= storage.count {
      storage.removeFirst(head)
      head = 0
    }
    return element
  }

  func firstRank(where fits: (Element) -> Bool) -> Int? {
    for index in head..<storage.count {
      if let element = storage[index], fits(element) { return element.rank }
    }
    return nil
  }

  mutating func remove(_ rank: Int) -> Element? {
    if firstRank == rank { return popFirst() }
    guard let index = storage[head...].firstIndex(where: { $0?.rank == rank }) else { return nil }
    return storage.remove(at: index)
  }
}

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

import NavigationRuntime

/// A value with a rank in an order.
package protocol Ranked {
  var rank: Int { get }
}

/// A queue in the order of rank.
///
/// An appended element ranks above all others. A step that was held is inserted at its rank.
package struct RankedQueue<Element: Ranked> {
  private var storage: [Element?] = []
  private var head = 0

  package init() {}

  package var isEmpty: Bool { head == storage.count }
  package var firstRank: Int? { head < storage.count ? storage[head]?.rank : nil }
  package var last: Element? { head < storage.count ? storage[storage.count - 1] : nil }
  /// The element before the last one.
  package var secondLast: Element? {
    head + 1 < storage.count ? storage[storage.count - 2] : nil
  }
  package var elements: [Element] { storage[head...].compactMap { $0 } }

  package mutating func append(_ element: Element) {
    storage.append(element)
  }

  package mutating func insert(_ element: Element) {
    var index = storage.count
    while index > head, let before = storage[index - 1], before.rank > element.rank { index -= 1 }
    storage.insert(element, at: index)
  }

  package mutating func popFirst() -> Element? {
    guard head < storage.count else { return nil }
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

  package func firstRank(where fits: (Element) -> Bool) -> Int? {
    for index in head..<storage.count {
      if let element = storage[index], fits(element) { return element.rank }
    }
    return nil
  }

  package mutating func remove(_ rank: Int) -> Element? {
    if firstRank == rank { return popFirst() }
    guard let index = storage[head...].firstIndex(where: { $0?.rank == rank }) else { return nil }
    return storage.remove(at: index)
  }
}

/// A heap of the flows that may have a step to deliver, ordered by the step's rank.
package struct RankHeap {
  private var entries: [(rank: Int, flow: ArenaIndex)] = []

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  package mutating func push(_ rank: Int, _ flow: ArenaIndex) {
    entries.append((rank, flow))
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child].rank < entries[parent].rank else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  package mutating func popMin() -> (rank: Int, flow: ArenaIndex)? {
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

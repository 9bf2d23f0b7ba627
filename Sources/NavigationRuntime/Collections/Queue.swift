/// A first-in-first-out queue over one array.
///
/// Elements leave at a moving head. The array is compacted when the head has passed half of it, so
/// that both ends have amortized constant cost. An array that is much larger than its elements need
/// is then replaced, so that a burst does not keep its memory.
@frozen
@usableFromInline
package struct Queue<Element> {
  @usableFromInline var storage: [Element?] = []
  @usableFromInline var head = 0

  @inlinable
  package init() {}

  /// Makes a queue of elements, oldest first.
  @inlinable
  package init(_ elements: [Element]) { storage = elements }

  @inlinable
  package var count: Int { storage.count - head }

  /// The number of elements for which memory is allocated.
  package var capacity: Int { storage.capacity }

  @inlinable
  package var isEmpty: Bool { storage.count == head }

  @inlinable
  package var first: Element? { isEmpty ? nil : storage[head] }

  @inlinable
  package var last: Element? { isEmpty ? nil : storage[storage.count - 1] }

  /// The element at a distance from the oldest; `nil` where there is none.
  @inlinable
  package subscript(distance: Int) -> Element? {
    distance >= 0 && distance < count ? storage[head + distance] : nil
  }

  @inlinable
  package mutating func append(_ element: consuming Element) {
    storage.append(element)
  }

  /// Appends an element to a queue of a limited length.
  ///
  /// - Returns: The oldest element, if the queue was full.
  @inlinable
  package mutating func append(_ element: Element, limit: Int) -> Element? {
    let oldest = count == limit ? popFirst() : nil
    append(element)
    return oldest
  }

  @inlinable
  package mutating func popFirst() -> Element? {
    guard head < storage.count else { return nil }
    // A queue with a single element is the usual one.
    if storage.count == 1 { return storage.removeLast() }
    let element = storage[head].take()
    head += 1
    if head == storage.count {
      storage.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 32, head * 2 >= storage.count {
      if storage.isMuchTooLarge(for: count) {
        storage = Array(storage[head...])
      } else {
        storage.removeFirst(head)
      }
      head = 0
    }
    return element
  }

  /// Returns the oldest element that fits.
  @inlinable
  package func first(where fits: (Element) -> Bool) -> Element? {
    index(where: fits).flatMap { storage[$0] }
  }

  /// Removes the oldest element that fits, keeping the order of the others.
  @inlinable
  package mutating func removeFirst(where fits: (Element) -> Bool) -> Element? {
    guard let index = index(where: fits) else { return nil }
    if index == head { return popFirst() }
    defer { storage.giveBackMemory() }
    return storage.remove(at: index)
  }

  @inlinable
  func index(where fits: (Element) -> Bool) -> Int? {
    (head..<storage.count).first { storage[$0].map(fits) ?? false }
  }

  /// Changes the element at a distance from the oldest; has no effect where there is none.
  mutating func withElement(at distance: Int, _ change: (inout Element) -> Void) {
    guard var element = self[distance] else { return }
    change(&element)
    storage[head + distance] = element
  }

  /// The elements, oldest first.
  @inlinable
  package var elements: [Element] { storage[head...].compactMap { $0 } }

  /// The elements from a distance from the oldest, oldest first.
  package func elements(from distance: Int) -> [Element] {
    storage[(head + min(count, max(0, distance)))...].compactMap { $0 }
  }
}

extension Array {
  /// Whether much less memory would do for a number of elements.
  ///
  /// The limit is far from a power of two. Arrays that grow have capacities just above one, by how much
  /// depends on the allocator.
  @inlinable
  func isMuchTooLarge(for count: Int) -> Bool { capacity > 1_536 && capacity > count * 4 }

  /// Replaces the memory by a smaller one if it is much larger than the elements need, as after a
  /// burst.
  @inlinable
  package mutating func giveBackMemory() {
    guard isMuchTooLarge(for: count) else { return }
    var smaller: Self = []
    smaller.reserveCapacity(count)
    smaller += self
    self = smaller
  }
}

/// An element of an ``ObjectHeap``.
package protocol ObjectHeapElement: AnyObject {
  /// The index in the heap, which sets it; `nil` while the element is in none.
  var heapIndex: Int? { get set }

  /// Returns whether the element comes before another one; no two are equal.
  func isBefore(_ other: Self) -> Bool
}

/// A binary heap of objects.
///
/// Each element stores its index, so that removing any one takes logarithmic time.
package struct ObjectHeap<Element: ObjectHeapElement> {
  /// The elements, the first one first, the others in no particular order.
  package private(set) var elements: [Element] = []

  package init() {}

  package var first: Element? { elements.first }
  package var count: Int { elements.count }

  /// Inserts an element that is in no heap.
  package mutating func insert(_ element: Element) {
    elements.append(element)
    element.heapIndex = elements.count - 1
    siftUp(elements.count - 1)
  }

  /// Removes an element that is in this heap or in none.
  ///
  /// - Returns: Whether the element was in the heap.
  @discardableResult
  package mutating func remove(_ element: Element) -> Bool {
    guard let index = element.heapIndex else { return false }
    assert(elements[index] === element, "The element is in another heap.")
    element.heapIndex = nil
    let last = elements.removeLast()
    if last !== element {
      put(last, at: index)
      siftUp(index)
      siftDown(last.heapIndex ?? index)
    }
    return true
  }

  private mutating func put(_ element: Element, at index: Int) {
    elements[index] = element
    element.heapIndex = index
  }

  private mutating func siftUp(_ start: Int) {
    var index = start
    while index > 0, elements[index].isBefore(elements[(index - 1) / 2]) {
      swap(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func siftDown(_ start: Int) {
    var index = start
    while true {
      var first = index
      for child in 2 * index + 1...2 * index + 2
      where child < elements.count && elements[child].isBefore(elements[first]) {
        first = child
      }
      guard first != index else { return }
      swap(index, first)
      index = first
    }
  }

  private mutating func swap(_ one: Int, _ other: Int) {
    let element = elements[one]
    put(elements[other], at: one)
    put(element, at: other)
  }
}

/// An array that stores its element inline as long as it has one, and allocates memory for several.
@frozen
@usableFromInline
package struct ShortArray<Element> {
  @usableFromInline var only: Element?
  /// The elements, if there have been several.
  @usableFromInline var several: [Element] = []

  @inlinable
  package init() {}

  @inlinable
  package mutating func append(_ element: Element) {
    if let first = only.take() {
      several.append(first)
      several.append(element)
    } else if several.isEmpty {
      only = element
    } else {
      several.append(element)
    }
  }

  /// Removes the last element; there has to be one.
  @inlinable
  package mutating func removeLast() -> Element { only.take() ?? several.removeLast() }

  /// Removes the element at an index; there has to be one.
  @inlinable
  @discardableResult
  package mutating func remove(at index: Int) -> Element {
    only.take() ?? several.remove(at: index)
  }

  /// Removes an element that satisfies a condition, if there is one; at most one should.
  ///
  /// Searches from both ends: when many elements are removed, it is mostly in their order or in the
  /// reverse.
  @inlinable
  package mutating func remove(where isMeant: (Element) -> Bool) {
    if let only {
      if isMeant(only) { self.only = nil }
      return
    }
    var (low, high) = (0, several.count - 1)
    while low <= high {
      if isMeant(several[high]) {
        several.remove(at: high)
        return
      }
      if isMeant(several[low]) {
        several.remove(at: low)
        return
      }
      (low, high) = (low + 1, high - 1)
    }
  }
}

extension ShortArray: RandomAccessCollection {
  @inlinable
  package var startIndex: Int { 0 }

  @inlinable
  package var endIndex: Int { only == nil ? several.count : 1 }

  @inlinable
  package subscript(index: Int) -> Element {
    get {
      if let only, index == 0 { return only }
      return several[index]
    }
    set {
      if only != nil, index == 0 {
        only = newValue
      } else {
        several[index] = newValue
      }
    }
  }
}

// The standard library's functions with these names, for closures isolated to the main actor.
//
// The compiler inserts a check of the executor at the start of each such closure that it passes to a
// module built without complete concurrency checking, as the standard library is. Here a closure is
// called at once, where it was written, so the check cannot fail; it costs a hundred bytes in each of
// six hundred closures, and time for each element. Functions with the same signatures in this package
// take precedence over those of the standard library, and have no such check. Those that are not here,
// such as `reduce` and `sorted`, keep it.

@inlinable
package func sequence<Element>(
  first: Element, next: @escaping (Element) -> Element?
) -> UnfoldFirstSequence<Element> {
  Swift.sequence(first: first, next: next)
}

extension Sequence {
  @inlinable
  package func contains(where predicate: (Element) throws -> Bool) rethrows -> Bool {
    for element in self where try predicate(element) { return true }
    return false
  }

  @inlinable
  package func allSatisfy(_ predicate: (Element) throws -> Bool) rethrows -> Bool {
    for element in self where try !predicate(element) { return false }
    return true
  }

  @inlinable
  package func first(where predicate: (Element) throws -> Bool) rethrows -> Element? {
    for element in self where try predicate(element) { return element }
    return nil
  }

  @inlinable
  package func compactMap<Result>(_ transform: (Element) throws -> Result?) rethrows -> [Result] {
    var results: [Result] = []
    for element in self {
      if let result = try transform(element) { results.append(result) }
    }
    return results
  }

  @inlinable
  package func flatMap<Segment: Sequence>(
    _ transform: (Element) throws -> Segment
  ) rethrows -> [Segment.Element] {
    var results: [Segment.Element] = []
    for element in self { results.append(contentsOf: try transform(element)) }
    return results
  }
}

extension Collection {
  @inlinable
  package func map<Result, Failure>(
    _ transform: (Element) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    let count = count
    guard count > 0 else { return [] }
    var results: [Result] = []
    results.reserveCapacity(count)
    for element in self { results.append(try transform(element)) }
    return results
  }

  @inlinable
  package func firstIndex(where predicate: (Element) throws -> Bool) rethrows -> Index? {
    for index in indices where try predicate(self[index]) { return index }
    return nil
  }
}

extension BidirectionalCollection {
  @inlinable
  package func last(where predicate: (Element) throws -> Bool) rethrows -> Element? {
    try lastIndex(where: predicate).map { self[$0] }
  }

  @inlinable
  package func lastIndex(where predicate: (Element) throws -> Bool) rethrows -> Index? {
    var index = endIndex
    while index != startIndex {
      formIndex(before: &index)
      if try predicate(self[index]) { return index }
    }
    return nil
  }
}

extension Array {
  @inlinable
  package func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> [Element] {
    var results: [Element] = []
    for element in self where try isIncluded(element) { results.append(element) }
    return results
  }

  @inlinable
  package mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    guard var end = try firstIndex(where: shouldBeRemoved) else { return }
    for index in (end + 1)..<count where try !shouldBeRemoved(self[index]) {
      swapAt(end, index)
      end += 1
    }
    removeSubrange(end...)
  }
}

extension Optional {
  @inlinable
  package func map<Result, Failure>(
    _ transform: (Wrapped) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let wrapped = self else { return nil }
    return try transform(wrapped)
  }

  @inlinable
  package func flatMap<Result, Failure>(
    _ transform: (Wrapped) throws(Failure) -> Result?
  ) throws(Failure) -> Result? {
    guard let wrapped = self else { return nil }
    return try transform(wrapped)
  }
}

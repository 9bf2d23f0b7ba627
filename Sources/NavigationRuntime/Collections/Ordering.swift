extension Sequence {
  /// Returns the elements in ascending order of their keys; those with equal keys keep their order.
  ///
  /// Only the keys are sorted: the code of a sort is long, and there would be one for each type.
  @inlinable
  package func ordered(by key: (Element) -> Int) -> [Element] {
    let elements = Array(self)
    return ascendingIndices(of: elements.map(key)).map { elements[$0] }
  }
}

@usableFromInline
func ascendingIndices(of keys: [Int]) -> [Int] {
  keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
}

extension Array {
  /// Removes and returns all elements.
  ///
  /// For a list whose elements are called: they may add to it, and find it empty.
  @inlinable
  package mutating func takeAll() -> Self {
    let all = self
    self = []
    return all
  }
}

extension Range<Int> {
  /// Returns the first index that is in the second part of a partitioned range, or the upper bound
  /// if there is none, in logarithmic time.
  ///
  /// For an array it takes the indices, so that no copy of the array is held meanwhile.
  @inlinable
  package func partitioningIndex(where isInSecondPart: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isInSecondPart(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Returns the index at which an ascending list has a number, in logarithmic time; `nil` if it does
  /// not have it.
  @inlinable
  package func index(of number: Int, among numberAt: (Int) -> Int) -> Int? {
    let index = partitioningIndex { numberAt($0) >= number }
    return index < upperBound && numberAt(index) == number ? index : nil
  }
}

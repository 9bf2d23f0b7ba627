/// The difference of two lists of lines, for failure texts.
package enum LineDifference {
  /// Returns the expected (−), the actual (+) and the unchanged lines, in order.
  ///
  /// A space marks an unchanged line.
  package static func lines(
    expected: [String], actual: [String]
  ) -> [(mark: Character, line: String)] {
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in actual.difference(from: expected) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var result: [(mark: Character, line: String)] = []
    var (old, new) = (0, 0)
    while old < expected.count || new < actual.count {
      if removed.contains(old) {
        result.append(("−", expected[old]))
        old += 1
      } else if inserted.contains(new) {
        result.append(("+", actual[new]))
        new += 1
      } else {
        result.append((" ", actual[new]))
        (old, new) = (old + 1, new + 1)
      }
    }
    return result
  }
}

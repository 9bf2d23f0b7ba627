/// The difference of two lists of lines, for failure texts.
package enum LineDifference {
  /// Returns the expected (−), the actual (+) and the unchanged lines, in order.
  ///
  /// A space marks an unchanged line.
  package static func lines(
    expected: [String], actual: [String]
  ) -> [(mark: Character, line: String)] {
    let shorter = min(expected.count, actual.count)
    let leading = zip(expected, actual).prefix { $0 == $1 }.count
    let trailing = zip(expected.reversed(), actual.reversed()).prefix { $0 == $1 }.count
    let kept = min(trailing, shorter - leading)
    let old = Array(expected[leading..<(expected.count - kept)])
    let new = Array(actual[leading..<(actual.count - kept)])
    return expected[..<leading].map { (" ", $0) }
      + changes(from: old, to: new)
      + actual[(actual.count - kept)...].map { (" ", $0) }
  }

  /// The number of pairs of lines up to which lines in between are found that have stayed.
  private static let limit = 4_000_000

  private static func changes(
    from expected: [String], to actual: [String]
  ) -> [(mark: Character, line: String)] {
    // The comparison takes a time that grows with the product, and its text would help little.
    guard expected.count * actual.count <= limit else {
      return expected.map { ("−", $0) } + actual.map { ("+", $0) }
    }
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

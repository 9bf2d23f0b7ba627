/// The difference of two values, for failure texts.
package enum StateDifference {
  /// Whether two values are equal: by `==` where there is one, else by their text.
  package static func areEqual<Value>(_ left: Value, _ right: Value) -> Bool {
    func compare<Known: Equatable>(_ left: Known) -> Bool { left == right as? Known }
    if let left = left as? any Equatable { return compare(left) }
    return StateText.lines(of: left) == StateText.lines(of: right)
  }

  /// What was expected (−) and what there is (+), with the lines around that are the same.
  package static func text(expected: Any, actual: Any) -> String {
    let old = StateText.lines(of: expected)
    let new = StateText.lines(of: actual)
    let difference = new.difference(from: old)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    guard !difference.isEmpty else {
      return "  (The values differ, but not in their text; they need a better description.)"
    }
    var result: [(mark: Character, line: String)] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.count || newIndex < new.count {
      if removed.contains(oldIndex) {
        result.append(("−", old[oldIndex]))
        oldIndex += 1
      } else if inserted.contains(newIndex) {
        result.append(("+", new[newIndex]))
        newIndex += 1
      } else {
        result.append((" ", new[newIndex]))
        oldIndex += 1
        newIndex += 1
      }
    }
    return shorten(result).joined(separator: "\n")
  }

  /// Leaves out what is the same and far from a change.
  private static func shorten(_ lines: [(mark: Character, line: String)]) -> [String] {
    let changes = lines.indices.filter { lines[$0].mark != " " }
    var result: [String] = []
    var isSkipping = false
    var next = changes.startIndex
    for index in lines.indices {
      while next < changes.count, changes[next] + 3 < index { next += 1 }
      let isNear = next < changes.count && abs(changes[next] - index) <= 3
      if isNear {
        result.append("\(lines[index].mark) \(lines[index].line)")
      } else if !isSkipping {
        result.append("  …")
      }
      isSkipping = !isNear
    }
    return result
  }
}

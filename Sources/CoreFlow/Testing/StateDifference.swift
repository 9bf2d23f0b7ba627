/// The difference of two values, for failure texts.
package enum StateDifference {
  /// Whether two values are equal: by `==` if they are `Equatable`, else by their text.
  ///
  /// A NaN equals a NaN at the same position.
  package static func areEqual(_ left: Any, _ right: Any) -> Bool {
    if let known = left as? any Equatable {
      return isEqual(known, right) || differOnlyInNaN(left, right)
    }
    return StateText.lines(of: left) == StateText.lines(of: right)
  }

  private static func isEqual<Known: Equatable>(_ left: Known, _ right: Any) -> Bool {
    left == right as? Known
  }

  /// Whether two unequal values differ only in NaNs at the same positions.
  private static func differOnlyInNaN(_ left: Any, _ right: Any) -> Bool {
    guard type(of: left) == type(of: right) else { return false }
    if let left = left as? any FloatingPoint, let right = right as? any FloatingPoint {
      return left.isNaN && right.isNaN
    }
    let (parts, others) = (Mirror(reflecting: left), Mirror(reflecting: right))
    guard parts.children.count == others.children.count else { return false }
    switch parts.displayStyle {
    case .struct, .enum, .tuple, .optional, .collection:
      guard zip(parts.children, others.children).allSatisfy({ $0.label == $1.label }) else {
        return false
      }
      return differOnlyInNaN(zip(parts.children, others.children).map { ($0.value, $1.value) })
    case .dictionary:
      guard let left = left as? [AnyHashable: Any], let right = right as? [AnyHashable: Any],
        left.keys.allSatisfy({ right[$0] != nil })
      else { return false }
      return differOnlyInNaN(left.compactMap { key, value in right[key].map { (value, $0) } })
    default: return false
    }
  }

  private static func differOnlyInNaN(_ pairs: [(Any, Any)]) -> Bool {
    let different = pairs.filter { left, right in
      if let known = left as? any Equatable { return !isEqual(known, right) }
      return StateText.lines(of: left) != StateText.lines(of: right)
    }
    return !different.isEmpty && different.allSatisfy { differOnlyInNaN($0, $1) }
  }

  /// The expected (−) and the actual (+) lines, with the unchanged lines around them.
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

  /// Omits unchanged lines that are more than three lines from a change.
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

import NavigationRuntime

/// The difference of two values, for failure texts.
package enum StateDifference {
  /// Whether two values are equal: by `==` if they are `Equatable`, else by their text and that of
  /// their parts: the `Equatable` ones of structures, enumerations, tuples, optionals and arrays
  /// are compared by `==`, too.
  ///
  /// A NaN equals a NaN at the same position. Pulses with equal values and different numbers of
  /// assignments are different if assignments count.
  package static func areEqual(_ left: Any, _ right: Any, countsAssignments: Bool = true) -> Bool {
    if areSame(left, right) { return true }
    guard left is any Equatable || !countsAssignments else { return false }
    return differInsignificantly(left, right, countsAssignments)
  }

  private static func areSame(_ left: Any, _ right: Any) -> Bool {
    (left as? any Equatable).map { isEqual($0, right) }
      ?? (StateText.lines(of: left) == StateText.lines(of: right)
        && haveEqualParts(left, right))
  }

  /// Whether the `Equatable` parts of two values with the same text are equal.
  ///
  /// A text may omit a difference: that of a date has no fractions of a second.
  private static func haveEqualParts(_ left: Any, _ right: Any) -> Bool {
    let (parts, others) = (Mirror(reflecting: left), Mirror(reflecting: right))
    switch parts.displayStyle {
    case .struct, .enum, .tuple, .optional, .collection:
      return haveSameLabels(parts, others)
        && zip(parts.children, others.children).allSatisfy { part, other in
          part.value is any Equatable
            ? areEqual(part.value, other.value) : haveEqualParts(part.value, other.value)
        }
    default: return true
    }
  }

  private static func haveSameLabels(_ parts: Mirror, _ others: Mirror) -> Bool {
    parts.children.count == others.children.count
      && zip(parts.children, others.children).allSatisfy { $0.label == $1.label }
  }

  private static func isEqual<Known: Equatable>(_ left: Known, _ right: Any) -> Bool {
    left == right as? Known
  }

  /// Whether two unequal values differ only in NaNs at the same positions and, unless assignments
  /// count, in the numbers of assignments of pulses.
  private static func differInsignificantly(
    _ left: Any, _ right: Any, _ countsAssignments: Bool
  ) -> Bool {
    guard type(of: left) == type(of: right) else { return false }
    if !countsAssignments, let left = left as? any AnyPulse, let right = right as? any AnyPulse {
      return areEqual(left.anyValue, right.anyValue, countsAssignments: false)
    }
    if let left = left as? any FloatingPoint, let right = right as? any FloatingPoint {
      return left.isNaN && right.isNaN
    }
    let (parts, others) = (Mirror(reflecting: left), Mirror(reflecting: right))
    switch parts.displayStyle {
    case .struct, .enum, .tuple, .optional, .collection:
      guard haveSameLabels(parts, others) else { return false }
      return differInsignificantly(
        zip(parts.children, others.children).map { ($0.value, $1.value) }, countsAssignments)
    case .dictionary:
      guard let left = left as? [AnyHashable: Any], let right = right as? [AnyHashable: Any],
        left.keys.allSatisfy({ right[$0] != nil })
      else { return false }
      return differInsignificantly(
        left.compactMap { key, value in right[key].map { (value, $0) } }, countsAssignments)
    default: return false
    }
  }

  private static func differInsignificantly(
    _ pairs: [(Any, Any)], _ countsAssignments: Bool
  ) -> Bool {
    let different = pairs.filter { !areSame($0, $1) }
    return !different.isEmpty
      && different.allSatisfy { differInsignificantly($0, $1, countsAssignments) }
  }

  /// The expected (−) and the actual (+) lines, with the unchanged lines around them.
  package static func text(expected: Any, actual: Any) -> String {
    let result = LineDifference.lines(
      expected: StateText.lines(of: expected), actual: StateText.lines(of: actual))
    guard result.contains(where: { $0.mark != " " }) else {
      return "  (The values differ, but not in their text; they need a better description.)"
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

/// A short text of a value, in lines, for failure texts; always the same for equal values.
///
/// A mirror that a type makes itself may have any style with any children, labelled or not.
package struct StateText {
  private(set) var lines: [String] = []
  /// The objects being described, so that a cycle ends.
  private var open: Set<ObjectIdentifier> = []

  package static func lines(of value: Any) -> [String] {
    var text = StateText()
    text.add(value, label: "", depth: 0)
    return text.lines
  }

  private mutating func add(_ value: Any, label: String, depth: Int) {
    let mirror = Mirror(reflecting: value)
    let prefix = String(repeating: "  ", count: depth) + label
    switch mirror.displayStyle {
    case .optional where mirror.children.isEmpty:
      lines.append(prefix + "nil")
    case .optional where mirror.children.count == 1:
      for child in mirror.children { add(child.value, label: label, depth: depth) }
    case .collection, .set, .dictionary:
      addElements(of: mirror, prefix, depth: depth)
    case .enum where mirror.children.isEmpty:
      lines.append(prefix + "\(value)")
    case .enum, .optional:
      addMembers(Array(mirror.children), prefix + "(", depth: depth)
    case .class:
      addObject(value as AnyObject, mirror, prefix, depth: depth)
    case .struct, .tuple:
      guard !mirror.children.isEmpty, !(value is any CustomStringConvertible) else {
        return lines.append(prefix + Self.leaf(value))
      }
      let name = mirror.displayStyle == .tuple ? "" : "\(mirror.subjectType)"
      addMembers(Array(mirror.children), prefix + name + "(", depth: depth)
    default:
      lines.append(prefix + Self.leaf(value))
    }
  }

  private mutating func addMembers(_ members: [Mirror.Child], _ opening: String, depth: Int) {
    lines.append(opening)
    for (index, member) in members.enumerated() {
      add(member.value, label: (member.label ?? "\(index)") + ": ", depth: depth + 1)
    }
    lines.append(String(repeating: "  ", count: depth) + ")")
  }

  private mutating func addElements(of mirror: Mirror, _ prefix: String, depth: Int) {
    guard !mirror.children.isEmpty else { return lines.append(prefix + "[]") }
    lines.append(prefix + "[")
    let elements = mirror.children.map { child in
      var inner = StateText()
      inner.open = open
      if mirror.displayStyle == .dictionary, let (key, value) = Self.pair(child) {
        inner.add(value, label: Self.leaf(key) + ": ", depth: depth + 1)
      } else {
        inner.add(child.value, label: child.label.map { $0 + ": " } ?? "", depth: depth + 1)
      }
      return inner.lines
    }
    // Sets and dictionaries have no order of their own.
    let isOrdered = mirror.displayStyle == .collection
    let sorted = isOrdered ? elements : elements.sorted { $0.lexicographicallyPrecedes($1) }
    lines += sorted.flatMap { $0 }
    lines.append(String(repeating: "  ", count: depth) + "]")
  }

  /// Returns the key and the value of a dictionary's element; `nil` for a child of another kind.
  private static func pair(_ child: Mirror.Child) -> (key: Any, value: Any)? {
    let element = Mirror(reflecting: child.value)
    let parts = element.children.map(\.value)
    guard child.label == nil, element.displayStyle == .tuple, parts.count == 2 else { return nil }
    return (parts[0], parts[1])
  }

  private mutating func addObject(
    _ object: AnyObject, _ mirror: Mirror, _ prefix: String, depth: Int
  ) {
    let name = "\(mirror.subjectType)"
    let classes = Array(sequence(first: mirror) { $0.superclassMirror })
    let members = classes.reversed().flatMap(\.children)
    guard !members.isEmpty, open.insert(ObjectIdentifier(object)).inserted else {
      return lines.append(prefix + name + "(…)")
    }
    addMembers(members, prefix + name + "(", depth: depth)
    open.remove(ObjectIdentifier(object))
  }

  private static func leaf(_ value: Any) -> String {
    (value as? String)?.debugDescription ?? "\(value)"
  }
}

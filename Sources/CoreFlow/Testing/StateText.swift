/// A short text of a value, in lines, for failure texts; always the same for equal values.
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
    case .optional:
      guard let child = mirror.children.first else { return lines.append(prefix + "nil") }
      add(child.value, label: label, depth: depth)
    case .collection, .set, .dictionary:
      addElements(of: mirror, prefix, depth: depth)
    case .enum:
      guard let child = mirror.children.first else { return lines.append(prefix + "\(value)") }
      addMembers([child], prefix + "(", depth: depth)
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

  private mutating func addMembers(
    _ members: [Mirror.Child], _ opening: String, depth: Int
  ) {
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
      if mirror.displayStyle == .dictionary {
        let pair = Mirror(reflecting: child.value).children.map(\.value)
        inner.add(pair[1], label: Self.leaf(pair[0]) + ": ", depth: depth + 1)
      } else {
        inner.add(child.value, label: "", depth: depth + 1)
      }
      return inner.lines
    }
    // Sets and dictionaries have no order of their own.
    let isOrdered = mirror.displayStyle == .collection
    let sorted = isOrdered ? elements : elements.sorted { $0.lexicographicallyPrecedes($1) }
    lines += sorted.flatMap { $0 }
    lines.append(String(repeating: "  ", count: depth) + "]")
  }

  private mutating func addObject(
    _ object: AnyObject, _ mirror: Mirror, _ prefix: String, depth: Int
  ) {
    let name = "\(mirror.subjectType)"
    guard !mirror.children.isEmpty, open.insert(ObjectIdentifier(object)).inserted else {
      return lines.append(prefix + name + "(…)")
    }
    addMembers(Array(mirror.children), prefix + name + "(", depth: depth)
    open.remove(ObjectIdentifier(object))
  }

  private static func leaf(_ value: Any) -> String {
    (value as? String)?.debugDescription ?? "\(value)"
  }
}

extension NavigationPlace {
  /// The position of an element within its flow, which decides whether it can be removed.
  package enum Placement {
    /// It stays: a root, a tab, a column, or the first entry of a stack.
    case fixed
    /// It is in a modal of its own.
    case modal(NavigationLifecycle)
    /// It is, or is in, an entry of a stack above the first.
    case entry(NavigationLifecycle)

    /// The stack of an entry.
    @MainActor fileprivate var stack: ObjectIdentifier? {
      guard case .entry(let element) = self else { return nil }
      return element.holder.map(ObjectIdentifier.init) ?? ObjectIdentifier(element)
    }

    /// The element whose removal removes it; `nil` if it stays.
    package var element: NavigationLifecycle? {
      switch self {
      case .fixed: nil
      case .modal(let element), .entry(let element): element
      }
    }
  }

  /// Matches the entries of a place with those on screen.
  ///
  /// New screens appear on top of a stack. So the entries of a stack match up to the first missing
  /// one, and those behind it are shown again. A missing entry belongs to the stack of the entry
  /// before it, as far as that can be known. Returns for each wanted entry the index of the one on
  /// screen; `nil` if it is missing.
  @MainActor
  package static func match(
    _ wanted: [Value], with shown: [(value: Value, placement: Placement)]
  ) -> [Int?] {
    var matches = [Int?](repeating: nil, count: wanted.count)
    var unmatched: [Value: [Int]] = [:]
    for (index, value) in wanted.enumerated().reversed() {
      unmatched[value, default: []].append(index)
    }
    for (index, element) in shown.enumerated() where element.placement.stack == nil {
      if let entry = unmatched[element.value]?.popLast() { matches[entry] = index }
    }
    var left = shown.indices.filter { shown[$0].placement.stack != nil }[...]
    var stack: ObjectIdentifier?
    for entry in wanted.indices where matches[entry] == nil {
      guard let next = left.first else { break }
      if let found = left.firstIndex(where: { shown[$0].value == wanted[entry] }) {
        matches[entry] = left[found]
        stack = shown[left[found]].placement.stack
        left = left[(found + 1)...]
      } else {
        let interrupted = stack ?? shown[next].placement.stack
        left = left.filter { shown[$0].placement.stack != interrupted }[...]
      }
    }
    return matches
  }
}

extension NavigationLifecycle {
  /// The object's placement within a flow that shows its screens in a root.
  package func placement(in root: NavigationLifecycle?) -> NavigationPlace.Placement {
    if let modal = enclosingModal, modal !== root?.enclosingModal { return .modal(modal) }
    let inside = ancestry.prefix { $0 !== root && !$0.isModal }
    return inside.first(where: \.isAboveEntry).map { .entry($0) } ?? .fixed
  }
}

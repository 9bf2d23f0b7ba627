import NavigationRuntime
import Testing

/// All pairs of small trees: up to three nodes, in every arrangement of three kinds.
@Suite struct NavigationTreeExhaustiveTests {
  typealias ID = NavigationNodeID

  @Test func eachSmallTreeLeadsToEachOtherAndBack() throws {
    let trees = ([[], [2], [3], [2, 3], [3, 2]] as [[ID]])
      .flatMap { Self.nodes(1, with: $0) }
      .map(NavigationTree.init(unchecked:))
    #expect(trees.count > 100)
    for old in trees {
      try old.validate()
      for new in trees {
        let changes = new.difference(from: old)
        guard try old.applying(changes) == new, try new.applying(changes.inverse) == old else {
          Issue.record(
            "\(old.text(includingIDs: true))\n\(new.text(includingIDs: true))\n\(changes)")
          return
        }
      }
    }
  }

  /// All trees with this root and these nodes, in this order, below it.
  private static func nodes(_ root: ID, with ids: [ID]) -> [Node] {
    (0...ids.count).flatMap { split in
      modals(Array(ids[split...])).flatMap { modal in
        forests(Array(ids[..<split])).flatMap { children in
          kinds(root, children).map { modal.map($0.presenting) ?? $0 }
        }
      }
    }
  }

  private static func modals(_ ids: [ID]) -> [Node?] {
    guard let first = ids.first else { return [nil] }
    return nodes(first, with: Array(ids.dropFirst()))
  }

  /// All ways to arrange nodes, in this order, as children with nodes below them.
  private static func forests(_ ids: [ID]) -> [[Node]] {
    guard let first = ids.first else { return [[]] }
    return (1...ids.count).flatMap { end in
      nodes(first, with: Array(ids[1..<end])).flatMap { node in
        forests(Array(ids[end...])).map { [node] + $0 }
      }
    }
  }

  private static func kinds(_ id: ID, _ children: [Node]) -> [Node] {
    guard !children.isEmpty else { return [.screen(id, ""), .tabs(id, "")] }
    let tabs = children.indices.map { Node.tabs(id, "", children, selected: $0) }
    return [.stack(id, "", children), .split(id, "", children)] + tabs
  }
}

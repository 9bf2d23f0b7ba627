/// The screen as a value: stacks, tabs, splits, pages and their modals.
///
/// A tree is a snapshot. It changes only through ``Change`` values, which can be compared, stored,
/// sent and undone. Build one from its root:
///
/// ```swift
/// let tree = try NavigationTree(
///   .window(1, "App", .stack(2, "Main", [.screen(3, "Home"), .screen(4, "Detail")]))
/// )
/// tree.visibleLeaf.name  // "Detail"
/// ```
///
/// Two trees are equal if they have the same nodes in the same slots with the same selections;
/// names are not compared. To compare the *look* of two trees and ignore identifiers instead, use
/// ``hasSameShape(as:)``.
///
/// An edited copy shares storage with its original, and the cost of comparing them depends on the
/// size of the edit.
public struct NavigationTree: Sendable, Equatable {
  /// The root node, usually a window.
  public internal(set) var root: Node

  /// Makes and validates a tree.
  ///
  /// The rules for all trees:
  ///
  /// - Every identifier occurs once.
  /// - A screen has no children, a window at most one; a window is the root.
  /// - Tabs and pages with children select one of them; no other node has a selection.
  ///
  /// - Parameter root: The root of the tree.
  /// - Throws: ``NavigationTreeError``, which names the node that breaks a rule.
  public init(_ root: Node) throws {
    self.init(unchecked: root)
    try validate()
  }

  /// Makes a tree from a root that is known to be valid.
  package init(unchecked root: Node) {
    self.root = root
  }
}

extension NavigationTree {
  /// Returns the node with an identifier, or `nil` if it is not in the tree.
  public func node(_ id: NavigationNodeID) -> Node? {
    path(to: id)?.last
  }

  /// Returns whether a node with this identifier is in the tree.
  public func contains(_ id: NavigationNodeID) -> Bool {
    path(to: id) != nil
  }

  /// Returns the nodes from the root to a node, both included, or `nil` if it is not in the tree.
  ///
  /// Searches the visible part first: the modal, then the children from the last one on. Without
  /// recursion, as a tree may be many thousand levels deep.
  public func path(to id: NavigationNodeID) -> [Node]? {
    // Each node with the number of nodes in it that have not been visited.
    var path: [(node: Node, remaining: Int)] = []
    var next: Node? = root
    while true {
      if let node = next {
        path.append((node, node.children.count + node.modals.count))
        if node.id == id { return path.map(\.node) }
      }
      guard let last = path.indices.last else { return nil }
      let (node, remaining) = path[last]
      if remaining == 0 {
        path.removeLast()
        next = nil
        continue
      }
      path[last].remaining -= 1
      let index = remaining - 1
      next = index < node.children.count ? node.children[index] : node.modals[0]
    }
  }

  /// Returns the node that contains or presents a node; `nil` for the root, and if the node is not
  /// in the tree.
  public func parent(of id: NavigationNodeID) -> Node? {
    path(to: id)?.dropLast().last
  }

  /// Returns the number of steps from the root to a node, or `nil` if it is not in the tree.
  ///
  /// A step leads to a child or to a modal; the root's depth is 0.
  public func depth(of id: NavigationNodeID) -> Int? {
    path(to: id).map { $0.count - 1 }
  }

  /// The depth of the deepest node; 0 if there is only the root.
  public var maximumDepth: Int { root.height }

  /// The number of nodes.
  public var count: Int {
    nodes.reduce(into: 0) { count, _ in count += 1 }
  }

  /// Returns the identifiers from the root to a node, both included, or `nil` if it is not in the
  /// tree.
  package func identifiers(to id: NavigationNodeID) -> [NavigationNodeID]? {
    path(to: id)?.map(\.id)
  }
}

extension NavigationTree.Node {
  var height: Int {
    var height = 0
    var pending = [(node: self, depth: 0)]
    while let (node, depth) = pending.popLast() {
      height = max(height, depth)
      for next in node.children + node.modals { pending.append((next, depth + 1)) }
    }
    return height
  }
}

extension NavigationTree {
  /// Returns the node at the end of a path, without a search.
  ///
  /// `nil` if the path leads nowhere.
  package func node(at path: [NavigationNodeID]) -> Node? {
    guard path.first == root.id else { return nil }
    var node = root
    for id in path.dropFirst() {
      guard let next = node.children.last(where: { $0.id == id }) ?? node.modals.first,
        next.id == id
      else { return nil }
      node = next
    }
    return node
  }
}

extension NavigationTree {
  /// The innermost visible node: the last one of ``visiblePath``.
  public var visibleLeaf: Node {
    var node = root
    while let next = node.visibleNext {
      node = next
    }
    return node
  }

  /// The nodes from the root to the innermost visible one.
  ///
  /// A modal hides the contents of its presenter. Without one, the path continues to the top of a
  /// stack, the selected tab or page, and the last child of any other node. Of two pages that a book
  /// shows, the first is the selected one.
  public var visiblePath: [Node] {
    var path = [root]
    while let next = path[path.count - 1].visibleNext {
      path.append(next)
    }
    return path
  }

  /// The modals on the visible path, from the lowest to the topmost.
  ///
  /// Excludes modals in tabs that are not selected.
  public var modalChain: [Node] {
    zip(visiblePath, visiblePath.dropFirst()).compactMap { presenter, node in
      presenter.modal?.id == node.id ? node : nil
    }
  }
}

extension NavigationTree.Node {
  /// The next node on the visible path, or `nil` at its end.
  ///
  /// The modal if there is one; else the selected child of tabs and pages, and the last child of
  /// any other node.
  var visibleNext: Self? {
    if let modal { return modal }
    guard kind.hasSelection else { return children.last }
    guard let selectedIndex, children.indices.contains(selectedIndex) else { return nil }
    return children[selectedIndex]
  }
}

extension NavigationTree {
  /// Returns whether both trees look the same, ignoring identifiers.
  ///
  /// Compares kinds, names and selections, in the children and in the modals. Two runs of one story
  /// have trees of the same shape.
  ///
  /// - Parameter other: The tree to compare with.
  /// - Returns: Whether there is no difference in shape.
  public func hasSameShape(as other: NavigationTree) -> Bool {
    root.hasSameShape(as: other.root)
  }
}

extension NavigationTree.Node {
  /// Returns whether both nodes and everything below them look the same, ignoring identifiers.
  package func hasSameShape(as other: Self) -> Bool {
    agrees(with: other) { $0.name == $1.name }
  }
}

import NavigationRuntime

/// A tree as lines, with the line of the visible leaf.
struct TreeLines {
  /// A line for each node.
  let lines: [String]
  /// The line of the visible leaf.
  let visible: Int

  init(_ tree: NavigationTree) {
    lines = tree.description.split(separator: "\n").map(String.init)
    let leaf = tree.visibleLeaf.id
    var nodes: [NavigationNodeID] = []
    Self.collect(tree.root, into: &nodes)
    visible = nodes.firstIndex(of: leaf) ?? 0
  }

  /// In the order of the lines: a node, its children, its modals.
  private static func collect(_ node: NavigationTree.Node, into nodes: inout [NavigationNodeID]) {
    nodes.append(node.id)
    for child in node.children + node.modals { collect(child, into: &nodes) }
  }
}

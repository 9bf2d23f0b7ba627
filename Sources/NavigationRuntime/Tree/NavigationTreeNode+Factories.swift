extension NavigationTree.Node {
  /// A leaf of the tree.
  public static func screen(_ id: NavigationNodeID, _ name: String) -> Self {
    Self(id: id, name: name, kind: .screen)
  }

  /// A stack whose children are given from bottom to top.
  public static func stack(
    _ id: NavigationNodeID,
    _ name: String,
    _ children: [Self] = []
  ) -> Self {
    Self(id: id, name: name, kind: .stack, children: children)
  }

  /// Tabs, the first of which is selected unless `selected` says otherwise.
  public static func tabs(
    _ id: NavigationNodeID,
    _ name: String,
    _ children: [Self] = [],
    selected: Int = 0
  ) -> Self {
    let selection = children.isEmpty ? nil : selected
    return Self(id: id, name: name, kind: .tabs, children: children, selectedIndex: selection)
  }

  /// A split view whose columns are given from the first to the last.
  public static func split(
    _ id: NavigationNodeID,
    _ name: String,
    _ columns: [Self] = []
  ) -> Self {
    Self(id: id, name: name, kind: .split, children: columns)
  }

  /// Pages, the first of which is selected unless `selected` says otherwise.
  public static func pages(
    _ id: NavigationNodeID,
    _ name: String,
    _ children: [Self] = [],
    selected: Int = 0
  ) -> Self {
    let selection = children.isEmpty ? nil : selected
    return Self(id: id, name: name, kind: .pages, children: children, selectedIndex: selection)
  }

  /// A window with its root, or an empty one.
  public static func window(
    _ id: NavigationNodeID,
    _ name: String,
    _ root: Self? = nil
  ) -> Self {
    Self(id: id, name: name, kind: .window, children: root.map { [$0] } ?? [])
  }

  /// A parent of a kind that the tree does not know.
  public static func container(
    _ id: NavigationNodeID,
    _ name: String,
    kind: String,
    _ children: [Self] = []
  ) -> Self {
    Self(id: id, name: name, kind: .container(kind), children: children)
  }

  /// This node, presenting a modal in place of the one it may have presented.
  ///
  /// - Parameter modal: What the node presents.
  /// - Returns: The same node with that modal.
  public func presenting(_ modal: Self) -> Self {
    var node = self
    node.modals = [modal]
    return node
  }
}

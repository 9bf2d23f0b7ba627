extension NavigationTree.Node {
  /// Returns a leaf of the tree.
  public static func screen(_ id: NavigationNodeID, _ name: String) -> Self {
    Self(id: id, name: name, kind: .screen)
  }

  /// Returns a stack; its children are in order from bottom to top.
  public static func stack(
    _ id: NavigationNodeID,
    _ name: String,
    _ children: [Self] = []
  ) -> Self {
    Self(id: id, name: name, kind: .stack, children: children)
  }

  /// Returns tabs; the first one is selected by default.
  public static func tabs(
    _ id: NavigationNodeID,
    _ name: String,
    _ children: [Self] = [],
    selected: Int = 0
  ) -> Self {
    let selection = children.isEmpty ? nil : selected
    return Self(id: id, name: name, kind: .tabs, children: children, selectedIndex: selection)
  }

  /// Returns a split view; its columns are in order from the first to the last.
  public static func split(
    _ id: NavigationNodeID,
    _ name: String,
    _ columns: [Self] = []
  ) -> Self {
    Self(id: id, name: name, kind: .split, children: columns)
  }

  /// Returns pages; the first one is selected by default.
  public static func pages(
    _ id: NavigationNodeID,
    _ name: String,
    _ children: [Self] = [],
    selected: Int = 0
  ) -> Self {
    let selection = children.isEmpty ? nil : selected
    return Self(id: id, name: name, kind: .pages, children: children, selectedIndex: selection)
  }

  /// Returns a window with its root, or an empty one.
  public static func window(
    _ id: NavigationNodeID,
    _ name: String,
    _ root: Self? = nil
  ) -> Self {
    Self(id: id, name: name, kind: .window, children: root.map { [$0] } ?? [])
  }

  /// Returns a container of an app-defined kind.
  public static func container(
    _ id: NavigationNodeID,
    _ name: String,
    kind: String,
    _ children: [Self] = []
  ) -> Self {
    Self(id: id, name: name, kind: .container(kind), children: children)
  }

  /// Returns this node with a modal, which replaces its present one.
  ///
  /// - Parameter modal: The modal.
  /// - Returns: The same node with that modal.
  public func presenting(_ modal: Self) -> Self {
    var node = self
    node.modals = [modal]
    return node
  }
}

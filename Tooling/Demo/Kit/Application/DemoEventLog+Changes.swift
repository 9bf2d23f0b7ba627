import NavigationRuntime

extension DemoEventLog {
  /// A change in words for people: with names, without kinds and identifiers.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - tree: The tree after it.
  /// - Returns: The change and its cause.
  static func text(of change: NavigationChange, in tree: NavigationTree) -> String {
    "\(text(of: change.change, in: tree)) (\(change.cause))"
  }

  private static func text(of change: NavigationTree.Change, in tree: NavigationTree) -> String {
    switch change {
    case .pushed(let nodes, let id): return "pushed \(list(nodes)) onto \(name(id, tree))"
    case .popped(let nodes, let id): return "popped \(list(nodes)) from \(name(id, tree))"
    case .stackReplaced(let id, _, let removed, let inserted):
      return replaced(removed, inserted, name(id, tree))
    case .presented(let modal, let id): return "presented \(modal.name) over \(name(id, tree))"
    case .dismissed(let modal, let id): return "dismissed \(modal.name) from \(name(id, tree))"
    case .modalReplaced(let old, let new, let id):
      return replaced([old], [new], name(id, tree))
    case .selected(let id, _, let index):
      let children = tree.node(id)?.children ?? []
      let tab = children.indices.contains(index) ? children[index].name : "\(index)"
      return "selected \(tab) in \(name(id, tree))"
    case .tabsReplaced(let id, _, let removed, let inserted, _, _):
      return replaced(removed, inserted, name(id, tree))
    case .contentsReplaced(let id, _, let old, let new):
      return replaced(old.children, new.children, name(id, tree))
    case .moved(let node, let old, let new):
      return "moved \(node.name) from \(name(old.container, tree)) to \(name(new.container, tree))"
    case .rootReplaced(let old, let new): return "replaced \(old.name) by \(new.name)"
    }
  }

  private static func replaced(
    _ removed: [NavigationTree.Node], _ inserted: [NavigationTree.Node], _ place: String
  ) -> String {
    if removed.isEmpty { return "put \(list(inserted)) into \(place)" }
    if inserted.isEmpty { return "took \(list(removed)) out of \(place)" }
    return "replaced \(list(removed)) by \(list(inserted)) in \(place)"
  }

  private static func list(_ nodes: [NavigationTree.Node]) -> String {
    nodes.map(\.name).joined(separator: ", ")
  }

  private static func name(_ id: NavigationNodeID, _ tree: NavigationTree) -> String {
    tree.node(id)?.name ?? "\(id)"
  }
}

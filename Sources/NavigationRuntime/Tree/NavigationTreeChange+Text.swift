extension NavigationTree.Change: CustomStringConvertible {
  /// The change in one line: `pushed screen Detail #4 onto #2`.
  public var description: String {
    switch self {
    case .pushed(let nodes, let id):
      return "pushed \(list(nodes)) onto \(id)"
    case .popped(let nodes, let id):
      return "popped \(list(nodes)) from \(id)"
    case .stackReplaced(let id, let keeping, let removed, let inserted):
      return "replaced \(list(removed)) by \(list(inserted)) in \(id), keeping \(keeping)"
    case .presented(let modal, let id):
      return "presented \(modal) over \(id)"
    case .dismissed(let modal, let id):
      return "dismissed \(modal) from \(id)"
    case .modalReplaced(let old, let new, let id):
      return "replaced modal \(old) by \(new) over \(id)"
    case .selected(let id, let from, let to):
      return "selected index \(to) instead of \(from) in \(id)"
    case .tabsReplaced(let id, let index, let removed, let inserted, let from, let to):
      return "replaced \(list(removed)) by \(list(inserted)) at index \(index) in \(id), "
        + "selection \(text(from)) became \(text(to))"
    case .contentsReplaced(let id, let index, let from, let to):
      let kinds = from.kind == to.kind ? "" : ", which was \(from.kind) and is \(to.kind)"
      let selection =
        from.selectedIndex == to.selectedIndex
        ? "" : ", selection \(text(from.selectedIndex)) became \(text(to.selectedIndex))"
      return "replaced \(list(from.children)) by \(list(to.children)) at index \(index) in \(id)"
        + kinds + selection
    case .moved(let node, let from, let to):
      return "moved \(node) from \(from) to \(to)"
    case .rootReplaced(let old, let new):
      return "replaced root \(old) by \(new)"
    }
  }

  private func list(_ nodes: [NavigationTree.Node]) -> String {
    NavigationTreeError.list(nodes)
  }

  private func text(_ selection: Int?) -> String {
    selection.map(String.init) ?? "none"
  }
}

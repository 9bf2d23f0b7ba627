extension NavigationTree: CustomStringConvertible {
  /// The tree as text, without identifiers.
  public var description: String { text(includingIDs: false) }

  /// Returns the tree as text, one node a line, each below and indented from its parent.
  ///
  /// A line is the node's kind and name. Modals stand after the children of their presenter and are
  /// marked as such; so is the selected tab or page:
  ///
  /// ```text
  /// window App
  ///   tabs Main
  ///     stack Dashboard (selected)
  ///       screen Home
  ///     stack Settings
  ///       screen Settings
  ///     modal screen Alert
  /// ```
  ///
  /// - Parameter includingIDs: Whether each name is followed by the node's identifier.
  /// - Returns: The lines, without a line break at the end.
  public func text(includingIDs: Bool) -> String {
    root.text(includingIDs: includingIDs)
  }
}

extension NavigationTree.Node {
  /// Returns this node and everything below it as text, as in
  /// ``NavigationTree/text(includingIDs:)``.
  ///
  /// - Parameter includingIDs: Whether each name is followed by the node's identifier.
  /// - Returns: The lines, without a line break at the end.
  public func text(includingIDs: Bool) -> String {
    var lines: [String] = []
    // Without recursion: a tree may be many thousand levels deep.
    var pending = [(node: self, depth: 0, prefix: "", suffix: "")]
    while let (node, depth, prefix, suffix) = pending.popLast() {
      let indentation = String(repeating: "  ", count: depth)
      let identifier = includingIDs ? " \(node.id)" : ""
      lines.append(
        "\(indentation)\(prefix)\(node.kind) \(node.name.onOneLine)\(identifier)\(suffix)")
      for modal in node.modals { pending.append((modal, depth + 1, "modal ", "")) }
      for (index, child) in node.children.enumerated().reversed() {
        let suffix = index == node.selectedIndex ? " (selected)" : ""
        pending.append((child, depth + 1, "", suffix))
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension String {
  /// The text with its line breaks replaced by `\n`.
  fileprivate var onOneLine: String {
    contains(where: \.isNewline)
      ? split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(
        separator: "\\n")
      : self
  }
}

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

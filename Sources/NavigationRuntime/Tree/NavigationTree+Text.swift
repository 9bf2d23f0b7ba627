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

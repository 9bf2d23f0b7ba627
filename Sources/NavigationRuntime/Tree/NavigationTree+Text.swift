extension NavigationTree: CustomStringConvertible {
  /// The tree as text, without identifiers.
  public var description: String { text(includingIDs: false) }

  /// The tree as text, one node a line, each below and to the right of the one it is in.
  ///
  /// A line is the node's kind and name. Modals stand after the children of their presenter and
  /// are called so; the selected tab or page is marked:
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
  /// This node and everything below it as text, as in ``NavigationTree/text(includingIDs:)``.
  ///
  /// - Parameter includingIDs: Whether each name is followed by the node's identifier.
  /// - Returns: The lines, without a line break at the end.
  public func text(includingIDs: Bool) -> String {
    var lines: [String] = []
    appendLines(to: &lines, indentation: "", includingIDs: includingIDs)
    return lines.joined(separator: "\n")
  }

  private func appendLines(
    to lines: inout [String],
    indentation: String,
    prefix: String = "",
    suffix: String = "",
    includingIDs: Bool
  ) {
    let identifier = includingIDs ? " \(id)" : ""
    lines.append("\(indentation)\(prefix)\(kind) \(name.onOneLine)\(identifier)\(suffix)")
    for (index, child) in children.enumerated() {
      child.appendLines(
        to: &lines,
        indentation: indentation + "  ",
        suffix: index == selectedIndex ? " (selected)" : "",
        includingIDs: includingIDs
      )
    }
    for modal in modals {
      modal.appendLines(
        to: &lines,
        indentation: indentation + "  ",
        prefix: "modal ",
        includingIDs: includingIDs
      )
    }
  }
}

extension String {
  /// The text with its line breaks written as `\n`.
  fileprivate var onOneLine: String {
    contains(where: \.isNewline)
      ? split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(
        separator: "\\n")
      : self
  }
}

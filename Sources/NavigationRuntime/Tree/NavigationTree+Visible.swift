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
  /// stack, the selected tab or page, and the last child of any other node.
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
  public var visibleNext: Self? {
    if let modal { return modal }
    guard kind.hasSelection else { return children.last }
    guard let selectedIndex, children.indices.contains(selectedIndex) else { return nil }
    return children[selectedIndex]
  }
}

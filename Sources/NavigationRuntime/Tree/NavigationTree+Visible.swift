extension NavigationTree {
  /// What the user looks at: the last node of ``visiblePath``.
  public var visibleLeaf: Node {
    var node = root
    while let next = node.visibleNext {
      node = next
    }
    return node
  }

  /// The nodes from the root to what the user looks at.
  ///
  /// A modal hides what its presenter contains. Without one, the path goes on to the top of a
  /// stack, the selected tab or page, and the last child of anything else.
  public var visiblePath: [Node] {
    var path = [root]
    while let next = path[path.count - 1].visibleNext {
      path.append(next)
    }
    return path
  }

  /// The modals on the visible path, from the lowest to the topmost.
  ///
  /// Modals in tabs that are not selected are not in it.
  public var modalChain: [Node] {
    zip(visiblePath, visiblePath.dropFirst()).compactMap { presenter, node in
      presenter.modal?.id == node.id ? node : nil
    }
  }
}

extension NavigationTree.Node {
  /// The next node on the way to what the user looks at, or `nil` if this is it.
  ///
  /// The modal if there is one; else the selected child of tabs and pages, and the last child of
  /// everything else.
  public var visibleNext: Self? {
    if let modal { return modal }
    guard kind.hasSelection else { return children.last }
    guard let selectedIndex, children.indices.contains(selectedIndex) else { return nil }
    return children[selectedIndex]
  }
}

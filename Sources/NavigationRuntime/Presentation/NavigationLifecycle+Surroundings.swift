extension NavigationLifecycle {
  /// What contains the object in the tree, or presents it.
  package var surrounding: (any NavigationContainer)? { parent?.element }

  /// Whether the object is presented, not contained.
  package var isModal: Bool { parent?.modal === self }

  /// The tabs and pages in which something else is selected than what the object is in, outermost
  /// first, each with the index that would have to be.
  package var hidingSelections: [(container: any NavigationContainer, index: Int)] {
    var found: [(container: any NavigationContainer, index: Int)] = []
    var current = self
    while let parent = current.parent {
      if parent.kind.hasSelection, parent.modal !== current, let container = parent.element,
        let index = parent.children.firstIndex(where: { $0 === current }),
        index != parent.selectedIndex
      {
        found.append((container, index))
      }
      current = parent
    }
    return found.reversed()
  }

  /// The entry beneath the object in its stack; `nil` for the lowest, and outside a stack.
  package var entryBeneath: (any NavigationContainer)? {
    guard let parent, !isModal, parent.kind == .stack,
      let index = parent.children.firstIndex(where: { $0 === self }), index > 0
    else { return nil }
    return parent.children[index - 1].element
  }
}

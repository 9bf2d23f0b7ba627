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

  /// Has everything read that a platform may have changed with this object, for one that does not
  /// say what it changed.
  ///
  /// It may present from an ancestor and dismiss from a presenter, take a child from its former
  /// parent, and move the entries of a split's columns, so that these are compared too: as the
  /// tree knows them, and as the platform does now.
  func surroundingsDidChange(cause: NavigationCause?) {
    if kind == .split {
      for column in children { column.containerDidChange(.contents, cause: cause) }
    }
    var known: NavigationLifecycle? = self
    while let lifecycle = known {
      if lifecycle === self || lifecycle === parent {
        lifecycle.containerDidChange(.contents, cause: cause)
      }
      lifecycle.containerDidChange(.presentation, cause: cause)
      known = lifecycle.parent
    }
    var enclosing = element?.navigationRuntimeEnclosing
    while let container = enclosing {
      container.lifecycle.containerDidChange(.contents, cause: cause)
      container.lifecycle.containerDidChange(.presentation, cause: cause)
      enclosing = container.navigationRuntimeEnclosing
    }
  }
}

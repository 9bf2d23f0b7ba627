extension NavigationLifecycle {
  /// What contains the object in the tree, or presents it.
  package var surrounding: (any NavigationContainer)? { parent?.element }

  /// Whether the object is presented, not contained.
  package var isModal: Bool { parent?.modal === self }

  /// The entry beneath the object in its stack; `nil` for the lowest, and outside a stack.
  package var entryBeneath: (any NavigationContainer)? {
    guard let parent, !isModal, parent.kind == .stack,
      let index = parent.children.firstIndex(where: { $0 === self }), index > 0
    else { return nil }
    return parent.children[index - 1].element
  }
}

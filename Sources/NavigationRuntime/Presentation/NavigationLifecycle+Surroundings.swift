extension NavigationLifecycle {
  /// What contains the object in the tree, or presents it.
  package var surrounding: (any NavigationContainer)? { holder?.element }

  /// The tabs and pages in which something else is selected than what the object is in, outermost
  /// first, each with the index that would have to be.
  package var hidingSelections: [(container: any NavigationContainer, index: Int)] {
    var found: [(container: any NavigationContainer, index: Int)] = []
    var current = self
    while let holder = current.holder {
      if !current.isModal, holder.kind.hasSelection, let container = holder.element,
        let index = holder.children.firstIndex(where: { $0 === current }),
        index != holder.selectedIndex
      {
        found.append((container, index))
      }
      current = holder
    }
    return found.reversed()
  }

  /// The entry beneath the object in its stack; `nil` for the lowest, and outside a stack.
  package var entryBeneath: (any NavigationContainer)? {
    guard let parent, parent.kind == .stack,
      let index = parent.children.firstIndex(where: { $0 === self }), index > 0
    else { return nil }
    return parent.children[index - 1].element
  }

  /// Sees to it that the window around the object is observed, now or as soon as there is one.
  ///
  /// - Parameter context: The context of the store that observes the window.
  package func observeWindow(in context: NavigationContext) {
    guard store == nil, var outermost = element else { return }
    while let outer = outermost.enclosingContainer { outermost = outer }
    if outermost.lifecycle.store != nil { return }
    if outermost.navigationKind == .window {
      _ = context.store(for: outermost)
    } else {
      outermost.lifecycle.observingContext = context
    }
  }

  /// To be called when another object contains or presents this one, or a window has it as root.
  func surroundingsDidArrive() {
    if let store, let parent, parent.kind == .pages, let element = parent.element,
      self.element?.enclosingContainer !== element
    {
      // The platform does not contain a page that is turned away, and does not say who takes it.
      store.note(.contents, of: parent, cause: nil)
    }
    guard let context = observingContext, element?.enclosingContainer != nil else { return }
    observingContext = nil
    observeWindow(in: context)
  }

  /// Has everything read that a platform may have changed with this object, for one that does not
  /// say what it changed.
  ///
  /// It may present from an ancestor and dismiss from a presenter, take a child from its former
  /// parent, and move the entries of a split's columns, so that these are compared too: as the
  /// tree knows them, and as the platform does now.
  func surroundingsDidChange(cause: NavigationCause?) {
    surroundingsDidArrive()
    if kind == .split {
      for column in children { column.containerDidChange(.contents, cause: cause) }
    }
    var known: NavigationLifecycle? = self
    while let lifecycle = known {
      if lifecycle === self || lifecycle === holder {
        lifecycle.containerDidChange(.contents, cause: cause)
      }
      lifecycle.containerDidChange(.presentation, cause: cause)
      known = lifecycle.holder
    }
    var enclosing = element?.enclosingContainer
    while let container = enclosing {
      container.lifecycle.containerDidChange(.contents, cause: cause)
      container.lifecycle.containerDidChange(.presentation, cause: cause)
      enclosing = container.enclosingContainer
    }
  }
}

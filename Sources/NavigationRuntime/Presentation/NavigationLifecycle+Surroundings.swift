extension NavigationLifecycle {
  /// What contains the object in the tree, or presents it.
  package var surrounding: (any NavigationContainer)? { holder?.element }

  /// The lifecycle of what contains or presents the object.
  package var surroundingLifecycle: NavigationLifecycle? { holder }

  /// Something between the object and the user's eyes.
  package enum Veil {
    /// Presented over the object, or over what it is in.
    case modal(NavigationLifecycle, over: NavigationLifecycle)
    /// Entries above the object, or above what it is in, in a stack.
    case entries(NavigationLifecycle, above: NavigationLifecycle, in: NavigationLifecycle)
    /// Another tab or page is selected than the one that the object is in.
    case selection(index: Int, in: NavigationLifecycle)
  }

  /// All that keeps the user from seeing the object, outermost first.
  ///
  /// A sheet is among it though it leaves a rim of what is beneath: the user cannot use that. The
  /// columns of a split view stand beside each other.
  package var veils: [Veil] {
    var found: [Veil] = []
    var current = self
    if let modal { found.append(.modal(modal, over: self)) }
    while let holder = current.holder {
      if !current.isModal {
        if holder.kind == .stack, let top = holder.children.last, top !== current {
          found.append(.entries(top, above: current, in: holder))
        }
        if holder.kind.hasSelection,
          let index = holder.children.firstIndex(where: { $0 === current }),
          index != holder.selectedIndex
        {
          found.append(.selection(index: index, in: holder))
        }
        if let modal = holder.modal { found.append(.modal(modal, over: holder)) }
      }
      current = holder
    }
    return found.reversed()
  }

  /// Whether the object is in a tree, and nothing is between it and the user's eyes.
  package var isUnveiled: Bool { isInTree && veils.isEmpty }

  /// The innermost object that the user looks at, of those in the same tree.
  package var visibleLeaf: NavigationLifecycle {
    var leaf = self
    while let parent = leaf.parent { leaf = parent }
    while let next = leaf.visibleNext { leaf = next }
    return leaf
  }

  private var visibleNext: NavigationLifecycle? {
    if let modal { return modal }
    guard kind.hasSelection else { return children.last }
    return selectedIndex.flatMap { children.indices.contains($0) ? children[$0] : nil }
  }

  /// The presented object that would have to be asked before this modal is dismissed, and says no:
  /// this one, or one that is presented in it or over it.
  package var refusingModal: NavigationLifecycle? {
    subtree.first { lifecycle in
      guard lifecycle.isModal, let element = lifecycle.element as? any DismissalGuarding else {
        return false
      }
      return element.navigationRuntimeRefusesDismissal
    }
  }

  /// What people call the object.
  package var label: String { name }

  /// The presented object that this one is in, or is; `nil` if it is in none.
  package var enclosingModal: NavigationLifecycle? {
    var current: NavigationLifecycle? = self
    while let lifecycle = current, !lifecycle.isModal { current = lifecycle.parent }
    return current
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
    while let outer = outermost.navigationRuntimeEnclosing { outermost = outer }
    if outermost.lifecycle.store != nil { return }
    if outermost.navigationRuntimeKind == .window {
      _ = context.store(for: outermost)
    } else {
      outermost.lifecycle.observingContext = context
    }
  }

  /// To be called when another object contains or presents this one, or a window has it as root.
  func surroundingsDidArrive() {
    if let store, let parent, parent.kind == .pages, let element = parent.element,
      self.element?.navigationRuntimeEnclosing !== element
    {
      // The platform does not contain a page that is turned away, and does not say who takes it.
      store.note(.contents, of: parent, cause: nil)
    }
    guard let context = observingContext, element?.navigationRuntimeEnclosing != nil else { return }
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
    var enclosing = element?.navigationRuntimeEnclosing
    while let container = enclosing {
      container.lifecycle.containerDidChange(.contents, cause: cause)
      container.lifecycle.containerDidChange(.presentation, cause: cause)
      enclosing = container.navigationRuntimeEnclosing
    }
  }
}

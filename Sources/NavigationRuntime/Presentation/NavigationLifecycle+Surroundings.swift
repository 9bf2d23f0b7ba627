extension NavigationLifecycle {
  /// The container that contains or presents the object in the tree.
  package var surrounding: (any NavigationContainer)? { holder?.element }

  /// The lifecycle of the container that contains or presents the object.
  package var surroundingLifecycle: NavigationLifecycle? { holder }

  /// An obstacle between the object and the user.
  package enum Veil {
    /// A modal presented over the object, or over one of its ancestors.
    case modal(NavigationLifecycle, over: NavigationLifecycle)
    /// Entries above the object, or above one of its ancestors, in a stack.
    case entries(NavigationLifecycle, above: NavigationLifecycle, in: NavigationLifecycle)
    /// Another tab or page is selected than the one that contains the object.
    case selection(index: Int, in: NavigationLifecycle)
  }

  /// Everything that hides the object from the user, outermost first.
  ///
  /// A sheet counts although it leaves a rim of its presenter visible: the user cannot use that.
  /// The columns of a split view do not cover each other.
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

  /// Whether the object is in a tree and nothing hides it from the user.
  package var isUnveiled: Bool { isInTree && veils.isEmpty }

  /// The innermost object that the user sees, of those in the same tree.
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

  /// The first presented object that refuses a dismissal of this modal: this one, or one presented
  /// in it or over it.
  package var refusingModal: NavigationLifecycle? {
    subtree.first { lifecycle in
      guard lifecycle.isModal, let element = lifecycle.element as? any DismissalGuarding else {
        return false
      }
      return element.navigationRuntimeRefusesDismissal
    }
  }

  /// The object's name for people.
  package var label: String { name }

  /// The presented object that contains this one, or is it; `nil` if there is none.
  package var enclosingModal: NavigationLifecycle? {
    var current: NavigationLifecycle? = self
    while let lifecycle = current, !lifecycle.isModal { current = lifecycle.parent }
    return current
  }

  /// The entry beneath the object in its stack; `nil` for the lowest entry, and outside a stack.
  package var entryBeneath: (any NavigationContainer)? {
    guard let parent, parent.kind == .stack,
      let index = parent.children.firstIndex(where: { $0 === self }), index > 0
    else { return nil }
    return parent.children[index - 1].element
  }

  /// Makes a store observe the window around the object, now or as soon as there is one.
  ///
  /// - Parameter context: The context of that store.
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

  /// Called when another object contains or presents this one, or a window has it as root.
  func surroundingsDidArrive() {
    if let store, let parent, parent.kind == .pages, let element = parent.element,
      self.element?.navigationRuntimeEnclosing !== element
    {
      // The platform does not contain a hidden page, and does not report its new container.
      store.note(.contents, of: parent, cause: nil)
    }
    guard let context = observingContext, element?.navigationRuntimeEnclosing != nil else { return }
    observingContext = nil
    observeWindow(in: context)
  }

  /// Marks everything for reading that a platform may have changed together with this object, for a
  /// platform that does not report details.
  ///
  /// It may present from an ancestor and dismiss from a presenter, take a child from its former
  /// parent, and move the entries of a split's columns. So the surroundings are compared as the
  /// tree knows them and as the platform has them now.
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

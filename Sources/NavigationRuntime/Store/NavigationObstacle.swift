extension NavigationLifecycle {
  /// An obstacle between the object and the user.
  package enum Obstacle {
    /// A modal presented over the object, or over one of its ancestors.
    case modal(NavigationLifecycle, over: NavigationLifecycle)
    /// Entries above the object, or above one of its ancestors, in a stack.
    case entries(NavigationLifecycle, above: NavigationLifecycle, in: NavigationLifecycle)
    /// Another tab or page is selected than the one that contains the object.
    case selection(index: Int, in: NavigationLifecycle)
  }

  /// Everything that hides the object from the user, outermost first.
  ///
  /// A sheet counts although it leaves an edge of its presenter visible, because the user cannot
  /// interact with that.
  /// The columns of a split view do not cover each other.
  package var obstacles: [Obstacle] {
    var found: [Obstacle] = []
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
  package var isUnobstructed: Bool { isInTree && obstacles.isEmpty }

  /// The innermost object that the user sees, of those in the same tree.
  package var visibleLeaf: NavigationLifecycle {
    var leaf = containment.reduce(self) { $1 }
    while let next = leaf.visibleNext { leaf = next }
    return leaf
  }

  private var visibleNext: NavigationLifecycle? {
    if let modal { return modal }
    guard kind.hasSelection else { return visibleChildren.last ?? children.last }
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

  /// The presented object that contains this one, or is it; `nil` if there is none.
  package var enclosingModal: NavigationLifecycle? {
    ancestry.first(where: \.isModal)
  }

  /// Whether the object is an entry of a stack above its first one.
  package var isAboveEntry: Bool {
    guard let parent, parent.kind == .stack else { return false }
    return parent.children.first !== self
  }

  /// The entry beneath the object in its stack; `nil` for the lowest entry, and outside a stack.
  package var entryBeneath: (any NavigationContainer)? {
    guard let parent, parent.kind == .stack,
      let index = parent.children.lastIndex(where: { $0 === self }), index > 0
    else { return nil }
    return parent.children[index - 1].element
  }
}

/// A presented controller that only its own code may dismiss.
@MainActor
protocol DismissalGuarding: AnyObject {
  /// Whether it has to be answered or ended from inside, such as an alert or an unsaved form.
  var navigationRuntimeRefusesDismissal: Bool { get }
}

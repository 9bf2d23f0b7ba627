/// Uncovering a destination: the removal of what hides it from the user.
extension NavigationContext {
  /// Removes everything that covers an element.
  ///
  /// Asks before each removal whether it is still wanted. Returns the name of a screen that refuses
  /// to be removed; `nil` if there is none.
  package func reveal(
    _ screen: NavigationLifecycle, by cause: NavigationCause, while isWanted: () -> Bool
  ) async -> String? {
    var limit = RemovalLimit(obstacles: screen.obstacles.count)
    while isWanted(), let obstacle = screen.obstacles.first {
      guard limit.allowsRemoval() else { return screen.visibleLeaf.name }
      if let name = await remove(obstacle, by: cause) { return name }
    }
    return nil
  }

  /// Selects the tabs and pages that contain an element, outermost first.
  ///
  /// A container for which `isWanted` returns `false` keeps its selection.
  package func select(
    _ screen: NavigationLifecycle, by cause: NavigationCause,
    where isWanted: (_ container: NavigationLifecycle, _ index: Int) -> Bool = { _, _ in true }
  ) async {
    for obstacle in screen.obstacles {
      if case .selection(let index, let container) = obstacle, isWanted(container, index) {
        _ = await remove(obstacle, by: cause)
      }
    }
  }

  /// Dismisses a modal, or pops a stack's entries from an element on.
  ///
  /// - Returns: The name of a screen that refuses to be removed; `nil` if there is none.
  package func dismissOrPop(
    _ screen: NavigationLifecycle, by cause: NavigationCause, animated: Bool = true
  ) async -> String? {
    if let presenter = screen.isModal ? screen.holder : nil {
      return await remove(.modal(screen, over: presenter), by: cause)
    }
    guard let beneath = screen.entryBeneath?.lifecycle, let stack = screen.holder
    else { return nil }
    return await remove(.entries(screen, above: beneath, in: stack), by: cause, animated: animated)
  }

  /// Removes one obstacle.
  ///
  /// - Returns: The name of a screen that refuses to be removed; `nil` if the obstacle is gone.
  private func remove(
    _ obstacle: NavigationLifecycle.Obstacle, by cause: NavigationCause, animated: Bool = true
  ) async -> String? {
    switch obstacle {
    case .modal(let modal, let presenter):
      if let refusing = modal.refusingModal { return refusing.name }
      guard let presenter = presenter.element else { return modal.name }
      _ = await dismiss(modal, over: presenter, animated: false, cause: cause)
      return modal.isModal && modal.isInTree ? modal.name : nil
    case .entries(let top, let entry, let stack):
      if let refusing = top.refusingModal { return refusing.name }
      guard let stack = stack.element, let controller = entry.element else { return top.name }
      await perform(.popTo(controller), on: stack, animated: animated, cause: cause)
      return entry.isInTree && entry.obstacles.contains(where: obstacle.isSame) ? top.name : nil
    case .selection(let index, let tabs):
      guard let tabs = tabs.element else { return "another tab" }
      await perform(.select(index), on: tabs, animated: false, cause: cause)
      return tabs.lifecycle.selectedIndex == index ? nil : tabs.lifecycle.visibleLeaf.name
    }
  }

  /// Removes elements that a place does not contain: modals, and entries of stacks above the first.
  ///
  /// Elements above a removed entry stay, unless they are to be removed, too. Other elements, such
  /// as tabs, stay. Returns the name of a screen that refuses to be removed; `nil` if there is
  /// none.
  package func remove(
    _ screens: [NavigationLifecycle], by cause: NavigationCause
  ) async -> String? {
    // Modals first, the last one first: an entry with a modal over it cannot leave a stack.
    for modal in screens.reversed() where modal.isInTree && modal.isModal {
      if let name = await dismissOrPop(modal, by: cause) { return name }
    }
    for screen in screens where screen.isInTree {
      guard let stack = screen.holder, stack.element != nil,
        screen.isAboveEntry
      else { continue }
      let kept = stack.children.filter { entry in !screens.contains { $0 === entry } }
      guard kept.count > 1, kept.last !== stack.children[kept.count - 1] else {
        if let name = await dismissOrPop(screen, by: cause, animated: false) { return name }
        continue
      }
      if let name = await set(kept, in: stack, by: cause) { return name }
    }
    return nil
  }

  private func set(
    _ entries: [NavigationLifecycle], in stack: NavigationLifecycle, by cause: NavigationCause
  ) async -> String? {
    for entry in stack.children where !entries.contains(where: { $0 === entry }) {
      if let refusing = entry.refusingModal { return refusing.name }
    }
    guard let element = stack.element else { return stack.name }
    let controllers = entries.compactMap(\.element)
    await perform(.setStack(controllers), on: element, animated: false, cause: cause)
    return stack.children.count == entries.count ? nil : stack.visibleLeaf.name
  }
}

/// The limit of removals before a screen counts as covered: an app may present again whatever is
/// dismissed.
package struct RemovalLimit {
  private var left: Int

  /// Allows the removal of obstacles, and of a few that follow them.
  package init(obstacles: Int) {
    left = obstacles + 3
  }

  /// Counts a removal; returns whether it is within the limit.
  package mutating func allowsRemoval() -> Bool {
    left -= 1
    return left >= 0
  }
}

extension NavigationLifecycle {
  /// Whether it is in a tab or page that is not selected.
  package var isInUnselectedTab: Bool {
    obstacles.contains { if case .selection = $0 { true } else { false } }
  }

  /// Returns the element whose selection is that of this one's owner: itself, or the first tabs or
  /// pages in a window or a container of the app's own.
  ///
  /// - Parameter isForeign: Whether an element belongs to another owner.
  /// - Returns: The element; `nil` if nothing is selected in it.
  package func selectable(apartFrom isForeign: (NavigationLifecycle) -> Bool)
    -> NavigationLifecycle?
  {
    if selectedIndex != nil { return self }
    switch kind {
    case .window, .container: break
    case .screen, .stack, .tabs, .split, .pages: return nil
    }
    for child in children where !isForeign(child) {
      if let found = child.selectable(apartFrom: isForeign) { return found }
    }
    return nil
  }

  /// The element around all others: the window, if it is observed.
  package var outermost: NavigationLifecycle { ancestry.reduce(self) { $1 } }
}

extension NavigationLifecycle.Obstacle {
  /// The elements that hide what is beneath them: a modal, or entries of a stack from the lowest on.
  @MainActor
  package var elements: [NavigationLifecycle] {
    switch self {
    case .modal(let modal, _): return [modal]
    case .entries(_, let beneath, let stack):
      let index = stack.children.firstIndex { $0 === beneath } ?? 0
      return Array(stack.children.dropFirst(index + 1))
    case .selection: return []
    }
  }

  /// Whether both obstacles are entries that begin with the same element.
  fileprivate func isSame(_ other: Self) -> Bool {
    guard case .entries(let top, _, _) = self, case .entries(let otherTop, _, _) = other else {
      return false
    }
    return top === otherTop
  }
}

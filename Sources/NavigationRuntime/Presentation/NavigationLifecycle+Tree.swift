extension NavigationLifecycle {
  /// The object's subtree as a value: everything in it and over it.
  var node: NavigationTree.Node {
    // Most objects that come on screen hold nothing yet.
    if children.isEmpty, modal == nil { return node(children: [], modal: nil) }
    // Each node is made after its contents, which are the last elements made, in order from the
    // end.
    var made: [NavigationTree.Node] = []
    for lifecycle in subtree.reversed() {
      let contents = Array(made.suffix(lifecycle.children.count).reversed())
      made.removeLast(lifecycle.children.count)
      let modal = lifecycle.modal == nil ? nil : made.popLast()
      made.append(lifecycle.node(children: contents, modal: modal))
    }
    return made[0]
  }

  private func node(
    children: [NavigationTree.Node], modal: NavigationTree.Node?
  ) -> NavigationTree.Node {
    NavigationTree.Node(
      id: id, name: name, kind: kind, children: children, selectedIndex: selectedIndex,
      modal: modal)
  }

  /// This lifecycle and everything beneath and over it: each before its children, and these before
  /// its modal.
  ///
  /// Collected without recursion: a hierarchy may be many thousand levels deep.
  var subtree: [NavigationLifecycle] {
    var found: [NavigationLifecycle] = []
    var pending = [self]
    while let lifecycle = pending.popLast() {
      found.append(lifecycle)
      if let modal = lifecycle.modal { pending.append(modal) }
      pending.append(contentsOf: lifecycle.children.reversed())
    }
    return found
  }

  /// The number of the latest reading of all stores.
  package static var lastReading: Int { NavigationReader.lastReading }

  /// Returns the page of a page container at an index in the tree.
  package func page(at index: Int) -> (any NavigationContainer)? {
    children.indices.contains(index) ? children[index].element : nil
  }

  /// The visible part of this object's subtree, from back to front.
  ///
  /// A covering modal hides its presenter with all its contents, and everything presented over
  /// those. A modal that fills the screen also hides whatever lies beneath its presenter.
  var visibleSubtree: [NavigationLifecycle] {
    var visible: [NavigationLifecycle] = []
    var layers = [self]
    while let layer = layers.popLast() {
      if layer.fillsScreen {
        visible.removeAll { $0.kind != .window }
        // Modals over a container of this one lie on top, all others beneath.
        layers.removeAll { other in !(other.holder.map(layer.isWithin) ?? false) }
      }
      layers.append(contentsOf: layer.collectLayer(into: &visible).reversed())
    }
    return visible
  }

  /// Whether it is in or over another lifecycle, or is it.
  private func isWithin(_ other: NavigationLifecycle) -> Bool {
    var current: NavigationLifecycle? = self
    while let lifecycle = current, lifecycle !== other { current = lifecycle.holder }
    return current != nil
  }

  /// Collects the object and the visible part of its contents.
  ///
  /// - Returns: The modals presented over them, from back to front.
  private func collectLayer(into visible: inout [NavigationLifecycle]) -> [NavigationLifecycle] {
    var modals: [NavigationLifecycle] = []
    // A node with a modal is visited twice: before its contents, and after them for the modal.
    var pending: [(lifecycle: NavigationLifecycle, isLeft: Bool)] = [(self, false)]
    while let (lifecycle, isLeft) = pending.popLast() {
      if let modal = lifecycle.modal, isLeft || modal.coversHolder {
        modals.append(modal)
      } else if !isLeft {
        visible.append(lifecycle)
        if lifecycle.modal != nil { pending.append((lifecycle, true)) }
        for child in lifecycle.visibleChildren.reversed() { pending.append((child, false)) }
      }
    }
    return modals
  }

  /// Whether it hides its presenter.
  private var coversHolder: Bool { isModal && element?.navigationRuntimeCoversPresenter ?? false }

  /// Whether it covers the whole window, not only its presenter.
  ///
  /// A contained presenter's modal covers the presenter's own area. Any other covers the screen,
  /// unless its presentation keeps to the presenter's area.
  private var fillsScreen: Bool {
    guard coversHolder, let presenter, presenter.parent.map({ $0.kind == .window }) ?? true else {
      return false
    }
    return !((element as? any PartialDisplay)?.keepsToPresentersArea ?? false)
  }

  private var visibleChildren: [NavigationLifecycle] {
    switch kind {
    case .screen: return []
    case .stack: return children.suffix(1)
    case .tabs, .pages: return selectedIndex.map { [children[$0]] } ?? []
    case .window, .container: return children
    case .split:
      guard let split = element as? any PartialDisplay else { return children }
      return children.filter { child in child.element.map(split.displays) ?? false }
    }
  }
}

/// A platform controller that displays less than its kind and style imply.
@MainActor
protocol PartialDisplay: AnyObject {
  /// Whether it is presented over the area of its presenter alone, not over the whole screen.
  var keepsToPresentersArea: Bool { get }

  /// Returns whether a column of a split is displayed.
  func displays(column: any NavigationContainer) -> Bool
}

extension NavigationLifecycle {
  /// The object, with everything in it and over it, as a value.
  var node: NavigationTree.Node {
    // Most of what comes on screen holds nothing yet.
    if children.isEmpty, modal == nil { return node(children: [], modal: nil) }
    // Each node is made after those in it, which lie on top of what has been made, first to last.
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

  /// This lifecycle and all beneath and over it, each before its children and these before its
  /// modal.
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

  /// The latest reading of all stores.
  package static var lastReading: Int { NavigationReader.lastReading }

  /// The page at an index of a page container, as the tree counts them.
  package func page(at index: Int) -> (any NavigationContainer)? {
    children.indices.contains(index) ? children[index].element : nil
  }

  /// What the user can see of this object, from back to front.
  ///
  /// What a modal covers is its presenter with everything that contains, and what is presented
  /// over that. A modal that fills the screen covers whatever lies beneath its presenter as well.
  var visibleSubtree: [NavigationLifecycle] {
    var visible: [NavigationLifecycle] = []
    var layers = [self]
    while let layer = layers.popLast() {
      if layer.fillsScreen {
        visible.removeAll { $0.kind != .window }
        // What is presented over a container of this one lies on top, all else beneath.
        layers.removeAll { other in !(other.holder.map(layer.isWithin) ?? false) }
      }
      layers.append(contentsOf: layer.collectLayer(into: &visible).reversed())
    }
    return visible
  }

  /// Whether it is in or over another one.
  private func isWithin(_ other: NavigationLifecycle) -> Bool {
    var current: NavigationLifecycle? = self
    while let lifecycle = current, lifecycle !== other { current = lifecycle.holder }
    return current != nil
  }

  /// Collects the object and what is seen of its contents.
  ///
  /// - Returns: What is presented over them, from back to front.
  private func collectLayer(into visible: inout [NavigationLifecycle]) -> [NavigationLifecycle] {
    var modals: [NavigationLifecycle] = []
    // A node is looked at twice: before its contents, and for its modal after them.
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

  /// Whether what presents it is hidden.
  private var coversHolder: Bool { isModal && element?.navigationRuntimeCoversPresenter ?? false }

  /// Whether it covers the whole window, not only its presenter.
  ///
  /// What is contained presents over its own area. What is not fills the screen, unless its
  /// presentation keeps to the area of the presenter.
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

/// A controller of a platform that shows less of itself than its kind and its style tell.
@MainActor
protocol PartialDisplay: AnyObject {
  /// Whether it is presented over the area of its presenter alone, not over the whole screen.
  var keepsToPresentersArea: Bool { get }

  /// Whether a column of a split is shown.
  func displays(column: any NavigationContainer) -> Bool
}

extension NavigationLifecycle {
  /// The object, with everything in it and over it, as a value.
  var node: NavigationTree.Node {
    NavigationTree.Node(
      id: id, name: name, kind: kind, children: children.map(\.node),
      selectedIndex: selectedIndex, modal: modal?.node)
  }

  /// The latest reading of all stores.
  package static var lastReading: Int { NavigationReader.lastReading }

  /// The page at an index of a page container, as the tree counts them.
  package func page(at index: Int) -> (any NavigationContainer)? {
    children.indices.contains(index) ? children[index].element : nil
  }

  /// Whether a child is a page that was turned away, which the platform does not contain.
  func hides(page: NavigationLifecycle) -> Bool {
    guard kind == .pages, let index = children.firstIndex(where: { $0 === page }) else {
      return false
    }
    return index != selectedIndex
  }

  /// Takes a hidden page out; what is selected stays selected.
  func forget(page: NavigationLifecycle) {
    guard let index = children.firstIndex(where: { $0 === page }) else { return }
    children.remove(at: index)
    if let selected = selectedIndex, selected > index { selectedIndex = selected - 1 }
  }

  /// Collects what the user can see of this object.
  ///
  /// - Parameter visible: Is extended; emptied first by a modal that covers what is beneath.
  /// - Returns: Whether such a modal was found; then nothing else in the window is visible.
  func collectVisible(into visible: inout [NavigationLifecycle]) -> Bool {
    visible.append(self)
    for child in visibleChildren where child.collectVisible(into: &visible) { return true }
    guard let modal else { return false }
    guard modal.element?.navigationRuntimeCoversPresenter ?? false else {
      return modal.collectVisible(into: &visible)
    }
    visible = []
    _ = modal.collectVisible(into: &visible)
    return true
  }

  private var visibleChildren: ArraySlice<NavigationLifecycle> {
    switch kind {
    case .screen: []
    case .stack: children.suffix(1)
    case .tabs, .pages: selectedIndex.map { children[$0...$0] } ?? []
    case .split, .window, .container: children[...]
    }
  }

  /// Calls a closure with this lifecycle and all beneath and over it.
  func forEachInTree(_ body: (NavigationLifecycle) -> Void) {
    body(self)
    for child in children { child.forEachInTree(body) }
    modal?.forEachInTree(body)
  }
}

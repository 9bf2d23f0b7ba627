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
  package var subtree: [NavigationLifecycle] {
    var found: [NavigationLifecycle] = []
    var pending = [self]
    while let lifecycle = pending.popLast() {
      found.append(lifecycle)
      if let modal = lifecycle.modal { pending.append(modal) }
      pending.append(contentsOf: lifecycle.children.reversed())
    }
    return found
  }

  /// The lifecycle and those that hold it, the outermost last.
  package var ancestry: UnfoldFirstSequence<NavigationLifecycle> {
    sequence(first: self) { $0.holder }
  }

  /// The lifecycle and those that contain it, up to the modal or the window.
  package var containment: UnfoldFirstSequence<NavigationLifecycle> {
    sequence(first: self) { $0.parent }
  }

  /// The number of the latest reading of all stores.
  package static var lastReading: Int { NavigationReader.lastReading }

  /// Returns the page of a page container at an index in the tree.
  package func page(at index: Int) -> (any NavigationContainer)? {
    children.indices.contains(index) ? children[index].element : nil
  }
}

extension NavigationLifecycle {
  /// Makes a store observe the window around the object, now or as soon as there is one.
  package func observeWindow(in context: NavigationContext) {
    guard store == nil, let element else { return }
    // A loop: each flow's start passes it, and a sequence would check the isolation of its closures.
    var outermost = element
    while let outer = outermost.navigationRuntimeEnclosing { outermost = outer }
    if outermost.lifecycle.store != nil { return }
    if outermost.navigationRuntimeKind == .window {
      _ = context.store(for: outermost)
    } else {
      outermost.lifecycle.observingContext = context
    }
  }

  /// The store whose tree contains what the platform has around the object.
  var enclosingStore: NavigationStore? {
    let around = element?.platformAncestry.dropFirst()
    return around?.first { $0.lifecycle.store != nil }?.lifecycle.store
  }

  /// Called when another object contains or presents this one, or a window has it as root.
  func surroundingsDidArrive(cause: NavigationCause? = nil) {
    if let store, let parent, parent.kind == .pages, let element = parent.element,
      self.element?.navigationRuntimeEnclosing !== element
    {
      // The platform does not contain a hidden page, and does not report its departure.
      store.note(.contents, of: parent, cause: store.resolve(cause))
      // A new container in a tree reports the arrival, and then the page has moved.
      if enclosingStore == nil { store.settle() }
    }
    guard let context = observingContext, element?.navigationRuntimeEnclosing != nil else { return }
    observingContext = nil
    observeWindow(in: context)
  }

  /// Marks everything for comparison that a platform may have changed together with this object, for a
  /// platform that does not report details.
  ///
  /// It may present from an ancestor and dismiss from a presenter, take a child from its former
  /// parent, and move the entries of a split's columns. So the surroundings are compared as the
  /// tree knows them and as the platform has them now.
  ///
  /// - Parameters:
  ///   - cause: The cause, if it is known.
  ///   - part: The part of the surroundings that the cause explains; `nil` for both.
  func surroundingsDidChange(cause: NavigationCause?, of part: MarkedPart? = nil) {
    surroundingsDidArrive(cause: part == .presentation ? nil : cause)
    var surroundings = [self]
    if kind == .split { surroundings += children }
    surroundings += ancestry.dropFirst()
    if let element { surroundings += element.platformAncestry.dropFirst().map(\.lifecycle) }
    mark(surroundings, cause: cause, of: part)
  }

  /// Marks the tabs around the object for comparison before the next request: code may have selected
  /// another one in the same turn, and the view of the object comes into the window only then.
  func tabsMayHaveChanged() {
    for lifecycle in ancestry where lifecycle.kind == .tabs && lifecycle.isSilent {
      store?.mark(lifecycle, cause: nil)
    }
  }

  func contentsWereMovedByUser() {
    store?.mark(self, cause: .user, of: .contents)
  }

  /// Marks the object's contents as replaced by others, of which some may have stayed.
  func contentsWereReplaced() {
    store?.mark(self, cause: nil, isThorough: true)
  }

  /// Marks what a callback of the object alone may have changed: the object, and the containers
  /// that hold it in the tree and on the platform.
  func positionDidChange(cause: NavigationCause?) {
    surroundingsDidArrive(cause: cause)
    let containers = [self, holder, element?.navigationRuntimeEnclosing?.lifecycle]
    mark(containers.compactMap { $0 }, cause: cause)
  }

  /// Marks the object and its surroundings, then lets their stores read.
  private func mark(
    _ lifecycles: [NavigationLifecycle], cause: NavigationCause?, of part: MarkedPart? = nil
  ) {
    var stores: [NavigationStore] = []
    for lifecycle in lifecycles {
      guard let store = lifecycle.store else { continue }
      store.mark(
        lifecycle, cause: cause, of: part, candidate: lifecycle === self ? nil : self)
      if !stores.contains(where: { $0 === store }) { stores.append(store) }
    }
    for store in stores { store.settle() }
  }
}

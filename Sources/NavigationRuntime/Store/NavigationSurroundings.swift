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

  /// The number of the latest reading of all stores.
  package static var lastReading: Int { NavigationReader.lastReading }

  /// Returns the page of a page container at an index in the tree.
  package func page(at index: Int) -> (any NavigationContainer)? {
    children.indices.contains(index) ? children[index].element : nil
  }

  /// The visible part of this object's subtree, from back to front.
  ///
  /// A window that is not displayed hides everything.
  var visibleSubtree: [NavigationLifecycle] {
    if let window = element as? any DisplayedWindow, !window.isDisplayed { return [] }
    return uncoveredSubtree
  }

  /// The part of this object's subtree that is visible while its window is displayed, from back to
  /// front.
  ///
  /// A covering modal hides its presenter with all its contents, and everything presented over
  /// those. A modal that fills the screen also hides whatever lies beneath its presenter.
  var uncoveredSubtree: [NavigationLifecycle] {
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
    case .stack: return children.last.map { [$0] } ?? []
    case .tabs, .pages: return selectedIndex.map { [children[$0]] } ?? []
    case .window: return children
    case .container, .split:
      guard let display = element as? any PartialDisplay else { return children }
      // A covering modal takes the place of the view of its presenter, which may be in no window.
      return children.filter { child in
        child.element.map(display.displays) ?? false
          || kind != .split && child.modal?.coversHolder ?? false
      }
    }
  }
}

/// A platform controller that displays less than its kind and style imply: a split without room for
/// each column, or a container with a hidden view.
@MainActor
protocol PartialDisplay: AnyObject {
  /// Whether it is presented over the area of its presenter alone, not over the whole screen.
  var keepsToPresentersArea: Bool { get }

  /// Returns whether it displays a column, if it is a split, or a child.
  func displays(_ child: any NavigationContainer) -> Bool
}

/// The part of a window's tree that no other part covers, whether or not the window is displayed.
package struct UncoveredPart {
  /// Whether the window is displayed.
  package let isDisplayed: Bool
  private let lifecycles: Set<ObjectIdentifier>

  init(_ lifecycles: [NavigationLifecycle], isDisplayed: Bool) {
    self.isDisplayed = isDisplayed
    self.lifecycles = Set(lifecycles.map { ObjectIdentifier($0) })
  }

  /// Returns whether a living object is in the part.
  package func contains(_ lifecycle: NavigationLifecycle) -> Bool {
    lifecycles.contains(ObjectIdentifier(lifecycle))
  }
}

/// A platform window that may keep its contents while it is not on the screen.
@MainActor
protocol DisplayedWindow: AnyObject {
  /// Whether the window is on the screen, in a scene that is in the foreground.
  var isDisplayed: Bool { get }
}

extension NavigationLifecycle {
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
    var current: NavigationLifecycle? = self
    while let lifecycle = current, !lifecycle.isModal { current = lifecycle.parent }
    return current
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
  ///
  /// - Parameter cause: The cause, if it is known.
  func surroundingsDidArrive(cause: NavigationCause? = nil) {
    if let store, let parent, parent.kind == .pages, let element = parent.element,
      self.element?.navigationRuntimeEnclosing !== element
    {
      // The platform does not contain a hidden page, and does not report its new container.
      store.note(.contents, of: parent, cause: store.resolve(cause))
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
    var known = holder
    while let lifecycle = known {
      surroundings.append(lifecycle)
      known = lifecycle.holder
    }
    var enclosing = element?.navigationRuntimeEnclosing
    while let container = enclosing {
      surroundings.append(container.lifecycle)
      enclosing = container.navigationRuntimeEnclosing
    }
    mark(surroundings, cause: cause, of: part)
  }

  /// Marks the tabs around the object for comparison before the next request: code may have selected
  /// another one in the same turn, and the view of the object comes into the window only then.
  func tabsMayHaveChanged() {
    var container: NavigationLifecycle? = self
    while let lifecycle = container {
      if lifecycle.kind == .tabs, lifecycle.isSilent { store?.mark(lifecycle, cause: nil) }
      container = lifecycle.holder
    }
  }

  /// Marks the object's contents as moved by the user.
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
        lifecycle, cause: cause, of: part, witness: lifecycle === self ? nil : self)
      if !stores.contains(where: { $0 === store }) { stores.append(store) }
    }
    for store in stores { store.settle() }
  }
}

/// A presented controller that only its own code may dismiss.
@MainActor
package protocol DismissalGuarding: AnyObject {
  /// Whether it has to be answered or ended from inside, such as an alert or an unsaved form.
  var navigationRuntimeRefusesDismissal: Bool { get }
}

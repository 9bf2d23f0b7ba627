/// A reference that may be to the root of the tree: the root owns the store, not the other way.
struct WeakLifecycle {
  private(set) weak var lifecycle: NavigationLifecycle?
}

/// A container that has changed since the last settle point, and where; held weakly, since it may
/// be the root.
struct DirtyContainer {
  private(set) weak var lifecycle: NavigationLifecycle?
  /// How many of the known contents were never touched; `nil` if the contents did not change.
  var untouched: Int?
  /// Who changed the contents.
  var contentsCause: NavigationCause
  var isPresentationDirty: Bool
  /// Who changed what it presents.
  var presentationCause: NavigationCause

  /// All of it has changed, or nothing yet.
  init(_ lifecycle: NavigationLifecycle, isDirty: Bool, cause: NavigationCause) {
    self.lifecycle = lifecycle
    untouched = isDirty ? 0 : nil
    contentsCause = cause
    isPresentationDirty = isDirty
    presentationCause = cause
  }
}

extension NavigationStore {
  /// Notes that a container must be read again.
  ///
  /// After several changes at the top, what lies beneath the lowest of them is still as it was.
  ///
  /// - Parameters:
  ///   - part: What changed.
  ///   - container: Where.
  ///   - cause: Who changed it. `nil` if nobody knows: who has changed it before, since the last
  ///     reading, stays the one.
  func note(
    _ part: NavigationContainerPart, of container: NavigationLifecycle, cause: NavigationCause?
  ) {
    let known = container.dirtyIndex
    let index =
      dirty.indices.contains(known) && dirty[known].lifecycle === container ? known : dirty.count
    if index == dirty.count {
      dirty.append(DirtyContainer(container, isDirty: false, cause: .code))
      container.dirtyIndex = index
    }
    if let cause {
      if part == .presentation {
        dirty[index].presentationCause = cause
      } else {
        dirty[index].contentsCause = cause
      }
    }
    let untouched = dirty[index].untouched ?? container.children.count
    switch part {
    case .presentation: dirty[index].isPresentationDirty = true
    case .contents: dirty[index].untouched = 0
    case .selection: dirty[index].untouched = untouched
    case .top:
      dirty[index].untouched = min(
        untouched, container.element?.navigationRuntimeContainedCount ?? 0)
    }
  }

  /// Reads everything, the first time.
  func readFromScratch(_ element: any NavigationContainer) {
    // What an observer changes meanwhile is read when all have heard of this.
    isReading = true
    defer {
      isReading = false
      settle()
    }
    var reader = NavigationReader(store: self)
    reader.place(element, under: nil)
    readCount += reader.readCount
    guard let root else { return }
    tree = NavigationTree(unchecked: root.node)
    updateVisibility(entering: reader.entered, leaving: reader.takeLeaving())
    for store in reader.forsaken { store.settle() }
  }

  /// Reads what is dirty, once, and tells everybody.
  func readChanges() {
    var reader = NavigationReader(store: self, removed: orphans)
    orphans = []
    reader.pending = dirty
    dirty = []
    reader.readPending()
    readCount += reader.readCount

    let findings = reader.findings(in: tree)
    for finding in findings {
      do {
        try tree.apply(finding.change, at: finding.path, to: finding.destination)
      } catch {
        preconditionFailure("The tree does not take \(finding.change): \(error)\n\(tree)")
      }
    }
    let leaving = reader.takeLeaving()
    for finding in findings { publish(finding.change, finding.cause) }
    updateVisibility(entering: reader.entered, leaving: leaving)
    for store in reader.forsaken { store.settle() }
  }

  /// The root is gone, and so is what was in the tree; somebody may keep the store all the same.
  func rootDidGo(leaving orphans: [NavigationLifecycle]) {
    var reader = NavigationReader(
      store: self, removed: orphans.map { .init(lifecycle: $0, cause: .code) })
    updateVisibility(entering: [], leaving: reader.takeLeaving())
    // Nobody is left to end what ran.
    abandonTransitions()
  }

  private func publish(_ change: NavigationTree.Change, _ cause: NavigationCause) {
    changeCount += 1
    latestCause = cause
    let entry = NavigationChange(number: changeCount, change: change, cause: cause)
    let historySize = context.configuration.historySize
    if historySize > 0 {
      recentChanges.append(entry)
      if recentChanges.count > historySize { _ = recentChanges.popFirst() }
    }
    published.send(entry)
  }

  /// Tells who is hidden now, who has left, and who is visible now.
  ///
  /// Without a window nothing is hidden, and nobody is told of it: a test of a flow needs none.
  private func updateVisibility(
    entering: [NavigationLifecycle], leaving: [NavigationLifecycle]
  ) {
    var nowVisible: [NavigationLifecycle] = []
    let known = visible.compactMap(\.lifecycle) + entering
    if let root, root.kind == .window {
      _ = root.collectVisible(into: &nowVisible)
      visible = nowVisible.map(WeakLifecycle.init)
      for lifecycle in nowVisible { lifecycle.visibleIn = reading }
      for lifecycle in known where lifecycle.store === self && lifecycle.visibleIn != reading {
        lifecycle.setVisible(false)
      }
    }
    // Who has been put into another window by an observer has moved.
    for lifecycle in leaving where lifecycle.store == nil {
      if lifecycle.isVisible == true { lifecycle.setVisible(false) }
      lifecycle.didLeave()
    }
    for lifecycle in nowVisible where lifecycle.store === self { lifecycle.setVisible(true) }
  }
}

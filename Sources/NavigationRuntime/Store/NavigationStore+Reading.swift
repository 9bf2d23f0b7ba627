/// A container that has changed since the last settle point, with the changed parts; held weakly,
/// since it may be the root.
struct DirtyContainer {
  private(set) weak var lifecycle: NavigationLifecycle?
  /// The contents that are unchanged; `nil` if all are.
  var unchanged: UnchangedContents?
  var contentsCause: NavigationCause
  var isPresentationDirty: Bool
  /// The cause of the change of the modal.
  var presentationCause: NavigationCause

  /// Makes an entry for a container of which all or nothing has changed.
  init(_ lifecycle: NavigationLifecycle, isDirty: Bool, cause: NavigationCause) {
    self.lifecycle = lifecycle
    unchanged = isDirty ? UnchangedContents() : nil
    contentsCause = cause
    isPresentationDirty = isDirty
    presentationCause = cause
  }
}

/// An object that was in no tree when a container changed which held it; it may be removed before
/// the next reading, for instance in its own `viewDidAppear`.
struct UnreadArrival {
  let lifecycle: NavigationLifecycle
  /// The index of the container among the dirty ones.
  let container: Int
  let isModal: Bool

  /// Whether it is in no tree after the reading, and the container holds it no longer.
  @MainActor
  func hasLeft(_ container: DirtyContainer) -> Bool {
    guard !lifecycle.isInTree else { return false }
    guard let element = lifecycle.element, let holder = container.lifecycle?.element else {
      return true
    }
    return isModal
      ? holder.navigationRuntimePresented !== element
      : !holder.allContents.contains { $0 === element }
  }

  func cause(in container: DirtyContainer) -> NavigationCause {
    isModal ? container.presentationCause : container.contentsCause
  }
}

extension NavigationStore {
  /// Marks a container for reading.
  ///
  /// After several changes at the top, the entries beneath the lowest of them are unchanged. An
  /// unknown cause keeps the one noted since the last reading.
  func note(
    _ part: NavigationContainerPart, of container: NavigationLifecycle, cause: NavigationCause?
  ) {
    switch part {
    case .presentation:
      let index = dirtyIndex(of: container)
      if let cause { dirty[index].presentationCause = cause }
      dirty[index].isPresentationDirty = true
      guard let modal = container.element?.navigationRuntimePresented else { return }
      noteArrival(modal, in: index, asModal: true)
    case .contents:
      note(UnchangedContents(), of: container, cause: cause)
      for entry in container.element?.allContents ?? [] {
        noteArrival(entry, in: Int(container.dirtyIndex), asModal: false)
      }
    case .selection:
      note(UnchangedContents(leading: container.children.count), of: container, cause: cause)
    case .top:
      let element = container.element
      let count = element?.navigationRuntimeContainedCount ?? 0
      note(UnchangedContents(leading: count), of: container, cause: cause)
      guard let element, count > 0 else { return }
      noteArrival(
        element.navigationRuntimeContained(at: count - 1), in: Int(container.dirtyIndex),
        asModal: false)
    }
  }

  /// Notes an object that was in no tree when a callback came from it, if the container holds it.
  func noteArrival(of candidate: NavigationLifecycle, in container: NavigationLifecycle) {
    guard !candidate.isInTree, let element = candidate.element, let holder = container.element
    else { return }
    let isModal = holder.navigationRuntimePresented === element
    guard isModal || element.navigationRuntimeEnclosing === holder && container.lists(element)
    else { return }
    noteArrival(element, in: dirtyIndex(of: container), asModal: isModal)
  }

  /// Records the causes of a container's changes, for what arrived in it and left.
  func explainArrivals(
    in container: NavigationLifecycle, contents: NavigationCause?, modal: NavigationCause?
  ) {
    guard !unread.isEmpty, let index = knownDirtyIndex(of: container) else { return }
    if let contents { dirty[index].contentsCause = contents }
    if let modal { dirty[index].presentationCause = modal }
  }

  private func noteArrival(
    _ element: any NavigationContainer, in container: Int, asModal isModal: Bool
  ) {
    let lifecycle = element.lifecycle
    guard !lifecycle.isInTree else { return }
    let arrival = UnreadArrival(lifecycle: lifecycle, container: container, isModal: isModal)
    let known = Int(lifecycle.arrivalIndex)
    if unread.indices.contains(known), unread[known].lifecycle === lifecycle {
      // The latest container decides whether it has left.
      unread[known] = arrival
    } else {
      lifecycle.arrivalIndex = Int32(unread.count)
      unread.append(arrival)
    }
  }

  /// Marks a container's contents for reading, except for some at the beginning and at the end.
  func note(
    _ unchanged: UnchangedContents, of container: NavigationLifecycle, cause: NavigationCause?
  ) {
    let index = dirtyIndex(of: container)
    if let cause { dirty[index].contentsCause = cause }
    let known = dirty[index].unchanged
    dirty[index].unchanged = UnchangedContents(
      leading: min(known?.leading ?? container.children.count, unchanged.leading),
      trailing: min(known?.trailing ?? .max, unchanged.trailing))
  }

  /// Whether a change of the contents has been noted with its cause.
  func hasNotedCause(of container: NavigationLifecycle) -> Bool {
    knownDirtyIndex(of: container).map { dirty[$0].contentsCause.kind != .unknown } ?? false
  }

  private func knownDirtyIndex(of container: NavigationLifecycle) -> Int? {
    let index = Int(container.dirtyIndex)
    return dirty.indices.contains(index) && dirty[index].lifecycle === container ? index : nil
  }

  private func dirtyIndex(of container: NavigationLifecycle) -> Int {
    if let known = knownDirtyIndex(of: container) { return known }
    container.dirtyIndex = Int32(dirty.count)
    dirty.append(DirtyContainer(container, isDirty: false, cause: .unknown))
    return dirty.count - 1
  }

  /// Reads everything for the first time.
  func readFirst(_ element: any NavigationContainer) {
    // Changes by an observer are read after all observers have been notified of this reading.
    isReading = true
    defer {
      isReading = false
      settle()
    }
    var reader = NavigationReader(store: self)
    reader.readRoot(element)
    finish(reader)
    guard let root else { return }
    latestTree = NavigationTree(unchecked: root.node)
    context.trace?.windowDidOpen(self)
    updateVisibility(entering: reader.entered, leaving: reader.takeLeaving())
    for store in reader.affectedStores { store.settle() }
  }

  /// Reads the dirty containers once, and publishes the changes.
  func readChanges() {
    var reader = NavigationReader(store: self, removed: orphans.takeAll())
    // An object that was in two slots at once may be in one by now.
    let disputed = disputes.compactMap(\.container)
    let dirty =
      dirty.takeAll() + disputed.map { DirtyContainer($0, isDirty: true, cause: .unknown) }
    let unread = unread.takeAll()
    latestCause = nil
    reader.read(dirty)
    finish(reader)

    var entered = reader.entered
    let findings = Result { try reader.findings(in: latestTree) }
    var leaving = reader.takeLeaving()
    var changes: [(change: NavigationTree.Change, cause: NavigationCause)] = []
    do {
      for finding in try findings.get() {
        try latestTree.apply(finding.change, at: finding.path, to: finding.destination)
        changes.append((finding.change, finding.cause))
      }
    } catch {
      reportInconsistency(error)
      var second = readFromScratch()
      entered += second.entered
      leaving += second.takeLeaving()
      if let root, case let node = root.node, node != latestTree.root {
        changes.append((.rootReplaced(latestTree.root, by: node), changes.last?.cause ?? .unknown))
        latestTree = NavigationTree(unchecked: node)
      }
    }
    leaving += depart(unread.filter { $0.hasLeft(dirty[$0.container]) }, through: dirty)
    changedSlots = changes.count > 1 ? reader.edits : []
    defer { changedSlots = [] }
    // The tree with which a later trace begins contains these changes already.
    let trace = context.trace
    var traced: Int?
    for (change, cause) in changes { traced = publish(change, cause, in: trace) }
    if let traced, let trace {
      trace.within(traced) { updateVisibility(entering: entered, leaving: leaving) }
    } else {
      updateVisibility(entering: entered, leaving: leaving)
    }
    for store in reader.affectedStores { store.settle() }
  }

  /// Gives objects that arrived and left since the last reading a departure.
  ///
  /// - Returns: Their lifecycles and those of their contents, contents before containers.
  private func depart(
    _ arrivals: [UnreadArrival], through dirty: [DirtyContainer]
  ) -> [NavigationLifecycle] {
    var passing: [NavigationLifecycle] = []
    for arrival in arrivals {
      let departure = TreeDeparture(
        in: reading, of: context, by: arrival.cause(in: dirty[arrival.container]))
      var found: [NavigationLifecycle] = []
      var pending = [arrival.lifecycle]
      while let next = pending.popLast() {
        // Visits each lifecycle once.
        guard !next.isInTree, next.departedIn != reading else { continue }
        next.depart(departure)
        found.append(next)
        guard let element = next.element else { continue }
        let modal = element.navigationRuntimePresented.map { [$0] } ?? []
        pending += (element.allContents + modal).map(\.lifecycle).reversed()
      }
      passing += found.reversed()
    }
    return passing
  }

  /// Records that a container displays other parts of its contents, or that the window is displayed
  /// or hidden.
  func displayDidChange() {
    visibilityIsStale = true
    settle()
  }

  /// Publishes changes of visibility alone.
  func readVisibility() {
    latestCause = nil
    reading = NavigationReader.nextReading()
    updateVisibility(entering: [], leaving: [])
  }

  private func finish(_ reader: NavigationReader) {
    readCount += reader.readCount
    disputes = reader.disputes
  }

  /// Discards the known contents of all containers, and reads them from scratch.
  ///
  /// - Returns: The reading; its departures are still to be taken.
  private func readFromScratch() -> NavigationReader {
    let known = root?.subtree ?? []
    var reader = NavigationReader(
      store: self, removed: known.dropFirst().map { .init(lifecycle: $0, cause: .unknown) })
    for lifecycle in known {
      lifecycle.modal?.link(to: nil)
      lifecycle.modal = nil
      // The platform does not know the hidden pages.
      if lifecycle.kind == .pages { continue }
      for child in lifecycle.children { child.link(to: nil) }
      lifecycle.children = []
      lifecycle.selectedIndex = nil
    }
    if let element = root?.element { reader.readRoot(element) }
    finish(reader)
    return reader
  }

  private func reportInconsistency(_ error: any Error) {
    let issue = NavigationIssue.inconsistentTree(error, tree: latestTree)
    #if DEBUG
    precondition(!context.configuration.trapsOnInconsistency, "\(issue)")
    #endif
    context.issues.report(issue)
  }

  /// Ends the tree after its root has been deallocated; the store itself may still be retained.
  func rootDidGo(leaving orphans: [NavigationLifecycle]) {
    var cause = NavigationCause.code
    cause.handler = context.currentHandler
    var reader = NavigationReader(
      store: self, removed: orphans.map { .init(lifecycle: $0, cause: cause) })
    // What arrived during a transition that runs is in no tree.
    let (arrivals, dirty) = (unread.takeAll(), dirty.takeAll())
    let leaving = reader.takeLeaving() + depart(arrivals, through: dirty)
    updateVisibility(entering: [], leaving: leaving)
    for departure in returning.takeAll() { departure.complete() }
    // Nothing is left that would end the running transitions.
    abandonTransitions()
  }

  /// - Returns: The number of the change in the trace; `nil` if there is none, or it has ended.
  private func publish(
    _ change: NavigationTree.Change, _ cause: NavigationCause, in trace: NavigationTrace?
  ) -> Int? {
    changeCount += 1
    latestCause = cause
    let entry = NavigationChange(number: changeCount, change: change, cause: cause)
    let historySize = context.configuration.historySize
    if historySize > 0 { _ = recentChanges.append(entry, limit: historySize) }
    guard let trace, trace.isRunning else {
      published.send(entry)
      return nil
    }
    let event = trace.treeDidChange(change, cause, in: self)
    trace.within(event) { published.send(entry) }
    return event
  }

  /// Notifies lifecycles that became hidden, then those that left, then those that became visible.
  ///
  /// An observer may move a lifecycle that is to be notified next, so each is checked again before
  /// its notification. Without a window, and before it is on the screen for the first time, nothing
  /// counts as visible or hidden, and there is no such notification: a test of a flow needs no window.
  private func updateVisibility(entering: [NavigationLifecycle], leaving: [NavigationLifecycle]) {
    visibilityIsStale = false
    let reading = reading
    let departures = returning.takeAll() + leaving.map(Departure.init)
    for lifecycle in entering {
      lifecycle.returnIsAhead()
      if lifecycle.isModal, !lifecycle.coversHolder { context.sheets.send(lifecycle) }
    }
    var nowVisible: [NavigationLifecycle] = []
    let known = visible.compactMap(\.object) + entering
    if let root, root.kind == .window {
      nowVisible = root.visibleSubtree
      if !nowVisible.isEmpty { hasBeenDisplayed = true }
      visible = nowVisible.map { WeakReference($0) }
      for lifecycle in nowVisible { lifecycle.visibleIn = reading }
      for lifecycle in known where lifecycle.visibleIn != reading && lifecycle.isIn(self) {
        if hasBeenDisplayed || lifecycle.isVisible != nil { lifecycle.setVisible(false) }
      }
    }
    for departure in departures where departure.isStanding {
      let lifecycle = departure.lifecycle
      // One that is about to arrive in another window may be as visible there.
      if lifecycle.isVisible == true, lifecycle.returningStore?.root?.kind != .window {
        lifecycle.setVisible(false)
      }
      if let store = lifecycle.returningStore {
        store.returning.append(departure)
      } else {
        // Its notification covers an arrival meanwhile that did not last.
        unread.removeAll { $0.lifecycle === lifecycle }
        departure.complete()
      }
    }
    for lifecycle in nowVisible where lifecycle.visibleIn == reading && lifecycle.isIn(self) {
      lifecycle.setVisible(true)
    }
    guard let root, uncovered.sinkCount > 0 else { return }
    let isDisplayed = !nowVisible.isEmpty
    uncovered.send(
      UncoveredPart(isDisplayed ? nowVisible : root.uncoveredSubtree, isDisplayed: isDisplayed))
  }
}

/// A lifecycle that has left a tree, until its observers have been notified.
@MainActor
struct Departure {
  let lifecycle: NavigationLifecycle
  private let departedIn: Int

  init(_ lifecycle: NavigationLifecycle) {
    self.lifecycle = lifecycle
    departedIn = lifecycle.departedIn
  }

  /// Whether it is in no tree, and has not returned and left again meanwhile.
  fileprivate var isStanding: Bool { lifecycle.store == nil && lifecycle.departedIn == departedIn }

  /// Notifies the observers, unless one of them has put the object into a tree meanwhile.
  func complete() {
    if isStanding { lifecycle.didLeave() }
  }
}

extension NavigationLifecycle {
  /// Returns whether an object that this one encloses is among its contents.
  ///
  /// A page that the user is bringing in, a child of tabs that is no tab, and the content of a closed
  /// window are not. A container of the app's own has all its children as contents. They are searched
  /// from the end: each screen that appears comes here, and is the last one of a deep stack.
  fileprivate func lists(_ enclosed: any NavigationContainer) -> Bool {
    switch kind {
    case .screen, .container: return true
    case .window, .stack, .tabs, .split, .pages:
      guard let element else { return false }
      let contents = ReadContents(of: self, element)
      return (0..<contents.count).reversed().contains { contents[$0] === enclosed }
    }
  }

  /// The store that is about to find the object in its containers, because an observer has put it
  /// there during its departure.
  fileprivate var returningStore: NavigationStore? {
    guard let store = enclosingStore, !store.isUpToDate else { return nil }
    return store
  }
}

extension NavigationIssue {
  static func endlessReading(_ root: String, count: Int) -> Self {
    NavigationIssue(
      code: .init(rawValue: "endlessReading"), severity: .abandoned,
      fact: "\(root) changed again after each of \(count) readings at one settle point.",
      advice: """
        Do not navigate in every notification of an observer, and keep a controller in one window.
        """, at: nil)
  }

  static func inconsistentTree(_ error: any Error, tree: NavigationTree) -> Self {
    NavigationIssue(
      code: .init(rawValue: "inconsistentTree"), severity: .abandoned,
      fact: "A change does not fit the tree of \(tree.root.name): \(error)",
      advice: "The tree was read again from scratch. Report this with the history of changes.",
      at: nil)
  }
}

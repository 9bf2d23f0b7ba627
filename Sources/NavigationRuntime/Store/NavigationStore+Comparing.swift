/// A container that may have changed, since a callback came from it or from near it.
struct MarkedContainer {
  private(set) weak var lifecycle: NavigationLifecycle?
  /// The cause of the change of the contents, if there is one; `nil` if it is unknown.
  fileprivate(set) var contentsCause: NavigationCause?
  /// The cause of the change of the modal, if there is one; `nil` if it is unknown.
  fileprivate(set) var presentationCause: NavigationCause?
  /// Whether a call that presents or dismisses has stated the cause of that.
  fileprivate var hasOwnPresentationCause = false
  /// Whether a callback came after the last comparison.
  var isNew = true
  /// The object of the callback, if it may have entered or left the container.
  private(set) weak var candidate: NavigationLifecycle?
  /// Whether the next comparison looks at every entry.
  var isThorough = false

  /// Records the cause of a change of one part, or of both.
  ///
  /// The user's move stays the user's: the platform may make it through a method that the app calls
  /// as well, and while a handler of a framework waits. A call that presents explains that better
  /// than the callbacks of another handler's change.
  fileprivate mutating func explain(_ part: MarkedPart?, by cause: NavigationCause) {
    if part != .presentation, contentsCause?.kind != .user { contentsCause = cause }
    guard part != .contents, presentationCause?.kind != .user else { return }
    if part == nil, hasOwnPresentationCause, cause.kind != .user { return }
    presentationCause = cause
    if part == .presentation { hasOwnPresentationCause = true }
  }

  /// Adds an object that may have entered or left the container; a second one takes a thorough
  /// comparison.
  @MainActor
  mutating func add(_ candidate: NavigationLifecycle) {
    if let known = self.candidate, known !== candidate { isThorough = true }
    self.candidate = candidate
  }

  /// Returns a mark for a comparison that looks at every entry.
  static func thorough(_ lifecycle: NavigationLifecycle, cause: NavigationCause? = nil) -> Self {
    MarkedContainer(
      lifecycle: lifecycle, contentsCause: cause, presentationCause: cause, isThorough: true)
  }

  fileprivate mutating func didCompare() {
    isNew = false
    isThorough = false
    contentsCause = nil
    presentationCause = nil
    hasOwnPresentationCause = false
    candidate = nil
  }
}

enum MarkedPart {
  case contents, presentation
}

// Silent changes: the platform names no container that has changed, and no changed part.
//
// A callback marks the containers around it. At the next settle point they are compared with the
// tree, at a cost that does not depend on the number of their contents; at the end of the turn of
// the run loop, or when the tree is read, they are compared once more, entry by entry.
extension NavigationStore {
  /// Marks a container that may have changed.
  ///
  /// - Parameters:
  ///   - container: The container.
  ///   - cause: The cause of the change; `nil` if it is unknown, which keeps the one known since
  ///     the last settle point.
  ///   - part: The part that the cause explains; `nil` for both.
  ///   - candidate: The object of the callback, if it may have entered or left the container.
  ///   - isThorough: Whether every entry is compared at the next settle point.
  func mark(
    _ container: NavigationLifecycle, cause: NavigationCause?, of part: MarkedPart? = nil,
    candidate: NavigationLifecycle? = nil, isThorough: Bool = false
  ) {
    let cause = resolve(cause)
    let known = Int(container.markIndex)
    let index =
      marked.indices.contains(known) && marked[known].lifecycle === container
      ? known : appendMark(of: container)
    if !marked[index].isNew { newMarks.append(index) }
    marked[index].isNew = true
    if let cause { marked[index].explain(part, by: cause) }
    if let candidate {
      marked[index].add(candidate)
      noteArrival(of: candidate, in: container)
    }
    if isThorough { marked[index].isThorough = true }
  }

  private func appendMark(of container: NavigationLifecycle) -> Int {
    // A comparison in progress refers to the marks by their indices.
    if newMarks.isEmpty, !isReading, markSweep.isReached(by: marked.count) {
      marked.removeAll { $0.lifecycle == nil }
      for (index, mark) in marked.enumerated() { mark.lifecycle?.markIndex = Int32(index) }
      markSweep.didSweep(leaving: marked.count)
    }
    container.markIndex = Int32(marked.count)
    newMarks.append(marked.count)
    marked.append(MarkedContainer(lifecycle: container))
    return marked.count - 1
  }

  /// Compares the containers from which callbacks came since the last settle point, and marks
  /// their changed parts for reading.
  func compareMarked() {
    for index in newMarks.takeAll() {
      let mark = marked[index]
      marked[index].didCompare()
      guard let container = mark.lifecycle else { continue }
      explainArrivals(in: container, contents: mark.contentsCause, modal: mark.presentationCause)
      // Of other containers the visible parts are compared at the end of the turn.
      if container.kind == .split { visibilityIsStale = true }
      compare(container, mark)
    }
  }

  /// Compares the containers from which callbacks came in this turn of the run loop, entry by entry,
  /// and publishes the differences; has no effect between settle points.
  ///
  /// They stay marked, as they may change again in the same turn without another callback.
  package func readUnreportedChanges() {
    guard !marked.isEmpty || isStale, isSettled else { return }
    comparing {
      compareMarked()
      for mark in marked {
        if let container = mark.lifecycle { compare(container, .thorough(container)) }
      }
    }
    readDifferences()
  }

  /// Compares all containers of the tree with it, and publishes the differences.
  ///
  /// Called at the end of each turn of the run loop, on a platform that changes containers without
  /// a report. A screen without contents is compared only after a callback.
  package func runLoopDidTurn() {
    context.runLoopDidTurn()
    endOverdueTransitions()
    guard isSettled else { return }
    comparing {
      compareMarked()
      marked = []
      newMarks = []
      compareSilentContainers()
      if showsOthers { visibilityIsStale = true }
    }
    readDifferences()
  }

  /// Notes the differences that attributed code has made and of which no callback has come, before
  /// its attribution ends; they are read at the next settle point.
  ///
  /// The callbacks of a push come turns after its call. A transition that it has begun is followed
  /// to its end.
  ///
  /// - Parameter container: The container that may have changed; `nil` for all, of which
  ///   each keeps the cause that has been noted.
  func noteAttributedChanges(in container: NavigationLifecycle? = nil) {
    guard isSettled, let cause = resolve(nil), !isInTransition() else { return }
    comparing {
      guard let container else { return compareSilentContainers(cause: cause) }
      compare(container, .thorough(container, cause: cause))
    }
  }

  /// Compares every container that changes without a report, entry by entry.
  private func compareSilentContainers(cause: NavigationCause? = nil) {
    for container in root?.subtree ?? []
    where container.isSilent && (container.kind != .screen || container.modal != nil) {
      // A cause that has been noted stays.
      let cause = cause != nil && hasNotedCause(of: container) ? nil : cause
      compare(container, .thorough(container, cause: cause))
    }
  }

  /// Makes a comparison, during which an app's override or the provider of a tab may navigate; such
  /// a change is read afterwards.
  private func comparing(_ comparison: () -> Void) {
    isReading = true
    comparison()
    isReading = false
  }

  /// Reads what the comparison has found; a transition that the platform has begun without a report
  /// ends first.
  private func readDifferences() {
    guard isStale || !newMarks.isEmpty, !isInTransition() else { return }
    settle()
  }

  /// Whether other lifecycles are visible than those of the last settle point.
  private var showsOthers: Bool {
    guard let root, root.kind == .window else { return false }
    let shown = root.visibleSubtree
    return shown.count != visible.count
      || !zip(shown, visible).allSatisfy { $0 === $1.object }
  }

  private func endOverdueTransitions() {
    guard isTransitioning, !isReading else { return }
    for lifecycle in root?.subtree ?? [] where lifecycle.runningTransitionCounts.all > 0 {
      if lifecycle.element == nil {
        lifecycle.endTransitions()
      } else {
        lifecycle.silentElement?.navigationRuntimeEndOverdueTransition()
      }
    }
  }

  /// Compares a container with the tree, and marks the changed parts for reading.
  private func compare(_ container: NavigationLifecycle, _ mark: MarkedContainer) {
    guard container.isIn(self), let element = container.element else { return }
    // The move may be read before its transition is followed.
    let isUsers = container.silentElement?.navigationRuntimeIsMovedByUser ?? false
    let cause = mark.contentsCause ?? (isUsers ? .user : nil)
    let presentationCause = mark.presentationCause ?? (isUsers ? .user : nil)
    guard let contents = container.fetchedContents else {
      note(.contents, of: container, cause: cause)
      return note(.presentation, of: container, cause: presentationCause)
    }
    readCount += 1
    let candidate = mark.candidate.flatMap { container.concerns($0, element) ? $0 : nil }
    if let unchanged = container.unchanged(
      in: contents, thoroughly: mark.isThorough, candidate: candidate)
    {
      note(unchanged, of: container, cause: cause)
    } else if container.kind
      != contents.kind.allowing(
        count: contents.count, isRoot: container === root)
    {
      note(.contents, of: container, cause: cause)
    } else if container.selectsOther(element, contents) {
      note(.selection, of: container, cause: cause)
    }
    if container.presentsOther(element) {
      note(.presentation, of: container, cause: presentationCause)
    }
  }

  /// Whether no container waits for its comparison or its reading.
  var isUpToDate: Bool { dirty.isEmpty && newMarks.isEmpty }

  /// Whether nothing runs that may have changed the containers halfway.
  private var isSettled: Bool { !isTransitioning && !isStarting }
}

/// The numbers of contents at the beginning and at the end that have not changed.
struct UnchangedContents {
  var leading = 0
  var trailing = 0
}

extension NavigationLifecycle {
  /// Compares the platform's contents with those in the tree.
  ///
  /// Without thoroughness a change counts as one insertion or one removal, which binary search
  /// finds; a change that keeps the number and the last entry is found by thoroughness alone. The
  /// reader notices if entries have only moved. Returns the contents that need no reading; `nil` if
  /// nothing has changed. The candidate has entered or left.
  fileprivate func unchanged(
    in contents: FetchedContents, thoroughly: Bool, candidate: NavigationLifecycle?
  ) -> UnchangedContents? {
    if kind == .pages { return hasOtherPages(than: contents) ? UnchangedContents() : nil }
    let known = children
    var comparisonCount = 0
    defer { store?.comparisonCount += comparisonCount }
    func keeps(_ index: Int, at other: Int) -> Bool {
      comparisonCount += 1
      return contents[other] === known[index].element
    }
    if thoroughly {
      let isSame =
        known.count == contents.count
        && known.indices.allSatisfy {
          keeps($0, at: $0) && known[$0].parent === self && known[$0].store === store
        }
      return isSame ? nil : UnchangedContents()
    }
    if known.count == contents.count {
      let isSame = known.isEmpty || keeps(known.count - 1, at: known.count - 1)
      return isSame && candidate == nil ? nil : UnchangedContents()
    }
    let shorter = min(known.count, contents.count)
    let leading = (0..<shorter).partitioningIndex { !keeps($0, at: $0) }
    let trailing = shorter - leading
    guard
      trailing == 0
        || keeps(known.count - trailing, at: contents.count - trailing)
          && keeps(known.count - 1, at: contents.count - 1)
    else { return UnchangedContents() }
    let inserted = leading..<(contents.count - trailing)
    if let candidate {
      let isAmongRemoved = known[leading..<(known.count - trailing)].contains { $0 === candidate }
      let isAmongInserted = inserted.contains { contents[$0] === candidate.element }
      guard isAmongRemoved || isAmongInserted else { return UnchangedContents() }
    }
    return UnchangedContents(leading: leading, trailing: trailing)
  }

  /// Returns whether another object has entered this one's contents, or has left them.
  fileprivate func concerns(
    _ candidate: NavigationLifecycle, _ element: any NavigationContainer
  ) -> Bool {
    let enclosing = candidate.element?.navigationRuntimeEnclosing
    let wasHere = candidate.parent === self
    let isHere =
      enclosing === element && element.navigationRuntimePresented !== candidate.element
    return wasHere != isHere
  }

  /// Whether other pages are shown; hidden ones are looked at when the shown ones change.
  private func hasOtherPages(than contents: FetchedContents) -> Bool {
    guard contents.count > 0 else { return !children.isEmpty }
    let isSelected = selectedIndex.map { children[$0].element === contents[0] } ?? false
    return !isSelected
      || !(1..<contents.count).allSatisfy { index in
        children.contains { $0.element === contents[index] }
      }
  }

  fileprivate func selectsOther(
    _ element: any NavigationContainer, _ contents: FetchedContents
  ) -> Bool {
    guard kind.hasSelection, kind != .pages else { return false }
    return kind.selection(element.navigationRuntimeSelectedIndex, of: contents.count)
      != selectedIndex
  }

  fileprivate func presentsOther(_ element: any NavigationContainer) -> Bool {
    let presented = element.navigationRuntimePresented
    guard let modal else { return presented != nil }
    return presented == nil || presented !== modal.element || modal.presenter !== self
  }
}

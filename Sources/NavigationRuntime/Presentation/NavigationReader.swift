/// One reading of containers: compares them with what the store knew, and puts every lifecycle
/// where its object is now.
@MainActor
struct NavigationReader {
  /// What changed in one container between the last reading and this one.
  struct Edit {
    let container: NavigationLifecycle
    let cause: NavigationCause
    var slot: Slot

    enum Slot {
      /// The contents from an index on.
      case contents(
        at: Int, removed: Int, inserted: [NavigationLifecycle],
        oldKind: NavigationTree.Kind, oldSelection: Int?)
      case modal(NavigationLifecycle?)
    }
  }

  /// Counts the readings of all stores: what one has marked may come into the tree of another.
  private(set) static var lastReading = 0

  let store: NavigationStore
  let reading: Int
  /// What is still to be read.
  var pending: [DirtyContainer] = []
  private(set) var readCount = 0
  /// What came into the store.
  private(set) var entered: [NavigationLifecycle] = []
  private(set) var edits: [Edit] = []
  /// The stores from which something came, which have to look what is left; kept alive until they
  /// have, so that nobody hears of their end in the middle of a reading.
  private(set) var forsaken: [NavigationStore] = []
  /// What was taken out of its place; it has left unless it was put into another.
  private var removed: [Removal]
  /// Who changed the container that is just being read.
  private var cause = NavigationCause.code

  /// Something that was taken out of its place, and by whom.
  struct Removal {
    let lifecycle: NavigationLifecycle
    let cause: NavigationCause
  }

  init(store: NavigationStore, removed: [Removal] = []) {
    self.store = store
    self.removed = removed
    Self.lastReading += 1
    reading = Self.lastReading
    store.reading = reading
  }

  mutating func readPending() {
    // Pages come last: what they hide may have been taken into another container.
    pending =
      pending.filter { $0.lifecycle?.kind != .pages }
      + pending.filter { $0.lifecycle?.kind == .pages }
    var index = 0
    while index < pending.count {
      let entry = pending[index]
      index += 1
      // What was placed in this reading has been read completely.
      guard let container = entry.lifecycle, container.store === store,
        container.placedIn != reading, let element = container.element
      else { continue }
      cause = entry.contentsCause
      if let untouched = entry.untouched {
        readContents(of: container, element, untouched: untouched)
      }
      cause = entry.presentationCause
      if entry.isPresentationDirty { readModal(of: container, element) }
    }
  }

  private mutating func readContents(
    of container: NavigationLifecycle,
    _ element: any NavigationContainer,
    untouched: Int
  ) {
    container.readIn = reading
    let kind = element.navigationKind
    let contents = Contents(of: element, kind, known: container)
    let count = contents.count
    // The known children are changed in place: a second reference would copy a deep stack.
    let knownCount = container.children.count
    var first = min(untouched, count)
    let shorter = min(knownCount, count)
    while first < shorter, keeps(container.children[first], in: container, contents, first) {
      first += 1
    }
    var last = 0
    if kind != .stack {
      while last < shorter - first,
        keeps(
          container.children[knownCount - 1 - last], in: container, contents, count - 1 - last)
      {
        last += 1
      }
    }
    let selection = contents.selectedIndex
    let gone = Array(container.children[first..<(knownCount - last)])
    detach(gone, from: container)
    container.children.removeSubrange(first..<(knownCount - last))
    var inserted: [NavigationLifecycle] = []
    for index in first..<(count - last) {
      if let child = place(contents[index], under: container) {
        inserted.append(child)
      }
    }
    container.children.insert(contentsOf: inserted, at: first)
    let newSelection = kind.selection(selection, of: container.children.count)
    let isEmpty = gone.isEmpty && inserted.isEmpty
    guard !isEmpty || kind != container.kind || newSelection != container.selectedIndex else {
      return
    }
    edits.append(
      Edit(
        container: container, cause: cause,
        slot: .contents(
          at: first, removed: gone.count, inserted: inserted,
          oldKind: container.kind, oldSelection: container.selectedIndex)))
    container.kind = kind
    container.selectedIndex = newSelection
  }

  private mutating func readModal(
    of container: NavigationLifecycle, _ element: any NavigationContainer
  ) {
    let modal = element.presentedContainer
    readCount += 1
    guard modal?.lifecycle !== container.modal else { return }
    if let old = container.modal { detach(CollectionOfOne(old), from: container) }
    container.modal = modal.flatMap { place($0, under: container) }
    edits.append(Edit(container: container, cause: cause, slot: .modal(container.modal)))
  }

  /// Whether a known child is still where it was, and has not been placed elsewhere meanwhile.
  private mutating func keeps(
    _ child: NavigationLifecycle,
    in container: NavigationLifecycle,
    _ contents: Contents,
    _ index: Int
  ) -> Bool {
    readCount += 1
    return contents[index].lifecycle === child && child.parent === container
  }

  /// Takes children out of their place, the last one first.
  private mutating func detach(
    _ children: some BidirectionalCollection<NavigationLifecycle>,
    from container: NavigationLifecycle
  ) {
    for child in children.reversed() {
      if child.parent === container { child.parent = nil }
      removed.append(Removal(lifecycle: child, cause: cause))
    }
  }

  /// Puts an element and everything in it and over it where it is now.
  ///
  /// - Returns: Its lifecycle, or `nil` if the platform claims it to be in two places.
  @discardableResult
  mutating func place(
    _ element: any NavigationContainer, under parent: NavigationLifecycle?
  ) -> NavigationLifecycle? {
    readCount += 1
    let lifecycle = element.lifecycle
    guard !isElsewhere(lifecycle, than: parent) else {
      store.context.issues.report(.inTwoPlaces(element.label))
      return nil
    }
    if lifecycle.store !== store {
      if let other = lifecycle.store { take(lifecycle, from: other) }
      lifecycle.store = store
      entered.append(lifecycle)
      store.adjustTransitions(of: lifecycle, entering: true)
      if parent != nil { lifecycle.rootedStore = nil }
    } else if let old = lifecycle.parent, old !== parent {
      if old.hides(page: lifecycle), old.placedIn == reading {
        old.forget(page: lifecycle)
      } else {
        // It moved, and the container it came from has not said so yet.
        pending.append(DirtyContainer(old, isDirty: true, cause: .code))
      }
    }
    lifecycle.parent = parent
    lifecycle.placedIn = reading
    lifecycle.kind = element.navigationKind
    lifecycle.name = element.navigationName
    let contents = Contents(of: element, lifecycle.kind, known: lifecycle)
    detach(lifecycle.children, from: lifecycle)
    if let modal = lifecycle.modal { detach(CollectionOfOne(modal), from: lifecycle) }
    lifecycle.children = (0..<contents.count).compactMap { place(contents[$0], under: lifecycle) }
    lifecycle.selectedIndex = lifecycle.kind.selection(
      contents.selectedIndex, of: lifecycle.children.count)
    lifecycle.modal = element.presentedContainer.flatMap { place($0, under: lifecycle) }
    return lifecycle
  }

  /// Another store had it until now, and may not have been told that it went.
  private mutating func take(_ lifecycle: NavigationLifecycle, from other: NavigationStore) {
    other.adjustTransitions(of: lifecycle, entering: false)
    if !forsaken.contains(where: { $0 === other }) { forsaken.append(other) }
    guard let old = lifecycle.parent, old.store === other else { return }
    other.dirty.append(DirtyContainer(old, isDirty: true, cause: .code))
  }

  /// Whether this reading has found a lifecycle in another place already, and not taken it out.
  private func isElsewhere(
    _ lifecycle: NavigationLifecycle, than parent: NavigationLifecycle?
  ) -> Bool {
    guard lifecycle.store === store else { return false }
    if lifecycle === store.root { return parent != nil }
    guard let old = lifecycle.parent, !old.hides(page: lifecycle) else { return false }
    return lifecycle.placedIn == reading || old !== parent && old.readIn == reading
  }

  /// Takes what is in no place any more out of the store.
  ///
  /// - Returns: It, children before parents, in the order of removal.
  mutating func takeLeaving() -> [NavigationLifecycle] {
    var leaving: [NavigationLifecycle] = []
    for removal in removed where removal.lifecycle.parent == nil {
      if removal.lifecycle.store === store {
        remove(removal.lifecycle, by: removal.cause, into: &leaving)
      } else if let other = forsaken.first(where: { $0 === removal.lifecycle.store }) {
        // The other store knows better whether it is still somewhere.
        other.orphans.append(removal)
      }
    }
    removed = []
    return leaving
  }

  private func remove(
    _ lifecycle: NavigationLifecycle, by cause: NavigationCause,
    into leaving: inout [NavigationLifecycle]
  ) {
    for child in (lifecycle.modal.map { [$0] } ?? []) + lifecycle.children.reversed()
    where child.parent === lifecycle {
      remove(child, by: cause, into: &leaving)
    }
    store.adjustTransitions(of: lifecycle, entering: false)
    lifecycle.store = nil
    lifecycle.parent = nil
    lifecycle.children = []
    lifecycle.modal = nil
    lifecycle.departureCause = cause
    lifecycle.departedIn = reading
    leaving.append(lifecycle)
  }
}

extension NavigationIssue {
  static func inTwoPlaces(_ label: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "inTwoPlaces"),
      fact: "The platform's containers hold \(label) in two places at once.",
      advice: "Remove a controller from one container before another one takes it.", at: nil)
  }
}

/// One reading of containers: compares them with the store's tree and links every lifecycle to the
/// slot that its object is in now.
///
/// A lifecycle has two slots, its contents and its modal. A reading visits each slot at most once,
/// and links each object to the slot in which it was found first. The object's previous slot is
/// then read too; an object without a link at the end has left.
@MainActor
struct NavigationReader {
  /// A change of one container between the last reading and this one.
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

  /// A lifecycle taken out of its slot, with the cause.
  struct Removal {
    let lifecycle: NavigationLifecycle
    let cause: NavigationCause
    /// The lifecycle in whose slot it was, if it is known.
    var holder: NavigationLifecycle?
  }

  /// A page container that has been read, except for its hidden pages.
  private struct PageReading {
    let container: NavigationLifecycle
    let cause: NavigationCause
    let kind: NavigationTree.Kind
    let shown: [NavigationLifecycle]
    let selected: NavigationLifecycle?
  }

  /// Counts the readings of all stores, since a marked lifecycle may enter the tree of another
  /// store.
  private(set) static var lastReading = 0

  let store: NavigationStore
  let reading: Int
  private(set) var readCount = 0
  private(set) var entered: [NavigationLifecycle] = []
  var edits: [Edit] = []
  /// The stores that lost something to this one and have to read again; retained until they have,
  /// so that none is deallocated in the middle of a reading.
  private(set) var affectedStores: [NavigationStore] = []
  /// The lifecycles taken out of their slots; they have left unless another slot has claimed them.
  var removed: [Removal]
  /// The containers still to be read; the last one is next.
  private var pending: [DirtyContainer] = []
  /// The lifecycles that entered a slot in this reading and are still to be read.
  private var arrivals: [Removal] = []
  private var pageReadings: [PageReading] = []
  private var shownPages: Set<ObjectIdentifier> = []
  /// The rejected claims to objects that more than one slot claims.
  private(set) var disputes: [Dispute] = []

  init(store: NavigationStore, removed: [Removal] = []) {
    self.store = store
    self.removed = removed
    reading = Self.nextReading()
    store.reading = reading
  }

  static func nextReading() -> Int {
    lastReading += 1
    return lastReading
  }

  mutating func readRoot(_ root: any NavigationContainer) {
    let lifecycle = root.lifecycle
    if !lifecycle.isIn(store) { enter(lifecycle, cause: .unknown) }
    lifecycle.insertedIn = reading
    lifecycle.name = root.navigationRuntimeName
    arrivals.append(Removal(lifecycle: lifecycle, cause: .code))
    readPending()
  }

  /// Reads the changed containers, and all that they lead to.
  mutating func read(_ dirty: [DirtyContainer]) {
    pending = dirty.reversed()
    readPending()
  }

  private mutating func readPending() {
    while true {
      if let arrival = arrivals.popLast() {
        read(DirtyContainer(arrival.lifecycle, isDirty: true, cause: arrival.cause))
      } else if let entry = pending.popLast() {
        read(entry)
      } else {
        break
      }
    }
    for open in pageReadings { finish(open) }
  }

  private mutating func read(_ entry: DirtyContainer) {
    guard let container = entry.lifecycle, container.isIn(store) else { return }
    guard let element = container.element else {
      // A released container has left its own: a hidden page, which the platform does not retain.
      if let holder = container.holder {
        pending.append(DirtyContainer(holder, isDirty: true, cause: entry.contentsCause))
      }
      return
    }
    if let unchanged = entry.unchanged, container.contentsReadIn != reading {
      readContents(of: container, element, unchanged: unchanged, cause: entry.contentsCause)
    }
    if entry.isPresentationDirty, container.modalReadIn != reading {
      readModal(of: container, element, cause: entry.presentationCause)
    }
  }

  private mutating func readContents(
    of container: NavigationLifecycle, _ element: any NavigationContainer,
    unchanged: UnchangedContents, cause: NavigationCause
  ) {
    container.contentsReadIn = reading
    let contents = ReadContents(of: container, element)
    if contents.isFetched { readCount += 1 }
    // An impossible shape is read as a container of unknown kind.
    var count = contents.count
    let kind = contents.kind.allowing(count: count, isRoot: container === store.root)
    if kind == .window { count = min(count, 1) }
    guard kind != .pages else {
      return readPages(of: container, contents, cause: cause)
    }
    // The known children are changed in place: a second reference would copy a deep stack.
    let knownCount = container.children.count
    let shorter = min(knownCount, count)
    var first = min(unchanged.leading, shorter)
    while first < shorter, keeps(container.children[first], in: container, contents, first) {
      first += 1
    }
    var last = 0
    if kind != .stack {
      last = min(unchanged.trailing, shorter - first)
      while last < shorter - first,
        keeps(container.children[knownCount - 1 - last], in: container, contents, count - 1 - last)
      {
        last += 1
      }
    }
    let (known, new) = (first..<(knownCount - last), first..<(count - last))
    if unchanged.leading + unchanged.trailing > 0,
      hasMovedEntries(container, element, known, contents, new)
    {
      return readContents(of: container, element, unchanged: UnchangedContents(), cause: cause)
    }
    let oldKind = container.kind
    container.kind = kind
    let selected = contents.selected
    replace(known, in: container, oldKind: oldKind, selecting: selected, cause: cause) { reader in
      new.compactMap { reader.claim(contents[$0], in: container, asModal: false, cause: cause) }
    }
  }

  /// Returns whether entries have moved between a changed range of a container and the rest, which
  /// counts as unchanged without having been compared entry by entry.
  ///
  /// Then a new entry is in the container already, or one that seems to have left still is. `known`
  /// is the range among the known children, `new` that among the platform's contents.
  private func hasMovedEntries(
    _ container: NavigationLifecycle, _ element: any NavigationContainer, _ known: Range<Int>,
    _ contents: ReadContents, _ new: Range<Int>
  ) -> Bool {
    guard container.isSilent else { return false }
    let gone = container.children[known].compactMap(\.element)
    let arriving = new.map { contents[$0] }
    let goneIDs = Set(gone.map { ObjectIdentifier($0) })
    let arrivingIDs = Set(arriving.map { ObjectIdentifier($0) })
    return arriving.contains {
      !goneIDs.contains(ObjectIdentifier($0)) && $0.lifecycle.parent === container
    }
      || gone.contains {
        !arrivingIDs.contains(ObjectIdentifier($0)) && $0.navigationRuntimeEnclosing === element
      }
  }

  /// Replaces a range of children, and notes the change.
  private mutating func replace(
    _ range: Range<Int>, in container: NavigationLifecycle, oldKind: NavigationTree.Kind,
    selecting selected: NavigationLifecycle?, cause: NavigationCause,
    by claim: (inout Self) -> [NavigationLifecycle]
  ) {
    let gone = Array(container.children[range])
    detach(gone, from: container, asModal: false, cause: cause)
    container.children.removeSubrange(range)
    let inserted = claim(&self)
    container.children.insert(contentsOf: inserted, at: range.lowerBound)
    let selection = container.kind.selection(
      selected.flatMap { selected in container.children.firstIndex { $0 === selected } },
      of: container.children.count)
    let oldSelection = container.selectedIndex
    container.selectedIndex = selection
    guard
      !gone.isEmpty || !inserted.isEmpty || oldKind != container.kind || selection != oldSelection
    else { return }
    edits.append(
      Edit(
        container: container, cause: cause,
        slot: .contents(
          at: range.lowerBound, removed: gone.count, inserted: inserted, oldKind: oldKind,
          oldSelection: oldSelection)))
  }

  private mutating func readModal(
    of container: NavigationLifecycle, _ element: any NavigationContainer, cause: NavigationCause
  ) {
    container.modalReadIn = reading
    let presented = element.navigationRuntimePresented
    let known = container.modal
    if presented == nil, known == nil { return }
    readCount += 1
    if let known {
      let isKept = presented?.lifecycle === known && known.isIn(store)
      if isKept, known.presenter === container { return }
      detach(CollectionOfOne(known), from: container, asModal: true, cause: cause)
    }
    container.modal = presented.flatMap { claim($0, in: container, asModal: true, cause: cause) }
    edits.append(Edit(container: container, cause: cause, slot: .modal(container.modal)))
  }

  /// Returns whether a known child is still at its index, and not claimed elsewhere meanwhile.
  private mutating func keeps(
    _ child: NavigationLifecycle, in container: NavigationLifecycle, _ contents: ReadContents,
    _ index: Int
  ) -> Bool {
    if contents.isFetched { store.comparisonCount += 1 } else { readCount += 1 }
    return contents.holds(child, at: index)
      && child.parent === container
      && child.isIn(store)
  }

  /// Takes lifecycles out of a slot, last first; one that another slot has claimed stays there.
  private mutating func detach(
    _ lifecycles: some BidirectionalCollection<NavigationLifecycle>,
    from container: NavigationLifecycle, asModal: Bool, cause: NavigationCause
  ) {
    for lifecycle in lifecycles.reversed() {
      if lifecycle.holder === container, lifecycle.isModal == asModal { lifecycle.link(to: nil) }
      removed.append(Removal(lifecycle: lifecycle, cause: cause, holder: container))
    }
  }

  /// Links an object to the slot in which it was found; it is read later.
  ///
  /// - Returns: Its lifecycle, or `nil` if another slot has claimed it before.
  private mutating func claim(
    _ element: any NavigationContainer, in holder: NavigationLifecycle, asModal: Bool,
    cause: NavigationCause
  ) -> NavigationLifecycle? {
    readCount += 1
    let lifecycle = element.lifecycle
    guard lifecycle !== store.root, !isClaimed(lifecycle) else {
      disputes.append(Dispute(container: holder, object: lifecycle.id))
      if !store.disputes.contains(where: { $0.isSame(as: disputes[disputes.count - 1]) }) {
        store.context.issues.report(.inTwoSlots(element.label))
      }
      return nil
    }
    if !lifecycle.isIn(store) {
      enter(lifecycle, cause: cause)
      lifecycle.arrivalHandler = cause.handler
      lifecycle.rootedStore = nil
    } else if let old = lifecycle.holder {
      // It moved, and its previous container may not have reported that.
      pending.append(DirtyContainer(old, isDirty: true, cause: cause))
    }
    lifecycle.link(to: holder, asModal: asModal)
    lifecycle.insertedIn = reading
    lifecycle.name = element.navigationRuntimeName
    arrivals.append(Removal(lifecycle: lifecycle, cause: cause))
    return lifecycle
  }

  /// Returns whether this reading has found a lifecycle in a slot already, and not taken it out.
  ///
  /// A page container's claim to a hidden page yields to any other claim.
  private func isClaimed(_ lifecycle: NavigationLifecycle) -> Bool {
    guard lifecycle.isIn(store), let holder = lifecycle.holder else { return false }
    if lifecycle.isModal { return holder.modalReadIn == reading }
    guard holder.contentsReadIn == reading else { return false }
    return holder.kind != .pages || shownPages.contains(ObjectIdentifier(lifecycle))
  }

  private mutating func enter(_ lifecycle: NavigationLifecycle, cause: NavigationCause) {
    if let other = lifecycle.store { take(lifecycle, from: other, cause: cause) }
    lifecycle.store = store
    entered.append(lifecycle)
    store.adjustTransitions(of: lifecycle, entering: true)
  }

  /// Takes a lifecycle from another store, which may not have been notified of its removal.
  private mutating func take(
    _ lifecycle: NavigationLifecycle, from other: NavigationStore, cause: NavigationCause
  ) {
    other.adjustTransitions(of: lifecycle, entering: false)
    if !affectedStores.contains(where: { $0 === other }) { affectedStores.append(other) }
    guard let old = lifecycle.holder, old.isIn(other) else { return }
    other.dirty.append(DirtyContainer(old, isDirty: true, cause: cause))
  }
}

// Pages.
extension NavigationReader {
  /// Reads the shown pages; the remaining hidden ones are determined after everything else is read.
  private mutating func readPages(
    of container: NavigationLifecycle, _ contents: ReadContents, cause: NavigationCause
  ) {
    let oldKind = container.kind
    container.kind = .pages
    var shown: [NavigationLifecycle] = []
    for index in 0..<contents.count {
      let page = contents[index]
      let lifecycle = page.lifecycle
      readCount += 1
      if lifecycle.parent === container, lifecycle.isIn(store),
        container.children.contains(where: { $0 === lifecycle }),
        shownPages.insert(ObjectIdentifier(lifecycle)).inserted
      {
        shown.append(lifecycle)
      } else if let claimed = claim(page, in: container, asModal: false, cause: cause) {
        shownPages.insert(ObjectIdentifier(claimed))
        shown.append(claimed)
      }
    }
    pageReadings.append(
      PageReading(
        container: container, cause: cause, kind: oldKind, shown: shown,
        selected: contents.selected ?? shown.first))
  }

  /// Keeps the hidden pages that are alive and in no other container.
  ///
  /// Platforms know only the shown pages; a page that was turned away is hidden, not gone (D32). A
  /// page container that shows nothing has been emptied.
  private mutating func finish(_ open: PageReading) {
    let container = open.container
    guard container.isIn(store) else { return }
    func stays(_ page: NavigationLifecycle) -> Bool {
      guard page.parent === container, page.isIn(store) else { return false }
      if shownPages.contains(ObjectIdentifier(page)) { return true }
      guard !open.shown.isEmpty, let element = page.element else { return false }
      return element.navigationRuntimeEnclosing.map { $0.lifecycle === container } ?? true
    }
    let known = container.children
    var pages = known.filter(stays)
    pages += open.shown.filter { page in !pages.contains { $0 === page } && stays(page) }
    // A page that returned from another container is compared with its state before it left.
    func isKept(_ old: NavigationLifecycle, as page: NavigationLifecycle) -> Bool {
      old === page && page.insertedIn != reading
    }
    let shorter = min(known.count, pages.count)
    var first = 0
    while first < shorter, isKept(known[first], as: pages[first]) { first += 1 }
    var last = 0
    while last < shorter - first,
      isKept(known[known.count - 1 - last], as: pages[pages.count - 1 - last])
    {
      last += 1
    }
    let inserted = Array(pages[first..<(pages.count - last)])
    replace(
      first..<(known.count - last), in: container, oldKind: open.kind, selecting: open.selected,
      cause: open.cause
    ) { _ in
      // Pages listed on both sides have lost their link meanwhile.
      for page in inserted { page.link(to: container) }
      return inserted
    }
    for page in inserted where page.insertedIn != reading { page.insertedIn = reading }
  }
}

extension NavigationTree.Kind {
  /// Returns the kind that a tree can show for a container with this many contents.
  func allowing(count: Int, isRoot: Bool) -> Self {
    switch self {
    case .screen where count > 0: .container("Unknown")
    case .window where !isRoot: .container("Window")
    default: self
    }
  }

  /// Returns the valid selection for the platform's selected index.
  ///
  /// An invalid index selects the first: UIKit's tab bar controller returns an index out of range
  /// while it has no tabs.
  func selection(_ index: Int?, of count: Int) -> Int? {
    guard hasSelection, count > 0 else { return nil }
    return index.flatMap { (0..<count).contains($0) ? $0 : nil } ?? 0
  }
}

/// An object that the platform has in two slots at once, with the container whose claim was
/// rejected.
struct Dispute {
  private(set) weak var container: NavigationLifecycle?
  let object: NavigationNodeID

  @MainActor
  func isSame(as other: Dispute) -> Bool {
    object == other.object && container === other.container
  }
}

extension NavigationIssue {
  static func inTwoSlots(_ label: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "inTwoSlots"),
      fact: "The platform's containers hold \(label) in two slots at once.",
      advice: "Remove a controller from its container before adding it to another.", at: nil)
  }
}

import NavigationRuntime

/// Leads a journey to its place: compares what is shown with what is wanted, and makes the
/// difference, until there is none.
///
/// ```
///   pass: for each flow, from the root on
///     wait until it is ready ─▶ remove what is in the way ─▶ for each entry: is it there?
///                                                   yes: its branches ◀──┴──▶ no: its step
///   at the end: states, selections, the last entry uncovered
/// ```
///
/// A pass that has changed something is followed by another. Each entry is attempted once in each
/// flow object, in three at most, and not again when a flow has ended while it handled the step; so
/// the passes end, and a flow that always starts again does not repeat what it does.
@MainActor
final class PlaceReconciler {
  /// An entry in a flow object.
  private struct Key: Hashable {
    let flow: ArenaIndex
    let index: Int
  }

  /// The handle.
  let journey: Journey
  /// The flow of the only branch; `nil` if the branches are those of the roots.
  let root: FlowNode?
  private let path: [String]
  private let isAnimated: Bool
  unowned let engine: FlowEngine
  private weak var link: DeepLink?

  private static let attemptLimit = 3

  private var attempted: Set<Key> = []
  /// The number of attempts at entries, by their positions in the place.
  private var attemptCounts: [[Int]: Int] = [:]
  /// The flows of other frameworks that have travelled, with their outcomes.
  private var delegated: [ObjectIdentifier: (child: any PlaceHolding, outcome: JourneyOutcome)] =
    [:]
  /// The reasons for which entries could not be shown.
  private var reasons: [Key: MissingEntry.Reason] = [:]
  private var missing: [MissingEntry] = []
  /// The owners whose state has been restored, with the error if it could not be read.
  private var restored: [ObjectIdentifier: (owner: AnyObject, error: String?)] = [:]
  private var selections: [(node: FlowNode, index: Int, path: [String])] = []
  /// Whether the current pass has changed something.
  private var hasMoved = false
  /// The number of passes in a row that have only removed something.
  private var removals = 0
  /// Set when the journey cannot continue.
  var end: JourneyOutcome?
  /// The entries on screen; `nil` if they have to be read again.
  var reading: ShownEntries?

  static let cause = NavigationCause(.framework("AsyncFlow")) { "a journey" }

  init(
    _ journey: Journey, root: FlowNode?, at path: [String], isAnimated: Bool, in engine: FlowEngine
  ) {
    self.journey = journey
    self.root = root
    self.path = path
    self.isAnimated = isAnimated
    self.engine = engine
  }

  var place: NavigationPlace { journey.place }

  /// Whether another journey is one to a part of this place, by the path to that part.
  func leads(to part: PlaceReconciler) -> Bool {
    guard part.root != nil, part.path.starts(with: path) else { return false }
    let first = part.path.dropFirst(path.count).first
    return place.branches.contains { $0.flow == first }
  }

  /// Travels to the place.
  ///
  /// - Returns: The outcome; `nil` if the link has ended meanwhile.
  func run(for link: DeepLink) async -> JourneyOutcome? {
    self.link = link
    repeat {
      (hasMoved, missing, selections, reading) = (false, [], [], nil)
      let attempts = attempted.count
      await transitionsToEnd()
      if isOver { return end }
      var earlier: [String: Int] = [:]
      for (position, branch) in place.branches.enumerated() {
        let ordinal = earlier[branch.flow, default: 0]
        earlier[branch.flow] = ordinal + 1
        guard let node = await flow(for: branch, ordinal) else {
          if isOver { return end }
          note(.noFlow, at: path + [branch.flow])
          continue
        }
        await visit(
          node, branch, at: path + [branch.flow], [position],
          endsPlace: position == place.branches.count - 1)
        if isOver { return end }
      }
      removals = hasMoved && attempts == attempted.count ? removals + 1 : 0
      if removals > 3 { return .covered(by: visibleName) }
    } while hasMoved
    return await finish()
  }

  var isOver: Bool { end != nil || link?.outcome != nil || link == nil }

  var shown: ShownEntries {
    if let reading { return reading }
    let made = ShownEntries(of: engine)
    reading = made
    return made
  }

  /// Something has changed: it is read again before the next comparison.
  func didMove() {
    hasMoved = true
    reading = nil
  }

  private func note(_ reason: MissingEntry.Reason, at path: [String]) {
    missing.append(MissingEntry(path: path, reason: reason))
  }

  private var visibleName: String {
    engine.roots.elements.lazy.compactMap(\.window).first?.tree.visibleLeaf.name ?? "another screen"
  }

  /// Returns the root flow of a branch, when it has started.
  private func flow(for branch: NavigationPlace.Branch, _ ordinal: Int) async -> FlowNode? {
    if let root { return root.isAlive ? root : nil }
    while let link, !isOver {
      let roots = engine.roots.elements
      if let node = roots.filter({ $0.name == branch.flow }).dropFirst(ordinal).first {
        return node
      }
      if !roots.isEmpty, roots.allSatisfy(\.isReady) { return nil }
      await link.pause(.readiness, "\(branch.flow) to be ready")
    }
    return nil
  }

  private func transitionsToEnd() async {
    for root in engine.roots.elements where !isOver {
      await link?.transitionsToEnd(in: root.scheduler)
    }
  }

  // MARK: - One flow

  /// Makes a flow show what a branch says.
  ///
  /// The position consists of the indices that lead to the branch in the place.
  private func visit(
    _ node: FlowNode, _ branch: NavigationPlace.Branch, at path: [String], _ position: [Int],
    endsPlace: Bool
  ) async {
    // A flow that shows what is wanted need not be ready, and may never be.
    if !shows(branch, node) { await becomeReady(node) }
    guard !isOver else { return }
    guard node.isAlive else { return didMove() }
    restore(branch.state, to: node.flow, at: path)
    if let index = branch.selection { selections.append((node, index, path)) }
    let wanted = branch.entries.indices.compactMap {
      self.wanted($0, of: branch, in: node, path, position, endsPlace: endsPlace)
    }
    let entries = shown.entries(of: node)
    let matches = entries.matches(of: wanted.map { ($0.step, $0.value) }, in: node)
    await clear(entries.indices.filter { !matches.contains($0) }.map { entries[$0] }, of: node)
    var recent: RecentEntries?
    for (entry, match) in zip(wanted, matches) where !isOver && node.isAlive {
      if let match {
        await descend(into: entry, entries[match].parts)
      } else {
        await show(entry, in: node, after: &recent)
      }
    }
    if !node.isAlive { didMove() }
  }

  /// Whether a flow shows the entries of a branch, and nothing else.
  private func shows(_ branch: NavigationPlace.Branch, _ node: FlowNode) -> Bool {
    branch.entries.isEmpty || shown.entries(of: node).map(\.value) == branch.entries.map(\.value)
  }

  /// An entry of the place with its step.
  private struct Wanted {
    let key: Key
    let entry: NavigationPlace.Entry
    let path: [String]
    let position: [Int]
    let step: any Step
    /// The value as the flow encodes it.
    let value: NavigationPlace.Value
    /// Whether the place ends with the entry or its branches.
    let endsPlace: Bool

    /// Whether it is the last entry of the place, so that its step is animated.
    var isLast: Bool { endsPlace && entry.branches.allSatisfy(\.entries.isEmpty) }
  }

  /// Returns an entry of a branch with its step; `nil` if it is known to be missing.
  private func wanted(
    _ index: Int, of branch: NavigationPlace.Branch, in node: FlowNode, _ path: [String],
    _ position: [Int], endsPlace: Bool
  ) -> Wanted? {
    let (entry, key) = (branch.entries[index], Key(flow: node.id, index: index))
    do {
      let step = try engine.step(of: entry, in: node)
      let path = path + ["\(step)"]
      if let reason = reasons[key] {
        note(reason, at: path)
        return nil
      }
      return Wanted(
        key: key, entry: entry, path: path, position: position + [index], step: step,
        value: engine.placeValue(of: step, in: node) ?? entry.value,
        endsPlace: endsPlace && index == branch.entries.count - 1)
    } catch {
      note(.unreadable("\(error)"), at: path + [entry.value.json])
      return nil
    }
  }

  /// Returns the step of an entry, and its value as the flow encodes it; `nil` if the entry is known
  /// to be missing.
  func step(
    at index: Int, of branch: NavigationPlace.Branch, in node: FlowNode
  ) -> (step: any Step, value: NavigationPlace.Value)? {
    guard reasons[Key(flow: node.id, index: index)] == nil,
      let step = try? engine.step(of: branch.entries[index], in: node)
    else { return nil }
    return (step, engine.placeValue(of: step, in: node) ?? branch.entries[index].value)
  }

  private func becomeReady(_ node: FlowNode) async {
    while let link, !isOver, node.isAlive, !node.isReady,
      engine.machine.suspended(in: node.id) == nil
    {
      await link.pause(.readiness, "\(node.name) to be ready")
      reading = nil
    }
  }

  /// Shows a missing entry by its step, unless it has been shown since the recent ones.
  private func show(_ wanted: Wanted, in node: FlowNode, after recent: inout RecentEntries?) async {
    guard attempted.insert(wanted.key).inserted else { return lose(wanted, .notShown) }
    let attempts = attemptCounts[wanted.position, default: 0]
    guard attempts < Self.attemptLimit else {
      return lose(wanted, .notHandled("its flow ends"))
    }
    attemptCounts[wanted.position] = attempts + 1
    await clearTop(of: node)
    guard !isOver, node.isAlive else { return }
    var attempt = EntryAttempt(at: wanted.step, wanted.value, in: node, after: recent)
    didMove()
    var refusal: StepOutcome?
    if !attempt.isNew {
      await select(node)
      refusal = await deliver(wanted, by: attempt)
      if refusal == nil, await failedHidden(attempt) {
        if let element = node.rootLifecycle {
          await engine.context.select(element, by: Self.cause)
        }
        attempt = EntryAttempt(at: wanted.step, wanted.value, in: node)
        refusal = await deliver(wanted, by: attempt)
      }
    }
    recent = attempt.before.adding(wanted.step, since: attempt.mark, in: node)
    reading = nil
    guard !isOver, node.isAlive else { return }
    if let refusal { return lose(wanted, .notHandled("\(refusal)")) }
    guard attempt.isShown else { return lose(wanted, .notShown) }
    await descend(into: wanted, newParts(of: node, since: attempt.mark, for: wanted))
  }

  /// Delivers the step of an entry; returns its outcome if the flow has not handled it.
  private func deliver(_ wanted: Wanted, by attempt: EntryAttempt) async -> StepOutcome? {
    let outcome = await link?.deliver(attempt, isAnimated: isAnimated && wanted.isLast)
    switch outcome {
    case .handled?, .unknown?:
      if !attempt.node.isAlive { attemptCounts[wanted.position] = Self.attemptLimit }
      return nil
    default: return outcome
    }
  }

  /// Selects the tabs and pages around a flow, apart from those that the place does not select.
  ///
  /// A flow shows its screens in an unselected tab as well, and a selection that the place takes back
  /// would be a needless move.
  private func select(_ node: FlowNode) async {
    guard let element = node.rootLifecycle else { return }
    await engine.context.select(element, by: Self.cause) { container, index in
      let wanted = selections.last { $0.node.selectable === container }
      return wanted.map { $0.index == index } ?? true
    }
  }

  /// Whether a step has shown nothing in a flow that is in an unselected tab or page.
  ///
  /// From there, the platform presents nothing. What has appeared without a screen is removed.
  private func failedHidden(_ attempt: EntryAttempt) async -> Bool {
    let (node, mark) = (attempt.node, attempt.mark)
    guard node.rootLifecycle?.isInUnselectedTab ?? false else { return false }
    await transitionsToEnd()
    guard !isOver, node.isAlive else { return false }
    let (screens, children) = (node.contributions(since: mark), node.children(since: mark))
    if screens.isEmpty, children.isEmpty { return !attempt.isShown }
    let elements = screens.compactMap(\.screen?.lifecycle) + children.compactMap(\.rootLifecycle)
    guard !elements.isEmpty, !elements.contains(where: \.isInTree) else { return false }
    for child in children { engine.end(child, .stopped, refusing: .flowEnded) }
    return true
  }

  private func lose(_ wanted: Wanted, _ reason: MissingEntry.Reason) {
    reasons[wanted.key] = reason
    note(reason, at: wanted.path)
  }

  /// The parts that a step has added to a flow.
  private func newParts(
    of node: FlowNode, since mark: FlowNode.Mark, for wanted: Wanted
  ) -> [ShownEntry.Part] {
    guard !wanted.entry.branches.isEmpty else { return [] }
    let children = node.children(since: mark).map(ShownEntry.Part.flow)
    let screens = node.contributions(since: mark).flatMap(\.placeParts)
    if children.isEmpty, screens.isEmpty {
      return shown.entries(of: node).last { $0.value == wanted.value }?.parts ?? []
    }
    return children + screens
  }

  /// Travels to the branches of an entry that is shown.
  private func descend(into wanted: Wanted, _ parts: [ShownEntry.Part]) async {
    var parts = parts
    for (position, branch) in wanted.entry.branches.enumerated() where !isOver {
      let path = wanted.path + [branch.flow]
      guard let index = parts.firstIndex(where: { $0.name == branch.flow }) else {
        note(.noFlow, at: path)
        continue
      }
      switch parts.remove(at: index) {
      case .flow(let child):
        let isLast = position == wanted.entry.branches.count - 1
        await visit(
          child, branch, at: path, wanted.position + [position],
          endsPlace: wanted.endsPlace && isLast)
      case .foreign(let child): await travel(with: child, to: branch, at: wanted.path)
      case .screen(let keeper):
        restore(branch.state, to: keeper, at: path)
        // A screen keeps nothing else.
        if let index = branch.selection {
          note(.notHandled("has no tabs or pages"), at: path + ["tab \(index)"])
        }
        for entry in branch.entries { note(.noFlow, at: path + [entry.value.json]) }
      }
    }
  }

  private func travel(
    with child: any PlaceHolding, to branch: NavigationPlace.Branch, at path: [String]
  ) async {
    guard let link, child.placeBranch != branch else { return }
    let id = ObjectIdentifier(child)
    if delegated[id] == nil {
      didMove()
      let outcome = await link.whileWaiting(for: "\(branch.flow) to be in its place") {
        await child.travel(to: branch, at: path)
      }
      guard let outcome else { return }
      delegated[id] = (child, outcome)
    }
    switch delegated[id]?.outcome {
    case .arrived, nil: return
    case .incomplete(let entries): missing += entries
    case .cancelled: note(.notHandled("its journey has ended"), at: path + [branch.flow])
    case .covered, .timedOut, .superseded: end = delegated[id]?.outcome
    }
  }

  private func restore(_ state: NavigationPlace.Value?, to owner: AnyObject, at path: [String]) {
    guard let state else { return }
    guard let keeper = owner as? any PlaceStateKeeping else {
      return note(.notHandled("keeps no state"), at: path)
    }
    let id = ObjectIdentifier(owner)
    if restored[id] == nil {
      var failure: String?
      do { try keeper.restore(state) } catch { failure = "\(error)" }
      restored[id] = (owner, failure)
    }
    // Each pass reports it.
    if let error = restored[id]?.error { note(.unreadable(error), at: path) }
  }

  // MARK: - The end

  /// Selects the tabs and pages, and uncovers the last entry that they show.
  private func finish() async -> JourneyOutcome? {
    for (node, index, path) in selections {
      guard let container = node.selectable, container.selectedIndex != index else { continue }
      if container.children.indices.contains(index), let element = container.element {
        await engine.context.perform(
          .select(index), on: element, animated: false, cause: Self.cause)
        if isOver { return end }
      }
      if container.selectedIndex != index {
        note(.notHandled("not selected"), at: path + ["tab \(index)"])
      }
    }
    // The flow above a part of a place decides about the visibility of its last entry.
    guard root == nil else { return missing.isEmpty ? .arrived : .incomplete(missing) }
    await transitionsToEnd()
    if isOver { return end }
    reading = nil
    if let leaf = shown.lastVisibleElement {
      let name = await engine.context.reveal(leaf, by: Self.cause) { link?.outcome == nil }
      if isOver { return end }
      if let name { return .covered(by: name) }
      guard leaf.isUnobstructed else { return .covered(by: visibleName) }
    }
    return missing.isEmpty ? .arrived : .incomplete(missing)
  }
}

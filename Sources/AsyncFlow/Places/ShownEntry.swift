import NavigationRuntime

/// An entry of a flow's branch as it is on screen: one handled step, with everything that it showed
/// and that is still there.
@MainActor
struct ShownEntry {
  /// A part of an entry that has a branch of its own.
  enum Part {
    case flow(FlowNode)
    /// A flow of another framework.
    case foreign(any PlaceHolding)
    case screen(any PlaceStateKeeping)
  }

  let step: any Step
  let value: NavigationPlace.Value
  /// The elements on screen that the step has led to, in the order of the tree.
  var elements: [NavigationLifecycle] = []
  var parts: [Part] = []

  /// The placement of the first element.
  func placement(in node: FlowNode) -> NavigationPlace.Placement {
    elements.first?.placement(in: node.rootLifecycle) ?? .fixed
  }
}

extension [ShownEntry] {
  /// Matches the entries of a place with these, which are on screen.
  ///
  /// Entries with equal texts match. So do entries with equal steps whose texts have the same
  /// characters in another order: a set is encoded in any order. Returns for each wanted entry the
  /// index of the one on screen; `nil` if it is missing.
  @MainActor
  func matches(
    of wanted: [(step: any Step, value: NavigationPlace.Value)], in node: FlowNode
  ) -> [Int?] {
    let values = Set(map(\.value))
    let known = Set(wanted.map(\.value))
    // By their characters, since comparing each with each would take too long.
    var others = Dictionary(
      grouping: wanted.filter { !values.contains($0.value) }, by: { $0.value.json.utf8.sorted() })
    let shown = map { entry in
      guard !others.isEmpty, !known.contains(entry.value) else {
        return (entry.value, entry.placement(in: node))
      }
      let characters = entry.value.json.utf8.sorted()
      let equal = others[characters]?.firstIndex { $0.step.isEqual(to: entry.step) }
      let value = equal.flatMap { others[characters]?.remove(at: $0).value }
      return (value ?? entry.value, entry.placement(in: node))
    }
    return NavigationPlace.match(wanted.map(\.value), with: shown)
  }
}

/// Reads what the flows of a coordinator show.
///
/// The positions of all elements are collected once, so that reading takes linear time.
@MainActor
struct ShownEntries {
  let engine: FlowEngine
  /// The position of each element in the tree of its window.
  private var positions: [ObjectIdentifier: Int] = [:]
  /// The screens by the flow whose handler has shown them.
  private var handled: [ArenaIndex: [NavigationLifecycle]] = [:]
  private var seenWindows: Set<ObjectIdentifier> = []

  init(of engine: FlowEngine) {
    self.engine = engine
    for element in engine.roots.subtrees.compactMap(\.rootLifecycle) { collect(around: element) }
  }

  private mutating func collect(around element: NavigationLifecycle) {
    guard positions[ObjectIdentifier(element)] == nil else { return }
    let top = element.outermost
    guard seenWindows.insert(ObjectIdentifier(top)).inserted else { return }
    for lifecycle in top.subtree {
      positions[ObjectIdentifier(lifecycle)] = positions.count
      if let step = lifecycle.handledStep(of: engine) {
        handled[step.flow, default: []].append(lifecycle)
      }
    }
  }

  /// Returns the entries of a flow, in the order of the tree.
  func entries(of node: FlowNode) -> [ShownEntry] {
    var collector = Collector(node: node, positions: positions)
    for contribution in node.contributions { collector.add(contribution) }
    for child in node.children.elements { collector.add(child) }
    for screen in handled[node.id] ?? [] where !isRoot(screen) { collector.add(screen) }
    return collector.entries
  }

  /// The position of an element in the tree of its window.
  func position(of element: NavigationLifecycle) -> Int? {
    positions[ObjectIdentifier(element)]
  }

  private func isRoot(_ screen: NavigationLifecycle) -> Bool {
    screen.element.map { engine.rootCounts[ObjectIdentifier($0)] != nil } ?? true
  }

  /// Groups what a flow shows by the handled step.
  private struct Collector {
    let node: FlowNode
    let positions: [ObjectIdentifier: Int]
    private var found: [(entry: ShownEntry, position: Int)] = []
    /// The index of the entry to which the screens of a handler belong.
    private var indices: [ObjectIdentifier: Int] = [:]
    private var claimed: Set<ObjectIdentifier> = []

    init(node: FlowNode, positions: [ObjectIdentifier: Int]) {
      self.node = node
      self.positions = positions
    }

    /// The entries, ordered by their first element.
    @MainActor var entries: [ShownEntry] {
      found.ordered { $0.position }.map(\.entry)
    }

    @MainActor
    mutating func add(_ contribution: Contribution) {
      guard let screen = contribution.screen else { return }
      let lifecycle = screen.lifecycle
      guard isShown(lifecycle), lifecycle.map({ isNew($0) }) ?? true else { return }
      add(screen.step, lifecycle, contribution.placeParts)
    }

    @MainActor
    mutating func add(_ child: FlowNode) {
      guard let step = child.step else { return }
      let lifecycle =
        child.borrowsRoot
        ? child.contributedScreens.first(where: \.isInTree) : child.rootLifecycle
      guard child.borrowsRoot || isShown(lifecycle) else { return }
      add(step, lifecycle, [.flow(child)])
    }

    /// Adds a screen without a contribution.
    @MainActor
    mutating func add(_ screen: NavigationLifecycle) {
      guard let handled = screen.handledStep, isNew(screen) else { return }
      add(handled.step, screen, [])
    }

    /// Whether an element is on screen, or may be because no window is observed.
    @MainActor
    private func isShown(_ lifecycle: NavigationLifecycle?) -> Bool {
      guard let lifecycle else { return true }
      return lifecycle.isInTree || !node.isInWindow
    }

    private mutating func isNew(_ lifecycle: NavigationLifecycle) -> Bool {
      claimed.insert(ObjectIdentifier(lifecycle)).inserted
    }

    @MainActor
    private mutating func add(
      _ step: any Step, _ lifecycle: NavigationLifecycle?, _ parts: [ShownEntry.Part]
    ) {
      let position = lifecycle.flatMap { positions[ObjectIdentifier($0)] } ?? .max
      let handler = lifecycle?.arrivalHandler.map(ObjectIdentifier.init)
      if let index = handler.flatMap({ indices[$0] }) {
        if let lifecycle { found[index].entry.elements.append(lifecycle) }
        found[index].entry.parts += parts
        found[index].position = min(position, found[index].position)
        return
      }
      guard let value = node.engine.placeValue(of: step, in: node) else { return }
      if let handler { indices[handler] = found.count }
      let entry = ShownEntry(
        step: step, value: value, elements: lifecycle.map { [$0] } ?? [], parts: parts)
      found.append((entry, position))
    }
  }
}

extension Contribution {
  /// The flow of another framework, if it has places, and what keeps a state in them: the stepper,
  /// or else the screen.
  var placeParts: [ShownEntry.Part] {
    var parts: [ShownEntry.Part] = []
    if let flow = screen?.presentable as? any PlaceHolding { parts.append(.foreign(flow)) }
    let keeper = stepper as? any PlaceStateKeeping ?? screen?.container as? any PlaceStateKeeping
    if let keeper { parts.append(.screen(keeper)) }
    return parts
  }
}

extension ShownEntry {
  /// The elements that the user may see; for a flow of another framework its last ones.
  var visibleElements: [NavigationLifecycle] {
    let foreign = parts.flatMap { part -> [NavigationLifecycle] in
      if case .foreign(let child) = part { child.placeElements.filter(\.isInTree) } else { [] }
    }
    return elements + foreign
  }

  /// The elements of the entry and those of its child flows that share a stack.
  var allElements: [NavigationLifecycle] {
    var all = elements
    for case .flow(let child) in parts where child.borrowsRoot {
      all += child.subtree.flatMap(\.contributedScreens).filter(\.isInTree)
    }
    return all
  }
}

extension ShownEntry.Part {
  @MainActor var name: String {
    switch self {
    case .flow(let node): node.name
    case .foreign(let node): node.placeBranch?.flow ?? ""
    case .screen(let keeper): "\(type(of: keeper))"
    }
  }
}

extension ShownEntries {
  /// The last element in the order of the tree that is not in an unselected tab or page.
  @MainActor var lastVisibleElement: NavigationLifecycle? {
    var last: (element: NavigationLifecycle, position: Int)?
    for element in engine.roots.subtrees.flatMap(entries).flatMap(\.visibleElements) {
      guard let position = position(of: element), position >= last?.position ?? -1,
        !element.isInUnselectedTab
      else { continue }
      last = (element, position)
    }
    return last?.element
  }
}

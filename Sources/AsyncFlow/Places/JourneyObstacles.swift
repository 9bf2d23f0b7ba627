import NavigationRuntime

/// The removal of what is in the way.
extension PlaceReconciler {
  /// Removes what a flow shows and the place does not contain.
  func clear(_ entries: [ShownEntry], of node: FlowNode) async {
    let elements = entries.flatMap { entry in
      entry.allElements.compactMap { $0.placement(in: node.rootLifecycle).element }
    }
    guard !elements.isEmpty else { return }
    if let (_, wait) = engine.machine.suspended(in: node.id), case .outside = wait,
      let modal = elements.first(where: \.isModal)
    {
      // A question to the user that the journey dismissed would never be answered.
      end = .covered(by: modal.name)
      return
    }
    didMove()
    if let name = await engine.context.remove(elements, by: Self.cause) {
      end = .covered(by: name)
    }
  }

  /// Removes the screens of other flows from the top of a borrowed stack.
  func clearTop(of node: FlowNode) async {
    guard node.borrowsRoot, let stack = node.rootLifecycle else { return }
    let own = Set(
      shown.entries(of: node).flatMap(\.allElements)
        .compactMap { $0.placement(in: stack).element ?? $0 }.map(ObjectIdentifier.init))
    guard let last = stack.children.lastIndex(where: { own.contains(ObjectIdentifier($0)) }) else {
      return
    }
    let above = Array(stack.children[(last + 1)...])
    guard !above.isEmpty else { return }
    didMove()
    if let name = await engine.context.remove(above, by: Self.cause) { end = .covered(by: name) }
  }

  /// Removes what keeps a flow from showing a missing entry: modals that belong to no entry of the
  /// place, and screens of no flow on top of its stacks.
  ///
  /// Called when the flow's `adapt` has let the entry's step pass, or has stopped it without a
  /// detour: until then, a modal may be the login that it waits for.
  func clearWay(for attempt: EntryAttempt) async -> Clearance {
    defer { attempt.forgetEnded() }
    guard let root = attempt.node.rootLifecycle else { return .wasClear }
    reading = nil
    let elements = foreignModals(around: root) + foreignEntries(above: root)
    guard !elements.isEmpty else { return .wasClear }
    didMove()
    let name = await engine.context.remove(elements, by: Self.cause)
    reading = nil
    guard let name else { return .cleared }
    if !isOver { end = .covered(by: name) }
    return .refused(by: name)
  }

  /// The modals in and over a flow's root that contain nothing of the place, outermost first.
  private func foreignModals(around root: NavigationLifecycle) -> [NavigationLifecycle] {
    let modals = root.modalObstacles + root.subtree.dropFirst().filter(\.isModal)
    guard !modals.isEmpty else { return [] }
    let kept = keptElements
    return modals.filter { modal in
      !modal.subtree.contains { kept.contains(ObjectIdentifier($0)) }
    }
  }

  /// The uppermost entries of a flow's stacks that no flow has shown.
  private func foreignEntries(above root: NavigationLifecycle) -> [NavigationLifecycle] {
    var candidates: [[NavigationLifecycle]] = []
    for obstacle in root.obstacles {
      if case .entries = obstacle { candidates.append(obstacle.elements) }
    }
    candidates.append(root.children.filter(\.isAboveEntry))
    var known: Set<ObjectIdentifier>?
    return candidates.flatMap { entries in
      entries.reversed().prefix { entry in
        !entry.subtree.contains { element in
          if element.handledStep != nil { return true }
          let elements = known ?? flowElements
          known = elements
          return elements.contains(ObjectIdentifier(element))
        }
      }.reversed()
    }
  }

  /// The elements that the flows have contributed, and their roots.
  private var flowElements: Set<ObjectIdentifier> {
    Set(engine.roots.subtrees.flatMap(\.elements).map(ObjectIdentifier.init))
  }

  /// The elements of the place that are on screen, with the roots of its flows.
  private var keptElements: Set<ObjectIdentifier> {
    var kept: Set<ObjectIdentifier> = []
    func keep(_ elements: [NavigationLifecycle]) {
      kept.formUnion(elements.map(ObjectIdentifier.init))
    }
    func keep(_ branch: NavigationPlace.Branch, of node: FlowNode) {
      if let element = node.rootLifecycle { keep([element]) }
      let entries = shown.entries(of: node)
      let wanted = branch.entries.indices.compactMap { index in
        step(at: index, of: branch, in: node).map { ($0, branch.entries[index]) }
      }
      let matches = entries.matches(of: wanted.map(\.0), in: node)
      for ((_, entry), match) in zip(wanted, matches) {
        guard let match else { continue }
        keep(entries[match].visibleElements)
        var branches = entry.branches
        for case .flow(let child) in entries[match].parts {
          if let index = branches.firstIndex(where: { $0.flow == child.name }) {
            keep(branches.remove(at: index), of: child)
          } else {
            keep(child.subtree.flatMap(\.elements))
          }
        }
      }
    }
    var branches = place.branches
    for node in root.map({ [$0] }) ?? engine.roots.elements {
      guard let index = branches.firstIndex(where: { $0.flow == node.name }) else { continue }
      keep(branches.remove(at: index), of: node)
    }
    return kept
  }
}

extension FlowNode {
  /// The root, the contributed screens, and another framework's screens in those.
  fileprivate var elements: [NavigationLifecycle] {
    let foreign = contributions.compactMap { $0.screen?.presentable as? any PlaceHolding }
    return [rootLifecycle].compactMap { $0 } + contributedScreens + foreign.flatMap(\.placeElements)
  }
}

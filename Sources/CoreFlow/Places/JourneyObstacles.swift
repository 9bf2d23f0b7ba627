import NavigationRuntime

/// The removal of what is in the way.
extension JourneyRun {
  func removeOthers(of node: FlowNode, _ goal: BranchGoal) async {
    let base = node.base
    var kept: Set<NavigationNodeID> = []
    for child in goal.entries.compactMap(\.child) {
      if let element = child.placement(on: base).element { kept.insert(element.id) }
    }
    var elements: [NavigationLifecycle] = []
    var pending = Array(node.children.filter { !goal.isFound($0) }.reversed())
    while let child = pending.popLast() {
      let placement = child.placement(on: base)
      if placement.element != nil || child.container == nil {
        // Otherwise they would leave one by one, when the child has ended.
        pending += (child.flowNode?.children ?? []).reversed()
      }
      guard let element = placement.element, !kept.contains(element.id) else { continue }
      elements.append(element)
      // An entry of a stack cannot leave with a modal over it.
      if case .entry = placement { elements += element.subtree.filter(\.isModal) }
    }
    await remove(elements, by: node)
  }

  /// Removes from above a flow's screen what belongs to no entry of the place.
  func clear(_ node: FlowNode) async {
    guard let base = node.base else { return }
    let elements = base.obstacles.flatMap(\.elements)
    guard !elements.isEmpty else { return }
    let kept = keptElements
    await remove(elements.filter { !kept.contains($0.id) }, by: node)
  }

  /// The elements of the place that are on screen, with everything around them up to their modals.
  private var keptElements: Set<NavigationNodeID> {
    var kept: Set<NavigationNodeID> = []
    for element in (goal?.children ?? []).flatMap(\.elements) {
      var current: NavigationLifecycle? = element
      while let lifecycle = current, kept.insert(lifecycle.id).inserted, !lifecycle.isModal {
        current = lifecycle.holder
      }
    }
    return kept
  }

  /// Removes elements, each at most once.
  private func remove(_ elements: [NavigationLifecycle], by node: FlowNode) async {
    guard isGoing else { return }
    var seen: Set<NavigationNodeID> = []
    let new = elements.filter { !removals.contains($0.id) && seen.insert($0.id).inserted }
    guard !new.isEmpty else { return }
    removals.formUnion(seen)
    hasChanged = true
    if let name = await node.context.remove(new, by: node.cause), isGoing {
      finish(.covered(by: name))
    }
  }

  /// Uncovers the last entry that is not in another tab.
  func reveal(_ node: FlowNode, _ goal: BranchGoal) async {
    guard isGoing else { return }
    let order = TreeOrder(around: node)
    let root = node.screen.map { [$0.lifecycle] } ?? []
    let elements = (root + goal.children.flatMap(\.elements))
      .compactMap { element in order.position(of: element).map { (position: $0, element: element) }
      }
      .ordered { $0.position }
    guard let last = elements.last(where: { !$0.element.isInUnselectedTab })?.element
    else { return }
    let name = await node.context.reveal(last, by: node.cause) { isGoing }
    if let name, isGoing { finish(.covered(by: name)) }
  }
}

import NavigationRuntime

/// The flows and screens to which the hops of a link lead.
extension FlowEngine {
  /// Returns the first ready flow for a hop, if possible one on screen; `nil` if there is none.
  ///
  /// Of several flows of one type, the one to which an earlier hop of the link has led is meant, even
  /// if it is not ready yet. A flow of a subclass is meant if none of the named type is ready. The
  /// hop is the current one unless an index is given.
  // Not inlined: its callers are asynchronous, and would keep its variables while they wait.
  @inline(never)
  func readyNode(
    for hop: DeepLinkPlan.Hop, of link: DeepLink, before index: Int? = nil
  ) -> FlowNode? {
    var found: FlowNode?
    var isFoundOffScreen = true
    var isAmbiguous = false
    for node in roots.subtrees {
      // A flow that is not ready yet may be the one that is meant, wherever it stands.
      if !node.isReady || found?.typeInfo === node.typeInfo { isAmbiguous = true }
      guard node.isReady, isFoundOffScreen, found == nil || !node.isOffScreen, hop.fits(node)
      else { continue }
      found = node
      isFoundOffScreen = node.isOffScreen
    }
    if found == nil, let type = hop.flowType { return readyNode(ofSubclassOf: type) }
    guard isAmbiguous, let found,
      let reached = flow(like: found, reachedBy: link, before: index ?? link.hop)
    else { return found }
    return reached.isReady ? reached : nil
  }

  private func readyNode<F: Flow>(ofSubclassOf type: F.Type) -> FlowNode? {
    roots.subtrees.first { $0.isReady && $0.flow is F }
  }

  /// Returns the newest flow of a flow's type to which a link has led before a hop.
  private func flow(like other: FlowNode, reachedBy link: DeepLink, before hop: Int) -> FlowNode? {
    roots.subtrees.last { $0.typeInfo === other.typeInfo && link.hasLed(to: $0, before: hop) }
  }

  /// Returns the flow that a link waits for until it is ready; `nil` if it waits for something else,
  /// several flows may be meant, or none lives.
  func node(awaitedBy link: DeepLink) -> FlowNode? {
    guard let hop = link.untriedHop else { return nil }
    let nodes = roots.subtrees.filter(hop.fits)
    guard let node = nodes.first, nodes.count == 1, !node.isReady else { return nil }
    return node
  }

  /// Whether a link waits for a flow that does not live yet.
  func needsNewFlow(for link: DeepLink) -> Bool {
    guard let hop = link.untriedHop else { return false }
    return !roots.subtrees.contains(where: hop.fits)
  }

  /// Returns the name of a flow that takes steps of all types, and so receives a hop only by name.
  ///
  /// `nil` if the hop names a flow, or if a flow that is not ready has its type of steps.
  func untypedFlow(for hop: DeepLinkPlan.Hop) -> String? {
    guard hop.flowType == nil else { return nil }
    let nodes = roots.subtrees
    guard !nodes.contains(where: { $0.declaresType(of: hop.step) }) else { return nil }
    return nodes.first(where: \.takesAnyStep)?.name
  }

  /// Returns the flow or screen that a step has led to.
  ///
  /// `nil` if there is none, if it has left, or if it is off screen.
  func screen(of step: any Step, in node: FlowNode) -> NavigationLifecycle? {
    let child = node.children.elements.last { child in
      child.step?.isEqual(to: step) ?? false && !child.isOffScreen
    }
    if let child {
      let own = child.borrowsRoot ? child.contributedScreens.last(where: \.isInTree) : nil
      return own ?? child.rootLifecycle
    }
    let screen = node.contributions.compactMap(\.screen).last { $0.step.isEqual(to: step) }
    guard let container = screen?.container, container.isPresented else { return nil }
    return container.lifecycle
  }
}

extension DeepLinkPlan.Hop {
  /// Whether a flow is of the type that the hop names, or else of those that take its step.
  fileprivate func fits(_ node: FlowNode) -> Bool {
    flowType.map { node.flowType == $0 } ?? node.declaresType(of: step)
  }
}

extension NavigationLifecycle {
  /// The modals that cover the element, outermost first.
  var modalObstacles: [NavigationLifecycle] {
    obstacles.compactMap { if case .modal(let modal, _) = $0 { modal } else { nil } }
  }
}

extension FlowNode {
  /// The element whose removal removes the flow: its modal, or its first entry in a stack.
  var ownScreen: NavigationLifecycle? {
    guard let screen = borrowsRoot ? contributedScreens.first : rootLifecycle, screen.isInTree
    else { return nil }
    let modal = screen.enclosingModal
    // A modal that also contains the parent stays.
    if let modal, modal !== parent?.rootLifecycle?.enclosingModal { return modal }
    return screen.isAboveEntry ? screen : nil
  }
}

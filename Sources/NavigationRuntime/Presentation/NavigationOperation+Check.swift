extension NavigationOperation {
  /// Returns the outcome of the operation if it is known without calling the platform.
  ///
  /// Evaluated when the operation's turn has come, so that it reflects the screen at that moment.
  ///
  /// - Parameter container: The container that performs the operation.
  /// - Returns: `nil` if the platform has to be called.
  func outcomeBeforehand(on container: any NavigationContainer) -> TransitionOutcome? {
    do {
      return try isDone(on: container) ? .alreadyThere : nil
    } catch {
      return .refused(error)
    }
  }

  private func isDone(
    on container: any NavigationContainer
  ) throws(TransitionRefusal) -> Bool {
    // Computed only for a refusal.
    var what: String { "\(description) on \(container.label)" }
    switch self {
    case .push(let node):
      try container.demand(.stack, for: what)
      if container.top === node { return true }
      try container.demandNew(node, for: what)
    case .pop:
      try container.demand(.stack, for: what)
      guard container.navigationRuntimeContainedCount > 1 else {
        throw TransitionRefusal(
          .belowRoot,
          "\(what): the stack holds \(container.navigationRuntimeContainedCount) and keeps its root."
        )
      }
    case .popTo(let node):
      try container.demand(.stack, for: what)
      if container.top === node { return true }
      guard container.holds(node) else {
        throw TransitionRefusal(.notOnScreen, "\(what): the stack does not contain it.")
      }
    case .setStack(let nodes):
      try container.demand(.stack, for: what)
      return try container.isSet(to: nodes, for: what)
    case .present(let node):
      if let presented = container.presentedHere {
        if presented === node { return true }
        throw TransitionRefusal(
          .alreadyPresenting, "\(what): it presents \(presented.label); dismiss that first.")
      }
      try container.demandNew(node, for: what)
    case .dismiss:
      return container.presentedHere == nil
    case .select(let index):
      guard container.navigationRuntimeKind.hasSelection else {
        throw .unsupported(what, container)
      }
      let lifecycle = container.lifecycle
      let count =
        lifecycle.isInTree ? lifecycle.children.count : container.navigationRuntimeContainedCount
      guard (0..<count).contains(index) else {
        throw TransitionRefusal(.indexOutOfRange, "\(what): there are \(count), counted from 0.")
      }
      return
        (lifecycle.isInTree ? lifecycle.selectedIndex : container.navigationRuntimeSelectedIndex)
        == index
    case .setTabs(let nodes):
      try container.demand(.tabs, for: what)
      return try container.isSet(to: nodes, for: what)
    case .setRoot(let node):
      try container.demand(.window, for: what)
      if container.top === node { return true }
      try container.demandNew(node, for: what)
    case .removeRoot:
      try container.demand(.window, for: what)
      return container.top == nil
    }
    return false
  }
}

extension NavigationContainer {
  fileprivate var top: (any NavigationContainer)? {
    navigationRuntimeContainedCount > 0
      ? navigationRuntimeContained(at: navigationRuntimeContainedCount - 1) : nil
  }

  /// The container that it or a containing ancestor presents: the platform treats them as one
  /// presenter.
  fileprivate var presentedHere: (any NavigationContainer)? {
    if let presented = navigationRuntimePresented { return presented }
    var current = lifecycle
    while let parent = current.parent {
      if let presented = parent.element?.navigationRuntimePresented { return presented }
      current = parent
    }
    return nil
  }

  fileprivate func demand(
    _ kind: NavigationTree.Kind, for what: @autoclosure () -> String
  ) throws(TransitionRefusal) {
    guard navigationRuntimeKind == kind else { throw .unsupported(what(), self) }
  }

  /// Demands that a node is not on screen yet, and does not contain or present its destination.
  fileprivate func demandNew(
    _ node: any NavigationContainer, for what: @autoclosure () -> String
  ) throws(TransitionRefusal) {
    var ancestor: NavigationLifecycle? = lifecycle
    while let current = ancestor {
      guard current !== node.lifecycle else {
        throw TransitionRefusal(
          .cycle, "\(what()): \(node.label) is that container, or contains or presents it.")
      }
      ancestor = current.holder
    }
    guard node.navigationRuntimeKind != .window else { throw .unsupported(what(), node) }
    guard !holds(node), !node.lifecycle.isInTree else {
      throw TransitionRefusal(
        .alreadyOnScreen, "\(what()): \(node.label) is on screen already; remove it first.")
    }
  }

  /// Returns whether it contains exactly these nodes; demands that they can be its contents.
  fileprivate func isSet(
    to nodes: [any NavigationContainer], for what: @autoclosure () -> String
  ) throws(TransitionRefusal) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    for node in nodes {
      guard seen.insert(ObjectIdentifier(node)).inserted else {
        throw TransitionRefusal(.alreadyOnScreen, "\(what()): \(node.label) is listed twice.")
      }
      if !holds(node) { try demandNew(node, for: what()) }
    }
    return nodes.count == navigationRuntimeContainedCount
      && nodes.indices.allSatisfy { nodes[$0] === navigationRuntimeContained(at: $0) }
  }

  /// Returns whether it contains a node; searches from the end unless the tree knows.
  fileprivate func holds(_ node: any NavigationContainer) -> Bool {
    if lifecycle.isInTree, node.lifecycle.store === lifecycle.store {
      return node.lifecycle.parent === lifecycle
    }
    guard !lifecycle.isInTree else { return false }
    return (0..<navigationRuntimeContainedCount).reversed().contains {
      navigationRuntimeContained(at: $0) === node
    }
  }
}

extension TransitionRefusal {
  @MainActor
  fileprivate static func unsupported(
    _ what: String, _ container: any NavigationContainer
  ) -> Self {
    TransitionRefusal(
      .unsupported, "\(what): \(container.label) is a \(container.navigationRuntimeKind).")
  }
}

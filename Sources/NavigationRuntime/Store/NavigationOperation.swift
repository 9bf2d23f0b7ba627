/// An operation of a container.
@MainActor
public enum NavigationOperation {
  /// Pushes a controller onto a stack.
  case push(any NavigationContainer)
  /// Pops the top entry of a stack.
  case pop
  /// Pops all entries above a controller in the stack.
  case popTo(any NavigationContainer)
  /// Makes these the entries of a stack, from bottom to top.
  case setStack([any NavigationContainer])
  /// Presents a controller over this one or over a containing ancestor, as the platform decides.
  case present(any NavigationContainer)
  /// Dismisses a modal, with everything in it and over it: the one that this container or a
  /// containing ancestor presents, else, as in UIKit, the one that this container is, or is in.
  ///
  /// Requested while there is a presented one, it dismisses no other: a second request for the same
  /// dismissal ends as ``TransitionOutcome/alreadyThere``.
  case dismiss
  /// Selects a tab or page.
  case select(Int)
  /// Replaces the tabs; the selection follows its controller if that stays.
  case setTabs([any NavigationContainer])
  /// Sets the root of a window.
  case setRoot(any NavigationContainer)
  /// Removes the root of a window.
  case removeRoot
}

extension NavigationOperation {
  /// The operation in words, with the names of the controllers.
  public var description: String {
    switch self {
    case .push(let node): "push \(node.label)"
    case .pop: "pop"
    case .popTo(let node): "pop to \(node.label)"
    case .setStack(let nodes): "set stack \(nodes.map { $0.label })"
    case .present(let node): "present \(node.label)"
    case .dismiss: "dismiss"
    case .select(let index): "select \(index)"
    case .setTabs(let nodes): "set tabs \(nodes.map { $0.label })"
    case .setRoot(let node): "set root \(node.label)"
    case .removeRoot: "remove root"
    }
  }

  /// Whether it replaces the contents of its container, not only those at the top.
  var replacesContents: Bool {
    switch self {
    case .setStack, .setTabs: true
    case .push, .pop, .popTo, .present, .dismiss, .select, .setRoot, .removeRoot: false
    }
  }

  /// The containers that the operation brings on screen, or finds there.
  var arriving: [any NavigationContainer] {
    switch self {
    case .push(let node), .present(let node), .setRoot(let node): [node]
    case .setStack(let nodes), .setTabs(let nodes): nodes
    case .pop, .popTo, .dismiss, .select, .removeRoot: []
    }
  }
}

extension NavigationContainer {
  /// Name and identifier, for messages.
  package var label: String { "\(navigationRuntimeName) \(lifecycle.id)" }
}

extension NavigationOperation {
  /// Returns the outcome of the operation if it is known without calling the platform.
  ///
  /// Evaluated when the operation's turn has come, so that it reflects the screen at that moment.
  func outcomeBeforehand(on container: any NavigationContainer) -> TransitionOutcome? {
    do {
      return try validate(on: container) ? .alreadyThere : nil
    } catch {
      return .refused(error)
    }
  }

  /// Refuses what the container cannot perform now.
  ///
  /// - Returns: Whether the screen already is as the operation would leave it.
  private func validate(on container: any NavigationContainer) throws(TransitionRefusal) -> Bool {
    // Computed only for a refusal.
    var what: String { "\(description) on \(container.label)" }
    switch self {
    case .push(let node):
      try container.demand(.stack, for: what)
      if container.top === node { return true }
      try container.demandNew(node, for: what)
    case .pop:
      try container.demand(.stack, for: what)
      let count = container.navigationRuntimeContainedCount
      guard count > 1 else {
        throw TransitionRefusal(
          .belowRoot,
          "\(what): the stack contains \(count == 0 ? "no" : "1") controller; the root of a stack is "
            + "never popped.")
      }
    case .popTo(let node):
      try container.demand(.stack, for: what)
      if container.top === node { return true }
      guard container.holds(node) else {
        throw TransitionRefusal(.notInTree, "\(what): the stack does not contain it.")
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
      // Decided by the request, which knows what was presented when it was made.
      return false
    case .select(let index):
      return try container.isSelected(index, for: what)
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
  var presentedHere: (any NavigationContainer)? {
    let presenter = lifecycle.containment.first { $0.element?.navigationRuntimePresented != nil }
    return presenter?.element?.navigationRuntimePresented
  }

  fileprivate func demand(
    _ kind: NavigationTree.Kind, for what: @autoclosure () -> String
  ) throws(TransitionRefusal) {
    guard navigationRuntimeKind == kind else { throw .unsupported(what(), self, needs: "\(kind)") }
  }

  /// Demands that a node is not in the tree yet, and does not contain or present its destination.
  fileprivate func demandNew(
    _ node: any NavigationContainer, for what: @autoclosure () -> String
  ) throws(TransitionRefusal) {
    guard !lifecycle.isWithin(node.lifecycle) else {
      throw TransitionRefusal(
        .cycle, "\(what()): \(node.label) is that container, or contains or presents it.")
    }
    guard node.navigationRuntimeKind != .window else {
      throw TransitionRefusal(
        .unsupported,
        "\(what()): \(node.label) is a window, which no container contains or presents.")
    }
    guard !holds(node), !node.lifecycle.isInTree else {
      throw TransitionRefusal(
        .alreadyInTree, "\(what()): \(node.label) is in the tree already; remove it first.")
    }
  }

  /// Returns whether an index is selected; demands that it can be.
  fileprivate func isSelected(
    _ index: Int, for what: @autoclosure () -> String
  ) throws(TransitionRefusal) -> Bool {
    guard navigationRuntimeKind.hasSelection else {
      throw .unsupported(what(), self, needs: "tabs or pages")
    }
    // The platform knows the shown pages only.
    let hasPages = navigationRuntimeKind == .pages && lifecycle.isInTree
    let count = hasPages ? lifecycle.children.count : navigationRuntimeContainedCount
    guard (0..<count).contains(index) else {
      let rule =
        switch count {
        case 0: "\(label) is empty."
        case 1: "the only index is 0."
        default: "the index must be from 0 to \(count - 1)."
        }
      throw TransitionRefusal(.indexOutOfRange, "\(what()): \(rule)")
    }
    guard hasPages else { return navigationRuntimeSelectedIndex == index }
    return navigationRuntimeContainedCount > 0
      && lifecycle.children[index].element === navigationRuntimeContained(at: 0)
  }

  /// Returns whether it contains exactly these nodes; demands that they can be its contents.
  fileprivate func isSet(
    to nodes: [any NavigationContainer], for what: @autoclosure () -> String
  ) throws(TransitionRefusal) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    for node in nodes {
      guard seen.insert(ObjectIdentifier(node)).inserted else {
        throw TransitionRefusal(.alreadyInTree, "\(what()): \(node.label) is listed twice.")
      }
      if !holds(node) { try demandNew(node, for: what()) }
    }
    return nodes.count == navigationRuntimeContainedCount
      && nodes.elementsEqual(allContents) { $0 === $1 }
  }

  /// Returns whether it contains a node; searches from the end unless the tree knows.
  fileprivate func holds(_ node: any NavigationContainer) -> Bool {
    if lifecycle.isInTree, node.lifecycle.store === lifecycle.store {
      return node.lifecycle.parent === lifecycle
    }
    guard !lifecycle.isInTree else { return false }
    return allContents.last { $0 === node } != nil
  }
}

extension TransitionRefusal {
  @MainActor
  fileprivate static func unsupported(
    _ what: String, _ container: any NavigationContainer, needs kind: String
  ) -> Self {
    TransitionRefusal(
      .unsupported,
      "\(what): this needs a container of the kind \(kind), and \(container.label) is of the kind "
        + "\(container.navigationRuntimeKind).")
  }
}

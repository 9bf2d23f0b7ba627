@MainActor
final class FlowChild {
  let node: any NavigationNode
  /// The node's part in the tree; `nil` if it is not a CoreFlow flow.
  var flowNode: FlowNode? { (node as? any Flowable)?.flowNode }
  let route: FlowRoute
  /// Its number among the children of its parent.
  var number = 0
  var isStarted = false
  var expectsRelease = false
  /// Whether a request to remove its screen follows its end.
  var isAboutToLeave = false
  /// Whether the request for its screen has had its turn.
  var hasHadTurn = false
  /// The value that stands for it in places; `nil` if it belongs to none.
  let entry: FlowEntry?
  let site: CallSite
  let onDetach: (@MainActor (NavigationEndReason) -> Void)?
  /// The transition that shows its screen.
  var transition: ScheduledTransition?
  var presentation: Cancellation?
  /// Prevents a node that is not a CoreFlow flow from being attached twice.
  var registration: Cancellation?
  var ending: Cancellation?
  /// The removal that the end of a node that is not a CoreFlow flow schedules.
  var removal: ScreenRemoval?
  /// The container whose scheduler received the request.
  weak var anchor: (any NavigationContainer)?
  /// The container that received its screen.
  weak var target: (any NavigationContainer)?

  init(
    _ node: any NavigationNode, route: FlowRoute, as entry: FlowEntry?, at site: CallSite,
    onDetach: (@MainActor (NavigationEndReason) -> Void)?
  ) {
    self.node = node
    self.route = route
    self.entry = entry
    self.site = site
    self.onDetach = onDetach
  }

  /// Prevents a second attachment of a node that is not a CoreFlow flow in a context.
  func register(in context: NavigationContext) {
    registration = context.attachedNodes.add(node)
  }

  /// Stops observing the screen, and permits another attachment.
  func letGo() {
    presentation = nil
    registration = nil
  }

  /// The name in reports.
  var name: String { flowNode?.flowName ?? node.nodeName }

  /// The descendants whose screens were brought up.
  var shownDescendants: [FlowChild] { flowNode?.shownDescendants ?? [] }

  /// Whether its screen is in the tree or about to appear.
  var isOnItsWayOrThere: Bool {
    node.isPresented || transition.map { $0.outcome == nil } ?? false
  }

  /// Whether its flow is in use, and not by this attachment.
  var isUsedAgain: Bool {
    flowNode.map { $0.isInUse && $0.childEntry !== self } ?? false
  }

  /// Reports a screen that the platform has refused to remove, unless the child has been attached
  /// again meanwhile, and expects the child's release.
  func removalDidEnd(
    _ outcome: TransitionOutcome, _ detector: LeakDetector, _ issues: IssueReporter,
    at site: CallSite?
  ) {
    if case .refused(let refusal) = outcome, node.isPresented, !isUsedAgain {
      issues.report(.notRemoved(name, refusal, site))
    }
    expectRelease(detector)
  }

  /// The operation that removes the screen, and the container that performs it.
  ///
  /// Evaluated when the turn of the transition has come.
  ///
  /// - Parameters:
  ///   - root: The root of the flows, whose other screens stay.
  ///   - descendants: Those that end with this child.
  /// - Returns: `nil` if there is nothing to remove.
  func removal(
    beneath root: FlowNode?, with descendants: [FlowChild]
  ) -> (operation: NavigationOperation, container: any NavigationContainer)? {
    guard let screen = node.navigationContainer else { return nil }
    let lifecycle = screen.lifecycle
    if lifecycle.isInTree {
      guard let surrounding = lifecycle.holder?.element else { return nil }
      if lifecycle.isModal { return (.dismiss, surrounding) }
      return removal(of: screen, from: surrounding, beneath: root, with: descendants)
    }
    // Without an observed window, only the container that received the screen is known. In one, the
    // screen has left by itself.
    guard let target, !target.lifecycle.isInTree else { return nil }
    return route == .present
      ? (.dismiss, target)
      : removal(of: screen, from: target, beneath: root, with: descendants)
  }

  private func removal(
    of screen: any NavigationContainer, from container: any NavigationContainer,
    beneath root: FlowNode?, with descendants: [FlowChild]
  ) -> (operation: NavigationOperation, container: any NavigationContainer)? {
    let contents = container.allContents
    guard let index = contents.firstIndex(where: { $0 === screen }) else { return nil }
    switch container.navigationRuntimeKind {
    case .stack:
      let rest = remaining(of: contents, above: index, beneath: root, with: descendants)
      guard rest.isEmpty else { return (.setStack(contents[..<index] + rest), container) }
      return index > 0 ? (.popTo(contents[index - 1]), container) : nil
    case .tabs: return (.setTabs(contents.filter { $0 !== screen }), container)
    case .window: return (.removeRoot, container)
    default: return nil
    }
  }

  /// The entries above a screen of a stack that stay when it leaves: the first one that belongs to
  /// another attached flow, and those above that one, without the descendants' screens.
  private func remaining(
    of contents: [any NavigationContainer], above index: Int,
    beneath root: FlowNode?, with descendants: [FlowChild]
  ) -> [any NavigationContainer] {
    let above = contents[(index + 1)...]
    guard !above.isEmpty else { return [] }
    // From a flow that is gone, nothing leads to the other flows: their screens stay.
    guard let root else { return Array(above) }
    let staying = Set(root.attachedScreens.map(ObjectIdentifier.init))
    guard let first = above.firstIndex(where: { staying.contains(ObjectIdentifier($0)) }) else {
      return []
    }
    let leaving = Set(
      descendants.compactMap { $0.node.navigationContainer.map(ObjectIdentifier.init) })
    return above[first...].filter { !leaving.contains(ObjectIdentifier($0)) }
  }
}

extension FlowNode {
  /// The screens of all flows beneath this one, as far as they have been created.
  fileprivate var attachedScreens: [any NavigationContainer] {
    children.flatMap { child in
      let isCreated = child.target != nil || child.flowNode?.screen != nil
      let screen = isCreated ? child.node.navigationContainer : nil
      return (screen.map { [$0] } ?? []) + (child.flowNode?.attachedScreens ?? [])
    }
  }
}

/// The attached nodes of a context that are not CoreFlow flows.
///
/// A CoreFlow flow refers to its parent itself.
@MainActor
final class AttachedNodes {
  private var identifiers: Set<ObjectIdentifier> = []

  func contains(_ node: any NavigationNode) -> Bool {
    identifiers.contains(ObjectIdentifier(node))
  }

  /// Adds a node until the handle is released.
  ///
  /// The node must live at least as long.
  func add(_ node: any NavigationNode) -> Cancellation {
    let identifier = ObjectIdentifier(node)
    identifiers.insert(identifier)
    return Cancellation { [weak self] in self?.identifiers.remove(identifier) }
  }
}

extension NavigationContext {
  var attachedNodes: AttachedNodes { stored { AttachedNodes() } }
}

/// The attachment of a node to its parent, until its screen has been removed after its end.
///
/// The parent retains it while the node is attached, and the removal of the screen from then on.
@MainActor
final class FlowChild {
  /// How far the screen is on its way in and out.
  ///
  /// A child moves downwards in this list, and may skip phases. One that shows its screen itself, by
  /// the route `none`, skips those up to `left`.
  enum Phase {
    /// The screen has not been requested: the container, or the node's own screen, is missing.
    case unrequested
    /// The request waits for its turn: the screen may still leave because of an earlier end.
    case requested
    /// The request has had its turn: the child ends with its screen.
    case shown
    /// The screen has left before the end of the node, which may wait for a handler.
    case left
    /// A request to remove the screen follows the end.
    case leaving
    /// The node has ended, and nothing is left to be removed.
    case over
  }

  let node: any NavigationNode
  /// The node's part in the tree; `nil` if it is not a CoreFlow flow.
  var flowNode: FlowNode? { (node as? any Flowable)?.flowNode }
  let route: FlowRoute
  /// Its number among the children of its parent.
  var number = 0
  /// Whether its node has been started; one that is not a CoreFlow flow waits for an active parent.
  var isStarted = false
  var phase = Phase.unrequested
  /// The value that stands for it in places; `nil` if it belongs to none.
  let entry: FlowEntry?
  let site: CallSite
  let onDetach: (@MainActor (NavigationEndReason) -> Void)?
  /// The transition that shows its screen; known when the request returns, which may have run it.
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
    registration = context.attachedNodes.add(self)
  }

  /// Stops observing the screen, and permits another attachment.
  func letGo() {
    presentation = nil
    // The end of a node that is not a CoreFlow flow schedules the removal of its screen.
    if registration == nil { ending = nil }
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

  /// Expects the release of a child that has ended and of which nothing is left to be removed, and its
  /// screen to leave, unless the child has been attached again meanwhile.
  func expectRelease(_ detector: LeakDetector) {
    guard phase != .over else { return }
    phase = .over
    if !isUsedAgain { addExpectations(to: detector) }
  }

  /// Reports a screen that the platform has refused to remove, unless the child has been attached
  /// again meanwhile, and expects the child's release.
  ///
  /// A screen whose container has left before its turn is removed when that returns.
  func removalDidEnd(
    _ outcome: TransitionOutcome, in context: NavigationContext, by cause: NavigationCause,
    at site: CallSite?
  ) {
    if case .refused(let refusal) = outcome {
      if !node.isPresented {
        removeScreenOnReturn(in: context, cause: cause)
      } else if !isUsedAgain {
        context.issues.report(.notRemoved(name, refusal, site))
      }
    }
    expectRelease(context.leakDetector)
  }

  /// The name of the transition that removes the screen.
  var removalName: String { "take \(name) away" }

  /// The operation that removes the screen, and the container that performs it.
  ///
  /// Evaluated when the turn of the transition has come.
  ///
  /// - Parameters:
  ///   - descendants: Those that end with this child.
  ///   - context: The context of the parent.
  /// - Returns: `nil` if there is nothing to remove.
  func removal(
    with descendants: [FlowChild], in context: NavigationContext
  ) -> (operation: NavigationOperation, container: any NavigationContainer)? {
    guard let screen = node.navigationContainer else { return nil }
    let leaving = [self] + descendants
    let lifecycle = screen.lifecycle
    if lifecycle.isInTree {
      return lifecycle.holder?.element?.removal(of: screen, with: leaving, in: context)
        ?? dismissalOfAdapted(lifecycle, in: context)
    }
    // Without an observed window, only the container that received the screen is known. In one, the
    // screen has left by itself.
    guard let target, !target.lifecycle.isInTree else { return nil }
    return route == .present
      ? (.dismiss, target) : target.removal(of: screen, with: leaving, in: context)
  }

  /// The dismissal of the modal that contains the presented screen of the flow, and that of no other
  /// flow.
  ///
  /// Where a window has no room for a popover, UIKit puts its content into a container of the
  /// delegate's, which leaves with all that it contains.
  private func dismissalOfAdapted(
    _ lifecycle: NavigationLifecycle, in context: NavigationContext
  ) -> (operation: NavigationOperation, container: any NavigationContainer)? {
    guard route == .present, let target,
      case .modal(let modal) = lifecycle.placement(in: target.lifecycle),
      !target.lifecycle.isWithin(modal),
      let element = modal.element, !element.showsAttachedFlow(in: context)
    else { return nil }
    return modal.holder?.element.map { (.dismiss, $0) }
  }
}

/// The attached nodes of a context that are not CoreFlow flows.
///
/// A CoreFlow flow refers to its parent itself.
@MainActor
final class AttachedNodes {
  private var children: [ObjectIdentifier: WeakReference<FlowChild>] = [:]

  func contains(_ node: any NavigationNode) -> Bool { children[ObjectIdentifier(node)] != nil }

  /// Whether a container is the screen of one of the nodes, which is not about to end.
  func show(_ container: any NavigationContainer) -> Bool {
    children.values.contains { reference in
      guard let child = reference.object, child.phase == .shown, child.target != nil
      else { return false }
      return child.node.navigationContainer === container
    }
  }

  /// Adds a child's node until the handle is released.
  ///
  /// The node must live at least as long.
  func add(_ child: FlowChild) -> Cancellation {
    let identifier = ObjectIdentifier(child.node)
    children[identifier] = WeakReference(child)
    return Cancellation { [weak self] in self?.children[identifier] = nil }
  }
}

extension NavigationContext {
  var attachedNodes: AttachedNodes { stored { AttachedNodes() } }
}

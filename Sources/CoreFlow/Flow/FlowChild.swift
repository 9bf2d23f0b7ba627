/// An attached child of a flow.
@MainActor
final class FlowChild {
  let node: any NavigationNode
  let route: FlowRoute
  /// The call that attached it.
  let site: CallSite
  let onDetach: (@MainActor (NavigationEndReason) -> Void)?
  var isStarted = false
  var expectsRelease = false
  /// The transition that brings up its screen.
  var transition: ScheduledTransition?
  var presentation: Cancellation?
  /// Prevents a node that is not a CoreFlow flow from being attached twice.
  var attachment: Cancellation?
  var ending: Cancellation?
  /// The container whose scheduler received the request.
  weak var anchor: (any NavigationContainer)?
  /// The container that received its screen.
  weak var target: (any NavigationContainer)?

  init(
    _ node: any NavigationNode, route: FlowRoute, at site: CallSite,
    onDetach: (@MainActor (NavigationEndReason) -> Void)?
  ) {
    self.node = node
    self.route = route
    self.site = site
    self.onDetach = onDetach
  }

  /// Cancels the subscriptions to the node.
  func letGo() {
    presentation = nil
    ending = nil
    attachment = nil
  }

  /// The descendants whose screens were brought up.
  var shownDescendants: [FlowChild] {
    (node as? any Flowable)?.branch.shownDescendants ?? []
  }

  /// Whether its screen is in the tree or coming up.
  var isOnItsWayOrThere: Bool {
    node.isPresented || transition.map { $0.outcome == nil } ?? false
  }

  /// The operation that removes the screen, and the container that performs it.
  ///
  /// Evaluated when the turn of the transition has come.
  func removal() -> (operation: NavigationOperation, container: any NavigationContainer)? {
    guard let screen = node.navigationContainer else { return nil }
    let lifecycle = screen.lifecycle
    if lifecycle.isInTree {
      guard let surrounding = lifecycle.surrounding else { return nil }
      if lifecycle.isModal { return (.dismiss, surrounding) }
      return removal(of: screen, from: surrounding)
    }
    // Without an observed window, only the container that received the screen is known.
    guard let target else { return nil }
    return route == .present ? (.dismiss, target) : removal(of: screen, from: target)
  }

  private func removal(
    of screen: any NavigationContainer, from container: any NavigationContainer
  ) -> (operation: NavigationOperation, container: any NavigationContainer)? {
    let contents = (0..<container.navigationRuntimeContainedCount).map {
      container.navigationRuntimeContained(at: $0)
    }
    guard let index = contents.firstIndex(where: { $0 === screen }) else { return nil }
    switch container.navigationRuntimeKind {
    case .stack: return index > 0 ? (.popTo(contents[index - 1]), container) : nil
    case .tabs: return (.setTabs(contents.filter { $0 !== screen }), container)
    case .window: return (.removeRoot, container)
    default: return nil
    }
  }
}

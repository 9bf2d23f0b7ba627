/// A child of a flow, for as long as it is attached.
@MainActor
final class FlowChild {
  let node: any NavigationNode
  let route: FlowRoute
  /// Where it was attached.
  let site: CallSite
  let onDetach: (@MainActor (NavigationEndReason) -> Void)?
  var isStarted = false
  var expectsRelease = false
  /// The request that brings its screen up.
  var transition: ScheduledTransition?
  var presentation: Cancellation?
  /// Keeps a node that is no flow from being attached twice.
  var attachment: Cancellation?
  var ending: Cancellation?
  /// In whose lane it was requested.
  weak var anchor: (any NavigationContainer)?
  /// What it was put on.
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

  /// Hears nothing more.
  func letGo() {
    presentation = nil
    ending = nil
    attachment = nil
  }

  /// The children beneath this one, at any depth, whose screens were brought up.
  var shownDescendants: [FlowChild] {
    (node as? any Flowable)?.branch.shownDescendants ?? []
  }

  /// Whether its screen is in the tree, or is just coming up.
  var isOnItsWayOrThere: Bool {
    node.isPresented || transition.map { $0.outcome == nil } ?? false
  }

  /// What takes the screen away, and from what; asked when its turn has come.
  func removal() -> (operation: NavigationOperation, container: any NavigationContainer)? {
    guard let screen = node.navigationContainer else { return nil }
    let lifecycle = screen.lifecycle
    if lifecycle.isInTree {
      guard let surrounding = lifecycle.surrounding else { return nil }
      if lifecycle.isModal { return (.dismiss, surrounding) }
      return removal(of: screen, from: surrounding)
    }
    // Nobody observes the window, if there is one: what it was put on is all that is known.
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

/// The removal of the screens of flows that end, which is scheduled once.
///
/// It comes before the observers of the end are called, because they may attach the flow again or
/// another one in its place, and at the latest when the call that ends the flow returns.
@MainActor
final class ScreenRemoval {
  private var work: (@MainActor () -> ScheduledTransition?)?
  private(set) var transition: ScheduledTransition?

  init(_ work: @escaping @MainActor () -> ScheduledTransition?) {
    self.work = work
  }

  func schedule() {
    // Not with `take()`, on which the optimizer of Swift 6.3.1 fails here.
    guard let work else { return }
    self.work = nil
    transition = work()
  }
}

extension FlowChild {
  /// Removes a screen that is left in a container off the screen, when either comes back.
  ///
  /// Not at once: most such containers are released. A screen whose flow has been released is
  /// expected to be released after its removal.
  func removeScreenOnReturn(in context: NavigationContext, cause: NavigationCause) {
    guard target != nil, let screen = node.navigationContainer,
      let container = screen.navigationRuntimeEnclosing, !container.lifecycle.isInTree
    else { return }
    let name = removalName
    let path = context.leakDetector.isEnabled ? flowNode?.path : nil
    screen.lifecycle.onReturn { [weak context, weak screen, weak container] in
      guard let context, let screen, let container,
        screen.navigationRuntimeEnclosing === container, !screen.showsAttachedFlow(in: context)
      else { return }
      let transition = context.request(
        name, on: container, false, cause: cause, otherwise: .alreadyThere
      ) { [weak screen, weak container] in
        screen.flatMap { container?.removal(of: $0, in: context) }
      }
      transition.onEnd { [weak context, weak screen] _ in
        guard let path, let detector = context?.leakDetector, let screen,
          screen.lifecycle.flow == nil
        else { return }
        detector.expectDeallocate(screen, within: detector.screenDelay, path: path)
      }
    }
  }
}

extension NavigationContext {
  /// Dismisses what the handlers of a wrapped flow have presented over a container, or over one
  /// around it: the children of another flow take such screens with them.
  func dismissModals(
    of wrapped: any WrappingNode, around container: any NavigationContainer, _ animated: Bool,
    cause: NavigationCause
  ) {
    guard container.presenter(where: wrapped.hasShown) != nil else { return }
    _ = request(
      "dismiss what \(wrapped.nodeName) has presented", on: container, animated, cause: cause,
      otherwise: .alreadyThere
    ) { [weak container] in
      container?.presenter(where: wrapped.hasShown).map { (.dismiss, $0) }
    }
  }
}

extension NavigationContainer {
  /// The container that presents the lowest modal that fits, over this container or one around it.
  fileprivate func presenter(
    where fits: (any NavigationContainer) -> Bool
  ) -> (any NavigationContainer)? {
    for base in lifecycle.containment.compactMap(\.element) {
      for presenter in sequence(first: base, next: { $0.navigationRuntimePresented }) {
        if let modal = presenter.navigationRuntimePresented, fits(modal) { return presenter }
      }
    }
    return nil
  }
}

extension FlowNode {
  /// Removes what is left of the flow's screen and of those of its former children, because the
  /// flow is used again.
  func removeLeftScreens() {
    guard let screen else { return }
    for container in [flow?.navigationContainer ?? screen, screen] {
      container.lifecycle.returnIsAhead()
      container.navigationRuntimePresented?.lifecycle.returnIsAhead()
      for entry in container.allContents { entry.lifecycle.returnIsAhead() }
    }
  }
}

extension NavigationContainer {
  /// The operation that takes the screen of a flow that has ended out of this container, which
  /// performs it; `nil` if there is nothing to remove.
  ///
  /// In a stack the screens above it leave as well, up to the first one of another attached flow.
  /// That one stays, with everything above it except the screens of the flows that leave.
  func removal(
    of screen: any NavigationContainer, with leaving: [FlowChild] = [],
    in context: NavigationContext
  ) -> (operation: NavigationOperation, container: any NavigationContainer)? {
    if navigationRuntimePresented === screen { return (.dismiss, self) }
    let contents = allContents
    guard let index = contents.firstIndex(where: { $0 === screen }) else { return nil }
    switch navigationRuntimeKind {
    case .stack:
      let above = contents[(index + 1)...].drop { !$0.showsAttachedFlow(in: context) }
      guard !above.isEmpty else { return index > 0 ? (.popTo(contents[index - 1]), self) : nil }
      let screens = Set(
        leaving.compactMap { $0.node.navigationContainer.map(ObjectIdentifier.init) })
      let wrapping = leaving.compactMap { $0.node as? any WrappingNode }
      let staying = above.filter { container in
        if screens.contains(ObjectIdentifier(container)) { return false }
        // The handler of a wrapped flow may have led to the screen of another attached flow.
        return !wrapping.contains { $0.hasShown(container) }
          || container.showsAttachedFlow(in: context)
      }
      return (.setStack(contents[..<index] + staying), self)
    case .tabs: return (.setTabs(contents.filter { $0 !== screen }), self)
    case .window: return (.removeRoot, self)
    default: return nil
    }
  }

  /// Whether it is the screen of an attached flow in use, or contains one.
  func showsAttachedFlow(in context: NavigationContext) -> Bool {
    let flowNode = (lifecycle.flow as? any Flowable)?.flowNode
    return flowNode?.isAttachedInUse ?? false || context.attachedNodes.show(self)
      || allContents.contains { $0.showsAttachedFlow(in: context) }
  }
}

extension FlowNode {
  /// Makes a screen this flow's, unless it belongs to another one that has not ended.
  func claim(_ screen: any NavigationContainer) {
    let owner = screen.lifecycle.flow
    guard owner == nil || (owner as? any Flowable)?.flowNode.hasEnded ?? false else { return }
    screen.lifecycle.flow = flow
  }

  /// Whether it has a parent, and no flow from this one upwards is about to end.
  fileprivate var isAttachedInUse: Bool { parent != nil && ancestry.allSatisfy(\.isInUse) }
}

extension FlowNode {
  /// Attaches a child; `onAttach` is called before the child starts, unless it is refused.
  func attach(
    _ node: any NavigationNode, by route: FlowRoute, as entry: FlowEntry? = nil, animated: Bool,
    at site: CallSite, onAttach: (@MainActor () -> Void)? = nil,
    onDetach: (@MainActor (NavigationEndReason) -> Void)?
  ) -> ScheduledTransition? {
    guard let flow, canAttach(node, at: site) else { return nil }
    let flowNode = (node as? any Flowable)?.flowNode
    if !isActive, let flowNode, flowNode.isActive {
      context.issues.report(.activeBeforeParent(flowNode.flowName, flowName, site))
    }
    // Attaching activates a flow that has never been used, so that it is active before its child.
    if life == .fresh {
      start(under: nil)
      // The core may have ended the flow.
      guard canAttach(node, at: site) else { return nil }
    }
    let child = FlowChild(node, route: route, as: entry, at: site, onDetach: onDetach)
    add(child)
    onAttach?()
    if flowNode == nil { child.register(in: context) }
    if route != .none {
      flowNode?.bringUp = { [weak self, unowned child] in
        guard let self, child.phase == .unrequested, isAttached(child) else { return }
        _ = show(child, animated: animated)
      }
    }
    defer { flowNode?.bringUp = nil }
    if isActive || flowNode != nil {
      child.isStarted = true
      node.start(under: flow)
    }
    flowNode?.isShownByFlow = route != .none
    child.ending = node.onEnd { [weak self, weak child] reason in
      guard let self, let child else { return }
      guard isAttached(child) else {
        child.removal?.schedule()
        return
      }
      // The node has ended by itself.
      end(child, reason, animated: true)
    }
    guard route != .none, isAttached(child) else { return nil }
    return show(child, animated: animated)
  }

  func detach(
    _ node: any NavigationNode, animated: Bool, at site: CallSite
  ) -> ScheduledTransition? {
    guard let child = attachedChild(node) else {
      context.issues.report(.notAttached(flowName, node.nodeName, site))
      return nil
    }
    return end(child, .stopped, animated: animated, at: site)
  }

  /// Ends the flow at its own or its owner's request, and removes its screen.
  func endOnRequest(_ reason: NavigationEndReason) {
    if let parent, let childEntry {
      parent.end(childEntry, reason, animated: true)
      return
    }
    endWithDescendants(reason)
  }

  /// The descendants whose screens were brought up.
  var shownDescendants: [FlowChild] {
    children.flatMap { ($0.target == nil ? [] : [$0]) + $0.shownDescendants }
  }

  private func canAttach(_ node: any NavigationNode, at site: CallSite) -> Bool {
    guard !isOver else {
      context.issues.report(.attachedToEnded(flowName, node.nodeName, site))
      return false
    }
    guard nestedEnds < 100 else {
      context.issues.report(.endlessAttaching(flowName, node.nodeName, nestedEnds, site))
      return false
    }
    let flowNode = (node as? any Flowable)?.flowNode
    let isTaken = flowNode.map { $0.parent != nil } ?? context.attachedNodes.contains(node)
    guard !isTaken, !ancestry.contains(where: { $0 === flowNode }) else {
      context.issues.report(.alreadyAttached(flowName, node.nodeName, site))
      return false
    }
    return true
  }

  /// This node, its parent, and so on up to the root.
  var ancestry: UnfoldFirstSequence<FlowNode> { sequence(first: self) { $0.parent } }

  var root: FlowNode { ancestry.reduce(self) { $1 } }

  func isAttached(_ child: FlowChild) -> Bool {
    index(ofChild: child.number).map { children[$0] === child } ?? false
  }

  private func attachedChild(_ node: any NavigationNode) -> FlowChild? {
    guard let flowNode = (node as? any Flowable)?.flowNode else {
      return children.first { $0.node === node }
    }
    return flowNode.childEntry.flatMap { isAttached($0) ? $0 : nil }
  }

  private func remove(_ child: FlowChild) {
    if let index = index(ofChild: child.number) { children.remove(at: index) }
    child.letGo()
  }

  /// Ends a child, then removes its screen and the remaining screens of its descendants.
  @discardableResult
  private func end(
    _ child: FlowChild, _ reason: NavigationEndReason, animated: Bool, at site: CallSite? = nil
  ) -> ScheduledTransition? {
    guard child.phase != .left else {
      endDeparted(child, reason)
      return nil
    }
    let descendants = leavingScreens(child.shownDescendants)
    let isShown = child.target != nil || child.transition != nil || !descendants.isEmpty
    var removal: ScreenRemoval?
    if isShown {
      child.phase = .leaving
      removal = ScreenRemoval { [self] in
        let transition = removeScreen(of: child, with: descendants, animated: animated, at: site)
        let others = descendants.map { removeScreen(of: $0, animated: animated, at: site) }
        return transition ?? others.compactMap { $0 }.last
      }
    }
    remove(child)
    finish(child, reason, removal)
    return removal?.transition
  }

  /// Ends a child whose screen has left the tree or has never appeared.
  private func screenDidLeave(_ child: FlowChild, _ reason: NavigationEndReason) {
    // A flow above that is ending ends the child, and may have removed its screen already.
    guard isAttached(child), child.phase != .left, !ancestry.contains(where: { $0.life == .ending })
    else { return }
    child.removeScreenOnReturn(in: context, cause: cause)
    guard child.node is any WrappingNode else { return endDeparted(child, reason) }
    // The handler that has removed the screen may still run; its answer decides the reason.
    child.phase = .left
    child.node.stop(because: reason)
  }

  /// Ends a child whose screen is not there.
  private func endDeparted(_ child: FlowChild, _ reason: NavigationEndReason) {
    let removal = removal(of: leavingScreens(child.shownDescendants))
    remove(child)
    child.transition?.cancel()
    finish(child, reason, removal)
  }

  /// Notes that the screens of flows are removed after their end, so that their release is expected
  /// after that.
  func leavingScreens(_ flows: [FlowChild]) -> [FlowChild] {
    for flow in flows { flow.phase = .leaving }
    return flows
  }

  /// The removal of the screens that are left of flows that end.
  func removal(of flows: [FlowChild]) -> ScreenRemoval? {
    guard !flows.isEmpty else { return nil }
    return ScreenRemoval { [self] in
      let detector = leakDetector
      for flow in flows {
        if flow.isOnItsWayOrThere {
          removeScreen(of: flow, animated: true)
        } else {
          flow.removeScreenOnReturn(in: context, cause: cause)
          flow.expectRelease(detector)
        }
      }
      return nil
    }
  }

  private func show(_ child: FlowChild, animated: Bool) -> ScheduledTransition? {
    guard child.phase == .unrequested else { return child.transition }
    child.flowNode?.isShownByFlow = true
    let container = child.node.navigationContainer
    // Creating the screen may have attached a child of it, which brings it up.
    guard child.phase == .unrequested else { return child.transition }
    guard let screen = container else {
      giveUp(child, .noScreen(child.name, child.route, child.site))
      return nil
    }
    if child.route == .root, let replaced = flowOnRoot {
      giveUp(child, .replacesParent(child.name, flowName, replaced, child.site))
      return nil
    }
    if child.route == .present || target(for: child.route) == nil { bringUpAncestors() }
    let anchor = waitingAnchor ?? target(for: child.route)
    // Making a screen binds it, which may have ended its flow.
    guard isAttached(child) else { return nil }
    // Its core or screen may have attached a child to this one, which brings it up.
    guard child.phase == .unrequested else { return child.transition }
    if let making = flowMakingScreen(for: child.route) {
      giveUp(child, .screenIsBeingMade(making.flowName, child.route, child.site))
      return nil
    }
    guard let anchor else {
      giveUp(child, .noTarget(flowName, screenOf: showingFlow?.flowName, child.route, child.site))
      return nil
    }
    // Before the request, which may run at once: the screen's callbacks may attach children to it.
    child.phase = .requested
    child.anchor = anchor
    child.presentation = child.node.observePresentation { [weak self, weak child] event in
      // Before the child's turn, the screen leaves because of an earlier end.
      guard case .dismissed(let cause) = event, let self, let child, child.phase == .shown
      else { return }
      screenDidLeave(child, NavigationEndReason(departureBy: cause))
    }
    let transition = requestToShow(child, screen, on: anchor, animated: animated)
    child.transition = transition
    transition.onEnd { [weak self, weak child] outcome in
      guard let self, let child, isAttached(child) else { return }
      didShow(child, outcome)
    }
    return transition
  }

  /// Requests the transition that shows a child's screen where its route leads when its turn comes.
  private func requestToShow(
    _ child: FlowChild, _ screen: any NavigationContainer, on anchor: any NavigationContainer,
    animated: Bool
  ) -> ScheduledTransition {
    let run = JourneyRun.running
    let name = "\(child.name) by \(child.route)"
    let refusal = TransitionRefusal(.notInTree, "\(name): the parent's screen has gone.")
    return context.request(
      name, on: anchor, animated && run?.isSilent != true, cause: cause, owner: child.node,
      otherwise: .refused(refusal), at: child.site
    ) { [weak self, weak child] in
      guard let self, let child, child.phase == .requested else { return nil }
      child.phase = .shown
      guard let target = target(for: child.route) else { return nil }
      child.target = target
      switch child.route {
      case .tab:
        return (.setTabs(target.allContents + [screen]), target)
      case .present:
        if run != nil { selectTabs(around: target) }
        return (.present(screen), target)
      case .root: return (.setRoot(screen), target)
      case .push: return (.push(screen), target)
      case .none: return nil
      }
    }
  }

  /// Reports why a child cannot be shown, and ends it.
  @inline(never)
  private func giveUp(_ child: FlowChild, _ issue: NavigationIssue) {
    context.issues.report(issue)
    screenDidLeave(child, .removed)
  }

  /// Schedules the screens above, if their flows are being activated: a core that attaches a child
  /// in `didBecomeActive()` is ahead of its own screen.
  private func bringUpAncestors() {
    for flowNode in ancestry.reversed() where !flowNode.isMakingScreen { flowNode.bringUp?() }
  }

  /// Selects the tabs around a presenter: the platform refuses one that is not in the window.
  private func selectTabs(around presenter: any NavigationContainer) {
    for case .selection(let index, let tabs) in presenter.lifecycle.obstacles {
      guard let tabs = tabs.element else { continue }
      context.request(.select(index), on: tabs, animated: false, cause: cause)
    }
  }

  private func didShow(_ child: FlowChild, _ outcome: TransitionOutcome) {
    switch outcome {
    case .performed, .alreadyThere: break
    case .refused, .superseded, .interruptedByUser:
      giveUp(child, .notShown(child.name, "\(outcome)", child.site))
    }
  }

  /// The container whose scheduler is about to show the screen of this flow, or of the nearest
  /// flow above that has one.
  private var waitingAnchor: (any NavigationContainer)? {
    for flowNode in ancestry {
      let entry = flowNode.childEntry
      if let entry, entry.phase != .unrequested {
        return entry.transition?.outcome == nil ? entry.anchor : nil
      }
    }
    return nil
  }

  /// Removes a child's screen, and retains the child until the transition has ended.
  ///
  /// In a stack the screens above it leave as well, up to the first one of another attached flow.
  @discardableResult
  private func removeScreen(
    of child: FlowChild, with descendants: [FlowChild] = [], animated: Bool,
    at site: CallSite? = nil
  ) -> ScheduledTransition? {
    child.transition?.cancel()
    guard let target = child.target else {
      child.expectRelease(leakDetector)
      return nil
    }
    let transition = context.request(
      child.removalName, on: target, animated, cause: cause, otherwise: .alreadyThere, at: site
    ) { [context] in child.removal(with: descendants, in: context) }
    let flowNode = child.flowNode
    flowNode?.screenRemoval = transition
    transition.onEnd { [context, cause] outcome in
      if flowNode?.screenRemoval === transition { flowNode?.screenRemoval = nil }
      child.removalDidEnd(outcome, in: context, by: cause, at: site)
    }
    if let wrapped = child.node as? any WrappingNode {
      context.dismissModals(of: wrapped, around: target, animated, cause: cause)
    }
    return transition
  }

  /// The container that receives a child's screen.
  @inline(never)
  private func target(for route: FlowRoute) -> (any NavigationContainer)? {
    if route == .root { return launchWindow }
    guard let flowNode = showingFlow, !flowNode.isMakingScreen,
      let screen = flowNode.flow?.navigationContainer
    else { return nil }
    switch route {
    case .none, .root: return nil
    case .present: return screen
    case .push: return screen.nearest(.stack) ?? screen.platformStack
    case .tab: return screen.nearest(.tabs)
    }
  }

  /// The name of the nearest flow, from this one upwards, that ends when the window gets another
  /// root: its screen, brought up by this module, is in that window.
  private var flowOnRoot: String? {
    for flowNode in ancestry {
      let isLaunched = flowNode.window != nil
      if isLaunched ? flowNode.rootPresentation != nil : flowNode.isShownByFlow {
        return flowNode.flowName
      }
      if isLaunched { return nil }
    }
    return nil
  }

  /// The window in which this flow, or the nearest one above, was launched.
  private var launchWindow: (any NavigationContainer)? {
    ancestry.first { $0.window != nil }?.window
  }

  /// The nearest flow, from this one upwards, that has a screen or is creating it.
  ///
  /// Reading it creates the screen.
  private var showingFlow: FlowNode? {
    ancestry.first { $0.isMakingScreen || $0.flow?.navigationContainer != nil }
  }

  /// The flow that would show a child, if it is creating its screen, which can show nothing yet.
  private func flowMakingScreen(for route: FlowRoute) -> FlowNode? {
    guard let making = ancestry.first(where: \.isMakingScreen) else { return nil }
    return route == .root || showingFlow === making ? making : nil
  }
}

extension NavigationContext {
  /// Schedules a request whose operation is decided when its turn has come.
  func request(
    _ name: String, on container: any NavigationContainer, _ animated: Bool,
    cause: NavigationCause, owner: AnyObject? = nil, otherwise: TransitionOutcome,
    at site: CallSite? = nil,
    _ decide:
      @escaping @MainActor () -> (
        operation: NavigationOperation, container: any NavigationContainer
      )?
  ) -> ScheduledTransition {
    let nested = KeptValue<ScheduledTransition>()
    return schedule(
      name, on: container, cause: cause, owner: owner,
      verify: { nested.value?.outcome ?? otherwise }, at: site
    ) { [self] _ in
      if let (operation, container) = decide() {
        nested.value = request(
          operation, on: container, animated: animated, cause: cause, at: site)
      }
      return .ended(.performed)
    }
  }
}

extension NavigationContainer {
  /// The nearest container of a kind, from this one outwards.
  fileprivate func nearest(_ kind: NavigationTree.Kind) -> (any NavigationContainer)? {
    lifecycle.containment.first { $0.element?.navigationRuntimeKind == kind }?.element
  }

  /// The stack around a controller whose window is not observed, as in a test without a window.
  fileprivate var platformStack: (any NavigationContainer)? {
    guard !lifecycle.isInTree else { return nil }
    var current: any NavigationContainer = self
    while let outer = current.navigationRuntimeEnclosing,
      outer.navigationRuntimePresented !== current
    {
      if outer.navigationRuntimeKind == .stack { return outer }
      current = outer
    }
    return nil
  }
}

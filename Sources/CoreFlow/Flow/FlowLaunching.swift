import NavigationRuntime

/// A root flow in its window.
extension FlowNode {
  func launch(in window: any NavigationContainer, at site: CallSite) -> ScheduledTransition? {
    if let reason = reasonNotToLaunch(in: window) {
      context.issues.report(.alreadyLaunched(flowName, reason, site))
      return refuseLaunch(in: window, at: site)
    }
    let old = context
    launchContext = launchContext ?? window.navigationStore?.context
    let context = context
    // Observes the window, which retains its store.
    _ = context.store(for: window, at: site)
    launchContext = context
    contextDidChange(from: old)
    self.window = window
    var transition: ScheduledTransition?
    bringUp = { [weak self] in
      guard transition == nil, let self, let screen = flow?.navigationContainer else { return }
      // Creating the screen may have brought it up, or ended the flow.
      guard transition == nil, isActive else { return }
      transition = setRoot(screen, of: window, at: site)
    }
    defer { bringUp = nil }
    start(under: nil)
    bringUp?()
    return transition
  }

  private func setRoot(
    _ screen: any NavigationContainer, of window: any NavigationContainer, at site: CallSite
  ) -> ScheduledTransition? {
    guard let flow else { return nil }
    isShownByFlow = true
    let presentation = flow.observePresentation { [weak self] event in
      guard case .dismissed(let cause) = event, let self else { return }
      endWithDescendants(NavigationEndReason(departureBy: cause)) { [self] in
        if !isInUse { expectRelease() }
      }
    }
    rootPresentation = presentation
    let transition = context.request(
      .setRoot(screen), on: window, cause: cause, owner: flow, at: site)
    transition.onEnd { [weak self, weak presentation] outcome in
      // A repeated launch supersedes this one.
      guard let self, presentation != nil, rootPresentation === presentation else { return }
      didLaunch(outcome, at: site)
    }
    return transition
  }

  /// Ends the flow if its screen has not become the root, like a child that does not appear.
  private func didLaunch(_ outcome: TransitionOutcome, at site: CallSite) {
    switch outcome {
    case .performed, .alreadyThere: break
    case .refused, .superseded, .interruptedByUser:
      context.issues.report(.notLaunched(flowName, "\(outcome)", site))
      endWithDescendants(.removed)
    }
  }

  /// Ends a flow without a parent, and removes what is left of the screens of its descendants, one
  /// of which may have moved to another window.
  func endWithDescendants(_ reason: NavigationEndReason, then: (@MainActor () -> Void)? = nil) {
    let removal = removal(of: leavingScreens(shownDescendants))
    end(reason, removal, then: then)
    removal?.schedule()
  }

  /// Why the flow cannot be launched, as the completion of "it is …"; `nil` if it can.
  private func reasonNotToLaunch(in window: any NavigationContainer) -> String? {
    if parent != nil { return "attached to a parent" }
    if life == .ending { return "about to end" }
    guard isActive, let other = self.window, other !== window else { return nil }
    return "the root of another window"
  }

  /// Refuses a launch.
  ///
  /// The flow stays where it is in use, and its children appear there.
  private func refuseLaunch(
    in window: any NavigationContainer, at site: CallSite
  ) -> ScheduledTransition? {
    guard let screen, let flow else { return nil }
    let name = "launch \(flowName)"
    let refusal = TransitionRefusal(
      .alreadyInTree, "\(name): \(screen.navigationRuntimeName) is in use elsewhere.")
    return context.request(
      name, on: window, true, cause: cause, owner: flow, otherwise: .refused(refusal), at: site
    ) { nil }
  }
}

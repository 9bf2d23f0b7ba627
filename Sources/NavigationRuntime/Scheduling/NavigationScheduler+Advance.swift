extension NavigationScheduler {
  /// Carries out the state's actions until the next one is to wait.
  func advance() {
    guard !isAdvancing else { return }
    isAdvancing = true
    while true {
      switch state.next(platformIsBusy: monitor?.isTransitioning ?? false) {
      case .start(let id):
        // Progress restarts the watchdog's time.
        watchdog = nil
        start(id)
      case .end(let id, let outcome): finish(id, outcome)
      case .wait(let reason):
        isAdvancing = false
        watch(reason)
        if isIdle { activity.sourceDidBecomeIdle() }
        return
      }
    }
  }

  private func start(_ id: Int) {
    guard let transition = transitions[id] else { return state.bodyReturned(id, .started) }
    guard !transition.hasOwner || transition.owner != nil else {
      report(transition, .ownerGone(transition.name), "Nothing needs to be done.")
      return state.bodyReturned(id, .ended(.refused(.ownerGone(transition.name))))
    }
    monitor?.transitionWillStart(cause: transition.cause)
    let first = NavigationTransitionToken.count
    let answer = transition.begin()
    let begun = first..<NavigationTransitionToken.count
    monitor?.transitionDidStart()
    state.bodyReturned(id, answer, begun: begun)
  }

  func finish(_ id: Int, _ outcome: TransitionOutcome) {
    guard let transition = transitions.removeValue(forKey: id) else { return }
    transition.resolve(outcome)
    endings.send(transition)
  }

  func supersede(_ key: AnyHashable, among earlier: [Int]) {
    for id in earlier where transitions[id]?.coalescingKey == key {
      if state.remove(id) { finish(id, .superseded) }
    }
  }

  func report(
    _ transition: ScheduledTransition, _ refusal: TransitionRefusal, _ advice: String
  ) {
    issues.report(
      NavigationIssue(
        code: .init(rawValue: refusal.code.rawValue), severity: .abandoned,
        fact: "\(refusal.reason) It was caused by \(transition.cause).", advice: advice,
        fileID: transition.fileID, line: transition.line))
  }
}

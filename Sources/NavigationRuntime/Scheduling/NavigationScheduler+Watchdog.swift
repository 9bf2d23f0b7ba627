extension NavigationScheduler {
  func watch(_ reason: LaneState.Wait) {
    let isResting = monitor?.isInteractive ?? false
    if reason == waitingFor, watchdog != nil, !isResting { return }
    waitingFor = reason
    watchdog = nil
    switch reason {
    case .idle, .body: return
    case .platform, .close:
      guard !isResting else { return }
      watchdog = clock.schedule(after: configuration.watchdogInterval) { [weak self] in
        self?.giveUp(reason)
      }
    }
  }

  private func giveUp(_ reason: LaneState.Wait) {
    watchdog = nil
    switch reason {
    case .idle, .body: return
    case .platform(let id?), .close(let id):
      guard let transition = transitions[id] else { return }
      report(
        transition, .neverEnded(transition.name),
        reason == .close(id)
          ? "Call end() on every path, and await only this scheduler inside a transaction."
          : "Look for a completion that the platform never called.")
      state.abandon(id, .refused(.neverEnded(transition.name)))
    case .platform(nil):
      issues.report(
        NavigationIssue(
          code: .init(rawValue: TransitionRefusal.Code.neverEnded.rawValue), severity: .abandoned,
          fact: "A transition that the scheduler did not start has kept it waiting for "
            + "\(configuration.watchdogInterval) s and has not ended.",
          advice: "Look for a completion that the platform never called.", at: nil))
    }
    monitor?.abandonTransitions()
    advance()
  }
}

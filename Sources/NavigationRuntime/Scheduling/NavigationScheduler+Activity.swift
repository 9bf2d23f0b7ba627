extension NavigationScheduler: ActivitySource {
  /// Whether nothing runs, and nothing waits but for the user's finger.
  public var isIdle: Bool {
    guard !state.isEmpty else { return true }
    if case .platform = waitingFor { return !isAdvancing && (monitor?.isInteractive ?? false) }
    return false
  }

  /// The transitions that run or wait for their turn.
  public var runningActivities: [NavigationActivity] { isIdle ? [] : activities }

  /// The transitions that wait until the user has finished a gesture.
  public var waitingActivities: [NavigationActivity] { isIdle ? activities : [] }

  private var activities: [NavigationActivity] {
    let reason: String? =
      switch waitingFor {
      case .idle, .body: nil
      case .platform:
        monitor?.isInteractive ?? false ? "the user's gesture" : "the platform's transition"
      case .close: "its end() to be called"
      }
    let active = state.activeIDs.compactMap { transitions[$0] }
      .map { NavigationActivity(name: $0.name, waitingFor: reason) }
    let queued = state.queuedIDs.compactMap { transitions[$0] }
    let next = active.isEmpty ? queued.prefix(1) : []
    return active + next.map { NavigationActivity(name: $0.name, waitingFor: reason) }
      + queued.dropFirst(next.count)
      .map { NavigationActivity(name: $0.name, waitingFor: "its turn") }
  }
}

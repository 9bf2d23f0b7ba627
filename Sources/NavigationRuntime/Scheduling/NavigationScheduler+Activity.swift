extension NavigationScheduler: ActivitySource {
  /// Whether nothing runs, and nothing waits except for the user's finger.
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
    // An outer transition waits for the one nested in it. Without an active one, the first in the
    // queue waits for whatever occupies the scheduler.
    let active = state.activeIDs.compactMap { transitions[$0]?.name }
    let queued = state.queuedIDs.compactMap { transitions[$0]?.name }
    let held = active.isEmpty ? Array(queued.prefix(1)) : active
    let waits = held.dropFirst().map { "‘\($0)’" } + [reason]
    return zip(held, waits).map { NavigationActivity(name: $0, waitingFor: $1) }
      + queued.dropFirst(active.isEmpty ? 1 : 0)
      .map { NavigationActivity(name: $0, waitingFor: "its turn") }
  }
}

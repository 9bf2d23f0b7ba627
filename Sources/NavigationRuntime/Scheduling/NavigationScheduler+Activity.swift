extension NavigationScheduler: ActivitySource {
  /// Whether nothing runs, and nothing waits except for the user's finger or in a transaction's body.
  public var isIdle: Bool {
    guard !state.isEmpty else { return true }
    if case .close = waitingFor, let innermost = state.activeIDs.last,
      waitingTransactions[innermost] != nil
    {
      return !isAdvancing
    }
    if case .platform = waitingFor { return !isAdvancing && (monitor?.isInteractive ?? false) }
    return false
  }

  /// The transitions that run or wait for their turn.
  public var runningActivities: [NavigationActivity] { isIdle ? [] : activities }

  /// The transitions that wait for the user's gesture, or for what a transaction's body waits for.
  public var waitingActivities: [NavigationActivity] { isIdle ? activities : [] }

  private var activities: [NavigationActivity] {
    let reason: String? =
      switch waitingFor {
      case .idle, .body: nil
      case .platform:
        monitor?.isInteractive ?? false ? "the user's gesture" : "the platform's transition"
      case .close:
        state.activeIDs.last.flatMap { waitingTransactions[$0] } ?? "its end() to be called"
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

extension NavigationScheduler {
  /// Notes that the body of a transaction, in which the current task runs, waits for something.
  ///
  /// - Returns: Called when it waits no more, one for each transaction around it.
  static func beginWaitingInTransactions(for reason: String) -> [@MainActor () -> Void] {
    let open = transactions
    if open.isEmpty { return [] }
    return open.filter { $0.outcome == nil }.compactMap { transaction in
      guard let lane = transaction.lane else { return nil }
      let id = transaction.id
      lane.waitingTransactions[id] = reason
      if lane.isIdle { lane.activity.sourceDidBecomeIdle() }
      return { [weak lane] in lane?.waitingTransactions[id] = nil }
    }
  }
}

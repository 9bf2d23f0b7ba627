import NavigationRuntime

extension FlowCoordinator: ActivitySource {
  /// Whether no step is being handled, and none can be without an external event.
  public var isIdle: Bool { engine.isIdle }

  /// The steps that are being handled and those queued behind them, each with its reason to wait.
  public var runningActivities: [NavigationActivity] { engine.runningActivities }

  /// The steps that wait for an external event: a hidden screen, a child or the user.
  public var waitingActivities: [NavigationActivity] { engine.waitingActivities }
}

extension FlowCoordinator: TaskHost {
  package func beginWaiting(for reason: String, in task: Int) -> (@MainActor () -> Void)? {
    engine.beginWaiting(for: reason, in: task)
  }
}

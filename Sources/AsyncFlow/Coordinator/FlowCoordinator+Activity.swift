import NavigationRuntime

extension FlowCoordinator: ActivitySource {
  /// Whether no step is being handled, and none can be without help from outside.
  public var isIdle: Bool { engine.isIdle }

  /// The steps that are being handled, and those that wait for them, with what they wait for.
  public var runningActivities: [NavigationActivity] { engine.runningActivities }

  /// The steps that wait for something outside: a hidden screen, a child, the user.
  public var waitingActivities: [NavigationActivity] { engine.waitingActivities }
}

extension FlowCoordinator: TaskHost {
  package func beginWaiting(for reason: String, in task: Int) -> (@MainActor () -> Void)? {
    engine.beginWaiting(for: reason, in: task)
  }
}

import NavigationRuntime

/// A task that carries out the machine's actions, and the handler that runs in it.
@MainActor
final class StepRunner: NavigationWorker {
  /// The identifier of the task, unique while the task lives.
  var taskID: Int?
  /// The step whose `adapt` or `navigate` runs in the task.
  var item: CoordinatorMachine.Item? {
    didSet { if startedWork != nil { startedWork = nil } }
  }
  var isNavigating = false
  /// The external event that the handler waits for; `nil` if it does not wait.
  var waitingFor: String?
  /// Whether the task was cancelled at the end of the flow whose handler ran in it.
  var isCancelled = false
  /// The number of the latest tree reading when the handler was called.
  var firstReading = 0
  var attribution: Cancellation?
  /// The handler as the origin of screen changes, made on first use.
  private(set) var startedWork: NavigationWork?

  static var currentTaskID: Int? { FlowCoordinator.currentTaskID }

  var work: NavigationWork? {
    guard let item else { return nil }
    if let startedWork { return startedWork }
    let work = NavigationWork(
      on: HandledStep(step: item.payload.step, flow: item.flow),
      calledBy: item.payload.call?.caller)
    startedWork = work
    return work
  }
}

import NavigationRuntime

/// A task that carries out what the machine wants, and the handler that it is in.
@MainActor
final class StepRunner: NavigationWorker {
  /// Tells the task from every other one while it lives.
  var taskID: Int?
  /// The step whose `adapt` or `navigate` runs in the task.
  var item: CoordinatorMachine.Item? {
    didSet { if startedWork != nil { startedWork = nil } }
  }
  var isNavigating = false
  /// What the handler waits for outside, if it does.
  var waitingFor: String?
  /// Whether the task was cancelled, with the flow whose handler ran in it.
  var isCancelled = false
  /// The latest reading of a tree when the handler was called.
  var firstReading = 0
  var attribution: Cancellation?
  /// The handler as an origin of changes, if it has become one.
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

import NavigationRuntime

/// A task that carries out what the machine wants, and the handler that it is in.
@MainActor
final class StepRunner {
  /// Tells the task from every other one while it lives.
  var taskID: Int?
  /// The step whose `adapt` or `navigate` runs in the task.
  var item: CoordinatorMachine.Item?
  var isNavigating = false
  /// What the handler waits for outside, if it does.
  var waitingFor: String?
  /// Whether the task was cancelled, with the flow whose handler ran in it.
  var isCancelled = false
  /// The latest reading of a tree when the handler was called.
  var firstReading = 0
  var attribution: Cancellation?

  static var currentTaskID: Int? { FlowCoordinator.currentTaskID }
}

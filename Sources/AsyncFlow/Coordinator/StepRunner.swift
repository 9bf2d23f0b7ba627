import NavigationRuntime

/// A task that carries out what the machine wants, and the handler that it is in.
@MainActor
final class StepRunner {
  weak var coordinator: FlowCoordinator?
  /// Tells the task from every other one while it lives.
  var taskID: Int?
  /// The step whose `adapt` or `navigate` runs in the task.
  var item: CoordinatorMachine.Item?
  var isNavigating = false
  /// What the handler waits for outside, if it does.
  var waitingFor: String?
  var attribution: Cancellation?

  init(_ coordinator: FlowCoordinator) {
    self.coordinator = coordinator
  }

  static var currentTaskID: Int? { FlowCoordinator.currentTaskID }
}

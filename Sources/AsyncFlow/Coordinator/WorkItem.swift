import NavigationRuntime

/// A step on its way, as the machine's payload.
struct WorkItem {
  var step: any Step
  let node: FlowNode
  let call: StepCall?
}

typealias CoordinatorMachine = StepMachine<WorkItem>

/// A task that carries out what the machine wants, and the handler that it is in.
@MainActor
final class StepRunner {
  weak var coordinator: FlowCoordinator?
  /// Tells the task from every other one while it lives.
  var taskID: Int?
  /// The flow and the step whose `adapt` or `navigate` runs in the task.
  var node: FlowNode?
  var item: Int?
  var isNavigating = false
  var attribution: Cancellation?

  init(_ coordinator: FlowCoordinator) {
    self.coordinator = coordinator
  }

  static var currentTaskID: Int? { withUnsafeCurrentTask { $0?.hashValue } }
}

import NavigationRuntime

/// A step on its way, as the machine's payload.
///
/// An object, because the machine hands it on several times for each step, and a node has weak
/// references, which make each of its retains slow.
@MainActor
final class WorkItem {
  var step: any Step
  let node: FlowNode
  let call: StepCall?

  init(step: any Step, node: FlowNode, call: StepCall?) {
    self.step = step
    self.node = node
    self.call = call
  }
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

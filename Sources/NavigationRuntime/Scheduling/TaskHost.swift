/// An activity source that knows the tasks in which its work runs.
@MainActor
package protocol TaskHost: ActivitySource {
  /// Marks the work in a task as waiting for something outside.
  ///
  /// - Parameters:
  ///   - reason: The reason for waiting.
  ///   - task: The identity of the task.
  /// - Returns: A closure that ends the wait; `nil` if the task is not one of the source's.
  func beginWaiting(for reason: String, in task: Int) -> (@MainActor () -> Void)?
}

extension TaskHost {
  /// The identity of the current task among all living ones; `nil` outside of tasks.
  package static var currentTaskID: Int? { withUnsafeCurrentTask { $0?.hashValue } }
}

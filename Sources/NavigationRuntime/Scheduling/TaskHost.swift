/// An activity source that knows the tasks in which its work runs.
@MainActor
package protocol TaskHost: ActivitySource {
  /// Notes that the work in a task waits for something outside.
  ///
  /// - Parameters:
  ///   - reason: What it waits for.
  ///   - task: Tells the task from every other one.
  /// - Returns: Called when it waits no more; `nil` if the task is not one of the source's.
  func beginWaiting(for reason: String, in task: Int) -> (@MainActor () -> Void)?
}

extension TaskHost {
  /// Tells the current task from every other one that lives; `nil` outside of tasks.
  package static var currentTaskID: Int? { withUnsafeCurrentTask { $0?.hashValue } }
}

/// The event whose consequences the current code is.
///
/// Tasks inherit it from the code that starts them. A task that waits in the runtime, for an answer
/// or for the end of a child, continues as a consequence of the event that has resumed it.
@MainActor
final class TraceScope {
  @TaskLocal static var current: TraceScope?

  let trace: Int
  private let event: Int?
  /// The task that was resumed last, and the event that has resumed it.
  private var resumption: (task: Int, event: Int)?

  init(_ trace: Int, _ event: Int?) {
    self.trace = trace
    self.event = event
  }

  /// The event for the current task: the scope's own, or the one that has resumed the task since.
  var newest: Int? {
    guard let resumption, resumption.task == TaskTracker.currentTaskID else { return event }
    return max(resumption.event, event ?? 0)
  }

  fileprivate func resume(_ task: Int, by event: Int) { resumption = (task, event) }
}

/// A task that waits, with its cause in a trace.
@MainActor
package struct TraceWait {
  private let scope: TraceScope
  private let task: Int

  /// Makes the wait of the current task; `nil` unless it runs in consequence of a traced event.
  package init?() {
    guard let scope = TraceScope.current, let task = TaskTracker.currentTaskID else { return nil }
    self.scope = scope
    self.task = task
  }

  /// Lets the task continue as a consequence of the event in whose consequences this is called.
  package func resume() {
    guard let current = TraceScope.current, current.trace == scope.trace,
      let event = current.newest
    else { return }
    scope.resume(task, by: event)
  }
}

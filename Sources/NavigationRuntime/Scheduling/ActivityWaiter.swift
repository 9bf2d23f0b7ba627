/// Somebody who waits, inside work that is followed, for a value from outside it.
///
/// The work does not keep ``ActivityTracker/settled()`` meanwhile. It does again from the moment
/// the value is given, not only from the turn in which it goes on.
@MainActor
package struct ActivityWaiter<Value: Sendable> {
  private let continuation: CheckedContinuation<Value, Never>
  /// Tells the work's source that it waits no more; `nil` if the task is nobody's.
  private let end: (@MainActor () -> Void)?

  package init(_ continuation: CheckedContinuation<Value, Never>, end: (@MainActor () -> Void)?) {
    self.continuation = continuation
    self.end = end
  }

  /// Gives the value; to be called once.
  ///
  /// - Parameter value: What was waited for.
  package func resume(returning value: Value) {
    end?()
    continuation.resume(returning: value)
  }
}

extension ActivityTracker {
  /// Waits for a value; the work that the current task belongs to counts as waiting meanwhile.
  ///
  /// - Parameters:
  ///   - reason: What is waited for, for people.
  ///   - register: Called at once, with whom to give the value to.
  /// - Returns: The value.
  package func wait<Value: Sendable>(
    for reason: String, _ register: @MainActor (ActivityWaiter<Value>) -> Void
  ) async -> Value {
    await withCheckedContinuation {
      register(ActivityWaiter($0, end: beginWaiting(for: reason)))
    }
  }
}

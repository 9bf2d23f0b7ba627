/// A suspended wait, inside tracked work, for a value from outside it.
///
/// The work does not delay ``ActivityTracker/settled()`` meanwhile. It does again as soon as the
/// value is supplied, before the task proceeds.
@MainActor
package struct ActivityWaiter<Value: Sendable> {
  private let continuation: CheckedContinuation<Value, Never>
  /// Ends the wait at the work's source; `nil` if the task belongs to no source.
  private let end: (@MainActor () -> Void)?

  package init(_ continuation: CheckedContinuation<Value, Never>, end: (@MainActor () -> Void)?) {
    self.continuation = continuation
    self.end = end
  }

  /// Supplies the value; called exactly once.
  ///
  /// - Parameter value: The value.
  package func resume(returning value: Value) {
    end?()
    continuation.resume(returning: value)
  }
}

extension ActivityTracker {
  /// Waits for a value; the current task's work counts as waiting meanwhile.
  ///
  /// - Parameters:
  ///   - reason: The reason for waiting, for people.
  ///   - register: Called synchronously, with the waiter that takes the value.
  /// - Returns: The value.
  package func wait<Value: Sendable>(
    for reason: String, _ register: @MainActor (ActivityWaiter<Value>) -> Void
  ) async -> Value {
    await withCheckedContinuation {
      register(ActivityWaiter($0, end: beginWaiting(for: reason)))
    }
  }
}

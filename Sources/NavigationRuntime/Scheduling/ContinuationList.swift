/// A list of suspended tasks that wait for one event, resumed in FIFO order.
@MainActor
package final class ContinuationList<Value: Sendable> {
  private var waiters: [Int: ActivityWaiter<Value>] = [:]
  private var nextID = 0

  package init() {}

  /// The number of suspended tasks.
  package var count: Int { waiters.count }

  /// Suspends until the next ``resumeAll(returning:)``, or until the calling task is cancelled.
  ///
  /// - Parameters:
  ///   - cancelled: The value to return if the task is cancelled before.
  ///   - beginWaiting: Lets the current task's work count as waiting; returns the closure that ends
  ///     that, if it does.
  /// - Returns: The value of the event.
  package func wait(
    otherwise cancelled: Value,
    _ beginWaiting: @MainActor () -> (@MainActor () -> Void)? = { nil }
  ) async -> Value {
    let id = nextID
    nextID += 1
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = ActivityWaiter(continuation, end: beginWaiting())
        if Task.isCancelled { waiter.resume(returning: cancelled) } else { waiters[id] = waiter }
      }
    } onCancel: {
      onMainActor { self.waiters.removeValue(forKey: id)?.resume(returning: cancelled) }
    }
  }

  /// Resumes all suspended tasks with the value of the event.
  package func resumeAll(returning value: Value) {
    guard !waiters.isEmpty else { return }
    let all = waiters.sorted { $0.key < $1.key }
    waiters = [:]
    for (_, waiter) in all { waiter.resume(returning: value) }
  }
}

extension ContinuationList<Void> {
  /// Suspends until the next ``resumeAll()``, or until the calling task is cancelled.
  package func wait() async { await wait(otherwise: ()) }

  /// Resumes all suspended tasks.
  package func resumeAll() { resumeAll(returning: ()) }
}

/// A signal for one waiter, in either order.
@MainActor
package final class Signal {
  private var isSignalled = false
  private var waiter: (@MainActor () -> Void)?

  package init() {}

  /// Resumes the waiter, now or as soon as it waits.
  package func signal() {
    isSignalled = true
    waiter?()
    waiter = nil
  }

  /// Suspends until the signal.
  package func wait() async {
    guard !isSignalled else { return }
    await withCheckedContinuation { continuation in waiter = { continuation.resume() } }
  }

  /// Suspends until the signal; the current task's work counts as waiting meanwhile.
  ///
  /// - Parameters:
  ///   - reason: The reason for waiting, for people.
  ///   - activity: The tracker of the context.
  package func wait(for reason: String, in activity: ActivityTracker) async {
    guard !isSignalled else { return }
    await activity.wait(for: reason) { waiting in waiter = { waiting.resume(returning: ()) } }
  }
}

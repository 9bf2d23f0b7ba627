/// A list of suspended tasks that wait for one event, resumed in FIFO order.
@MainActor
package final class ContinuationList {
  /// The suspended tasks, by ascending number.
  // Unchecked: no other code runs during an access, since a waiter is resumed after its removal.
  @exclusivity(unchecked) private var waiters = ShortArray<(id: Int, waiter: ActivityWaiter)>()
  private var nextID = 0

  package init() {}

  /// The number of suspended tasks.
  package var count: Int { waiters.count }

  /// Suspends until the next ``resumeAll(returning:)``, or until the calling task is cancelled.
  ///
  /// - Parameter beginWaiting: Lets the current task's work count as waiting; returns the closure
  ///   that ends that, if it does.
  /// - Returns: The value of the event; `false` if the task is cancelled before.
  @discardableResult
  package func wait(
    _ beginWaiting: @MainActor () -> (@MainActor () -> Void)? = { nil }
  ) async -> Bool {
    let id = nextID
    nextID += 1
    return await withTaskCancellationHandler {
      await withMainActorContinuation { continuation in
        // First: a cancelled task goes on, and must not count as waiting even for a moment.
        guard !Task.isCancelled else { return continuation.resume(returning: false) }
        let waiter = ActivityWaiter(continuation, end: beginWaiting())
        waiters.append((id, waiter))
      }
    } onCancel: {
      onMainActor { self.cancel(id) }
    }
  }

  private func cancel(_ id: Int) {
    guard let index = waiters.indices.index(of: id, among: { waiters[$0].id }) else { return }
    waiters.remove(at: index).waiter.resume(returning: false)
  }

  /// Resumes all suspended tasks with the value of the event.
  package func resumeAll(returning value: Bool = true) {
    // Without an iterator in the usual case, in which one task waits.
    if waiters.count == 1 { return waiters.removeLast().waiter.resume(returning: value) }
    let all = waiters
    waiters = ShortArray()
    for (_, waiter) in all { waiter.resume(returning: value) }
  }
}

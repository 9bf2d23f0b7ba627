/// A signal for one waiter, in either order.
///
/// A loop over operations, each of which ends at once or later, continues after those that have ended
/// at once. Starting the next one from each end instead would fill the call stack.
@MainActor
package final class Signal {
  private var hasCome = false
  private var waiter: (@MainActor () -> Void)?

  package init() {}

  /// Resumes the waiter, now or as soon as it waits.
  package func signal() {
    hasCome = true
    waiter.take()?()
  }

  /// Returns whether the signal has come; if not, `next` is called when it comes.
  package func hasCome(otherwise next: @escaping @MainActor () -> Void) -> Bool {
    if !hasCome { waiter = next }
    return hasCome
  }

  /// Suspends until the signal.
  ///
  /// - Parameter willResume: Called at the signal, before the task proceeds.
  package func wait(_ willResume: @escaping @MainActor () -> Void = {}) async {
    guard !hasCome else { return willResume() }
    await withMainActorContinuation { continuation in
      waiter = {
        willResume()
        continuation.resume()
      }
    }
  }

  /// Suspends until the signal; the current task's work counts as waiting meanwhile.
  package func wait(for reason: String, in activity: ActivityTracker) async {
    guard !hasCome else { return }
    await activity.wait(for: reason) { waiting in waiter = { waiting.resume() } }
  }
}

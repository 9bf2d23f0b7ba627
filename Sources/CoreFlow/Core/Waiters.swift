/// A list of suspended tasks, resumed in FIFO order.
@MainActor
final class Waiters {
  private var continuations: [Int: CheckedContinuation<Void, Never>] = [:]
  private var nextID = 0

  var count: Int { continuations.count }

  /// Suspends until the next ``resumeAll()``, or until the calling task is cancelled.
  func wait() async {
    let id = nextID
    nextID += 1
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { continuation.resume() } else { continuations[id] = continuation }
      }
    } onCancel: {
      onMainActor { self.continuations.removeValue(forKey: id)?.resume() }
    }
  }

  func resumeAll() {
    guard !continuations.isEmpty else { return }
    let all = continuations.sorted { $0.key < $1.key }
    continuations = [:]
    for waiter in all { waiter.value.resume() }
  }
}

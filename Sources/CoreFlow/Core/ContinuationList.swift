/// A list of suspended tasks, resumed in FIFO order.
@MainActor
final class ContinuationList {
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

/// The completion of one of several operations in a sequence, which ends at once or later.
///
/// A loop continues after the operations that end at once. Starting the next one from each end
/// instead would fill the call stack.
@MainActor
final class CompletionLatch {
  private var isOver = false
  private var next: (@MainActor () -> Void)?

  /// Ends the operation.
  ///
  /// Called once, at the operation's end.
  func end() {
    isOver = true
    let next = next
    self.next = nil
    next?()
  }

  /// Returns whether the operation has ended; if not, `next` is called at its end.
  func hasEnded(otherwise next: @escaping @MainActor () -> Void) -> Bool {
    if !isOver { self.next = next }
    return isOver
  }
}

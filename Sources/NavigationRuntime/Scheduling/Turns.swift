import Dispatch

/// Waits behind work that was started before on the global executor, and comes back.
///
/// The turn is an unstructured task like that work, and nothing awaits it: awaiting would raise its
/// priority past the work. It has nothing to cancel.
package nonisolated func takePoolTurn() async {
  await withCheckedContinuation { turn in _ = Task { turn.resume() } }
}

/// Waits behind work that was enqueued before on the main queue, and comes back to the caller's
/// executor.
///
/// The closure is called on the main queue as soon as the caller has been resumed.
func takeMainQueueTurn(
  isolation: isolated (any Actor)? = #isolation,
  then: @escaping @MainActor @Sendable () -> Void = {}
) async {
  await withCheckedContinuation { turn in
    DispatchQueue.main.async {
      turn.resume()
      MainActor.assumeIsolated(then)
    }
  }
}

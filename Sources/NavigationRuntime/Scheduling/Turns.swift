/// Waits behind work that was started before on the global executor, and comes back.
///
/// The turn is an unstructured task like that work, and nothing awaits it: awaiting would raise its
/// priority past the work. It has nothing to cancel.
package nonisolated func takePoolTurn() async {
  await withCheckedContinuation { turn in _ = Task { turn.resume() } }
}

/// Waits behind work that was enqueued before on the main queue.
@MainActor
func takeMainQueueTurn() async {
  await withMainActorContinuation { $0.resume() }
}

import Dispatch

/// Answers whether the code that asks runs on the main actor, without trapping.
///
/// The main thread is the wrong question: where `main` is asynchronous on Linux, the main
/// queue is drained by another thread. A mark on the main queue is right on every platform.
private let mainQueueMark: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Whether the code that asks runs on the main actor.
package var isOnMainActor: Bool {
  DispatchQueue.getSpecific(key: mainQueueMark) == true
}

/// Runs `work` on the main actor: at once if the caller is there already, else in a turn of the
/// main queue of its own, in the order of the calls.
///
/// For `deinit` and for handles that may be cancelled anywhere.
package func onMainActor(_ work: @escaping @MainActor @Sendable () -> Void) {
  if isOnMainActor {
    MainActor.assumeIsolated(work)
  } else {
    DispatchQueue.main.async { MainActor.assumeIsolated(work) }
  }
}

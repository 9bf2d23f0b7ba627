import Dispatch

/// Marks the main queue, to detect the main actor without trapping.
///
/// Comparing threads would be wrong: where `main` is asynchronous on Linux, another thread drains
/// the main queue. A mark on the main queue is right on every platform.
private let mainQueueMark: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Whether the current code runs on the main actor.
package var isOnMainActor: Bool {
  DispatchQueue.getSpecific(key: mainQueueMark) == true
}

/// Runs `work` on the main actor: synchronously if the caller is on it, else in a turn of the main
/// queue of its own, in the order of the calls.
///
/// For `deinit` and for handles that may be cancelled on any thread.
package func onMainActor(_ work: @escaping @MainActor @Sendable () -> Void) {
  if isOnMainActor {
    // As in `assumeIsolated`, which would check the executor as well, and allocate a closure.
    unsafeBitCast(work, to: (@Sendable () -> Void).self)()
  } else {
    DispatchQueue.main.async { MainActor.assumeIsolated(work) }
  }
}

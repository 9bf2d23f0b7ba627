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

/// The time limit of a long drain in one turn of the main queue.
///
/// A queue that is filled as fast as it is emptied would block the main actor. Short bursts never
/// read the time: it is first read after some elements.
@usableFromInline
package struct TurnBudget {
  /// The longest duration of a turn after the first reading of the time, in nanoseconds.
  private static let length: UInt64 = 4_000_000

  private let stride: Int
  private var left: Int
  private var end: UInt64?

  /// Makes a budget for one turn, whose time is read each time a number of elements has been
  /// handled.
  @usableFromInline
  package init(stride: Int = 8) {
    self.stride = stride
    left = stride
  }

  /// Counts a handled element; returns whether the remaining ones should wait for another turn.
  @usableFromInline
  package mutating func spend() -> Bool {
    left -= 1
    guard left == 0 else { return false }
    left = stride
    let now = DispatchTime.now().uptimeNanoseconds
    guard let end else {
      end = now + Self.length
      return false
    }
    return now >= end
  }
}

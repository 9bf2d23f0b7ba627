import Dispatch
import Foundation

/// The clock of a running app: monotonic, and paused while the device sleeps.
public struct LiveNavigationClock: NavigationClock {
  /// Makes the clock.
  public init() {}

  /// The seconds since the device started.
  public var now: TimeInterval {
    TimeInterval(DispatchTime.now().uptimeNanoseconds) / 1e9
  }

  /// Waits in real time.
  ///
  /// - Parameter seconds: The time to wait; zero or less returns at once.
  /// - Throws: `CancellationError` if the task is cancelled before.
  public func sleep(for seconds: TimeInterval) async throws {
    try Task.checkCancellation()
    guard seconds > 0 else { return }
    // A limit of about a century avoids an overflow.
    try await Task.sleep(nanoseconds: UInt64(min(seconds, 3e9) * 1e9))
  }

  /// Calls `action` on the main queue when the time has passed.
  ///
  /// - Parameters:
  ///   - seconds: The delay.
  ///   - action: Called on the main actor.
  /// - Returns: The handle that keeps the timer running; cancelled, it calls nothing.
  @MainActor
  public func schedule(
    after seconds: TimeInterval, _ action: @escaping @MainActor () -> Void
  ) -> Cancellation {
    let timer = PendingTimer(action)
    DispatchQueue.main.asyncAfter(deadline: .now() + max(0, min(seconds, 3e9))) { [weak timer] in
      MainActor.assumeIsolated { timer?.fire() }
    }
    return Cancellation { timer.action = nil }
  }
}

/// The action of a pending timer; owned by the handle, referenced weakly by the queue.
@MainActor
private final class PendingTimer {
  var action: (@MainActor () -> Void)?

  init(_ action: @escaping @MainActor () -> Void) {
    self.action = action
  }

  func fire() {
    let action = action
    self.action = nil
    action?()
  }
}

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
    let sleeper = Locked(Sleeper.coming)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = sleeper.withLock { state in
          guard case .coming = state else { return true }
          let timer = LiveTimers.shared.schedule(after: seconds) { Self.wake(sleeper) }
          state = .asleep(continuation, timer)
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      guard case .asleep(let continuation, let timer) = Self.end(sleeper) else { return }
      LiveTimers.shared.cancel(timer)
      continuation.resume(throwing: CancellationError())
    }
  }

  private enum Sleeper: Sendable {
    case coming
    case asleep(CheckedContinuation<Void, any Error>, LiveTimers.Entry)
    case done
  }

  private static func end(_ sleeper: Locked<Sleeper>) -> Sleeper {
    sleeper.withLock { state in
      defer { state = .done }
      return state
    }
  }

  private static func wake(_ sleeper: Locked<Sleeper>) {
    if case .asleep(let continuation, _) = end(sleeper) { continuation.resume() }
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
    let entry = LiveTimers.shared.schedule(after: seconds) {
      DispatchQueue.main.async { MainActor.assumeIsolated { timer.fire() } }
    }
    return Cancellation {
      timer.action = nil
      LiveTimers.shared.cancel(entry)
    }
  }
}

/// The action of a pending timer, unless it is cancelled before it reaches the main queue.
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

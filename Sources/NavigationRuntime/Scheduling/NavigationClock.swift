import Foundation

/// The source of time for the runtime and the frameworks.
///
/// Deadlines, debounces and watchdogs read the clock of their ``NavigationContext``, never the wall
/// clock, so that a test controls time. Times are in seconds since an arbitrary moment in the past.
///
/// The standard library's `Clock` and `Duration` need iOS 16.
public protocol NavigationClock: Sendable {
  /// The current time in seconds; never decreases. Readable on any thread.
  var now: TimeInterval { get }

  /// Whether time stands still until the clock is advanced, as with a ``ManualNavigationClock``.
  ///
  /// Work that sleeps on such a clock cannot proceed by itself; ``NavigationContext/settled()``
  /// returns and lists it. By default `false`.
  var standsStill: Bool { get }

  /// Waits for a number of seconds.
  ///
  /// - Parameter seconds: The time to wait; zero or less returns at once.
  /// - Throws: `CancellationError` if the task is cancelled before.
  func sleep(for seconds: TimeInterval) async throws

  /// Calls `action` once, after a delay.
  ///
  /// The default implementation sleeps in a task that the returned handle cancels.
  ///
  /// - Parameters:
  ///   - seconds: The delay.
  ///   - action: Called on the main actor.
  /// - Returns: The handle that keeps the timer running; cancelled, it calls nothing.
  @MainActor
  func schedule(
    after seconds: TimeInterval, _ action: @escaping @MainActor () -> Void
  ) -> Cancellation
}

extension NavigationClock {
  /// `false`: time passes by itself.
  public var standsStill: Bool { false }

  /// Calls `action` once, after a sleep in a task that the returned handle cancels.
  ///
  /// - Parameters:
  ///   - seconds: The delay.
  ///   - action: Called on the main actor.
  /// - Returns: The handle that keeps the timer running; cancelled, it calls nothing.
  @MainActor
  public func schedule(
    after seconds: TimeInterval, _ action: @escaping @MainActor () -> Void
  ) -> Cancellation {
    let task = Task {
      guard (try? await sleep(for: seconds)) != nil, !Task.isCancelled else { return }
      action()
    }
    return Cancellation { task.cancel() }
  }
}

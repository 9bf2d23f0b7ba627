import Foundation

/// Where the runtime and the frameworks get their time from.
///
/// Deadlines, debounces and watchdogs read the clock of their ``NavigationContext``, never the
/// wall clock, so that a test decides how late it is. Times are in seconds and count from some
/// moment in the past that only the clock knows.
///
/// A protocol of our own, because `Clock` and `Duration` need iOS 16.
public protocol NavigationClock: Sendable {
  /// The present time in seconds; never goes back. Readable on any thread.
  var now: TimeInterval { get }

  /// Whether time stands still until the clock is moved, as that of a ``ManualNavigationClock``
  /// does.
  ///
  /// Work that sleeps on such a clock cannot go on by itself; ``NavigationContext/settled()``
  /// returns and lists it. By default `false`.
  var standsStill: Bool { get }

  /// Waits.
  ///
  /// - Parameter seconds: How long; nothing or less returns at once.
  /// - Throws: `CancellationError` if the task is cancelled before.
  func sleep(for seconds: TimeInterval) async throws

  /// Calls `action` later, once.
  ///
  /// The default implementation sleeps in a task that the returned handle cancels.
  ///
  /// - Parameters:
  ///   - seconds: How much later.
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

  /// Calls `action` later, once, by sleeping in a task that the returned handle cancels.
  ///
  /// - Parameters:
  ///   - seconds: How much later.
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

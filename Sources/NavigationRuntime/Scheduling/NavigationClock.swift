import Dispatch
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

/// The clock of a running app: monotonic, and paused while the device sleeps.
public struct LiveNavigationClock: NavigationClock {
  /// Makes the clock.
  public init() {}

  /// The seconds since the device started, without the time asleep.
  public var now: TimeInterval {
    TimeInterval(DispatchTime.now().uptimeNanoseconds) / 1e9
  }

  /// Waits in real time.
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

/// The timers of the live clock, driven by one timer of the system.
///
/// A cancelled timer is released at once. The main queue and `Task.sleep` retain it until its
/// deadline, which adds up for a debounce that restarts with each key.
package final class LiveTimers: Sendable {
  package static let shared = LiveTimers()

  /// A timer that has not fired.
  package final class Entry: ObjectHeapElement, @unchecked Sendable {
    // Accessed only while the state is locked.
    fileprivate let deadline: UInt64
    fileprivate let number: UInt64
    package var heapIndex: Int?
    fileprivate var fire: (@Sendable () -> Void)?

    fileprivate init(deadline: UInt64, number: UInt64, fire: @escaping @Sendable () -> Void) {
      self.deadline = deadline
      self.number = number
      self.fire = fire
    }

    package func isBefore(_ other: Entry) -> Bool {
      (deadline, number) < (other.deadline, other.number)
    }
  }

  fileprivate struct State {
    /// The first entry is due next.
    var entries = ObjectHeap<Entry>()
    var nextNumber: UInt64 = 0
    /// The time for which the system's timer is set.
    var wakeTime: UInt64?
  }

  private let state = Locked(State())
  private let queue = DispatchQueue(label: "NavigationRuntime.LiveTimers", qos: .userInitiated)
  // Set while the state is locked: Dispatch does not document concurrent calls as safe.
  private let source: Source

  /// Unchecked, because only Apple's Dispatch declares its sources as `Sendable`.
  private struct Source: @unchecked Sendable {
    let timer: any DispatchSourceTimer
  }

  package init() {
    source = Source(timer: DispatchSource.makeTimerSource(queue: queue))
    source.timer.setEventHandler { [weak self] in
      self?.fire(until: DispatchTime.now().uptimeNanoseconds)
    }
    source.timer.activate()
  }

  deinit { source.timer.cancel() }

  /// The number of timers that have neither fired nor been cancelled.
  package var count: Int { state.withLock { $0.entries.count } }

  /// Calls `fire` on a queue of its own when the time has passed.
  package func schedule(
    after seconds: TimeInterval, _ fire: @escaping @Sendable () -> Void
  ) -> Entry {
    // A limit of about a century avoids an overflow.
    let delay = UInt64(max(0, min(seconds, 3e9)) * 1e9)
    return schedule(at: DispatchTime.now().uptimeNanoseconds + delay, fire)
  }

  /// Calls `fire` when the system's uptime, in nanoseconds, is the deadline.
  package func schedule(at deadline: UInt64, _ fire: @escaping @Sendable () -> Void) -> Entry {
    state.withLock { state in
      let entry = Entry(deadline: deadline, number: state.nextNumber, fire: fire)
      state.nextNumber += 1
      state.entries.insert(entry)
      arm(&state)
      return entry
    }
  }

  /// Cancels a timer.
  ///
  /// - Returns: Whether it had not fired.
  @discardableResult
  package func cancel(_ entry: Entry) -> Bool {
    // The closure is released outside of the lock, because its release may call back.
    let fire = state.withLock { $0.remove(entry) }
    return fire != nil
  }

  /// Sets the system's timer for the next entry; firing too early does no harm.
  private func arm(_ state: inout State) {
    guard let next = state.entries.first?.deadline, next < state.wakeTime ?? .max else { return }
    state.wakeTime = next
    source.timer.schedule(deadline: DispatchTime(uptimeNanoseconds: next))
  }

  /// Fires all timers that are due at a time, the earliest first.
  package func fire(until time: UInt64) {
    let due: [@Sendable () -> Void] = state.withLock { state in
      var due: [@Sendable () -> Void] = []
      while let next = state.entries.first, next.deadline <= time {
        if let fire = state.remove(next) { due.append(fire) }
      }
      state.wakeTime = nil
      arm(&state)
      return due
    }
    for fire in due { fire() }
  }
}

extension LiveTimers.State {
  /// - Returns: The closure of the timer; `nil` if it has fired or been cancelled.
  fileprivate mutating func remove(_ entry: LiveTimers.Entry) -> (@Sendable () -> Void)? {
    guard entries.remove(entry) else { return nil }
    defer { entry.fire = nil }
    return entry.fire
  }
}

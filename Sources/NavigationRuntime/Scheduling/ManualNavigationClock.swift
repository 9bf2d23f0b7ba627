import Foundation

/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = ManualNavigationClock()
/// let context = NavigationContext(clock: clock)
/// …
/// clock.advance(by: 10)
/// ```
///
/// Timers and sleepers are woken in the order of their deadlines, those of one deadline in the
/// order in which they came. ``sleeperCount`` is what a test checks at its end: nobody is left.
public final class ManualNavigationClock: NavigationClock {
  private struct Sleeper {
    var id: Int
    var deadline: TimeInterval
    var wake: Wake
  }

  private enum Wake {
    case continuation(CheckedContinuation<Void, any Error>)
    case action(@MainActor @Sendable () -> Void)
  }

  private struct Watcher {
    var id: Int
    var count: Int
    var continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var now: TimeInterval = 0
    var nextID = 0
    var sleepers: [Sleeper] = []
    /// Sleeps and watchers whose task was cancelled before they were registered.
    var cancelledEarly: Set<Int> = []
    var watchers: [Watcher] = []

    mutating func insert(_ sleeper: Sleeper) -> [CheckedContinuation<Void, Never>] {
      let index = sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? sleepers.endIndex
      sleepers.insert(sleeper, at: index)
      let due = watchers.filter { $0.count <= sleepers.count }
      watchers.removeAll { $0.count <= sleepers.count }
      return due.map(\.continuation)
    }

    mutating func takeID() -> Int {
      defer { nextID += 1 }
      return nextID
    }
  }

  private let state = Locked(State())

  /// Makes a clock at time 0.
  public init() {}

  /// The seconds by which the clock has been moved so far.
  public var now: TimeInterval { state.withLock { $0.now } }

  /// How many sleeps and timers are pending.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Moves the clock and wakes everybody whose time has come, the earliest first.
  ///
  /// Timers run before `advance` returns, and what they schedule within the new time does too.
  /// Tasks that slept go on when they get their turn.
  ///
  /// - Parameter seconds: By how much; nothing or less only wakes who is due already.
  @MainActor
  public func advance(by seconds: TimeInterval) {
    let end = state.withLock { $0.now + max(0, seconds) }
    while let wake = state.withLock({ state -> Wake? in
      guard let first = state.sleepers.first, first.deadline <= end else {
        state.now = max(state.now, end)
        return nil
      }
      state.now = max(state.now, first.deadline)
      state.sleepers.removeFirst()
      return first.wake
    }) {
      switch wake {
      case .continuation(let continuation): continuation.resume()
      case .action(let action): action()
      }
    }
  }

  /// Returns as soon as so many sleeps and timers are pending; at once if they are, or when the
  /// task is cancelled.
  ///
  /// - Parameter count: How many.
  public func waitForSleepers(_ count: Int = 1) async {
    let id = state.withLock { $0.takeID() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDue = state.withLock { state in
          if state.cancelledEarly.remove(id) != nil { return true }
          guard state.sleepers.count < count else { return true }
          state.watchers.append(Watcher(id: id, count: count, continuation: continuation))
          return false
        }
        if isDue { continuation.resume() }
      }
    } onCancel: {
      let watcher: Watcher? = state.withLock { state in
        guard let index = state.watchers.firstIndex(where: { $0.id == id }) else {
          state.cancelledEarly.insert(id)
          return nil
        }
        return state.watchers.remove(at: index)
      }
      watcher?.continuation.resume()
    }
    _ = state.withLock { $0.cancelledEarly.remove(id) }
  }

  /// Waits until the clock has been moved by so much.
  ///
  /// - Parameter seconds: How long; nothing or less returns at once.
  /// - Throws: `CancellationError` if the task is cancelled before.
  public func sleep(for seconds: TimeInterval) async throws {
    try Task.checkCancellation()
    guard seconds > 0 else { return }
    let id = state.withLock { $0.takeID() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let due: [CheckedContinuation<Void, Never>]? = state.withLock { state in
          if state.cancelledEarly.remove(id) != nil { return nil }
          let deadline = state.now + seconds
          return state.insert(
            Sleeper(id: id, deadline: deadline, wake: .continuation(continuation)))
        }
        guard let due else { return continuation.resume(throwing: CancellationError()) }
        for watcher in due { watcher.resume() }
      }
    } onCancel: {
      let sleeper: Wake? = state.withLock { state in
        guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelledEarly.insert(id)
          return nil
        }
        return state.sleepers.remove(at: index).wake
      }
      if case .continuation(let continuation)? = sleeper {
        continuation.resume(throwing: CancellationError())
      }
    }
    _ = state.withLock { $0.cancelledEarly.remove(id) }
  }

  /// Calls `action` when the clock has been moved by so much, inside ``advance(by:)``.
  ///
  /// - Parameters:
  ///   - seconds: How much later.
  ///   - action: Called on the main actor.
  /// - Returns: The handle that keeps the timer running; cancelled, it calls nothing.
  @MainActor
  public func schedule(
    after seconds: TimeInterval, _ action: @escaping @MainActor () -> Void
  ) -> Cancellation {
    let (id, due) = state.withLock { state in
      let id = state.takeID()
      let deadline = state.now + max(0, seconds)
      return (id, state.insert(Sleeper(id: id, deadline: deadline, wake: .action(action))))
    }
    for watcher in due { watcher.resume() }
    let state = state
    return Cancellation {
      // Handed out of the lock: what the action owns may use the clock when it is released.
      _ = state.withLock { state in
        state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
      }
    }
  }
}

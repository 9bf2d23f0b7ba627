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
/// order in which they came. Work that sleeps here waits for time and does not run:
/// ``NavigationContext/settled()`` returns and lists it, and ``timeToNextSleeper`` is by how much the
/// clock has to be moved. At the end of a test ``sleeperCount`` is 0.
public final class ManualNavigationClock: NavigationClock {
  private struct Sleeper {
    var id: Int
    var deadline: TimeInterval
    var wake: Wake
  }

  private enum Wake {
    case task(Sleep)
    case action(@MainActor @Sendable () -> Void)
  }

  /// A task that sleeps, or is about to.
  private struct Sleep {
    var taskID: Int?
    /// There once the task has suspended.
    var continuation: CheckedContinuation<Void, any Error>?
    /// Tells the source of the task's work that it waits no more.
    var end: (@MainActor @Sendable () -> Void)?
  }

  private struct WeakTracker {
    weak var tracker: ActivityTracker?
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
    /// The sleeps that have ended before their task suspended.
    var wokenEarly: Set<Int> = []
    var watchers: [Watcher] = []
    /// The watchers whose task was cancelled before they were registered.
    var cancelledEarly: Set<Int> = []
    /// What follows the work that may sleep here.
    var trackers: [WeakTracker] = []

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

    mutating func remove(_ id: Int) -> Sleeper? {
      sleepers.firstIndex { $0.id == id }.map { sleepers.remove(at: $0) }
    }

    /// Changes a sleep that has not ended; returns whether it has not.
    mutating func update(_ id: Int, _ change: (inout Sleep) -> Void) -> Bool {
      guard let index = sleepers.firstIndex(where: { $0.id == id }),
        case .task(var sleep) = sleepers[index].wake
      else { return false }
      change(&sleep)
      sleepers[index].wake = .task(sleep)
      return true
    }
  }

  /// Deadlines that are nearer than this are due: sums of seconds are not exact.
  private static let tolerance: TimeInterval = 1e-9

  private let state = Locked(State())

  /// Makes a clock at time 0.
  public init() {}

  /// The seconds by which the clock has been moved so far.
  public var now: TimeInterval { state.withLock { $0.now } }

  /// How many sleeps and timers are pending.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// By how many seconds the clock has to be moved to wake the next sleep or timer; `nil` if none
  /// is pending.
  public var timeToNextSleeper: TimeInterval? {
    state.withLock { state in state.sleepers.first.map { max(0, $0.deadline - state.now) } }
  }

  /// `true`.
  public var standsStill: Bool { true }

  /// The tasks that sleep.
  package var sleepingTaskIDs: [Int] {
    state.withLock { state in
      state.sleepers.compactMap { if case .task(let sleep) = $0.wake { sleep.taskID } else { nil } }
    }
  }

  /// Lists the work that a tracker follows as waiting while it sleeps here.
  package func add(_ tracker: ActivityTracker) {
    state.withLock { state in
      state.trackers.removeAll { $0.tracker == nil }
      state.trackers.append(WeakTracker(tracker: tracker))
    }
  }

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
      guard let first = state.sleepers.first, first.deadline <= end + Self.tolerance else {
        state.now = max(state.now, end)
        return nil
      }
      state.now = max(state.now, min(first.deadline, end))
      state.sleepers.removeFirst()
      if case .task(let sleep) = first.wake, sleep.continuation == nil {
        state.wokenEarly.insert(first.id)
      }
      return first.wake
    }) {
      switch wake {
      case .task(let sleep):
        sleep.end?()
        sleep.continuation?.resume()
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
    let task = withUnsafeCurrentTask { $0?.hashValue }
    let (id, deadline, due, isFollowed) = state.withLock { state in
      let id = state.takeID()
      let deadline = state.now + seconds
      let due = state.insert(
        Sleeper(id: id, deadline: deadline, wake: .task(Sleep(taskID: task))))
      return (id, deadline, due, !state.trackers.isEmpty)
    }
    for watcher in due { watcher.resume() }
    if isFollowed { await beginWaiting(id, until: deadline) }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Void, any Error>? = state.withLock { state in
          if state.wokenEarly.remove(id) != nil { return .success(()) }
          let sleeps = state.update(id) { $0.continuation = continuation }
          return sleeps ? nil : .failure(CancellationError())
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      guard case .task(let sleep)? = state.withLock({ $0.remove(id) })?.wake else { return }
      if let end = sleep.end { onMainActor(end) }
      sleep.continuation?.resume(throwing: CancellationError())
    }
  }

  /// Has the work that the current task belongs to listed as waiting, until the sleep ends.
  @MainActor
  private func beginWaiting(_ id: Int, until deadline: TimeInterval) {
    let trackers = state.withLock { state in
      state.sleepers.contains { $0.id == id } ? state.trackers.compactMap(\.tracker) : []
    }
    for tracker in trackers {
      guard let end = tracker.beginWaiting(for: "the manual clock to reach \(text(deadline)) s")
      else { continue }
      if !state.withLock({ $0.update(id) { $0.end = end } }) { end() }
      return
    }
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
      _ = state.withLock { $0.remove(id) }
    }
  }
}

extension NavigationClock {
  /// What a timer that is due at a deadline waits for, for people; `nil` if it comes by itself.
  package func reasonToWait(until deadline: TimeInterval) -> String? {
    guard standsStill else { return nil }
    let now = now
    return "the manual clock to reach \(text(deadline)) s, now \(text(now)) s: "
      + "advance(by: \(text(max(0, deadline - now))))"
  }

  /// Seconds for people: without the digits that a sum has in excess.
  fileprivate func text(_ seconds: TimeInterval) -> String {
    let rounded = (seconds * 1e6).rounded() / 1e6
    return rounded == rounded.rounded() && abs(rounded) < 1e15
      ? "\(Int64(rounded))" : "\(rounded)"
  }
}

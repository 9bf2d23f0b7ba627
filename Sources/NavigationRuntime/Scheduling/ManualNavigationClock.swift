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
/// Timers and sleepers wake in the order of their deadlines, those with equal deadlines in the
/// order in which they came. Work that sleeps here waits for time and does not run:
/// ``NavigationContext/settled()`` returns and lists it, and ``timeToNextSleeper`` is the time by
/// which to advance the clock. At the end of a test ``sleeperCount`` is 0, unless CoreFlow's leak
/// detector still expects objects to be released: it waits on this clock, by default for up to five
/// seconds.
public final class ManualNavigationClock: NavigationClock {
  /// Unchecked, because it is changed only while the state is locked.
  private final class Sleeper: ObjectHeapElement, @unchecked Sendable {
    let id: Int
    let deadline: TimeInterval
    var wake: Wake
    var heapIndex: Int?

    init(id: Int, deadline: TimeInterval, wake: Wake) {
      self.id = id
      self.deadline = deadline
      self.wake = wake
    }

    /// The work of the task that sleeps, or of the task that started it.
    var work: ObjectIdentifier? {
      if case .task(let sleep) = wake { sleep.work } else { nil }
    }

    func isBefore(_ other: Sleeper) -> Bool { (deadline, id) < (other.deadline, other.id) }
  }

  private enum Wake: Sendable {
    case task(Sleep)
    case action(@MainActor @Sendable () -> Void)
  }

  /// A task that sleeps, or is about to.
  private struct Sleep: Sendable {
    /// The work of the task, or of the task that started it.
    var work: ObjectIdentifier?
    /// Set once the task has suspended.
    var continuation: CheckedContinuation<Void, any Error>?
    /// Ends the wait at the source of the task's work.
    var end: (@MainActor @Sendable () -> Void)?
  }

  private struct Watcher {
    var id: Int
    var count: Int
    var continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var now: TimeInterval = 0
    var nextID = 0
    /// The sleepers by deadline; of equal deadlines, the older first.
    ///
    /// Adding and removing one take logarithmic time, because there can be thousands.
    private var queue = ObjectHeap<Sleeper>()
    private var sleepers: [Int: Sleeper] = [:]
    /// The numbers of sleeps, by the works that sleep.
    private var sleepCounts: [ObjectIdentifier: Int] = [:]
    /// The sleeps that have ended before their task suspended.
    var wokenEarly: Set<Int> = []
    var watchers: [Watcher] = []
    /// The sleeps and the watchers whose task was cancelled before they were registered.
    var cancelledEarly: Set<Int> = []
    var trackers = WeakList<ActivityTracker>()

    var count: Int { queue.count }
    var nextDeadline: TimeInterval? { queue.first?.deadline }

    mutating func insert(_ sleeper: Sleeper) -> [CheckedContinuation<Void, Never>] {
      queue.insert(sleeper)
      sleepers[sleeper.id] = sleeper
      if let work = sleeper.work { sleepCounts[work, default: 0] += 1 }
      guard !watchers.isEmpty else { return [] }
      let count = count
      let due = watchers.filter { $0.count <= count }
      watchers.removeAll { $0.count <= count }
      return due.map(\.continuation)
    }

    mutating func takeID() -> Int {
      defer { nextID += 1 }
      return nextID
    }

    /// The time of the clock after an advance; finite, as everything would be due at the end of time.
    func end(after seconds: TimeInterval) -> TimeInterval {
      let end = now + max(0, seconds)
      guard !end.isFinite else { return end }
      return queue.elements.reduce(now) { $1.deadline.isFinite ? max($0, $1.deadline) : $0 }
    }

    func contains(_ id: Int) -> Bool { sleepers[id] != nil }

    mutating func remove(_ id: Int) -> Sleeper? {
      guard let sleeper = sleepers.removeValue(forKey: id) else { return nil }
      queue.remove(sleeper)
      if let work = sleeper.work, let count = sleepCounts[work] {
        sleepCounts[work] = count > 1 ? count - 1 : nil
      }
      return sleeper
    }

    func isSleeping(_ work: ObjectIdentifier) -> Bool { sleepCounts[work] != nil }

    // In linear time: only a work's own sleepers count, and it is asked for texts.
    func nextDeadline(of work: ObjectIdentifier) -> TimeInterval? {
      guard isSleeping(work) else { return nil }
      return queue.elements.lazy.filter { $0.work == work }.map(\.deadline).min()
    }

    mutating func removeFirst(dueBy end: TimeInterval) -> Sleeper? {
      guard let first = queue.first, first.deadline <= end else { return nil }
      return remove(first.id)
    }

    /// Changes a sleep that has not ended; returns whether there was one.
    mutating func update(_ id: Int, _ change: @Sendable (inout Sleep) -> Void) -> Bool {
      guard let sleeper = sleepers[id], case .task(var sleep) = sleeper.wake else { return false }
      change(&sleep)
      sleeper.wake = .task(sleep)
      return true
    }
  }

  /// Deadlines nearer than this are due: sums of seconds are not exact.
  package static let tolerance: TimeInterval = 1e-9

  private let state = Locked(State())

  /// Makes a clock at time 0.
  public init() {}

  /// The seconds by which the clock has been advanced so far.
  public var now: TimeInterval { state.withLock { $0.now } }

  /// The number of pending sleeps and timers.
  public var sleeperCount: Int { state.withLock { $0.count } }

  /// The seconds by which to advance the clock to wake the next sleep or timer; `nil` if none is
  /// pending.
  public var timeToNextSleeper: TimeInterval? {
    state.withLock { state in state.nextDeadline.map { max(0, $0 - state.now) } }
  }

  /// `true`.
  public var standsStill: Bool { true }

  /// Whether a task of a piece of work, or one of its child tasks, sleeps here.
  package func hasSleeper(of work: any WorkInProgress.Part) -> Bool {
    state.withLock { $0.isSleeping(ObjectIdentifier(work)) }
  }

  /// The time at which a task of a piece of work, or one of its child tasks, wakes next; `nil` if
  /// none sleeps here.
  package func timeOfNextSleeper(of work: any WorkInProgress.Part) -> TimeInterval? {
    let id = ObjectIdentifier(work)
    return state.withLock { $0.nextDeadline(of: id) }
  }

  /// Registers a tracker, whose work is listed as waiting while it sleeps here.
  package func add(_ tracker: ActivityTracker) {
    state.withLock { $0.trackers.append(tracker) }
  }

  /// Advances the clock and wakes all due sleepers and timers, the earliest first.
  ///
  /// Timers run before `advance` returns, and so do timers that these schedule within the new time.
  /// Tasks that slept proceed in a later turn.
  ///
  /// An infinite advance ends at the last pending deadline, so ``now`` stays finite: a sleep or timer
  /// that lasts for ever is not due, and a timer that schedules another one each time does not keep
  /// it from returning.
  ///
  /// - Parameter seconds: The seconds to advance; zero or less, and a NaN, only wakes those already
  ///   due.
  @MainActor
  public func advance(by seconds: TimeInterval) {
    let end = state.withLock { $0.end(after: seconds) }
    while let wake = state.withLock({ state -> Wake? in
      guard let first = state.removeFirst(dueBy: end + Self.tolerance) else {
        state.now = max(state.now, end)
        return nil
      }
      state.now = max(state.now, min(first.deadline, end))
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

  /// Returns as soon as at least this number of sleeps and timers is pending, or when the task is
  /// cancelled.
  ///
  /// - Parameter count: The number to wait for.
  public func waitForSleepers(_ count: Int = 1) async {
    let id = state.withLock { $0.takeID() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDue = state.withLock { state in
          if state.cancelledEarly.remove(id) != nil { return true }
          guard state.count < count else { return true }
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

  /// Waits until the clock has been advanced by a number of seconds.
  public func sleep(for seconds: TimeInterval) async throws {
    try Task.checkCancellation()
    guard seconds > 0 else { return }
    let id = state.withLock { $0.takeID() }
    // A cancellation may come too late to be needed, and leaves its mark then.
    defer { _ = state.withLock { $0.cancelledEarly.remove(id) } }
    // The handler stands around all of it: once `cancel` has returned, the task does not sleep.
    try await withTaskCancellationHandler {
      try await sleep(id, for: seconds)
    } onCancel: {
      let sleeper: Sleeper? = state.withLock { state in
        if let sleeper = state.remove(id) { return sleeper }
        state.cancelledEarly.insert(id)
        return nil
      }
      guard case .task(let sleep)? = sleeper?.wake else { return }
      if let end = sleep.end { onMainActor(end) }
      sleep.continuation?.resume(throwing: CancellationError())
    }
  }

  private func sleep(_ id: Int, for seconds: TimeInterval) async throws {
    let work = WorkInProgress.current.map { ObjectIdentifier($0) }
    let (deadline, due, isFollowed) = try state.withLock { state in
      if state.cancelledEarly.contains(id) { throw CancellationError() }
      let deadline = state.now + seconds
      let due = state.insert(
        Sleeper(id: id, deadline: deadline, wake: .task(Sleep(work: work))))
      return (deadline, due, !state.trackers.references.isEmpty)
    }
    for watcher in due { watcher.resume() }
    if isFollowed || TaskTracker.isInTask { await beginWaiting(id, until: deadline) }
    try await withCheckedThrowingContinuation { continuation in
      let result: Result<Void, any Error>? = state.withLock { state in
        if state.wokenEarly.remove(id) != nil { return .success(()) }
        let sleeps = state.update(id) { $0.continuation = continuation }
        return sleeps ? nil : .failure(CancellationError())
      }
      if let result { continuation.resume(with: result) }
    }
  }

  /// Lists the current task's work as waiting, until the sleep ends.
  @MainActor
  private func beginWaiting(_ id: Int, until deadline: TimeInterval) {
    let trackers = state.withLock { state in
      state.contains(id) ? state.trackers.objects : nil
    }
    guard let trackers else { return }
    let reason = reason(deadline)
    for tracker in trackers {
      guard let end = tracker.beginWaiting(for: reason) else { continue }
      return endWaiting(id, with: end)
    }
    // Work of an object that has no context yet.
    if let end = TaskTracker.beginWaitingInTask(for: reason) { endWaiting(id, with: end) }
  }

  /// Ends a wait with its sleep, or at once if that has ended already.
  @MainActor
  private func endWaiting(_ id: Int, with end: @escaping @MainActor @Sendable () -> Void) {
    if !state.withLock({ $0.update(id) { $0.end = end } }) { end() }
  }

  /// Calls `action` once the clock has been advanced by the delay, inside ``advance(by:)``.
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
      // Released outside the lock: objects owned by the action may use the clock in their `deinit`.
      _ = state.withLock { $0.remove(id) }
    }
  }
}

extension NavigationClock {
  /// Returns a human-readable reason for waiting until a deadline; `nil` if time passes by itself.
  package func reasonToWait(until deadline: TimeInterval) -> String? {
    guard standsStill else { return nil }
    guard deadline.isFinite else { return reason(deadline) }
    let now = now
    return reason(deadline)
      + ", now \(text(now)) s: advance(by: \(text(max(0, deadline - now))))"
  }

  fileprivate func reason(_ deadline: TimeInterval) -> String {
    deadline.isFinite
      ? "the manual clock to reach \(text(deadline)) s" : "the manual clock, for ever"
  }

  /// Formats seconds without the excess digits of a sum.
  private func text(_ seconds: TimeInterval) -> String {
    let rounded = (seconds * 1e6).rounded() / 1e6
    return rounded == rounded.rounded() && abs(rounded) < 1e15
      ? "\(Int64(rounded))" : "\(rounded)"
  }
}

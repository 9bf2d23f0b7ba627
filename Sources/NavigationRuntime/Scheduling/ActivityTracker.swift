import Foundation

/// Knows what is in flight in a context, and tells when nothing is.
///
/// A source costs nothing while it works: it says when it has become idle, and is asked for the
/// rest only if somebody waits.
@MainActor
public final class ActivityTracker {
  private struct WeakSource {
    weak var source: (any ActivitySource)?
  }

  private struct WeakHost {
    weak var host: (any TaskHost)?
  }

  private var sources: [WeakSource] = []
  /// Those of the sources that know the tasks of their work.
  private var hosts: [WeakHost] = []
  private var sweepSize = 16
  /// Where the source is that was found busy last.
  private var lastBusy = 0
  private var waiters: [Int: SettleWaiter] = [:]
  /// Whether a waiter is being registered that is not complete.
  private var isRegistering = false
  /// Work whose child tasks wait for something outside.
  var childWaits: [ObjectIdentifier: ChildWaits] = [:]
  private var nextWaiterID = 0
  /// Measures how long tests wait; a test of the deadlines themselves takes another one.
  package var patienceClock: any NavigationClock = LiveNavigationClock()

  /// Makes a tracker without sources.
  ///
  /// - Parameter clock: What the work sleeps on; what sleeps on a clock that stands still is listed
  ///   as waiting.
  public init(clock: any NavigationClock = LiveNavigationClock()) {
    (clock as? ManualNavigationClock)?.add(self)
  }

  /// Adds a source; it is held weakly.
  ///
  /// A source that has gone is idle. If it can go while it is busy, its `deinit` calls
  /// ``sourceDidBecomeIdle()``.
  ///
  /// - Parameter source: What can be busy.
  public func add(_ source: any ActivitySource) {
    if sources.count >= sweepSize {
      sources.removeAll { $0.source == nil }
      hosts.removeAll { $0.host == nil }
      sweepSize = max(16, sources.count * 2)
    }
    sources.append(WeakSource(source: source))
    if let host = source as? any TaskHost { hosts.append(WeakHost(host: host)) }
  }

  /// Removes a source that belongs to another context from now on.
  package func remove(_ source: any ActivitySource) {
    sources.removeAll { $0.source === source }
    hosts.removeAll { $0.host === source }
    lastBusy = 0
    sourceDidBecomeIdle()
  }

  /// To be called by a source when it has become idle, or goes away.
  public func sourceDidBecomeIdle() {
    guard !waiters.isEmpty, !isRegistering, isIdle else { return }
    resumeSettled()
  }

  /// Whether nothing runs in any source.
  ///
  /// Asks first who was busy when it was asked before: of thousands that become idle one after the
  /// other each is asked some times, and not as many times as there are others.
  public var isIdle: Bool {
    for step in sources.indices {
      let index = (lastBusy + step) % sources.count
      guard sources[index].source?.isIdle ?? true else {
        lastBusy = index
        return false
      }
    }
    return true
  }

  /// Whether somebody waits for the end of what runs.
  package var isWaitedFor: Bool { !waiters.isEmpty }

  /// What runs now.
  public var running: [NavigationActivity] {
    sources.flatMap { $0.source?.runningActivities ?? [] }
  }

  /// What waits now for something outside.
  public var waiting: [NavigationActivity] {
    sources.flatMap { $0.source?.waitingActivities ?? [] }
  }

  /// Returns when nothing runs and nothing can run without help from outside.
  ///
  /// Work that sleeps on a ``ManualNavigationClock`` cannot: it is listed with the time it waits for.
  ///
  /// Work that calls it does not wait for itself: in a step's handler, an effect or a task of
  /// ``NavigationContext/run(_:_:)`` it returns when everything else has settled. A call from
  /// outside waits until that work has ended, too.
  ///
  /// Returns early if the calling task is cancelled.
  ///
  /// - Returns: What still waits for something outside.
  @discardableResult
  public func settled() async -> [NavigationActivity] {
    await settle { false }
    return waiting
  }

  /// Like ``settled()``, but gives up at a deadline.
  ///
  /// - Parameter seconds: How long to wait: real time, whatever clock the context has, and counted
  ///   only while the main actor is free.
  /// - Returns: What still waits for something outside.
  /// - Throws: ``UnsettledError``, naming what runs, when the time has passed.
  @discardableResult
  public func settled(within seconds: TimeInterval) async throws -> [NavigationActivity] {
    let patience = patience(seconds) { [weak self] in self?.resumeAll() }
    defer { patience.end() }
    let isCaller = await settle { patience.isOver }
    guard isIdle || isCaller || !patience.isOver else {
      throw UnsettledError(seconds: seconds, running: running, waiting: waiting)
    }
    return waiting
  }

  /// Tells the work that the current task belongs to that it waits for something outside.
  ///
  /// - Parameter reason: What it waits for.
  /// - Returns: Called when it waits no more; `nil` if the task belongs to no work.
  package func beginWaiting(for reason: String) -> (@MainActor () -> Void)? {
    guard let task = TrackedTasks.currentTaskID else { return nil }
    var ends = NavigationScheduler.beginWaitingInTransactions(for: reason)
    if let end = beginWaiting(for: reason, in: task) { ends.append(end) }
    guard !ends.isEmpty else { return nil }
    let all = ends
    return { for end in all { end() } }
  }

  private func beginWaiting(for reason: String, in task: Int) -> (@MainActor () -> Void)? {
    for entry in hosts {
      guard let end = entry.host?.beginWaiting(for: reason, in: task) else { continue }
      let work = WorkInProgress.current
      return { [weak self] in
        end()
        if let work { self?.childWaits[ObjectIdentifier(work)]?.restart() }
      }
    }
    return beginWaitingInChild(for: reason)
  }

  /// Waits until nothing runs, the time is over or the calling task is cancelled.
  ///
  /// - Returns: Whether the work that the calling task belongs to is all that runs.
  @discardableResult
  private func settle(isLate: () -> Bool) async -> Bool {
    var hasArrived = isIdle
    if isIdle { await letArrive() }
    while !isLate(), !Task.isCancelled {
      if !isIdle {
        if await waitUntilIdle() == .apartFromCaller { return true }
      } else if !hasArrived, MailboxBacklog.isUnfinished {
        hasArrived = true
        await letArrive()
      } else {
        break
      }
    }
    return false
  }

  /// Lets what other threads have sent before reach its source.
  ///
  /// It comes in turns of the main queue that were asked for when it was sent, so in earlier ones
  /// than this, or in those after them if there is much of it. Who has to wait anyway waits behind
  /// the earlier ones, too.
  private func letArrive() async {
    guard !Task.isCancelled else { return }
    await MailboxBacklog.deliver()
  }

  /// Returns when nothing runs, when the time is over or when the calling task is cancelled.
  ///
  /// Work that the calling task belongs to counts as waiting meanwhile.
  private func waitUntilIdle() async -> SettleWaiter.Answer {
    let id = nextWaiterID
    nextWaiterID += 1
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Complete before anything else is resumed: setting the caller's work aside may be what
        // everything else waits for.
        isRegistering = true
        let rejoin = beginWaiting(for: "everything else to settle")
        waiters[id] = SettleWaiter(continuation: continuation, rejoin: rejoin)
        isRegistering = false
        if Task.isCancelled {
          waiters.removeValue(forKey: id)?.resume(.notYet)
        } else {
          sourceDidBecomeIdle()
        }
      }
    } onCancel: {
      onMainActor { self.waiters.removeValue(forKey: id)?.resume(.notYet) }
    }
  }

  /// Nothing runs: lets those go on that belong to work which was set aside, or else everybody.
  private func resumeSettled() {
    let all = waiters.sorted { $0.key < $1.key }
    let insiders = all.filter { $0.value.rejoin != nil }
    let resumed = insiders.isEmpty ? all : insiders
    for (id, _) in resumed { waiters[id] = nil }
    for (_, waiter) in resumed {
      waiter.resume(waiter.rejoin == nil ? .everything : .apartFromCaller)
    }
  }

  private func resumeAll() {
    let all = waiters.sorted { $0.key < $1.key }
    waiters = [:]
    for waiter in all { waiter.value.resume(.notYet) }
  }
}

/// A call of ``ActivityTracker/settled()`` that has not returned.
@MainActor
private struct SettleWaiter {
  enum Answer {
    case everything
    /// Nothing runs but the work that waits itself.
    case apartFromCaller
    /// The time is over, or the task was cancelled.
    case notYet
  }

  let continuation: CheckedContinuation<Answer, Never>
  /// Lets the work that the call belongs to count as running again; `nil` for a call from outside.
  let rejoin: (@MainActor () -> Void)?

  func resume(_ answer: Answer) {
    rejoin?()
    continuation.resume(returning: answer)
  }
}

/// Not everything came to an end in time.
public struct UnsettledError: Error, Sendable, Equatable, CustomStringConvertible {
  /// How long was waited.
  public var seconds: TimeInterval
  /// What was running.
  public var running: [NavigationActivity]
  /// What was waiting for something outside.
  public var waiting: [NavigationActivity]

  /// Makes the error.
  ///
  /// - Parameters:
  ///   - seconds: How long was waited.
  ///   - running: What was running.
  ///   - waiting: What was waiting for something outside.
  public init(
    seconds: TimeInterval, running: [NavigationActivity], waiting: [NavigationActivity]
  ) {
    self.seconds = seconds
    self.running = running
    self.waiting = waiting
  }

  /// What is still running, a line each.
  public var description: String {
    var lines = ["Not settled after \(seconds) s. Running:"]
    lines += running.map { "- \($0)" }
    if !waiting.isEmpty {
      lines.append("Waiting for something outside:")
      lines += waiting.map { "- \($0)" }
    }
    return lines.joined(separator: "\n")
  }
}

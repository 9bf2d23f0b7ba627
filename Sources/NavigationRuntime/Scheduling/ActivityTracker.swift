import Dispatch
import Foundation

/// Tracks the work in flight in a context, and resumes waiters when there is none.
///
/// A source has no cost while it works: it reports when it has become idle, and is queried for more
/// only if there are waiters.
@MainActor
public final class ActivityTracker {
  private struct WeakSource {
    weak var source: (any ActivitySource)?
  }

  private struct WeakHost {
    weak var host: (any TaskHost)?
  }

  private var sources: [WeakSource] = []
  /// The sources that know the tasks of their work.
  private var hosts: [WeakHost] = []
  private var sweepSize = 16
  /// The index of the most recently busy source.
  private var lastBusy = 0
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  private var nextWaiterID = 0
  /// Measures how long tests wait; a test of the deadlines themselves replaces it.
  package var patienceClock: any NavigationClock = LiveNavigationClock()

  /// Makes a tracker without sources.
  ///
  /// - Parameter clock: The clock that the work sleeps on; work that sleeps on a clock that stands
  ///   still is listed as waiting.
  public init(clock: any NavigationClock = LiveNavigationClock()) {
    (clock as? ManualNavigationClock)?.add(self)
  }

  /// Adds a source; it is held weakly.
  ///
  /// A deallocated source is idle. If it can be deallocated while it is busy, its `deinit` calls
  /// ``sourceDidBecomeIdle()``.
  ///
  /// - Parameter source: A source of activity.
  public func add(_ source: any ActivitySource) {
    if sources.count >= sweepSize {
      sources.removeAll { $0.source == nil }
      hosts.removeAll { $0.host == nil }
      sweepSize = max(16, sources.count * 2)
    }
    sources.append(WeakSource(source: source))
    if let host = source as? any TaskHost { hosts.append(WeakHost(host: host)) }
  }

  /// Removes a source that moves to another context.
  package func remove(_ source: any ActivitySource) {
    sources.removeAll { $0.source === source }
    hosts.removeAll { $0.host === source }
    lastBusy = 0
    sourceDidBecomeIdle()
  }

  /// Called by a source when it has become idle, or is deallocated.
  public func sourceDidBecomeIdle() {
    guard !waiters.isEmpty, isIdle else { return }
    resumeAll()
  }

  /// Whether nothing runs in any source.
  ///
  /// Checks the most recently busy source first, which avoids a quadratic scan when thousands
  /// become idle one after the other.
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

  /// Whether a caller waits for the end of the running work.
  package var isWaitedFor: Bool { !waiters.isEmpty }

  /// The running work.
  public var running: [NavigationActivity] {
    sources.flatMap { $0.source?.runningActivities ?? [] }
  }

  /// The work that waits for something outside.
  public var waiting: [NavigationActivity] {
    sources.flatMap { $0.source?.waitingActivities ?? [] }
  }

  /// Returns when nothing runs and nothing can run without an event from outside.
  ///
  /// Work that sleeps on a ``ManualNavigationClock`` cannot run: it is listed with its time of
  /// waking. Returns early if the calling task is cancelled.
  ///
  /// - Returns: The work that waits for something outside.
  @discardableResult
  public func settled() async -> [NavigationActivity] {
    await letArrive()
    while !isIdle, !Task.isCancelled {
      await waitUntilIdle()
    }
    return waiting
  }

  /// Waits like ``settled()``, up to a deadline.
  ///
  /// - Parameter seconds: The time to wait: real time, whatever clock the context has, counted only
  ///   while the main actor is free.
  /// - Returns: The work that waits for something outside.
  /// - Throws: ``UnsettledError``, naming the running work, when the time has passed.
  @discardableResult
  public func settled(within seconds: TimeInterval) async throws -> [NavigationActivity] {
    await letArrive()
    guard !isIdle else { return waiting }
    let patience = patience(seconds) { [weak self] in self?.resumeAll() }
    defer { patience.end() }
    while !isIdle, !patience.isOver, !Task.isCancelled {
      await waitUntilIdle()
    }
    guard isIdle || !patience.isOver else {
      throw UnsettledError(seconds: seconds, running: running, waiting: waiting)
    }
    return waiting
  }

  /// Marks the current task's work as waiting for something outside, at the source that owns it.
  ///
  /// - Parameter reason: The reason for waiting.
  /// - Returns: A closure that ends the wait; `nil` if the task belongs to no source.
  package func beginWaiting(for reason: String) -> (@MainActor () -> Void)? {
    guard let task = TrackedTasks.currentTaskID else { return nil }
    for entry in hosts {
      if let end = entry.host?.beginWaiting(for: reason, in: task) { return end }
    }
    return nil
  }

  /// Lets earlier sends from other threads reach their sources.
  ///
  /// They arrive in turns of the main queue that were enqueued by the send, so before this one. A
  /// caller that has to wait anyway waits behind them, too.
  private func letArrive() async {
    guard isIdle, !Task.isCancelled else { return }
    await withCheckedContinuation { turn in DispatchQueue.main.async { turn.resume() } }
  }

  private func waitUntilIdle() async {
    let id = nextWaiterID
    nextWaiterID += 1
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        if Task.isCancelled || isIdle {
          waiter.resume()
        } else {
          waiters[id] = waiter
        }
      }
    } onCancel: {
      onMainActor { self.waiters.removeValue(forKey: id)?.resume() }
    }
  }

  private func resumeAll() {
    let all = waiters.sorted { $0.key < $1.key }
    waiters = [:]
    for waiter in all { waiter.value.resume() }
  }
}

/// An error for work that has not ended in time.
public struct UnsettledError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The time waited.
  public var seconds: TimeInterval
  /// The work that was running.
  public var running: [NavigationActivity]
  /// The work that was waiting for something outside.
  public var waiting: [NavigationActivity]

  /// Makes the error.
  ///
  /// - Parameters:
  ///   - seconds: The time waited.
  ///   - running: The work that was running.
  ///   - waiting: The work that was waiting for something outside.
  public init(
    seconds: TimeInterval, running: [NavigationActivity], waiting: [NavigationActivity]
  ) {
    self.seconds = seconds
    self.running = running
    self.waiting = waiting
  }

  /// The running and waiting work, a line each.
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

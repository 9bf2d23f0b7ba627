import Dispatch
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
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
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
    guard !waiters.isEmpty, isIdle else { return }
    resumeAll()
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
  /// Returns early if the calling task is cancelled.
  ///
  /// - Returns: What still waits for something outside.
  @discardableResult
  public func settled() async -> [NavigationActivity] {
    await letArrive()
    while !isIdle, !Task.isCancelled {
      await waitUntilIdle()
    }
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

  /// Tells the source that the current task belongs to that it waits for something outside.
  ///
  /// - Parameter reason: What it waits for.
  /// - Returns: Called when it waits no more; `nil` if the task belongs to no source.
  package func beginWaiting(for reason: String) -> (@MainActor () -> Void)? {
    guard let task = TrackedTasks.currentTaskID else { return nil }
    for entry in hosts {
      if let end = entry.host?.beginWaiting(for: reason, in: task) { return end }
    }
    return nil
  }

  /// Lets what other threads have sent before reach its source.
  ///
  /// It comes in turns of the main queue that were asked for when it was sent, so in earlier ones
  /// than this. Who has to wait anyway waits behind them, too.
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

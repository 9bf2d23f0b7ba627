import Foundation

/// Tracks the work in flight in a context, and resumes waiters when there is none.
///
/// A source has no cost while it works: it reports when it has become idle, and is queried for more
/// only if there are waiters.
@MainActor
package final class ActivityTracker {
  /// The sources that may have work.
  ///
  /// One without work leaves the list when nothing runs, so that thousands of idle cores and
  /// coordinators cost a waiter nothing.
  private var listed: [ActivityListing] = []
  private var listingCount = 0
  private var sweep = SweepThreshold(16)
  /// The index of the most recently busy source.
  private var lastBusy = 0
  /// The index of the source whose work has begun to wait most recently.
  private var lastHost = 0
  // Unchecked: each effect and each step asks whether there are any.
  /// In the order of their numbers.
  @exclusivity(unchecked) private var waiters: [SettleWaiter] = []
  /// Whether a waiter is being registered, during which none is resumed.
  private var isRegistering = false
  /// Work whose child tasks wait for something outside.
  var childWaits: [ObjectIdentifier: ChildWaits] = [:]
  private var nextWaiterID = 0
  /// Measures how long tests wait; a test of the deadlines themselves replaces it.
  package var timeoutClock: any NavigationClock = LiveNavigationClock()

  /// Makes a tracker of work that sleeps on a clock; while that stands still, such work is listed
  /// as waiting.
  package init(clock: any NavigationClock = LiveNavigationClock()) {
    (clock as? ManualNavigationClock)?.add(self)
  }

  /// Adds a source; it is held weakly.
  ///
  /// A deallocated source is idle. If it can be deallocated while it is busy, its `deinit` calls
  /// ``sourceDidBecomeIdle()``. By the returned listing, a source with ``ActivitySource/hasWork``
  /// reports that it has work again.
  @discardableResult
  package func add(_ source: any ActivitySource) -> ActivityListing {
    let listing = ActivityListing(source, number: listingCount, in: self)
    listingCount += 1
    list(listing)
    return listing
  }

  fileprivate func list(_ listing: ActivityListing) {
    if sweep.isReached(by: listed.count) {
      listed.removeAll { $0.source == nil }
      sweep.didSweep(leaving: listed.count)
    }
    listed.append(listing)
  }

  /// Removes the sources without work from the list.
  private func unlist() {
    var count = 0
    for index in listed.indices {
      listed[index].isListed = listed[index].source?.hasWork ?? false
      guard listed[index].isListed else { continue }
      listed.swapAt(count, index)
      count += 1
    }
    listed.removeLast(listed.count - count)
  }

  /// Called by a source when it has become idle, or is deallocated.
  package func sourceDidBecomeIdle() {
    guard !waiters.isEmpty, !isRegistering, isIdle else { return }
    resumeSettled()
  }

  /// Whether nothing runs in any source.
  ///
  /// Checks the most recently busy source first, which avoids a quadratic scan when thousands
  /// become idle one after the other.
  package var isIdle: Bool {
    // Loops, here and below, because a closure checks its isolation at each call.
    var areAllAtWork = true
    for step in listed.indices {
      let index = (lastBusy + step) % listed.count
      let source = listed[index].source
      guard source?.isIdle ?? true else {
        lastBusy = index
        return false
      }
      if !(source?.hasWork ?? false) { areAllAtWork = false }
    }
    if !areAllAtWork { unlist() }
    return true
  }

  /// Whether a caller waits for the end of the running work.
  package var isWaitedFor: Bool { !waiters.isEmpty }

  package var running: [NavigationActivity] {
    listedInOrder.flatMap { $0.source?.runningActivities ?? [] }
  }

  /// The work that waits for something outside.
  package var waiting: [NavigationActivity] {
    listedInOrder.flatMap { $0.source?.waitingActivities ?? [] }
  }

  /// The listed sources, in the order in which they were added.
  private var listedInOrder: [ActivityListing] {
    listed.sort { $0.number < $1.number }
    return listed
  }

  /// See ``NavigationContext/settled()``.
  @discardableResult
  package func settled() async -> [NavigationActivity] {
    await settle { false }
    return waiting
  }

  /// See ``NavigationContext/settled(within:)``.
  @discardableResult
  package func settled(within seconds: TimeInterval) async throws -> [NavigationActivity] {
    let timeout = startTimeout(seconds) { [weak self] in self?.resumeAll() }
    defer { timeout.end() }
    let onlyCallerRuns = await settle { timeout.isOver }
    try Task.checkCancellation()
    guard isIdle || onlyCallerRuns || !timeout.isOver else {
      throw UnsettledError(seconds: seconds, running: running, waiting: waiting)
    }
    return waiting
  }

  /// Marks the work of the current task as waiting for something outside.
  ///
  /// Returns a closure that ends the wait; `nil` if the task belongs to no work.
  package func beginWaiting(for reason: String) -> (@MainActor () -> Void)? {
    guard let task = TaskTracker.currentTaskID else { return nil }
    var ends = NavigationScheduler.beginWaitingInTransactions(for: reason)
    if let end = beginWaiting(for: reason, in: task) { ends.append(end) }
    guard !ends.isEmpty else { return nil }
    let all = ends
    return { for end in all { end() } }
  }

  /// Marks the work in a task as waiting.
  ///
  /// Asks first the source that was the last one to wait, then those after it: the work of thousands
  /// of sources usually begins to wait in their order.
  private func beginWaiting(for reason: String, in task: Int) -> (@MainActor () -> Void)? {
    for step in listed.indices {
      let index = (lastHost + step) % listed.count
      guard let end = listed[index].host?.beginWaiting(for: reason, in: task) else { continue }
      lastHost = index
      let work = WorkInProgress.current
      return { [weak self] in
        end()
        if let work { self?.ownTaskDidContinue(in: work) }
      }
    }
    return WorkInProgress.current.map { beginWaiting(for: reason, inChildOf: $0) }
  }

  /// Waits until nothing runs, the time is over or the calling task is cancelled.
  ///
  /// - Returns: Whether the work that the calling task belongs to is all that runs.
  @discardableResult
  private func settle(isLate: () -> Bool) async -> Bool {
    var hasWaited = false
    var hasArrived = false
    while !isLate(), !Task.isCancelled {
      if !isIdle {
        if await waitUntilIdle() { return true }
      } else if !hasArrived, !hasWaited || MailboxBacklog.isUnfinished {
        hasArrived = true
        // Earlier sends from other threads arrive in turns of the main queue that they enqueued:
        // before this one or, if there are many, in the turns after it. A caller that has to wait
        // anyway waits behind them, too.
        await MailboxBacklog.deliver()
      } else {
        break
      }
      hasWaited = true
    }
    return false
  }

  /// Returns when nothing runs, when the time is over or when the calling task is cancelled.
  ///
  /// Work that the calling task belongs to counts as waiting meanwhile.
  ///
  /// - Returns: Whether that work is all that runs.
  private func waitUntilIdle() async -> Bool {
    let id = nextWaiterID
    nextWaiterID += 1
    return await withTaskCancellationHandler {
      // Resumed through the global executor, so that work which is not tracked, and has just been
      // there, is usually back first.
      await withUnsafeContinuation { continuation in
        // Complete before anything else is resumed: everything else may wait until the caller's work
        // counts as waiting.
        isRegistering = true
        let endWaiting = beginWaiting(for: "everything else to settle")
        waiters.append(SettleWaiter(id: id, continuation: continuation, endWaiting: endWaiting))
        isRegistering = false
        if Task.isCancelled {
          cancelWait(id)
        } else {
          sourceDidBecomeIdle()
        }
      }
    } onCancel: {
      onMainActor { self.cancelWait(id) }
    }
  }

  private func cancelWait(_ id: Int) {
    guard let index = waiters.indices.index(of: id, among: { waiters[$0].id }) else { return }
    waiters.remove(at: index).resume(returning: false)
  }

  /// Resumes the waiters that belong to work and, unless that is tracked here and goes on, all others.
  private func resumeSettled() {
    let all = waiters.takeAll()
    var hasInsiders = false
    for waiter in all where waiter.isInsider { hasInsiders = true }
    if hasInsiders { waiters = all.filter { !$0.isInsider } }
    for waiter in all where waiter.isInsider == hasInsiders {
      waiter.resume(returning: hasInsiders)
    }
    if hasInsiders { sourceDidBecomeIdle() }
  }

  private func resumeAll() {
    for waiter in waiters.takeAll() { waiter.resume(returning: false) }
  }
}

/// A call of ``ActivityTracker/settled()`` that has not returned.
@MainActor
private struct SettleWaiter {
  let id: Int
  let continuation: UnsafeContinuation<Bool, Never>
  /// Lets the work that the call belongs to count as running again; `nil` for a call from outside.
  let endWaiting: (@MainActor () -> Void)?

  /// Whether the call belongs to tracked work.
  var isInsider: Bool { endWaiting != nil }

  func resume(returning onlyCallerRuns: Bool) {
    endWaiting?()
    continuation.resume(returning: onlyCallerRuns)
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

  package init(
    seconds: TimeInterval, running: [NavigationActivity], waiting: [NavigationActivity]
  ) {
    self.seconds = seconds
    self.running = running
    self.waiting = waiting
  }

  /// The running and waiting work, a line each.
  public var description: String {
    var lines = ["Not settled after \(seconds) s." + (running.isEmpty ? "" : " Running:")]
    lines += running.map { "- \($0)" }
    if !waiting.isEmpty {
      lines.append("Waiting for something outside:")
      lines += waiting.map { "- \($0)" }
    }
    return lines.joined(separator: "\n")
  }
}

/// A human-readable description of work in flight: its name and the reason for waiting.
public struct NavigationActivity: Sendable, Equatable, CustomStringConvertible {
  /// The name of the work: a transition, a step, an effect.
  public var name: String
  /// The reason for waiting; `nil` if it runs.
  public var waitingFor: String?

  package init(name: String, waitingFor: String? = nil) {
    self.name = name
    self.waitingFor = waitingFor
  }

  /// The name, and the reason for waiting.
  public var description: String {
    waitingFor.map { "\(name) (waits for \($0))" } ?? name
  }
}

/// An object that can be busy: a scheduler, a coordinator, a core.
///
/// A source adds itself to its context's ``ActivityTracker`` and notifies it when it becomes idle.
@MainActor
package protocol ActivitySource: AnyObject {
  /// Whether nothing runs here, and nothing can run without an event from outside.
  var isIdle: Bool { get }

  /// The running work; evaluated only on demand.
  var runningActivities: [NavigationActivity] { get }

  /// The work that waits for something outside: a hidden screen, a child's result, the user.
  var waitingActivities: [NavigationActivity] { get }

  /// Whether there is work, running or waiting; `true` by default.
  ///
  /// A source that returns `false` calls ``ActivityListing/workDidBegin()`` when it has work again.
  var hasWork: Bool { get }
}

extension ActivitySource {
  package var hasWork: Bool { true }
}

/// A source's entry in an activity tracker.
@MainActor
package final class ActivityListing {
  fileprivate private(set) weak var source: (any ActivitySource)?
  /// The source, if it knows the tasks of its work.
  fileprivate private(set) weak var host: (any TaskTracking)?
  fileprivate let number: Int
  fileprivate var isListed = true
  private weak var tracker: ActivityTracker?

  fileprivate init(_ source: any ActivitySource, number: Int, in tracker: ActivityTracker) {
    self.source = source
    self.number = number
    self.tracker = tracker
    host = source as? any TaskTracking
  }

  /// Called by the source when it has work, or may have some soon.
  package func workDidBegin() {
    guard !isListed, let tracker else { return }
    isListed = true
    tracker.list(self)
  }

  /// Called by the source when it has moved to another context for good.
  package func end() {
    source = nil
    host = nil
    tracker?.sourceDidBecomeIdle()
  }
}

import Foundation

/// The scheduler of a window: runs transitions one at a time, first in, first out.
///
/// A transition ends when the platform has finished it, animation included. So a `present`
/// requested during a running transition waits until that has ended, where UIKit would drop it. It is
/// validated then, and refused if the presenter presents another controller.
///
/// - An idle scheduler starts a transition inside `schedule`; if the platform needs no time, the
///   transition has ended when that returns.
/// - A transition scheduled from inside another's platform part is nested: it starts when the
///   platform has finished the outer one, ahead of the queue, and the outer one ends after it.
/// - Transitions from elsewhere, the user's and foreign code's, are waited for too.
/// - Suspended code never occupies the scheduler, except in `transaction`, which exists to
///   hold the scheduler.
/// - A watchdog reports a transition that never ends and frees the scheduler; it pauses while the
///   user's finger is on the screen.
@MainActor
public final class NavigationScheduler {
  /// The seconds after which a transition that has not ended is reported and given up.
  let watchdogInterval: TimeInterval

  /// The transactions whose bodies the current task runs in, of all schedulers, outermost first.
  @TaskLocal static var transactions: [ScheduledTransition] = []

  let clock: any NavigationClock
  let issues: IssueReporter
  let activity: ActivityTracker
  private weak var monitor: (any TransitionMonitor)?
  /// Whether there is, or was, a monitor: even an empty weak reference is slow to read.
  private var isMonitored = false
  package let occupancy = WindowOccupancy()
  var state: SchedulerStateMachine {
    _read { yield occupancy.scheduled }
    _modify { yield &occupancy.scheduled }
  }
  var transitions: [Int: ScheduledTransition] = [:]
  /// The waiting transitions with a coalescing key; no two that wait have equal ones.
  private var waitingByKey: [AnyHashable: Int] = [:]
  private var nextID = 0
  private var isAdvancing = false
  /// The bodies of transactions that have begun and not returned, by transition.
  var transactionBodies: [Int: TransactionBody] = [:]
  private var waitingFor = SchedulerStateMachine.Wait.idle
  private var watchdog: Cancellation?
  /// Each transition's end, in the order of the ends.
  package let endings = Multicast<ScheduledTransition>()
  /// The context's trace, if one runs.
  var trace: NavigationTrace?

  /// Makes a scheduler.
  package init(
    watchdogInterval: TimeInterval, clock: any NavigationClock, issues: IssueReporter,
    activity: ActivityTracker
  ) {
    self.watchdogInterval = watchdogInterval
    self.clock = clock
    self.issues = issues
    self.activity = activity
    activity.add(self)
  }

  deinit {
    // Pending requests receive an outcome, since nothing starts any more.
    let left = transitions.ordered { $0.key }.map(\.value)
    guard !left.isEmpty else { return }
    onMainActor { [activity, trace, id = ObjectIdentifier(self)] in
      for transition in left {
        let outcome = TransitionOutcome.refused(.schedulerGone(transition.name))
        trace?.requestDidEnd(TraceWork(id, transition.id), outcome)
        transition.resolve(outcome)
      }
      activity.sourceDidBecomeIdle()
    }
  }

  /// Requests a transition.
  ///
  /// - Parameters:
  ///   - name: The name in reports and lists.
  ///   - cause: The cause of the transition.
  ///   - owner: The object on whose behalf the request is made; `nil` if there is none. If it is
  ///     deallocated when the turn comes, the transition is refused.
  ///   - key: A later request with an equal key supersedes this one while it waits.
  ///   - verify: Called at the end of a performed transition; returns the outcome that really
  ///     occurred.
  ///   - fileID: The file of the call, for reports; `nil` if there is none.
  ///   - line: The line of the call.
  ///   - start: The platform part: calls the platform, does not wait, and returns how the
  ///     transition ends. Called once, on the main actor, when no other transition runs.
  /// - Returns: The handle on the request and its outcome.
  @discardableResult
  public func schedule(
    _ name: String,
    cause: NavigationCause = .code,
    owner: AnyObject? = nil,
    coalescing key: AnyHashable? = nil,
    verify: (@MainActor () -> TransitionOutcome)? = nil,
    fileID: String? = #fileID,
    line: UInt? = #line,
    start: @escaping @MainActor (ScheduledTransition) -> ScheduledTransition.Answer
  ) -> ScheduledTransition {
    let transition = ScheduledTransition(
      name: name, cause: cause, owner: owner, coalescingKey: key, site: CallSite(fileID, line),
      start: start, verify: verify)
    schedule(transition)
    return transition
  }

  func schedule(_ transition: ScheduledTransition) {
    add(transition)
    traceRequest(transition)
    var outer = state.executing
    if outer == nil {
      transition.transactions = Self.transactions
      outer = innermost(of: transition.transactions)?.id
    }
    enqueue(transition, nestedIn: outer)
  }

  func traceRequest(_ transition: ScheduledTransition) {
    if let trace { trace.begin(TraceWork(self, transition.id), .requestMade, transition.name) }
  }

  func add(_ transition: ScheduledTransition) {
    transition.enter(self, as: nextID)
    nextID += 1
    transitions[transition.id] = transition
  }

  func enqueue(_ transition: ScheduledTransition, nestedIn outer: Int?) {
    state.enqueue(transition.id, nestedIn: outer)
    if let key = transition.coalescingKey,
      let earlier = waitingByKey.updateValue(transition.id, forKey: key), state.remove(earlier)
    {
      finish(earlier, .superseded)
    }
    advance()
  }

  /// Requests a transition and waits for its outcome.
  ///
  /// If the calling task is cancelled before the transition has begun, the request is withdrawn.
  ///
  /// - Parameters:
  ///   - name: The name in reports and lists.
  ///   - cause: The cause of the transition.
  ///   - owner: The object on whose behalf the request is made; `nil` if there is none. If it is
  ///     deallocated when the turn comes, the transition is refused.
  ///   - key: A later request with an equal key supersedes this one while it waits.
  ///   - verify: Called at the end of a performed transition; returns the outcome that really
  ///     occurred.
  ///   - fileID: The file of the call, for reports; `nil` if there is none.
  ///   - line: The line of the call.
  ///   - start: The platform part.
  /// - Returns: The outcome.
  @discardableResult
  public func perform(
    _ name: String,
    cause: NavigationCause = .code,
    owner: AnyObject? = nil,
    coalescing key: AnyHashable? = nil,
    verify: (@MainActor () -> TransitionOutcome)? = nil,
    fileID: String? = #fileID,
    line: UInt? = #line,
    start: @escaping @MainActor (ScheduledTransition) -> ScheduledTransition.Answer
  ) async -> TransitionOutcome {
    guard !Task.isCancelled else { return .refused(.cancelled(name)) }
    return await schedule(
      name, cause: cause, owner: owner, coalescing: key, verify: verify, fileID: fileID,
      line: line, start: start
    )
    .valueUnlessCancelled()
  }

  package var count: Int { transitions.count }

  // Called by the monitor and by handles.

  package func observe(_ monitor: any TransitionMonitor) {
    self.monitor = monitor
    isMonitored = true
  }

  /// The cause of the running transition.
  var currentCause: NavigationCause? {
    state.activeIDs.last.flatMap { transitions[$0]?.cause }
  }

  /// Records that the platform began or ended a transition, or a gesture became interactive or not.
  package func platformDidChange() {
    advance()
  }

  /// Records that the user stopped a platform transition.
  package func userDidInterrupt(_ token: NavigationTransitionToken) {
    state.interrupt(token.number)
  }

  func cancel(_ transition: ScheduledTransition) {
    guard state.remove(transition.id) else { return }
    finish(transition.id, .refused(.cancelled(transition.name)))
    advance()
  }

  func close(_ transition: ScheduledTransition, _ outcome: TransitionOutcome) {
    guard state.close(transition.id, outcome) else { return }
    advance()
  }
}

extension NavigationScheduler {
  /// Carries out the state's actions until the next one is to wait.
  func advance() {
    guard !isAdvancing else { return }
    isAdvancing = true
    while true {
      if state.isAboutToStart, let monitor {
        // The platform may not have reported a transition that runs already.
        _ = monitor.isInTransition()
        monitor.readUnreportedChanges()
        // A tab that turns out to be selected may wait for its view.
        _ = monitor.isInTransition()
      }
      switch state.next(platformIsBusy: monitor?.isTransitioning ?? false) {
      case .start(let id):
        // Progress restarts the watchdog's time.
        watchdog = nil
        start(id)
      case .end(let id, let outcome): finish(id, outcome)
      case .wait(let reason):
        isAdvancing = false
        watch(reason)
        if isIdle { activity.sourceDidBecomeIdle() }
        return
      }
    }
  }

  /// The waiting transition with a coalescing key.
  func waiting(for key: AnyHashable) -> ScheduledTransition? {
    waitingByKey[key].flatMap { transitions[$0] }
  }

  /// Records that a transition waits no more.
  private func stopWaiting(_ transition: ScheduledTransition) {
    guard let key = transition.coalescingKey, waitingByKey[key] == transition.id else { return }
    waitingByKey[key] = nil
  }

  private func start(_ id: Int) {
    guard let transition = transitions[id] else { return state.bodyReturned(id, .started) }
    stopWaiting(transition)
    if let current = transition.followContainer?(), current !== self {
      // Without the transition, its end is that of none.
      transitions[id] = nil
      state.bodyReturned(id, .ended(.alreadyThere))
      return current.takeOver(transition, from: self)
    }
    guard !transition.hasOwner || transition.owner != nil else {
      report(
        transition, .ownerGone(transition.name),
        "Retain the owner until the transition begins, if it should have been performed.")
      return state.bodyReturned(id, .ended(.refused(.ownerGone(transition.name))))
    }
    if let trace, let event = trace.note(TraceWork(self, id), .requestBegan, followsItself: true) {
      trace.within(event) { call(transition) }
    } else {
      call(transition)
    }
  }

  private func call(_ transition: ScheduledTransition) {
    monitor?.transitionWillStart(cause: transition.cause)
    let first = NavigationTransitionToken.count
    let answer = transition.begin()
    let begun = first..<NavigationTransitionToken.count
    monitor?.transitionDidStart()
    state.bodyReturned(transition.id, answer, begun: begun)
  }

  /// The newest event of the running transition in the trace.
  var tracedTransition: Int? {
    guard let trace, let id = state.activeIDs.last else { return nil }
    return trace.latest(of: TraceWork(self, id))
  }

  func finish(_ id: Int, _ outcome: TransitionOutcome) {
    guard let transition = transitions.removeValue(forKey: id) else { return }
    stopWaiting(transition)
    let outcome = transition.verified(outcome)
    trace?.requestDidEnd(TraceWork(self, id), outcome)
    transition.resolve(outcome)
    endings.send(transition)
  }

  func report(_ transition: ScheduledTransition, _ refusal: TransitionRefusal, _ advice: String) {
    issues.report(
      NavigationIssue(
        code: .init(rawValue: refusal.code.rawValue), severity: .abandoned,
        fact: "\(refusal.reason) It was caused by \(transition.cause).", advice: advice,
        at: transition.site))
  }
}

extension NavigationScheduler: ActivitySource {
  /// Whether nothing runs, and nothing waits except for the user's finger or in a transaction's
  /// body.
  package var isIdle: Bool {
    guard !state.isEmpty else { return true }
    if case .close = waitingFor, reasonOfInnermostBody != nil { return !isAdvancing }
    if case .platform = waitingFor { return !isAdvancing && (monitor?.isInteractive ?? false) }
    return false
  }

  /// The transitions that run or wait for their turn.
  package var runningActivities: [NavigationActivity] { isIdle ? [] : activities }

  /// The transitions that wait for the user's gesture, or for what a transaction's body waits for.
  package var waitingActivities: [NavigationActivity] { isIdle ? activities : [] }

  private var activities: [NavigationActivity] {
    guard !state.isEmpty else { return [] }
    let reason: String? =
      switch waitingFor {
      case .idle, .body: nil
      case .platform:
        monitor?.isInteractive ?? false ? "the user's gesture" : "the platform's transition"
      case .close: reasonOfInnermostBody ?? "its end() to be called"
      }
    // An outer transition waits for the one nested in it. Without an active one, the first in the
    // queue waits for whatever occupies the scheduler.
    let active = state.activeIDs.compactMap { transitions[$0]?.name }
    let queued = state.queuedIDs.compactMap { transitions[$0]?.name }
    let held = active.isEmpty ? Array(queued.prefix(1)) : active
    let waits = held.dropFirst().map { "‘\($0)’" } + [reason]
    return zip(held, waits).map { NavigationActivity(name: $0, waitingFor: $1) }
      + queued.dropFirst(active.isEmpty ? 1 : 0)
      .map { NavigationActivity(name: $0, waitingFor: "its turn") }
  }
}

extension NavigationScheduler {
  /// Notes that the current task waits for something outside the transactions around it.
  ///
  /// - Returns: Closures to call when it waits no more, one for each transaction.
  package static func beginWaitingInTransactions(for reason: String) -> [@MainActor () -> Void] {
    openTransactions.compactMap {
      $0.scheduler?.transactionBodies[$0.id]?.beginWaiting(for: reason)
    }
  }

  /// The reason for which the body of the innermost transaction waits for something outside.
  private var reasonOfInnermostBody: String? {
    state.activeIDs.last.flatMap { transactionBodies[$0]?.waitingFor }
  }

  func bodyDidBeginWaiting() {
    if isIdle { activity.sourceDidBecomeIdle() }
  }
}

extension NavigationScheduler {
  /// Whether a transition that is scheduled now would start at once.
  ///
  /// Looks for transitions that the platform has not reported.
  package var isFree: Bool {
    state.isEmpty && !(isMonitored && monitor?.isInTransition() ?? false)
  }

  /// Whether something outside is all that keeps the scheduler from being free: an unfinished
  /// gesture of the user, or what the body of a transaction waits for.
  package var waitsForOutside: Bool {
    state.isEmpty ? monitor?.isInteractive ?? false : isIdle
  }

  /// Calls a closure when everything scheduled before has ended.
  ///
  /// The call takes its turn like a transition, so it waits for foreign transitions too. Inside a
  /// transaction's body it waits for the end of the transaction. The closure is called once,
  /// synchronously if the scheduler is free.
  package func whenFree(_ name: String, _ action: @escaping @MainActor () -> Void) {
    guard !isFree else { return action() }
    let wait = ScheduledTransition(
      name: name, cause: .code, owner: nil, coalescingKey: nil, site: nil,
      start: { _ in .ended(.alreadyThere) }, verify: nil)
    wait.onEnd { _ in action() }
    add(wait)
    enqueue(wait, nestedIn: nil)
  }

  /// Waits until everything scheduled before has ended, as ``whenFree(_:_:)`` does.
  ///
  /// The closure is called when the scheduler is free, before the calling task resumes.
  package func waitUntilFree(_ name: String, _ action: @escaping @MainActor () -> Void = {}) async {
    await withMainActorContinuation { continuation in
      whenFree(name) {
        action()
        continuation.resume()
      }
    }
  }
}

extension NavigationScheduler {
  func watch(_ reason: SchedulerStateMachine.Wait) {
    let isResting = monitor?.isInteractive ?? false
    if reason == waitingFor, watchdog != nil, !isResting { return }
    waitingFor = reason
    watchdog = nil
    switch reason {
    case .idle, .body: return
    case .platform, .close:
      guard !isResting else { return }
      watchdog = clock.schedule(after: watchdogInterval) { [weak self] in
        self?.giveUp(reason)
      }
    }
  }

  private func giveUp(_ reason: SchedulerStateMachine.Wait) {
    watchdog = nil
    switch reason {
    case .idle, .body: return
    case .platform(let id?), .close(let id):
      guard let transition = transitions[id] else { return }
      report(
        transition, .neverEnded(transition.name),
        reason == .close(id)
          ? "Call end() on every path, and await only this scheduler inside a transaction."
          : "Look for a completion that the platform never called.")
      state.abandon(id, .refused(.neverEnded(transition.name)))
    case .platform(nil):
      let location = monitor?.transitionLocation.map { " \($0)" } ?? ""
      let held = state.queuedIDs.first.flatMap { transitions[$0]?.name }.map { "‘\($0)’" }
      issues.report(
        NavigationIssue(
          code: .init(rawValue: TransitionRefusal.Code.neverEnded.rawValue), severity: .abandoned,
          fact: "A transition\(location) that the scheduler did not start has kept "
            + "\(held ?? "it") waiting for \(watchdogInterval) s and has not ended.",
          advice: "Look for a completion that the platform never called.", at: nil))
    }
    monitor?.abandonTransitions()
    advance()
  }
}

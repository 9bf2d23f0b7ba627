import Foundation

/// The scheduler of a window: runs transitions one at a time, first in, first out.
///
/// A transition ends when the platform has finished it, animation included. So a `present`
/// requested during another presentation waits for its turn, where UIKit would drop it.
///
/// - An idle scheduler starts a transition inside `schedule`; if the platform needs no time, the
///   transition has ended when that returns.
/// - A transition scheduled from inside another's platform part is nested: it starts when the
///   platform has finished the outer one, ahead of the queue, and the outer one ends after it.
/// - Transitions from elsewhere, the user's and foreign code's, are waited for too.
/// - Suspended code never occupies the scheduler, except in `transaction`, whose purpose that is.
/// - A watchdog reports a transition that never ends and frees the scheduler; it pauses while the
///   user's finger is on the screen.
@MainActor
public final class NavigationScheduler {
  /// The configuration of a scheduler.
  public struct Configuration: Sendable {
    /// The seconds after which a transition that has not ended is reported and given up.
    public var watchdogInterval: TimeInterval

    /// Makes a configuration.
    ///
    /// - Parameter watchdogInterval: The seconds after which a transition that has not ended is
    ///   reported and given up.
    public init(watchdogInterval: TimeInterval = 10) {
      self.watchdogInterval = watchdogInterval
    }
  }

  /// The configuration of the scheduler.
  public let configuration: Configuration

  /// The transactions whose bodies the current task runs in, of all schedulers, outermost first.
  @TaskLocal static var transactions: [ScheduledTransition] = []

  let clock: any NavigationClock
  let issues: IssueReporter
  let activity: ActivityTracker
  private(set) weak var monitor: (any TransitionMonitor)?
  // Not checked for overlapping accesses: it makes no calls and holds nothing but numbers.
  @exclusivity(unchecked) var state = LaneState()
  var transitions: [Int: ScheduledTransition] = [:]
  private var nextID = 0
  var isAdvancing = false
  /// What the bodies of transactions wait for outside, by transition.
  var waitingTransactions: [Int: String] = [:]
  var waitingFor = LaneState.Wait.idle
  var watchdog: Cancellation?
  let endings = Multicast<ScheduledTransition>()

  /// Makes a scheduler.
  ///
  /// - Parameters:
  ///   - configuration: The configuration.
  ///   - clock: Measures the watchdog's time.
  ///   - issues: Receives a report of each transition that is given up.
  ///   - activity: Observes whether the scheduler is busy.
  public init(
    configuration: Configuration = Configuration(),
    clock: any NavigationClock = LiveNavigationClock(),
    issues: IssueReporter = IssueReporter(),
    activity: ActivityTracker = ActivityTracker()
  ) {
    self.configuration = configuration
    self.clock = clock
    self.issues = issues
    self.activity = activity
    activity.add(self)
  }

  deinit {
    // Pending requests receive an outcome, since nothing starts any more.
    let left = transitions.values.sorted { $0.id < $1.id }
    guard !left.isEmpty else { return }
    onMainActor { [activity] in
      for transition in left { transition.resolve(.refused(.laneGone(transition.name))) }
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
      id: nextID, name: name, cause: cause, owner: owner, coalescingKey: key,
      fileID: fileID, line: line, lane: self, start: start, verify: verify)
    nextID += 1
    let earlier = key == nil ? [] : state.queuedIDs
    transitions[transition.id] = transition
    state.enqueue(transition.id, nestedIn: state.executing ?? enclosingTransaction)
    if let key { supersede(key, among: earlier) }
    advance()
    return transition
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

  /// Observes each transition's end, in the order of the ends.
  ///
  /// - Parameter sink: Called on the main actor; the transition has its outcome.
  /// - Returns: The handle that keeps the sink subscribed.
  public func onTransitionEnd(
    _ sink: @escaping @MainActor (ScheduledTransition) -> Void
  ) -> Cancellation {
    endings.sink(sink)
  }

  /// The number of transitions that run or wait.
  public var count: Int { transitions.count }

  // Called by the monitor and by handles.

  package func observe(_ monitor: any TransitionMonitor) {
    self.monitor = monitor
  }

  /// The cause of the running transition.
  package var currentCause: NavigationCause? {
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

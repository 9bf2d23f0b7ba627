import Foundation

/// The lane of a window: transitions run in it one at a time, first in, first out.
///
/// A transition ends when the platform has finished it, animation included, so that a `present`
/// requested during another presentation waits for its turn where UIKit would drop it.
///
/// - An idle lane starts a transition inside `schedule`, and if the platform needs no time it has
///   ended when that returns.
/// - A transition scheduled from inside another's platform part is nested: it starts when the
///   platform has finished the outer one, ahead of the queue, and the outer one ends after it.
/// - Transitions that the lane did not start, the user's and foreign code's, are waited for too.
/// - The lane is never held by suspended code, but for `transaction`, whose purpose that is.
/// - A watchdog reports what never ends and frees the lane; it rests while the user's finger
///   is on the screen.
@MainActor
public final class NavigationScheduler {
  /// How a lane behaves.
  public struct Configuration: Sendable {
    /// After how many seconds without an end a transition is reported and given up.
    public var watchdogInterval: TimeInterval

    /// Makes a configuration.
    ///
    /// - Parameter watchdogInterval: After how many seconds without an end a transition is
    ///   reported and given up.
    public init(watchdogInterval: TimeInterval = 10) {
      self.watchdogInterval = watchdogInterval
    }
  }

  /// How the lane behaves.
  public let configuration: Configuration

  /// The transactions in whose bodies the current task runs, of all lanes, outermost first.
  @TaskLocal static var transactions: [ScheduledTransition] = []

  let clock: any NavigationClock
  let issues: IssueReporter
  let activity: ActivityTracker
  private(set) weak var monitor: (any TransitionMonitor)?
  // Not checked for overlapping accesses: it calls nobody and holds nothing but numbers.
  @exclusivity(unchecked) var state = LaneState()
  var transitions: [Int: ScheduledTransition] = [:]
  private var nextID = 0
  var isAdvancing = false
  /// What the bodies of transactions wait for outside, by transition.
  var waitingTransactions: [Int: String] = [:]
  var waitingFor = LaneState.Wait.idle
  var watchdog: Cancellation?
  let endings = Multicast<ScheduledTransition>()

  /// Makes a lane.
  ///
  /// - Parameters:
  ///   - configuration: How it behaves.
  ///   - clock: Measures the watchdog's time.
  ///   - issues: Hears what was given up.
  ///   - activity: Is told whether the lane is busy.
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
    // Whoever still waits is answered; nothing will start any more.
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
  ///   - name: What it is called in reports and lists.
  ///   - cause: Who wants it.
  ///   - owner: For whom it is. If the owner is gone when its turn comes, the transition is
  ///     refused. `nil` for a transition that nobody owns.
  ///   - key: A later request with an equal key supersedes this one while it waits.
  ///   - verify: Asked at the end of a performed transition for what really happened.
  ///   - fileID: The file of the call, for reports; `nil` if there is none.
  ///   - line: The line of the call.
  ///   - start: The platform part: calls the platform, does not wait, and says what to wait for.
  ///     Called once, on the main actor, when no other transition runs.
  /// - Returns: The handle on what becomes of it.
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
  /// If the calling task is cancelled before the transition has begun, it is taken back.
  ///
  /// - Parameters:
  ///   - name: What it is called in reports and lists.
  ///   - cause: Who wants it.
  ///   - owner: For whom it is. If the owner is gone when its turn comes, the transition is
  ///     refused. `nil` for a transition that nobody owns.
  ///   - key: A later request with an equal key supersedes this one while it waits.
  ///   - verify: Asked at the end of a performed transition for what really happened.
  ///   - fileID: The file of the call, for reports; `nil` if there is none.
  ///   - line: The line of the call.
  ///   - start: The platform part.
  /// - Returns: What became of it.
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

  /// Hears each transition when it has ended, in the order of the ends.
  ///
  /// - Parameter sink: Called on the main actor; the transition has its outcome.
  /// - Returns: The handle that keeps the sink subscribed.
  public func onTransitionEnd(
    _ sink: @escaping @MainActor (ScheduledTransition) -> Void
  ) -> Cancellation {
    endings.sink(sink)
  }

  /// How many transitions run or wait.
  public var count: Int { transitions.count }

  // Called by the monitor and by handles.

  package func observe(_ monitor: any TransitionMonitor) {
    self.monitor = monitor
  }

  /// Who wants the transition that runs.
  package var currentCause: NavigationCause? {
    state.activeIDs.last.flatMap { transitions[$0]?.cause }
  }

  /// The platform began or ended a transition, or the user's finger came or went.
  package func platformDidChange() {
    advance()
  }

  /// The user stopped a transition of the platform's.
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

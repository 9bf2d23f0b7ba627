import NavigationRuntime
import TestSupport

/// A platform that the scheduler knows only by whether it is busy.
@MainActor
final class FakeMonitor: TransitionMonitor {
  private weak var scheduler: NavigationScheduler?
  private(set) var isTransitioning = false
  private(set) var isInteractive = false
  private(set) var abandonCount = 0
  private var token: NavigationTransitionToken?
  /// The causes of the platform parts that were called, and an entry when each returned.
  private(set) var calls: [String] = []

  init(_ scheduler: NavigationScheduler) {
    self.scheduler = scheduler
    scheduler.observe(self)
  }

  /// Begins a transition: foreign, or inside a platform part.
  ///
  /// During a transition, the user takes hold of the running one.
  func begin(interactive: Bool = false) {
    token = token ?? NavigationTransitionToken(isInteractive: interactive)
    isTransitioning = true
    isInteractive = interactive
    scheduler?.platformDidChange()
  }

  /// Lifts the finger; the transition continues.
  func release() {
    isInteractive = false
    scheduler?.platformDidChange()
  }

  /// Ends the transition.
  func end(completed: Bool = true) {
    isTransitioning = false
    isInteractive = false
    if !completed, let token { scheduler?.userDidInterrupt(token) }
    token = nil
    scheduler?.platformDidChange()
  }

  func transitionWillStart(cause: NavigationCause) { calls.append("\(cause)") }
  func transitionDidStart() { calls.append("returned") }

  func abandonTransitions() {
    abandonCount += 1
    token = nil
    isTransitioning = false
    isInteractive = false
  }
}

/// A scheduler with its dependencies, for one test.
@MainActor
final class SchedulerHarness {
  let clock = ManualNavigationClock()
  let activity: ActivityTracker
  let issues = IssueReporter()
  let scheduler: NavigationScheduler
  let platform: FakeMonitor
  private(set) var reported: [NavigationIssue] = []
  /// The starts and ends, in order.
  private(set) var log: [String] = []
  private var subscription: Cancellation?

  init(watchdogInterval: Double = 10) {
    activity = ActivityTracker(clock: clock)
    scheduler = NavigationScheduler(
      watchdogInterval: watchdogInterval, clock: clock, issues: issues,
      activity: activity)
    platform = FakeMonitor(scheduler)
    issues.handler = { [weak self] in
      $0.demandSiteOfCaller()
      self?.reported.append($0)
    }
    subscription = scheduler.endings.sink { [weak self] in
      self?.log.append("\($0.name) \($0.outcome.map(\.word) ?? "has no outcome")")
    }
  }

  func note(_ text: String) { log.append(text) }

  /// Requests a transition that takes no time.
  @discardableResult
  func instant(
    _ name: String, owner: AnyObject? = nil, key: AnyHashable? = nil,
    then body: @escaping @MainActor () -> Void = {}
  ) -> ScheduledTransition {
    scheduler.schedule(name, owner: owner, coalescing: key) { [weak self] _ in
      self?.note("\(name) starts")
      body()
      return .started
    }
  }

  /// Requests a transition that lasts until the test ends it on the platform.
  @discardableResult
  func animated(
    _ name: String, owner: AnyObject? = nil, key: AnyHashable? = nil,
    then body: @escaping @MainActor () -> Void = {}
  ) -> ScheduledTransition {
    instant(name, owner: owner, key: key) { [weak self] in
      self?.platform.begin()
      body()
    }
  }

  /// Returns the starts and ends since the last call.
  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }
}

extension TransitionOutcome {
  /// The outcome without the reason's text.
  var word: String {
    guard case .refused(let refusal) = self else { return description }
    return "refused: \(refusal.code.rawValue)"
  }
}

/// A handle on a requested transition and its outcome.
///
/// Releasing the handle has no effect; the scheduler retains the transition until it has ended.
@MainActor
public final class ScheduledTransition {
  /// The answer of a transition's platform part.
  public enum Answer: Sendable, Equatable {
    /// The platform was called. The transition ends when the platform is idle.
    case started
    /// The transition ends when ``ScheduledTransition/end(_:)`` is called.
    case open
    /// Nothing is left to wait for; the value is the outcome.
    case ended(TransitionOutcome)
  }

  /// The name in reports and lists.
  public let name: String
  /// The cause of the transition.
  public let cause: NavigationCause

  /// The outcome, once there is one.
  public private(set) var outcome: TransitionOutcome?

  /// The number in ``scheduler``.
  private(set) var id = 0
  /// The number of the request among all.
  let order: UInt64
  /// The number of requests so far.
  private static var count: UInt64 = 0
  let coalescingKey: AnyHashable?
  /// The call that requested it; `nil` if it is unknown.
  let site: CallSite?
  private(set) weak var owner: AnyObject?
  let hasOwner: Bool
  private(set) weak var scheduler: NavigationScheduler?
  /// Returns the scheduler of the window in which the transition's container is by now; `nil` if
  /// the transition belongs to the scheduler where it waits.
  private(set) var followContainer: (@MainActor () -> NavigationScheduler?)?
  /// The transactions in whose bodies it was requested, until it begins.
  var transactions: [ScheduledTransition] = []
  private var start: (@MainActor (ScheduledTransition) -> Answer)?
  private var verify: (@MainActor () -> TransitionOutcome)?
  private var waiters: [ActivityWaiter] = []
  private var sinks: [@MainActor (TransitionOutcome) -> Void] = []

  init(
    name: String, cause: NavigationCause, owner: AnyObject?, coalescingKey: AnyHashable?,
    site: CallSite?, followContainer: (@MainActor () -> NavigationScheduler?)? = nil,
    start: @escaping @MainActor (ScheduledTransition) -> Answer,
    verify: (@MainActor () -> TransitionOutcome)?
  ) {
    Self.count += 1
    order = Self.count
    self.name = name
    self.cause = cause
    self.owner = owner
    self.hasOwner = owner != nil
    self.coalescingKey = coalescingKey
    self.site = site
    self.followContainer = followContainer
    self.start = start
    self.verify = verify
  }

  /// Waits for the outcome; returns at once if there is one.
  ///
  /// - Returns: The outcome.
  @discardableResult
  public func value() async -> TransitionOutcome {
    if let outcome { return outcome }
    // While a gesture occupies the scheduler nothing can proceed, and neither can this task.
    let end = scheduler?.activity.beginWaiting(for: "‘\(name)’")
    await withMainActorContinuation { waiters.append(ActivityWaiter($0, end: end)) }
    return await value()
  }

  /// Waits for the outcome; if the calling task is cancelled before the transition has begun, the
  /// request is withdrawn.
  func valueUnlessCancelled() async -> TransitionOutcome {
    await withTaskCancellationHandler {
      await value()
    } onCancel: {
      onMainActor { self.cancel() }
    }
  }

  /// Calls a closure with the outcome: when there is one, or at once if there is one already.
  ///
  /// - Parameter sink: Called once, on the main actor.
  public func onEnd(_ sink: @escaping @MainActor (TransitionOutcome) -> Void) {
    if let outcome { sink(outcome) } else { sinks.append(sink) }
  }

  /// Withdraws a transition that has not begun; its outcome is then a refusal.
  ///
  /// A transition that has begun continues to its end.
  public func cancel() {
    scheduler?.cancel(self)
  }

  /// Ends a transition that answered ``Answer/open``; has no effect on others.
  ///
  /// - Parameter outcome: The outcome.
  public func end(_ outcome: TransitionOutcome = .performed) {
    scheduler?.close(self, outcome)
  }

  func enter(_ scheduler: NavigationScheduler, as id: Int) {
    self.scheduler = scheduler
    self.id = id
  }

  private func stopFollowing() {
    followContainer = nil
    transactions = []
  }

  func begin() -> Answer {
    guard let start else { return .ended(.performed) }
    // Both retain what the request brings.
    self.start = nil
    stopFollowing()
    return start(self)
  }

  /// Returns the outcome that really occurred.
  func verified(_ outcome: TransitionOutcome) -> TransitionOutcome {
    outcome == .performed ? verify?() ?? outcome : outcome
  }

  func resolve(_ outcome: TransitionOutcome) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    stopFollowing()
    start = nil
    verify = nil
    for waiter in waiters.takeAll() { waiter.resume() }
    for sink in sinks.takeAll() { sink(outcome) }
  }
}

extension NavigationScheduler {
  /// Enqueues a transition whose turn has come in another scheduler: in the transaction of this one
  /// in whose body it was requested, else behind what waits here.
  ///
  /// One with an equal key that waits here and was requested later supersedes it.
  func takeOver(_ transition: ScheduledTransition, from former: NavigationScheduler) {
    let number = transition.id
    add(transition)
    if former.trace === trace {
      trace?.rename(TraceWork(former, number), TraceWork(self, transition.id))
    } else {
      // The window belongs to another context; each trace contains the request with its end.
      transition.onEnd { former.trace?.requestDidEnd(TraceWork(former, number), $0) }
      traceRequest(transition)
    }
    if let key = transition.coalescingKey, let waiting = waiting(for: key),
      waiting.order > transition.order
    {
      return finish(transition.id, .superseded)
    }
    enqueue(transition, nestedIn: innermost(of: transition.transactions)?.id)
  }
}

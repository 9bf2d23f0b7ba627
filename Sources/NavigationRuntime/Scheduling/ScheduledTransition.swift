/// A transition that was requested: a handle on what becomes of it.
///
/// Letting go of the handle changes nothing; the lane keeps the transition until it has ended.
@MainActor
public final class ScheduledTransition {
  /// What a transition's platform part says to the lane when it returns.
  public enum Answer: Sendable, Equatable {
    /// The platform was called. The transition ends when the platform is idle.
    case started
    /// The transition ends when ``ScheduledTransition/end(_:)`` is called.
    case open
    /// Nothing is left to wait for; this is the outcome.
    case ended(TransitionOutcome)
  }

  /// What the transition is called, in reports and lists.
  public let name: String
  /// Who wants it.
  public let cause: NavigationCause

  /// The outcome, once there is one.
  public private(set) var outcome: TransitionOutcome?

  let id: Int
  let coalescingKey: AnyHashable?
  let fileID: String?
  let line: UInt?
  private(set) weak var owner: AnyObject?
  let hasOwner: Bool
  private(set) weak var lane: NavigationScheduler?
  private var start: (@MainActor (ScheduledTransition) -> Answer)?
  private var verify: (@MainActor () -> TransitionOutcome)?
  private var waiters: [ActivityWaiter<TransitionOutcome>] = []
  private var sinks: [@MainActor (TransitionOutcome) -> Void] = []

  init(
    id: Int,
    name: String,
    cause: NavigationCause,
    owner: AnyObject?,
    coalescingKey: AnyHashable?,
    fileID: String?,
    line: UInt?,
    lane: NavigationScheduler,
    start: @escaping @MainActor (ScheduledTransition) -> Answer,
    verify: (@MainActor () -> TransitionOutcome)?
  ) {
    self.id = id
    self.name = name
    self.cause = cause
    self.owner = owner
    self.hasOwner = owner != nil
    self.coalescingKey = coalescingKey
    self.fileID = fileID
    self.line = line
    self.lane = lane
    self.start = start
    self.verify = verify
  }

  /// Waits for the outcome; returns at once if there is one.
  ///
  /// - Returns: What became of the transition.
  @discardableResult
  public func value() async -> TransitionOutcome {
    if let outcome { return outcome }
    // While a gesture keeps the lane, nothing can go on, and so not what waits here.
    let end = lane?.activity.beginWaiting(for: "‘\(name)’")
    return await withCheckedContinuation { waiters.append(ActivityWaiter($0, end: end)) }
  }

  /// Waits for the outcome; if the calling task is cancelled before the transition has begun, the
  /// transition is taken back.
  func valueUnlessCancelled() async -> TransitionOutcome {
    await withTaskCancellationHandler {
      await value()
    } onCancel: {
      onMainActor { self.cancel() }
    }
  }

  /// Calls a closure with the outcome: when there is one, or at once.
  ///
  /// - Parameter sink: Called once, on the main actor.
  public func onEnd(_ sink: @escaping @MainActor (TransitionOutcome) -> Void) {
    if let outcome { sink(outcome) } else { sinks.append(sink) }
  }

  /// Takes the transition back if it has not begun; its outcome is then a refusal.
  ///
  /// What has begun cannot be taken back, and goes on to its end.
  public func cancel() {
    lane?.cancel(self)
  }

  /// Ends a transition that answered ``Answer/open``; otherwise does nothing.
  ///
  /// - Parameter outcome: What became of it.
  public func end(_ outcome: TransitionOutcome = .performed) {
    lane?.close(self, outcome)
  }

  func begin() -> Answer {
    guard let start else { return .ended(.performed) }
    self.start = nil
    return start(self)
  }

  func resolve(_ outcome: TransitionOutcome) {
    guard self.outcome == nil else { return }
    let outcome = outcome == .performed ? (verify?() ?? outcome) : outcome
    self.outcome = outcome
    start = nil
    verify = nil
    let waiters = waiters
    self.waiters = []
    for waiter in waiters { waiter.resume(returning: outcome) }
    let sinks = sinks
    self.sinks = []
    for sink in sinks { sink(outcome) }
  }
}

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

  let id: Int
  let coalescingKey: AnyHashable?
  let fileID: String?
  let line: UInt?
  private(set) weak var owner: AnyObject?
  let hasOwner: Bool
  private(set) weak var scheduler: NavigationScheduler?
  private var start: (@MainActor (ScheduledTransition) -> Answer)?
  private var verify: (@MainActor () -> TransitionOutcome)?
  private var waiters: [ActivityWaiter] = []
  private var sinks: [@MainActor (TransitionOutcome) -> Void] = []

  init(
    id: Int,
    name: String,
    cause: NavigationCause,
    owner: AnyObject?,
    coalescingKey: AnyHashable?,
    fileID: String?,
    line: UInt?,
    scheduler: NavigationScheduler,
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
    self.scheduler = scheduler
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
    for waiter in waiters { waiter.resume() }
    let sinks = sinks
    self.sinks = []
    for sink in sinks { sink(outcome) }
  }
}

/// Reports to a scheduler whether the platform runs a transition.
///
/// Implemented by the ``NavigationStore`` of the scheduler's window, which calls
/// ``NavigationScheduler/platformDidChange()`` when one of the values has changed.
@MainActor
package protocol TransitionMonitor: AnyObject {
  /// Whether the platform runs a transition, whatever began it.
  var isTransitioning: Bool { get }

  /// Whether the running transition follows the user's finger.
  var isInteractive: Bool { get }

  /// The containers and the window of the running transitions, such as "of Home #2 in Window #1";
  /// `nil` if they are unknown.
  var transitionPlace: String? { get }

  /// Looks for running transitions that the platform has not reported yet.
  ///
  /// - Returns: Whether the platform runs a transition.
  func isInTransition() -> Bool

  /// Reads changes that the platform has not reported, and notifies their observers; called before
  /// the next transition is chosen.
  func readUnreportedChanges()

  /// Called before a transition's platform part, whose changes belong together.
  func transitionWillStart(cause: NavigationCause)

  /// Called when the platform part has returned.
  func transitionDidStart()

  /// Treats the running transitions, which never ended, as over.
  func abandonTransitions()
}

extension TransitionMonitor {
  package var transitionPlace: String? { nil }

  package func isInTransition() -> Bool { isTransitioning }

  /// Does nothing, for a platform that reports all changes.
  package func readUnreportedChanges() {}
}

/// The outcome of a requested transition.
///
/// Every request has exactly one outcome, even when the platform ignores the call.
public enum TransitionOutcome: Sendable, Equatable {
  /// The platform has performed it, and it has ended, animation included.
  case performed
  /// The requested state was on screen already; nothing was done.
  case alreadyThere
  /// It was not performed, and nothing has changed; after ``TransitionRefusal/Code/neverEnded`` the
  /// screen may have.
  case refused(TransitionRefusal)
  /// A later request of the same kind superseded it before it began.
  case superseded
  /// It began, and the user stopped it.
  case interruptedByUser
}

extension TransitionOutcome: CustomStringConvertible {
  /// The outcome in words, with the reason of a refusal.
  public var description: String {
    switch self {
    case .performed: "performed"
    case .alreadyThere: "already there"
    case .refused(let refusal): "refused: \(refusal)"
    case .superseded: "superseded by a later request"
    case .interruptedByUser: "interrupted by the user"
    }
  }
}

/// The reason why a transition was not performed.
public struct TransitionRefusal: Error, Sendable, Equatable {
  /// The kinds of refusal.
  public enum Code: String, Sendable {
    /// The object on whose behalf it was requested was released before its turn came.
    case ownerGone
    /// Its scheduler was released with the context before it ended.
    case schedulerGone
    /// It was cancelled before it began.
    case cancelled
    /// It began and never ended; the watchdog gave it up.
    case neverEnded
    /// The platform accepted the call and did nothing.
    case ignoredByPlatform
    /// The container or the controller is not in the tree (any more).
    case notInTree
    /// The controller to show is in the tree already, in another slot.
    case alreadyInTree
    /// The presenter presents another controller.
    case alreadyPresenting
    /// A pop would remove the root of a stack.
    case belowRoot
    /// There is no tab or page with this index.
    case indexOutOfRange
    /// A container cannot contain or present itself or its own container.
    case cycle
    /// This kind of container cannot do this.
    case unsupported
    /// SwiftUI derives the contents of the container from its state.
    case managedBySwiftUI
  }

  /// The kind of refusal.
  public var code: Code
  /// The request with its values, and the obstacle.
  public var reason: String

  /// Makes a refusal.
  ///
  /// - Parameters:
  ///   - code: The kind of refusal.
  ///   - reason: The request with its values, and the obstacle.
  public init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// Refusals of one kind are equal, whatever their texts.
  public static func == (lhs: TransitionRefusal, rhs: TransitionRefusal) -> Bool {
    lhs.code == rhs.code
  }
}

extension TransitionRefusal: CustomStringConvertible {
  /// The reason, with the code.
  public var description: String { "\(reason) [\(code.rawValue)]" }
}

extension TransitionRefusal {
  static func ownerGone(_ name: String) -> Self {
    .init(.ownerGone, "‘\(name)’ was still waiting when its owner was released.")
  }

  static func schedulerGone(_ name: String) -> Self {
    .init(.schedulerGone, "‘\(name)’ had not ended when its scheduler was released.")
  }

  static func cancelled(_ name: String) -> Self {
    .init(.cancelled, "‘\(name)’ was cancelled before it began.")
  }

  static func neverEnded(_ name: String) -> Self {
    .init(.neverEnded, "‘\(name)’ began and never ended; the watchdog gave it up.")
  }

  @MainActor
  static func wrongPlatform(
    _ operation: NavigationOperation, _ container: any NavigationContainer
  ) -> Self {
    .init(
      .unsupported, operation, on: container,
      "\(type(of: container)) cannot do this, or not with a controller of another platform.")
  }

  /// Makes the refusal of an operation, with the obstacle.
  @MainActor
  init(
    _ code: Code, _ operation: NavigationOperation, on container: any NavigationContainer,
    _ obstacle: String
  ) {
    self.init(code, "\(operation.description) on \(container.label): \(obstacle)")
  }
}

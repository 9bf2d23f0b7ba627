/// A suspended wait, inside tracked work, for an event outside it.
///
/// The work does not delay ``ActivityTracker/settled()`` meanwhile. It does again as soon as the
/// event has happened, before the task proceeds.
@MainActor
package struct ActivityWaiter {
  private let continuation: MainActorContinuation
  /// Ends the wait at the work's source; `nil` if the task belongs to no source.
  private let end: (@MainActor () -> Void)?
  private let traceWait = TraceWait()

  package init(_ continuation: MainActorContinuation, end: (@MainActor () -> Void)?) {
    self.continuation = continuation
    self.end = end
  }

  /// Resumes the task; called exactly once.
  package func resume(returning value: Bool = true) {
    end?()
    traceWait?.resume()
    continuation.resume(returning: value)
  }
}

extension ActivityTracker {
  /// Waits for an event; the current task's work counts as waiting meanwhile.
  package func wait(for reason: String, _ register: @MainActor (ActivityWaiter) -> Void) async {
    await withMainActorContinuation {
      register(ActivityWaiter($0, end: beginWaiting(for: reason)))
    }
  }
}

/// Suspends work until the gate is opened from outside, such as by a service's response in a test.
///
/// Work that waits at a gate cannot proceed by itself: an effect, a step's handler, or a task of
/// ``NavigationContext/run(_:_:)`` that waits here does not delay ``NavigationContext/settled()``,
/// which lists it instead. From the moment the gate opens it counts as running again.
///
/// ```swift
/// final class SlowLogin: LoginService {
///   private let gate: ActivityGate
///   init(gate: ActivityGate) { self.gate = gate }
///
///   func logIn() async throws -> User {
///     try await gate.wait()
///     return User(name: "Ada")
///   }
/// }
/// ```
@MainActor
public final class ActivityGate {
  /// A human-readable reason for waiting.
  public let reason: String
  /// Whether work goes through without waiting.
  public private(set) var isOpen = false

  private let activity: ActivityTracker
  private let waiters = ContinuationList()

  /// Makes a closed gate.
  ///
  /// - Parameters:
  ///   - reason: A human-readable reason for waiting.
  ///   - context: The context of the work.
  public init(_ reason: String, context: NavigationContext) {
    self.reason = reason
    activity = context.activity
  }

  /// The number of waiters.
  public var waiterCount: Int { waiters.count }

  /// Waits until the gate is open.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before.
  public func wait() async throws {
    guard !isOpen else { return }
    let mayPass = await waiters.wait { activity.beginWaiting(for: reason) }
    guard mayPass else { throw CancellationError() }
  }

  /// Opens the gate for present and future waiters.
  ///
  /// Resumes waiters in FIFO order. Tasks of the main actor proceed in that order, too; Swift's
  /// runtime determines that of others.
  public func open() {
    isOpen = true
    waiters.resumeAll()
  }
}

/// The work in which a task was started, inherited by its child tasks.
package enum WorkInProgress {
  /// A step's handler, an effect, a task of the context: work that ``ActivityTracker/settled()``
  /// waits for.
  @MainActor
  package protocol Part: AnyObject, Sendable {
    /// Marks the work as waiting, because its child tasks wait; `nil` when one of them continues.
    func setChildWait(_ reason: String?)
  }

  /// The work of the task that started the current one, or of the current one itself.
  ///
  /// An unstructured task inherits it, too; Swift offers no way to tell the two apart.
  @TaskLocal package static var current: (any Part)?
}

/// The child tasks of a piece of work that wait for something outside.
///
/// The runtime observes when a child starts and ends a wait, but not the other work of the children.
/// The work counts as waiting when one child waits and ``quietTurns`` turns of tasks have passed
/// since the last change in any of them.
@MainActor
final class ChildWaits {
  /// About a millisecond on an idle machine.
  private static let quietTurns = 100

  private let work: any WorkInProgress.Part
  private weak var tracker: ActivityTracker?
  /// The reasons of the waiting children.
  private var reasons = Queue<(number: Int, reason: String)>()
  private var nextNumber = 0
  /// Whether the work is marked as waiting.
  private var isMarked = false
  private var quiet: Task<Void, Never>?

  init(of work: any WorkInProgress.Part, in tracker: ActivityTracker) {
    self.work = work
    self.tracker = tracker
  }

  deinit { quiet?.cancel() }

  func begin(_ reason: String) -> Int {
    let number = nextNumber
    nextNumber += 1
    reasons.append((number, reason))
    restart()
    return number
  }

  func end(_ number: Int) {
    // Usually the first one, among thousands.
    guard reasons.removeFirst(where: { $0.number == number }) != nil else { return }
    restart()
  }

  /// Restarts the count of turns after a change.
  func restart() {
    if isMarked {
      isMarked = false
      work.setChildWait(nil)
    }
    quiet?.cancel()
    quiet = nil
    guard let (_, reason) = reasons.first else {
      tracker?.childWaits[ObjectIdentifier(work)] = nil
      return
    }
    quiet = Task { [weak self] in
      for _ in 0..<Self.quietTurns where !Task.isCancelled { await takePoolTurn() }
      guard !Task.isCancelled, let self else { return }
      // First: marking it may resume a child that waits for everything else to settle.
      isMarked = true
      work.setChildWait(reason)
    }
  }
}

extension ActivityTracker {
  /// Marks a child task of a piece of work as waiting for something outside.
  ///
  /// - Returns: A closure that ends the wait.
  func beginWaiting(
    for reason: String, inChildOf work: any WorkInProgress.Part
  ) -> @MainActor () -> Void {
    let id = ObjectIdentifier(work)
    let waits = childWaits[id] ?? ChildWaits(of: work, in: self)
    childWaits[id] = waits
    let number = waits.begin(reason)
    return { waits.end(number) }
  }

  /// Restarts the count of quiet turns, because the work's own task continues.
  func ownTaskDidContinue(in work: any WorkInProgress.Part) {
    childWaits[ObjectIdentifier(work)]?.restart()
  }
}

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
  /// The reason for waiting, for people.
  public let reason: String
  /// Whether work goes through without waiting.
  public private(set) var isOpen = false

  private let activity: ActivityTracker
  /// The waiters; the value says whether they may pass.
  private var waiters: [Int: ActivityWaiter<Bool>] = [:]
  private var nextNumber = 0

  /// Makes a closed gate.
  ///
  /// - Parameters:
  ///   - reason: The reason for waiting, for people.
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
    let number = nextNumber
    nextNumber += 1
    let mayPass = await withTaskCancellationHandler {
      await activity.wait(for: reason) {
        if Task.isCancelled { $0.resume(returning: false) } else { waiters[number] = $0 }
      }
    } onCancel: {
      onMainActor { self.waiters.removeValue(forKey: number)?.resume(returning: false) }
    }
    guard mayPass else { throw CancellationError() }
  }

  /// Opens the gate for present and future waiters.
  ///
  /// Resumes waiters in FIFO order; Swift's runtime determines the order in which their tasks
  /// proceed.
  public func open() {
    isOpen = true
    let waiting = waiters.sorted { $0.key < $1.key }
    waiters = [:]
    for (_, waiter) in waiting { waiter.resume(returning: true) }
  }
}

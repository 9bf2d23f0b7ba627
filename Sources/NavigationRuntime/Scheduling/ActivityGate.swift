/// Holds work back until somebody outside lets it through, as a service's answer does in a test.
///
/// Work that waits at a gate cannot go on by itself: an effect, a step's handler, or a task of
/// ``NavigationContext/run(_:_:)`` that waits here does not keep ``NavigationContext/settled()``,
/// which lists it instead. From the moment the gate is opened it counts as running again.
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
  /// What work waits for here, for people.
  public let reason: String
  /// Whether work goes through without waiting.
  public private(set) var isOpen = false

  private let activity: ActivityTracker
  /// Those who wait; they are told whether they may pass.
  private var waiters: [Int: ActivityWaiter<Bool>] = [:]
  private var nextNumber = 0

  /// Makes a closed gate.
  ///
  /// - Parameters:
  ///   - reason: What work waits for here, for people.
  ///   - context: The context of the work.
  public init(_ reason: String, context: NavigationContext) {
    self.reason = reason
    activity = context.activity
  }

  /// How many wait.
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

  /// Lets everybody through, those who wait and those who come.
  ///
  /// Who came first is let go first; in which order their tasks go on from there is up to Swift's
  /// runtime.
  public func open() {
    isOpen = true
    let waiting = waiters.sorted { $0.key < $1.key }
    waiters = [:]
    for (_, waiter) in waiting { waiter.resume(returning: true) }
  }
}

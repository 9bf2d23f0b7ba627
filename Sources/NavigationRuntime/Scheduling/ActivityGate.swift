/// Holds work back until somebody outside lets it through, as a service's answer does in a test.
///
/// Work that waits at a gate cannot go on by itself: an effect, a step's handler, or a task of
/// ``NavigationContext/run(_:_:)`` that waits here does not keep ``NavigationContext/settled()``,
/// which lists it instead. From the moment the gate is opened it counts as running again.
///
/// ```swift
/// final class SlowLogin: LoginService {
///   let gate: ActivityGate
///
///   func logIn() async throws -> User {
///     try await gate.wait()
///     return User(name: "Ada")
///   }
/// }
/// ```
@MainActor
public final class ActivityGate {
  private struct Waiter {
    let continuation: CheckedContinuation<Void, any Error>
    /// Tells the work's source that it waits no more.
    let end: (@MainActor () -> Void)?
  }

  /// What work waits for here, for people.
  public let reason: String
  /// Whether work goes through without waiting.
  public private(set) var isOpen = false

  private let activity: ActivityTracker
  private var waiters: [Int: Waiter] = [:]
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
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
        let end = activity.beginWaiting(for: reason)
        waiters[number] = Waiter(continuation: continuation, end: end)
      }
    } onCancel: {
      onMainActor { self.cancel(number) }
    }
  }

  /// Lets everybody through, those who wait and those who come.
  public func open() {
    isOpen = true
    let waiting = waiters.values
    waiters = [:]
    for waiter in waiting { waiter.end?() }
    for waiter in waiting { waiter.continuation.resume() }
  }

  private func cancel(_ number: Int) {
    guard let waiter = waiters.removeValue(forKey: number) else { return }
    waiter.end?()
    waiter.continuation.resume(throwing: CancellationError())
  }
}

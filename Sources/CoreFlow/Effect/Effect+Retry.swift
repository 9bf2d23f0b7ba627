import Foundation

extension Effect {
  /// Retries work that fails, after pauses that grow.
  ///
  /// ```swift
  /// Effect<SearchAction>.run { send in await send(.found(try await find("Tati"))) }
  ///   .retry(3, after: 1)
  ///   .catch((any Error).self) { _, send in await send(.found([])) }
  /// ```
  ///
  /// Here the request is made at most four times, with pauses of 1, 2 and 4 seconds. The error of
  /// the last attempt goes to the handlers of ``catch(_:_:)``, wherever they stand in the chain, or
  /// is reported. Each `run` of the effect is retried by itself. Actions that a failed attempt has
  /// sent are reduced, so send after the work that may fail. Each pause is measured by the clock
  /// that the core's context has when it begins. A ``timeout(after:send:)``, before or after it in
  /// the chain, limits the time of all attempts together.
  ///
  /// - Parameters:
  ///   - count: The number of further attempts.
  ///   - pause: The first pause, in seconds; without one, other work still runs between attempts.
  ///   - factor: The ratio of a pause to the one before it; `1` for equal pauses.
  ///   - fits: Returns whether an error is retried, in the effect's task; by default all errors are,
  ///     except `CancellationError`, which never is.
  /// - Returns: The effect.
  public func retry(
    _ count: Int, after pause: TimeInterval, factor: Double = 2,
    when fits: @escaping @Sendable (any Error) -> Bool = { _ in true }
  ) -> Effect {
    let policy = EffectRetry(count: count, pause: pause, factor: factor, fits: fits)
    return rebuilt(action: { $0 }) { priority, body in
      // The work keeps its isolation, which decides where its task begins.
      if body.isolation === MainActor.shared {
        return .run(priority: priority) { @MainActor send in
          try await policy.repeating(on: send.followClock) { try await body(send) }
        }
      }
      return .run(priority: priority) { send in
        try await policy.repeating(on: send.followClock) { try await body(send) }
      }
    } recovery: {
      $0
    }
  }
}

/// How often work is attempted again, and when.
private struct EffectRetry: Sendable {
  var count: Int
  var pause: TimeInterval
  let factor: Double
  let fits: @Sendable (any Error) -> Bool

  /// Performs work until an attempt succeeds, or throws the last error.
  func repeating(
    on clock: @MainActor () -> any NavigationClock, isolation: isolated (any Actor)? = #isolation,
    _ work: () async throws -> Void
  ) async throws {
    var left = self
    while true {
      do { return try await work() } catch { try await left.pause(after: error, on: clock) }
    }
  }

  /// Waits for the next attempt, or throws the error if there is none.
  private mutating func pause(
    after error: any Error, on clock: @MainActor () -> any NavigationClock,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    guard count > 0, !(error is CancellationError), fits(error) else { throw error }
    count -= 1
    let seconds = pause
    pause *= factor
    try await clock().sleep(for: seconds)
    // A sleep of no time does not suspend, and many attempts would occupy the actor.
    if !(seconds > 0) { await Task.yield() }
    // The effect may have been cancelled after the pause, before its turn.
    try Task.checkCancellation()
  }
}

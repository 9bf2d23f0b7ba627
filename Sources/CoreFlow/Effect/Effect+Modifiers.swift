import Foundation

extension Effect {
  /// The same effect under an identifier by which it can be cancelled.
  ///
  /// - Parameters:
  ///   - id: The identifier; several effects may share it.
  ///   - cancelInFlight: Whether effects that bear it already are cancelled first.
  /// - Returns: The effect.
  public func cancellable(
    id: some Hashable & Sendable, cancelInFlight: Bool = false
  ) -> Effect {
    Effect(operation: .cancellable(self, EffectID(id), cancelInFlight: cancelInFlight))
  }

  /// The same effect after a pause, unless another one with the identifier comes before.
  ///
  /// The earlier one is cancelled, whether it still waits or runs already. Time is that of the
  /// core's context.
  ///
  /// - Parameters:
  ///   - id: What the effects have in common.
  ///   - seconds: How long the pause is.
  /// - Returns: The effect.
  public func debounce(id: some Hashable & Sendable, for seconds: TimeInterval) -> Effect {
    Effect(operation: .debounce(self, EffectID(id), seconds))
  }

  /// The same effect, but not more often than once in a while.
  ///
  /// The first starts at once. Of those that come within the time after it only one starts, when
  /// the time is over; the others never do.
  ///
  /// - Parameters:
  ///   - id: What the effects have in common.
  ///   - seconds: How much time is between two.
  ///   - latest: Whether the last of those that wait starts, or the first.
  /// - Returns: The effect.
  public func throttle(
    id: some Hashable & Sendable, for seconds: TimeInterval, latest: Bool = true
  ) -> Effect {
    Effect(operation: .throttle(self, EffectID(id), seconds, latest: latest))
  }

  /// The same effect, with its errors of one type handled.
  ///
  /// The handler runs in the effect's task, off the main actor. Of several handlers that fit, the
  /// one that was added first is called.
  ///
  /// - Parameters:
  ///   - type: The type of the errors; `(any Error).self` for all.
  ///   - handler: Gets the error and the way to send actions.
  /// - Returns: The effect.
  public func `catch`<Failure>(
    _ type: Failure.Type,
    _ handler: @escaping @Sendable (Failure, Send) async -> Void
  ) -> Effect where Failure: Sendable {
    Effect(
      operation: .catching(self) { error in
        guard let failure = error as? Failure else { return nil }
        return { send in await handler(failure, send) }
      })
  }
}

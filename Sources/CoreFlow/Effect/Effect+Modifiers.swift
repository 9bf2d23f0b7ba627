import Foundation

extension Effect {
  /// Makes the effect cancellable by an identifier.
  ///
  /// - Parameters:
  ///   - id: The identifier; several effects may share it.
  ///   - cancelInFlight: Whether unfinished effects with the identifier are cancelled first.
  /// - Returns: The effect.
  public func cancellable(
    id: some Hashable & Sendable, cancelInFlight: Bool = false
  ) -> Effect {
    Effect(operation: .cancellable(self, EffectID(id), cancelInFlight: cancelInFlight))
  }

  /// Starts the effect after a pause, unless another one with the identifier follows within it.
  ///
  /// Each effect cancels the earlier one, whether that still waits or runs already. The pause is
  /// measured by the clock of the core's context.
  ///
  /// - Parameters:
  ///   - id: The identifier that the effects share.
  ///   - seconds: The pause, in seconds.
  /// - Returns: The effect.
  public func debounce(id: some Hashable & Sendable, for seconds: TimeInterval) -> Effect {
    Effect(operation: .debounce(self, EffectID(id), seconds))
  }

  /// Limits the effects with an identifier to one per interval.
  ///
  /// The first effect starts immediately. Of those that follow within the interval, one starts at
  /// its end; the others never start. The interval is measured by the clock of the core's context.
  ///
  /// - Parameters:
  ///   - id: The identifier that the effects share.
  ///   - seconds: The interval, in seconds.
  ///   - latest: Whether the last of the waiting effects starts, rather than the first.
  /// - Returns: The effect.
  public func throttle(
    id: some Hashable & Sendable, for seconds: TimeInterval, latest: Bool = true
  ) -> Effect {
    Effect(operation: .throttle(self, EffectID(id), seconds, latest: latest))
  }

  /// Handles the effect's errors of one type.
  ///
  /// The handler runs in the effect's task, off the main actor. Of several handlers that match, the
  /// one that was added first is called.
  ///
  /// - Parameters:
  ///   - type: The type of the errors; `(any Error).self` for all.
  ///   - handler: Receives the error and a function that sends actions.
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

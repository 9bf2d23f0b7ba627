import Foundation

/// Work that follows the reduction of an action.
///
/// ```swift
/// final class SearchCore: Core<SearchAction, SearchState> {
///   override func reduce(state: inout SearchState, action: SearchAction) -> Effect<SearchAction> {
///     switch action {
///     case .typed(let text):
///       state.text = text
///       return .run { send in await send(.found(try await find(text))) }
///         .debounce(id: "search", for: 0.3)
///     case .found(let results):
///       state.results = results
///       return .none
///     }
///   }
/// }
/// ```
///
/// An effect belongs to its core: it is cancelled when the core resigns or is released, and actions
/// that it sends from then on are refused and reported. Actions need not be `Sendable`.
///
/// Identifiers are the core's own, so two cores never cancel each other's effects. They are compared
/// as `AnyHashable` compares them: equal numbers of different types, such as `1` and `1.0`, are one
/// identifier, and so are a value and an optional that contains it. A case of an enumeration of the
/// core's own equals only itself, or an optional that contains it.
@frozen
public struct Effect<Action> {
  @usableFromInline let operation: Operation?

  @usableFromInline
  indirect enum Operation {
    /// The priority is its raw value: a `TaskPriority`, whose size is not known at compile time, would
    /// have each effect copied and destroyed by functions that look its type up.
    case run(UInt8?, Work)
    case send(Action)
    case merge([Effect])
    case concatenate([Effect])
    case cancellable(Effect, EffectID, cancelInFlight: Bool)
    case cancel(EffectID)
    case debounce(Effect, EffectID, TimeInterval)
    case throttle(Effect, EffectID, TimeInterval, latest: Bool)
    case timeout(Effect, TimeInterval, Action)
    case catching(Effect, @Sendable (any Error) -> Recovery?)
  }

  @usableFromInline
  typealias Work = @isolated(any) @Sendable (Send) async throws -> Void

  @usableFromInline
  typealias Recovery = @Sendable (Send) async -> Void

  @inlinable
  init(operation: Operation?) {
    self.operation = operation
  }

  /// An effect that does nothing.
  @inlinable
  public static var none: Effect { Effect(operation: nil) }

  /// An effect that runs asynchronous work.
  ///
  /// The work runs in a task of its own, off the main actor unless the closure is annotated with
  /// `@MainActor`; staying on the main actor is cheaper. The task begins in a later turn of the
  /// main actor. An error that it throws and no ``catch(_:_:)`` handles is reported.
  /// `CancellationError` is not reported, nor is any error after the effect has been cancelled.
  ///
  /// - Parameters:
  ///   - priority: The task's priority; by default that of the caller.
  ///   - task: The work. Its parameter sends actions while the work runs.
  /// - Returns: The effect.
  @inlinable
  @inline(__always)
  public static func run(
    priority: consuming TaskPriority? = nil,
    task: @escaping @isolated(any) @Sendable (Send) async throws -> Void
  ) -> Effect {
    // The priority is consumed: copying an optional one needs a metadata lookup.
    Effect(operation: .run(priority?.rawValue, task))
  }

  /// An effect that sends an action, reduced before the `send` of the current one returns.
  ///
  /// It ends when the action is sent. While its core is handling another one, as when `reduce` returns
  /// the effect without a pause, the action waits until that is done: a ``cancel(id:)`` that follows in
  /// a concatenation comes before what the action starts, not after it. To cancel that, return the
  /// cancellation for an action that follows.
  ///
  /// - Parameter action: The action to send.
  /// - Returns: The effect.
  public static func send(_ action: Action) -> Effect {
    Effect(operation: .send(action))
  }

  /// An effect that runs effects side by side.
  ///
  /// - Parameter effects: The effects, which start in this order.
  /// - Returns: The effect.
  public static func merge(_ effects: Effect...) -> Effect {
    merge(effects)
  }

  /// An effect that runs effects side by side.
  ///
  /// - Parameter effects: The effects, which start in this order.
  /// - Returns: The effect.
  public static func merge(_ effects: [Effect]) -> Effect {
    let parts = flattened(effects) {
      guard case .merge(let parts) = $0 else { return nil }
      return parts
    }
    return parts.count > 1 ? Effect(operation: .merge(parts)) : parts.first ?? .none
  }

  /// An effect that runs effects one after another.
  ///
  /// - Parameter effects: The effects; each starts when the one before it has ended.
  /// - Returns: The effect.
  public static func concatenate(_ effects: Effect...) -> Effect {
    concatenate(effects)
  }

  /// An effect that runs effects one after another.
  ///
  /// - Parameter effects: The effects; each starts when the one before it has ended.
  /// - Returns: The effect.
  public static func concatenate(_ effects: [Effect]) -> Effect {
    let parts = flattened(effects) {
      guard case .concatenate(let parts) = $0 else { return nil }
      return parts
    }
    return parts.count > 1 ? Effect(operation: .concatenate(parts)) : parts.first ?? .none
  }

  /// Takes effects of the same kind apart, and leaves out those that do nothing.
  ///
  /// A fold, such as `effects.reduce(.none) { .merge($0, $1) }`, would otherwise nest a level for
  /// each effect, and thousands of levels overflow the stack when they start or are released. A
  /// long list stays as it is, so that a fold copies a bounded number of effects in each step.
  ///
  /// - Parameters:
  ///   - effects: The effects.
  ///   - parts: Returns the parts of an effect of the same kind; `nil` for others.
  /// - Returns: The parts.
  private static func flattened(
    _ effects: [Effect], _ parts: (Operation) -> [Effect]?
  ) -> [Effect] {
    let isFlat = effects.allSatisfy { $0.operation.map { parts($0) == nil } ?? false }
    guard !isFlat else { return effects }
    return effects.flatMap { effect in
      guard let operation = effect.operation else { return [Effect]() }
      guard let parts = parts(operation), parts.count <= 256 else { return [effect] }
      return parts
    }
  }

  /// An effect that cancels the core's effects with an identifier, if there are any.
  ///
  /// It spares the effects of which it is a part, so that one can cancel the earlier ones first:
  ///
  /// ```swift
  /// Effect<SearchAction>.concatenate(
  ///   .cancel(id: "search"),
  ///   .run { send in await send(.found(try await find("Tati"))) }
  /// )
  /// .cancellable(id: "search")
  /// ```
  ///
  /// - Parameter id: The identifier.
  /// - Returns: The effect.
  public static func cancel(id: sending some Hashable) -> Effect {
    Effect(operation: .cancel(EffectID(id)))
  }
}

extension Effect: Sendable where Action: Sendable {}
extension Effect.Operation: Sendable where Action: Sendable {}

extension Effect {
  /// Makes the effect cancellable by an identifier.
  ///
  /// An empty effect counts, too: with `cancelInFlight`, it still cancels the others.
  ///
  /// - Parameters:
  ///   - id: The identifier; several effects may share it.
  ///   - cancelInFlight: Whether unfinished effects with the identifier are cancelled first.
  /// - Returns: The effect.
  public func cancellable(id: sending some Hashable, cancelInFlight: Bool = false) -> Effect {
    Effect(operation: .cancellable(self, EffectID(id), cancelInFlight: cancelInFlight))
  }

  /// Starts the effect after a pause, unless another one with the identifier follows within it.
  ///
  /// Each effect cancels the earlier one, whether that still waits or runs already. The pause is
  /// measured by the clock of the core's context. An effect that does nothing counts as another one.
  ///
  /// - Parameters:
  ///   - id: The identifier that the effects share.
  ///   - seconds: The pause, in seconds.
  /// - Returns: The effect.
  public func debounce(id: sending some Hashable, for seconds: TimeInterval) -> Effect {
    Effect(operation: .debounce(self, EffectID(id), seconds))
  }

  /// Limits the effects with an identifier to one per interval.
  ///
  /// The first effect starts immediately. Of those that follow within the interval, one starts at
  /// its end; the others never start. The interval is measured by the clock of the core's context.
  /// An empty effect counts, too. To leave the interval untouched, return ``none`` without
  /// `throttle`.
  ///
  /// - Parameters:
  ///   - id: The identifier that the effects share.
  ///   - seconds: The interval, in seconds.
  ///   - latest: Whether the last of the waiting effects starts, rather than the first.
  /// - Returns: The effect.
  public func throttle(
    id: sending some Hashable, for seconds: TimeInterval, latest: Bool = true
  ) -> Effect {
    Effect(operation: .throttle(self, EffectID(id), seconds, latest: latest))
  }

  /// Cancels the effect after a time, and sends an action instead.
  ///
  /// ```swift
  /// Effect<SearchAction>.run { send in await send(.found(try await find("Tati"))) }
  ///   .timeout(after: 10, send: .found([]))
  /// ```
  ///
  /// If the effect ends earlier, the action is not sent. The time is measured by the clock of the
  /// core's context, from the start of the effect. Swift's cancellation is cooperative: work that
  /// ignores it still runs after the action, until it returns. Its actions are dropped by then.
  ///
  /// The time covers all attempts of ``retry(_:after:factor:when:)`` and their pauses, whichever of
  /// the two comes first in the chain.
  ///
  /// - Parameters:
  ///   - seconds: The time, in seconds.
  ///   - action: The action that reports the timeout.
  /// - Returns: The effect.
  public func timeout(after seconds: TimeInterval, send action: Action) -> Effect {
    operation == nil ? .none : Effect(operation: .timeout(self, seconds, action))
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

extension Effect {
  /// Sends an effect's actions to its core while the effect runs.
  public struct Send: Sendable {
    let target: Target

    enum Target: Sendable {
      case run(EffectRun)
      /// An effect with other actions, of which this one is a part.
      case mapped(MappedTarget)

      // A method of the target, because a switch over the property would retain the run.
      @MainActor
      func send(_ action: Action) {
        switch self {
        case .run(let run): run.send(action)
        case .mapped(let target): target.send(action)
        }
      }
    }

    final class MappedTarget: Sendable {
      let followClock: @MainActor () -> any NavigationClock
      let send: @MainActor (Action) -> Void

      init(
        followClock: @escaping @MainActor () -> any NavigationClock,
        _ send: @escaping @MainActor (Action) -> Void
      ) {
        self.followClock = followClock
        self.send = send
      }
    }

    init(run: EffectRun) {
      target = .run(run)
    }

    /// Sends an action to the core.
    ///
    /// Actions of a cancelled effect are dropped. Actions sent after the effect's closure has
    /// returned, or after its core has resigned, are refused and reported.
    ///
    /// - Parameter action: The action, reduced before this method returns unless the core is
    ///   handling another one.
    @inlinable
    @MainActor
    public func callAsFunction(_ action: sending Action) async {
      // Asynchronous, so that `await send(.x)` causes no warning on the main actor either.
      deliver(action)
    }

    /// Returns the clock of the core's context, to which waiting effects have moved.
    @MainActor
    func followClock() -> any NavigationClock {
      switch target {
      case .run(let run): run.followClock()
      case .mapped(let target): target.followClock()
      }
    }

    @usableFromInline
    @MainActor
    func deliver(_ action: Action) { target.send(action) }
  }
}

import Foundation

/// What is to happen after an action has been reduced.
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
/// Effects belong to their core: they are cancelled when it resigns or goes away, and what they
/// still send then is refused and reported. Identifiers are the core's own; two cores never
/// cancel each other's effects. Actions need not be `Sendable`.
public struct Effect<Action> {
  @usableFromInline let operation: Operation?

  @usableFromInline
  indirect enum Operation {
    case run(TaskPriority?, @isolated(any) @Sendable (Send) async throws -> Void)
    case send(Action)
    case merge([Effect])
    case concatenate([Effect])
    case cancellable(Effect, EffectID, cancelInFlight: Bool)
    case cancel(EffectID)
    case debounce(Effect, EffectID, TimeInterval)
    case throttle(Effect, EffectID, TimeInterval, latest: Bool)
    case catching(Effect, @Sendable (any Error) -> Recovery?)
  }

  @usableFromInline
  typealias Recovery = @Sendable (Send) async -> Void

  @inlinable
  init(operation: Operation?) {
    self.operation = operation
  }

  /// Nothing.
  @inlinable
  public static var none: Effect { Effect(operation: nil) }

  /// Work that may take time.
  ///
  /// It starts in a task of its own, off the main actor unless the closure says `@MainActor in`,
  /// which is several times cheaper. An error that it throws and nobody catches is reported;
  /// `CancellationError` is not, nor is any error after the effect has been cancelled.
  ///
  /// - Parameters:
  ///   - priority: The task's priority; by default that of the caller.
  ///   - task: The work, with the way to send actions while it lasts.
  /// - Returns: The effect.
  public static func run(
    priority: TaskPriority? = nil,
    task: @escaping @isolated(any) @Sendable (Send) async throws -> Void
  ) -> Effect {
    Effect(operation: .run(priority, task))
  }

  /// Another action, reduced before the `send` of the present one returns.
  ///
  /// - Parameter action: What to send.
  /// - Returns: The effect.
  public static func send(_ action: Action) -> Effect {
    Effect(operation: .send(action))
  }

  /// Effects that run side by side.
  ///
  /// - Parameter effects: They start in this order.
  /// - Returns: The effect.
  public static func merge(_ effects: Effect...) -> Effect {
    merge(effects)
  }

  /// Effects that run side by side.
  ///
  /// - Parameter effects: They start in this order.
  /// - Returns: The effect.
  public static func merge(_ effects: [Effect]) -> Effect {
    effects.isEmpty ? .none : Effect(operation: .merge(effects))
  }

  /// Effects that run one after the other.
  ///
  /// - Parameter effects: Each starts when the one before it has ended.
  /// - Returns: The effect.
  public static func concatenate(_ effects: Effect...) -> Effect {
    concatenate(effects)
  }

  /// Effects that run one after the other.
  ///
  /// - Parameter effects: Each starts when the one before it has ended.
  /// - Returns: The effect.
  public static func concatenate(_ effects: [Effect]) -> Effect {
    effects.isEmpty ? .none : Effect(operation: .concatenate(effects))
  }

  /// Cancels the effects of this core that bear an identifier; harmless if there are none.
  ///
  /// - Parameter id: The identifier.
  /// - Returns: The effect.
  public static func cancel(id: some Hashable & Sendable) -> Effect {
    Effect(operation: .cancel(EffectID(id)))
  }
}

extension Effect: Sendable where Action: Sendable {}
extension Effect.Operation: Sendable where Action: Sendable {}

/// A feature's logic: reduces actions to states and effects, one after another.
///
/// ```swift
/// final class CounterCore: Core<CounterAction, CounterState> {
///   override func reduce(
///     state: inout CounterState, action: CounterAction
///   ) -> Effect<CounterAction> {
///     switch action {
///     case .increment:
///       state.count += 1
///       return .none
///     }
///   }
/// }
/// ```
///
/// Everything happens on the main actor. ``send(_:)`` reduces an action in place before it returns.
/// Actions sent meanwhile, by the reducer or by an observer, are queued and reduced in order,
/// before the outermost `send` returns. Observers receive each committed state once, in order; then
/// the action's effect starts.
@MainActor
open class Core<Action, State>: Reactable, Activatable {
  /// Subscriptions and procedures, cancelled when the core resigns.
  public final var store: Set<Cancellation> = []

  // Exclusivity is unchecked: an access to any of these ends before foreign code is called. The
  // exception is `storage`, to which the reducer and observers have direct access; `phase` prevents
  // other accesses meanwhile.
  @usableFromInline @exclusivity(unchecked) final var phase = CorePhase.idle
  /// Whether actions are queued, or the core has to resign, after the current action.
  @usableFromInline @exclusivity(unchecked) final var hasAfterwork = false
  /// Whether an observer has been removed while observers are being called.
  @usableFromInline @exclusivity(unchecked) final var hasLostObserver = false
  @usableFromInline @exclusivity(unchecked) final var observers: [StateSink<State>] = []
  @usableFromInline @exclusivity(unchecked) final var nextObserverID = 0
  final var waitingActions = Queue<QueuedAction<Action>>()
  /// Called when the core has resigned; not empty if it has to resign.
  final var afterResigning: [@MainActor () -> Void] = []
  final var currentLife = CoreLife.unmanaged
  final var madeLifeChanges: Multicast<CoreLife>?
  final var contextSource = ContextSource.shared
  final var effects: EffectRunner<Action>?
  final var namesEffects = false
  /// Receives each reduced action, for tests.
  final var recorder: ((CoreRecord<Action, State>) -> Void)?
  /// Storage for an adapter, since extensions cannot store properties.
  package final var adapterStorage: AnyObject?

  // Exclusivity is unchecked: while a reducer changes it, `phase` refuses every other access.
  @usableFromInline @exclusivity(unchecked) final var storage: State

  /// Creates a core that uses its flow's context.
  ///
  /// - Parameter initialState: The first committed state.
  public init(initialState: State) {
    storage = initialState
  }

  /// Creates a core with a context of its own.
  ///
  /// - Parameters:
  ///   - initialState: The first committed state.
  ///   - context: The context that supplies its clock and receives its issues.
  public init(initialState: State, context: NavigationContext) {
    storage = initialState
    contextSource = .own(context)
  }

  deinit {
    // The runner cancels its running effects; it does not retain the core.
    if let effects { onMainActor { effects.cancelAll() } }
  }

  /// Changes the state and returns the effect to start next.
  ///
  /// Called on the main actor, once for each action. Do not read `currentState` inside it: the
  /// state is being changed in place.
  ///
  /// - Parameters:
  ///   - state: The state to change.
  ///   - action: The action to reduce.
  /// - Returns: The effect; it starts after the observers have received the new state.
  open func reduce(state: inout State, action: Action) -> Effect<Action> { .none }

  /// Called once for each attachment of the core's flow, parents first.
  open func didBecomeActive() {}

  /// Called when the core's flow ends, children first; the core still works.
  open func willDetach() {}

  /// Called once at the end, after ``willDetach()``; actions are refused from now on.
  open func willResignActive() {}

  /// The context that supplies the clock and receives issues: the core's own, else its flow's, else
  /// the shared one.
  ///
  /// Resolved at each access, because a flow can be built before it is attached.
  public final var context: NavigationContext { contextSource.context }

  /// Whether the core's flow is active.
  public final var isActive: Bool { currentLife == .active }

  /// The last committed state.
  ///
  /// - Precondition: Not read inside `reduce`, where the state is being changed in place.
  @inlinable
  public final var currentState: State {
    precondition(
      phase != .reducing,
      "\(Self.self).currentState was read inside reduce, where the state is being changed in "
        + "place. Use the `state` parameter of reduce.")
    return storage
  }

  /// Sends an action: reduces it immediately, or after the one that is being handled.
  ///
  /// After the core has resigned, actions are refused and reported.
  ///
  /// - Parameter action: The action to send.
  /// - Returns: A handle on the effects that the action starts.
  @inlinable
  @discardableResult
  public final func send(_ action: Action) -> ActionHandle {
    guard phase == .idle else { return sendSlowly(action) }
    phase = .reducing
    let effect = reduce(state: &storage, action: action)
    phase = .notifying
    if !observers.isEmpty { notify() }
    var handle = ActionHandle()
    if effect.operation != nil { handle = start(effect, of: action, in: nil) }
    if hasAfterwork { finishWork() } else { phase = .idle }
    return handle
  }

  @inlinable
  final func notify() {
    hasLostObserver = false
    // A reference, not a copy: subscribing or leaving meanwhile changes another array.
    let observers = observers
    withUnsafeMutablePointer(to: &storage) { pointer in
      let state = UnsafePointer(pointer)
      for observer in observers where !hasLostObserver || isSubscribed(observer.id) {
        observer.receive(state)
      }
    }
  }
}

/// The phase of a core between and during actions.
@usableFromInline
enum CorePhase: UInt8 {
  /// No action is being handled; the next one is reduced immediately.
  case idle
  /// As `idle`, while a recorder receives each action.
  case recording
  case reducing
  case notifying
  case resigned
}

/// An observer of a core's state.
@usableFromInline
struct StateSink<State> {
  @usableFromInline let id: Int
  @usableFromInline let receive: StateObserver<State>

  @inlinable
  init(id: Int, receive: @escaping StateObserver<State>) {
    self.id = id
    self.receive = receive
  }
}

/// An action that waits for another one to be done.
struct QueuedAction<Action> {
  let action: Action
  /// The group of its effects; held while the action waits.
  let scope: EffectGroup
  /// Whether the core or one of its effects sent it, rather than code outside.
  let isReceived: Bool
}

/// A reduced action with the states before and after it, for tests.
struct CoreRecord<Action, State> {
  let action: Action
  let isReceived: Bool
  let before: State
  let after: State
}

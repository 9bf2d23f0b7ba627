/// A feature's logic: reduces actions to states and effects, one after the other.
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
/// Everything happens on the main actor. An action is reduced inside ``send(_:)``, in place;
/// what is sent meanwhile, by the reducer or by an observer, is reduced behind it, in order, before
/// the outermost `send` returns. Observers hear each committed state once, in order, and after
/// them the action's effects start.
@MainActor
open class Core<Action, State>: Reactable, Activatable {
  /// What is cancelled when the core resigns: subscriptions, procedures.
  public final var store: Set<Cancellation> = []

  // Unchecked: an access to any of these ends before foreign code is called. The exception is
  // `storage`, which is lent to the reducer and to observers; `phase` keeps others off meanwhile.
  @usableFromInline @exclusivity(unchecked) final var phase = CorePhase.idle
  /// Whether actions wait, or the core is to resign, when the present action is done.
  @usableFromInline @exclusivity(unchecked) final var hasAfterwork = false
  /// Whether an observer has left while observers are being called.
  @usableFromInline @exclusivity(unchecked) final var hasLostObserver = false
  @usableFromInline @exclusivity(unchecked) final var observers: [StateSink<State>] = []
  @usableFromInline @exclusivity(unchecked) final var nextObserverID = 0
  final var waitingActions = Queue<QueuedAction<Action>>()
  /// Called when the core has resigned; not empty if it is to resign.
  final var afterResigning: [@MainActor () -> Void] = []
  final var currentLife = CoreLife.unmanaged
  final var madeLifeChanges: Multicast<CoreLife>?
  final var contextSource = ContextSource.shared
  final var effects: EffectRunner<Action>?
  final var namesEffects = false
  /// Hears everything, for tests.
  final var recorder: ((CoreRecord<Action, State>) -> Void)?
  /// What an adapter keeps here, as extensions cannot store anything.
  package final var adapterStorage: AnyObject?

  // Not checked for overlapping accesses: while a reducer has it, every other access is refused by
  // the core's own phase.
  @usableFromInline @exclusivity(unchecked) final var storage: State

  /// Makes a core whose context is that of its flow.
  ///
  /// - Parameter initialState: The first committed state.
  public init(initialState: State) {
    storage = initialState
  }

  /// Makes a core with a context of its own.
  ///
  /// - Parameters:
  ///   - initialState: The first committed state.
  ///   - context: Where its time comes from and its issues go.
  public init(initialState: State, context: NavigationContext) {
    storage = initialState
    contextSource = .own(context)
  }

  deinit {
    // What still runs is cancelled by the runner, which does not keep the core.
    if let effects { onMainActor { effects.cancelAll() } }
  }

  /// Changes the state and says what is to be done next.
  ///
  /// Called on the main actor, once for each action. `currentState` cannot be read meanwhile; the
  /// state is being changed in place.
  ///
  /// - Parameters:
  ///   - state: The state to change.
  ///   - action: What happened.
  /// - Returns: What is to be done; started after the observers have heard the new state.
  open func reduce(state: inout State, action: Action) -> Effect<Action> { .none }

  /// Called once for each attachment of the core's flow, parents first.
  open func didBecomeActive() {}

  /// Called when the core's flow ends, children first; the core still works.
  open func willDetach() {}

  /// Called once at the end, after ``willDetach()``; actions are refused from now on.
  open func willResignActive() {}

  /// Where time comes from and issues go: its own, else that of its flow, else the shared one.
  ///
  /// Found anew each time, as the flow can be built before it is attached.
  public final var context: NavigationContext { contextSource.context }

  /// Whether the core's flow is in use.
  public final var isActive: Bool { currentLife == .active }

  /// The last committed state.
  ///
  /// - Precondition: Is not read inside `reduce`, where it is just being changed.
  @inlinable
  public final var currentState: State {
    precondition(
      phase != .reducing,
      "\(Self.self).currentState was read inside reduce, where the state is being changed in "
        + "place. Use the `state` that reduce was given.")
    return storage
  }

  /// Reduces an action: at once, or behind the one that is being handled.
  ///
  /// After the core has resigned, actions are refused and reported.
  ///
  /// - Parameter action: What happened.
  /// - Returns: The handle on the effects that the action starts.
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
    // A reference, no copy: who subscribes or leaves meanwhile changes another array.
    let observers = observers
    withUnsafeMutablePointer(to: &storage) { pointer in
      let state = UnsafePointer(pointer)
      for observer in observers where !hasLostObserver || isSubscribed(observer.id) {
        observer.receive(state)
      }
    }
  }
}

/// What a core is doing.
@usableFromInline
enum CorePhase: UInt8 {
  /// Nothing; an action is reduced at once.
  case idle
  /// Nothing; but somebody records what happens.
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

/// An action that waits until another one is done.
struct QueuedAction<Action> {
  let action: Action
  /// The effects it belongs to; held while it waits.
  let scope: EffectGroup
  /// Whether the core or an effect of it sent it, not somebody from outside.
  let isReceived: Bool
}

/// An action, for tests.
struct CoreRecord<Action, State> {
  let action: Action
  let isReceived: Bool
  let before: State
  let after: State
}

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
/// before the outermost `send` returns. Observers receive each committed state once, in the order in
/// which they subscribed; then the action's effect starts.
@MainActor
open class Core<Action, State>: Reactable, Activatable, SubscriptionOwner {
  /// Subscriptions and procedures, cancelled when the core resigns.
  public final var store: Set<Cancellation> = []

  // Exclusivity is unchecked: an access to any of these ends before foreign code is called. The
  // exception is `storage`, to which the reducer and observers have direct access; `phase` prevents
  // other accesses meanwhile.
  @usableFromInline @exclusivity(unchecked) final var phase = ActionPhase.idle
  /// Whether actions are queued, or the core has to resign, after the current action.
  @usableFromInline @exclusivity(unchecked) final var hasPendingWork = false
  /// Whether an observer has been removed while observers are being called.
  @usableFromInline @exclusivity(unchecked) final var hasLostObserver = false
  // Beside the other flags, in whose padding it fits.
  @exclusivity(unchecked) final var namesEffects = false
  @usableFromInline @exclusivity(unchecked) final var observers: [StateSink] = []
  @usableFromInline @exclusivity(unchecked) final var nextObserverID = 0
  // These three, too: each effect passes them, and each access is a load or a store.
  @exclusivity(unchecked) final var lifecycle = CoreLifecycle()
  @exclusivity(unchecked) final var effects: EffectRunner<Action>?
  /// Receive each reduced action, for tests and for printing.
  @exclusivity(unchecked) final var recorders: CoreRecorders<Action, State>?
  final var waitingActions = Queue<QueuedAction<Action>>()
  final var contextSource = ContextSource()

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
    contextSource = ContextSource(own: context)
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
  public final var isActive: Bool { lifecycle.state == .active }

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
    guard phase == .idle else { return send(action, in: nil) }
    let handle = handle(action, in: nil)
    if hasPendingWork { finishWork() } else { phase = .idle }
    return handle
  }

  /// Reduces an action in place, calls the observers, and starts the effect.
  @inlinable
  @inline(__always)
  final func handle(_ action: Action, in scope: EffectGroup?) -> ActionHandle {
    phase = .reducing
    let effect = reduce(state: &storage, action: action)
    phase = .notifying
    if !observers.isEmpty { notify() }
    guard effect.operation != nil else { return ActionHandle(group: scope) }
    return start(effect, of: action, in: scope)
  }

  @inlinable
  final func notify() {
    hasLostObserver = false
    // A reference, not a copy: subscribing or leaving meanwhile changes another array.
    let observers = observers
    for index in 0..<observers.count where !observers[index].isUnaffected(by: &storage) {
      guard !hasLostObserver || isSubscribed(observers[index].id) else { continue }
      observers[index].deliver(&storage)
    }
  }
}

/// The phase of a core between and during actions.
@usableFromInline
enum ActionPhase: UInt8 {
  /// No action is being handled; the next one is reduced immediately.
  case idle
  /// As `idle`, but the next action is recorded, or refused because the core has resigned.
  case guarded
  case reducing
  case notifying

  /// Whether no action is being handled.
  @inlinable
  var isResting: Bool { self == .idle || self == .guarded }
}

/// An observer of a core's state.
///
/// Not generic, because an action that comes back from an effect would look its type up.
@frozen
@usableFromInline
struct StateSink {
  @usableFromInline let id: Int
  /// The part whose changes alone it receives; retained by the closure.
  @usableFromInline let part: Unmanaged<ObservedPart>
  @usableFromInline let receive: @MainActor (UnsafeRawPointer) -> Void

  @inlinable
  init(id: Int, part: ObservedPart, receive: @escaping @MainActor (UnsafeRawPointer) -> Void) {
    self.id = id
    self.part = .passUnretained(part)
    self.receive = receive
  }

  /// Whether it has received the current value already, as far as the bytes show.
  @inlinable
  @inline(__always)
  func isUnaffected<State>(by state: UnsafePointer<State>) -> Bool {
    part._withUnsafeGuaranteedRef { $0.isUnchanged(in: state) }
  }

  @inlinable
  @inline(__always)
  @MainActor
  func deliver<State>(_ state: UnsafePointer<State>) { receive(state) }
}

/// An action that waits for another one to be done.
struct QueuedAction<Action> {
  let action: Action
  /// The group of its effects; held while the action waits.
  let scope: EffectGroup
  /// The event of the trace that led to it.
  let cause: Int?
}

extension Core {
  /// Refuses an action, queues it behind the one that is being handled, or handles and records it.
  ///
  /// `scope` is the group of the effect that sends it, if one does.
  @usableFromInline
  @discardableResult
  final func send(_ action: Action, in scope: EffectGroup?) -> ActionHandle {
    guard !lifecycle.state.refusesActions else {
      context.issues.report(.resigned("\(Self.self)", "\(action)"))
      return ActionHandle()
    }
    guard phase.isResting else { return enqueue(action, in: scope) }
    let handle = handle(action, in: scope, isReceived: scope != nil, cause: nil)
    if hasPendingWork { finishWork() } else { phase = restingPhase }
    return handle
  }

  // Separate, because it looks up the type of a queued action.
  @inline(never)
  private func enqueue(_ action: Action, in scope: EffectGroup?) -> ActionHandle {
    let scope = scope ?? EffectGroup()
    scope.hold()
    waitingActions.append(
      QueuedAction(action: action, scope: scope, cause: recorders?.trace?.current))
    hasPendingWork = true
    return ActionHandle(group: scope)
  }

  private func handle(
    _ action: Action, in scope: EffectGroup?, isReceived: Bool, cause: Int?
  ) -> ActionHandle {
    recorders == nil
      ? handle(action, in: scope)
      : handleRecording(action, in: scope, isReceived: isReceived, cause: cause)
  }

  @inline(never)
  private func handleRecording(
    _ action: Action, in scope: EffectGroup?, isReceived: Bool, cause: Int?
  ) -> ActionHandle {
    if recorders?.trace?.isOver ?? false { recordActions(in: nil) }
    guard recorders?.comparesStates ?? false else {
      return handleTracing(action, in: scope, cause: cause).result
    }
    return handleComparing(action, in: scope, isReceived: isReceived, cause: cause)
  }

  private func handleTracing(
    _ action: Action, in scope: EffectGroup?, cause: Int?
  ) -> (event: Int, result: ActionHandle) {
    guard let trace = recorders?.trace else { return (0, handle(action, in: scope)) }
    return trace.record(action, cause) { self.handle(action, in: scope) }
  }

  /// Separate, because few recorders need copies of the state.
  @inline(never)
  private func handleComparing(
    _ action: Action, in scope: EffectGroup?, isReceived: Bool, cause: Int?
  ) -> ActionHandle {
    let trace = recorders?.trace
    let before = storage
    let (event, handle) = handleTracing(action, in: scope, cause: cause)
    trace?.note(before, storage, in: event)
    recorders?.record(
      CoreRecord(action: action, isReceived: isReceived, before: before, after: storage))
    // A test store may wait for the action.
    if recorders?.tests != nil { effects?.root.wake() }
    return handle
  }

  /// Handles the actions sent meanwhile, then resigns if that was requested.
  @usableFromInline
  final func finishWork() {
    var drain = ActionDrain(count: waitingActions.count)
    while let next = waitingActions.popFirst() {
      _ = handle(next.action, in: next.scope, isReceived: true, cause: next.cause)
      next.scope.release()
      drain.didHandle(leaving: waitingActions.count)
      if drain.isEndless { refuseWaiting(after: next.action, drain) }
    }
    hasPendingWork = false
    phase = restingPhase
    if !lifecycle.afterResigning.isEmpty { finishResigning() }
  }

  /// Ends a drain in which each action has led to another one, again and again.
  private func refuseWaiting(after last: Action, _ drain: ActionDrain) {
    guard !waitingActions.isEmpty else { return }
    context.issues.report(.endlessSends("\(Self.self)", "\(last)", drain))
    while let next = waitingActions.popFirst() { next.scope.release() }
  }

  final var restingPhase: ActionPhase {
    recorders == nil && !lifecycle.state.refusesActions ? .idle : .guarded
  }

  /// Starts an effect.
  ///
  /// The group of its action is created here, unless the action has waited in the queue.
  @usableFromInline
  final func start(
    _ effect: Effect<Action>, of action: Action, in scope: EffectGroup?
  ) -> ActionHandle {
    let group = scope ?? EffectGroup()
    start(effect, name: namesEffects ? EffectName("\(action)") : nil, in: group)
    return ActionHandle(group: group)
  }

  @inline(__always)
  final func start(_ effect: Effect<Action>, name: EffectName?, in group: EffectGroup) {
    let runner = effects ?? makeEffects()
    // Its reducer or an observer has cancelled the handle of the effect that sent the action.
    guard !group.hasEnded else { return }
    if group.parent == nil { runner.add(group) }
    if case .run(let priority, let work) = effect.operation {
      return runner.run(work, priority, in: group, of: group, name: name)
    }
    // Other effects may end before this method returns.
    group.hold()
    runner.start(effect, in: EffectContext(group: group, scope: group, name: name))
    group.release()
  }

  private func makeEffects() -> EffectRunner<Action> {
    let name = "\(Self.self)"
    // A constant: the access to a weak variable would be checked for each action.
    let core = WeakReference(self)
    let runner = EffectRunner<Action>(coreName: name, contextSource) { action, scope in
      guard let core = core.object else { return false }
      core.send(action, in: scope)
      return true
    }
    effects = runner
    if recorders?.tests != nil { passIssuesToTests() }
    return runner
  }
}

/// Detects a drain of queued actions that does not end.
///
/// A burst of many actions does end. It has few generations, where a generation is the actions that
/// the one before it has sent.
package struct ActionDrain {
  /// The number of actions from which a drain can count as endless.
  static let limit = 10_000
  /// The number of generations from which it can.
  static let generationLimit = 20
  /// The number of actions, with those that wait, from which one with few generations can.
  ///
  /// If each action leads to several others, twenty generations would fill the memory first.
  static let growthLimit = 1_000_000
  /// The number of generations from which such a drain can count as endless.
  static let growthGenerationLimit = 3
  /// The number of waiting actions from which a drain counts as endless after one generation.
  ///
  /// If each action leads to hundreds of others, three generations would fill the memory first.
  static let waitingLimit = 2_000_000

  private(set) var handled = 0
  private(set) var generations = 0
  package private(set) var waiting: Int
  private var leftInGeneration: Int

  package init(count: Int) {
    waiting = count
    leftInGeneration = count
  }

  package mutating func didHandle(leaving count: Int) {
    handled += 1
    waiting = count
    leftInGeneration -= 1
    guard leftInGeneration == 0 else { return }
    generations += 1
    leftInGeneration = count
  }

  package var isEndless: Bool {
    if generations > 0, waiting >= Self.waitingLimit { return true }
    guard handled >= Self.limit else { return false }
    return generations >= Self.generationLimit
      || (generations >= Self.growthGenerationLimit && handled + waiting >= Self.growthLimit)
  }
}

extension NavigationIssue {
  static func endlessSends(_ core: String, _ last: String, _ drain: ActionDrain) -> Self {
    NavigationIssue(
      code: .init(rawValue: "endlessSends"),
      fact: "One action of \(core) led to \(drain.handled) others before it was done, in "
        + "\(drain.generations) generations, each sent by the one before; the last was \(last), and "
        + "the \(drain.waiting) waiting behind it were refused.",
      advice: "Do not send an action for each state from an observer or a reducer; send it "
        + "from a `.run` effect, or check first whether the state requires it.", at: nil)
  }
}

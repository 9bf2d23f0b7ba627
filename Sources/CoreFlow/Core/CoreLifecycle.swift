import NavigationRuntime

/// The stored part of a core's lifecycle; see ``ManagedCore``.
struct CoreLifecycle {
  var state = State.unmanaged
  /// Made on first use.
  var observers: CoreLifecycleObservers?
  /// Called when the core has resigned; not empty if it has to resign.
  var afterResigning: [@MainActor () -> Void] = []

  enum State: Sendable, Equatable {
    /// Not managed by a flow, as in a unit test. The core works.
    case unmanaged
    /// Its flow is attached to a parent that is not active yet. The core works; procedures wait.
    case waiting
    case active
    /// ``Activatable/willDetach()`` is being called. The core works.
    case detaching
    /// ``Activatable/willResignActive()`` is being called.
    case resigning
    case resigned

    /// Whether a procedure may run a step on it.
    var runsSteps: Bool { self == .unmanaged || self == .active }

    /// Whether it refuses actions.
    var refusesActions: Bool { self == .resigning || self == .resigned }
  }
}

/// The source of a core's context, resolved at each access.
///
/// A flow can be built before it is attached, and only its attachment determines its context.
struct ContextSource {
  /// The context with which the core was created; its flow does not change it.
  var own: NavigationContext?
  /// The latest flow that has returned the core.
  var flowNode: FlowNode?

  @MainActor var context: NavigationContext {
    if let own { return own }
    return flowNode?.context ?? .shared
  }
}

/// The observers of a core's lifecycle.
@MainActor
final class CoreLifecycleObservers {
  /// Sends each change of the lifecycle.
  let changes = Multicast<CoreLifecycle.State>()
  /// The work declared by `whileActive`.
  var declaredWork: [DeclaredWork: DeclaredEntry] = [:]
  /// The declarations that were repeated before the activation, in this order.
  var repeatedWork: [DeclaredEntry] = []
  /// The number of activations.
  var activations = 0
  /// The running tasks of the declared work.
  let tasks = TaskTracker()

  /// A declaration: its name and its source location.
  struct DeclaredWork: Hashable {
    let name: String
    let fileID: String
    let line: UInt
    let column: UInt
  }

  /// The state of a declaration.
  @MainActor
  final class DeclaredEntry {
    /// The activation during which it was last declared.
    var activation: Int
    /// Starts the work, and cancels it.
    var subscription: Cancellation?
    /// Reports a repetition after the next activation, unless that declares the work again.
    var report: (@MainActor () -> Void)?

    init(activation: Int) {
      self.activation = activation
    }
  }

  /// Reports the repetitions before the activation that the activation has not repeated itself.
  func reportRepeatedWork() {
    for entry in repeatedWork.takeAll() { entry.report.take()?() }
  }
}

/// The operations of a flow on a core of this module.
@MainActor
protocol ManagedCore: Activatable {
  var lifecycle: CoreLifecycle { get set }
  var store: Set<Cancellation> { get set }
  var context: NavigationContext { get }
  var contextSource: ContextSource { get set }

  /// Whether an action is being reduced, so that the state cannot be read.
  var isReducing: Bool { get }

  /// Called when the flow, or one above it, has been attached or launched.
  func contextDidChange()
  /// Called when ``lifecycleState`` has changed, before others observe the change.
  func lifecycleDidChange()
  /// Resigns: immediately, or when the action that is being handled is done.
  func resignWhenIdle()
  /// Cancels the effects, after ``Activatable/willDetach()``.
  func cancelEffects()
  /// Cancels the tasks that belong to the core, when it has resigned.
  func cancelWork()
  /// Records the actions from now on, or stops with `nil`.
  func recordActions(in trace: NavigationTrace?)
}

extension ManagedCore {
  var isReducing: Bool { false }

  func contextDidChange() {}

  func lifecycleDidChange() {}

  func resignWhenIdle() { finishResigning() }

  func cancelEffects() {}

  func cancelWork() {}

  func recordActions(in trace: NavigationTrace?) {}

  var lifecycleState: CoreLifecycle.State { lifecycle.state }

  /// Whether it has resigned or is about to, or follows a flow that has ended.
  var isOver: Bool {
    lifecycleState.refusesActions || contextSource.flowNode?.hasEnded ?? false
  }

  /// Sends each change of ``lifecycleState``.
  var lifecycleChanges: Multicast<CoreLifecycle.State> { lifecycleObservers.changes }

  var lifecycleObservers: CoreLifecycleObservers {
    if let observers = lifecycle.observers { return observers }
    let observers = CoreLifecycleObservers()
    lifecycle.observers = observers
    return observers
  }

  private func setState(_ state: CoreLifecycle.State) {
    lifecycle.state = state
    lifecycleDidChange()
    lifecycle.observers?.changes.send(state)
  }

  /// Called first, by the flow that created the core.
  func adopt(_ flowNode: FlowNode) {
    contextSource.flowNode = flowNode
    contextDidChange()
  }

  /// Reports that another flow uses the core as well, before this one does: the end of either is
  /// that of the core.
  func reportOtherFlow(than flowNode: FlowNode) {
    guard lifecycleState != .unmanaged, lifecycleState != .resigned,
      let owner = contextSource.flowNode, owner !== flowNode, !owner.hasEnded
    else { return }
    flowNode.context.issues.report(.coreInUse(flowNode.flowName, "\(Self.self)", owner.flowName))
  }

  func waitForParent() {
    setState(.waiting)
  }

  func activate() {
    guard lifecycleState != .active else { return }
    // Before the declarations of `didBecomeActive()`.
    lifecycle.observers?.activations += 1
    setState(.active)
    didBecomeActive()
    lifecycle.observers?.reportRepeatedWork()
  }

  /// Resigns, then calls `then`: immediately, or when the action that is being handled is done.
  func resign(then: @escaping @MainActor () -> Void) {
    guard lifecycleState != .resigned else { return then() }
    lifecycle.afterResigning.append(then)
    resignWhenIdle()
  }

  /// Resigns, and calls the closures that were added meanwhile.
  func finishResigning() {
    guard lifecycleState != .detaching, lifecycleState != .resigning else { return }
    // Skips `willDetach()` if the core was never active.
    let wasActive = lifecycleState == .active
    setState(.detaching)
    if wasActive { willDetach() }
    setState(.resigning)
    cancelEffects()
    if wasActive { willResignActive() }
    setState(.resigned)
    cancelWork()
    // A cancelled subscription may use the store, so it is released after the access to the store.
    do {
      let ended = store
      store = []
      withExtendedLifetime(ended) {}
    }
    for then in lifecycle.afterResigning.takeAll() { then() }
  }
}

@MainActor
func activate(_ core: any Activatable) {
  if let core = core as? any ManagedCore { core.activate() } else { core.didBecomeActive() }
}

@MainActor
func resign(_ core: any Activatable, wasActive: Bool, then: @escaping @MainActor () -> Void) {
  if let core = core as? any ManagedCore { return core.resign(then: then) }
  if wasActive {
    core.willDetach()
    core.willResignActive()
  }
  then()
}

extension Core: ManagedCore {
  final var isReducing: Bool { phase == .reducing }

  final func contextDidChange() {
    effects?.follow(contextSource)
  }

  final func lifecycleDidChange() {
    if phase.isResting { phase = restingPhase }
  }

  final func resignWhenIdle() {
    if phase.isResting { finishResigning() } else { hasPendingWork = true }
  }

  final func cancelEffects() {
    effects?.cancelAll()
  }

  final func recordActions(in trace: NavigationTrace?) {
    record(\.trace, trace.map { CoreTrace($0, name: "\(Self.self)") })
  }
}

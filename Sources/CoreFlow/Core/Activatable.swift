/// Receives activation callbacks from a flow.
///
/// A flow calls the three methods of its core on the main actor, in this order:
/// ``didBecomeActive()`` once for each attachment, and at its end ``willDetach()`` and
/// ``willResignActive()``, once each. A core that has never become active receives neither at its
/// end. Parents become active before their children and resign after them.
@MainActor
public protocol Activatable: AnyObject, Sendable {
  /// Called when the core's flow becomes active.
  func didBecomeActive()

  /// Called first when the core's flow ends.
  ///
  /// The core still works: actions sent here are reduced before it resigns.
  func willDetach()

  /// Called last when the core's flow ends. Its effects have been cancelled, and actions are
  /// refused.
  func willResignActive()
}

extension Activatable {
  /// Does nothing.
  public func willDetach() {}
}

/// The lifecycle of a core.
enum CoreLife: Sendable, Equatable {
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

/// The stored part of a core's lifecycle; see ``ManagedCore``.
struct CoreLifetime {
  var life = CoreLife.unmanaged
  /// Made on first use.
  var observers: CoreLifeObservers?
  /// Called when the core has resigned; not empty if it has to resign.
  var afterResigning: [@MainActor () -> Void] = []
}

/// The observers of a core's lifecycle.
@MainActor
final class CoreLifeObservers {
  /// Sends each change of the lifecycle.
  let changes = Multicast<CoreLife>()
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

  /// What is known of a declaration.
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
    guard !repeatedWork.isEmpty else { return }
    let entries = repeatedWork
    repeatedWork = []
    for entry in entries { entry.report.take()?() }
  }
}

/// The operations of a flow on a core of this module.
@MainActor
protocol ManagedCore: Activatable {
  var lifetime: CoreLifetime { get set }
  var store: Set<Cancellation> { get set }
  var context: NavigationContext { get }
  var contextSource: ContextSource { get set }

  /// Called when the flow, or one above it, has been attached or launched.
  func contextDidChange()
  /// Called when ``life`` has changed, before others observe the change.
  func lifeDidChange()
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
  func contextDidChange() {}

  func lifeDidChange() {}

  func resignWhenIdle() { finishResigning() }

  func cancelEffects() {}

  func cancelWork() {}

  func recordActions(in trace: NavigationTrace?) {}

  var life: CoreLife { lifetime.life }

  /// Sends each change of ``life``.
  var lifeChanges: Multicast<CoreLife> { lifeObservers.changes }

  var lifeObservers: CoreLifeObservers {
    if let observers = lifetime.observers { return observers }
    let observers = CoreLifeObservers()
    lifetime.observers = observers
    return observers
  }

  private func setLife(_ life: CoreLife) {
    lifetime.life = life
    lifeDidChange()
    lifetime.observers?.changes.send(life)
  }

  /// Called first, by the flow that created the core.
  func adopt(_ flowNode: FlowNode) {
    contextSource.adopt(flowNode)
    contextDidChange()
  }

  func wait() {
    setLife(.waiting)
  }

  func activate() {
    guard life != .active else { return }
    // Before the declarations of `didBecomeActive()`.
    lifetime.observers?.activations += 1
    setLife(.active)
    didBecomeActive()
    lifetime.observers?.reportRepeatedWork()
  }

  /// Resigns, then calls `then`: immediately, or when the action that is being handled is done.
  func resign(then: @escaping @MainActor () -> Void) {
    guard life != .resigned else { return then() }
    lifetime.afterResigning.append(then)
    resignWhenIdle()
  }

  /// Resigns, and calls the closures that were added meanwhile.
  func finishResigning() {
    guard life != .detaching, life != .resigning else { return }
    // Skips `willDetach()` if the core was never active.
    let wasActive = life == .active
    setLife(.detaching)
    if wasActive { willDetach() }
    setLife(.resigning)
    cancelEffects()
    if wasActive { willResignActive() }
    setLife(.resigned)
    cancelWork()
    // A cancelled subscription may use the store, so it is released after the access to the store.
    do {
      let ended = store
      store = []
      withExtendedLifetime(ended) {}
    }
    let then = lifetime.afterResigning
    lifetime.afterResigning = []
    for then in then { then() }
  }
}

@MainActor
func activate(_ core: any Activatable) {
  if let core = core as? any ManagedCore { core.activate() } else { core.didBecomeActive() }
}

@MainActor
func resign(
  _ core: any Activatable, wasActive: Bool, then: @escaping @MainActor () -> Void
) {
  if let core = core as? any ManagedCore { return core.resign(then: then) }
  if wasActive {
    core.willDetach()
    core.willResignActive()
  }
  then()
}

extension Core: ManagedCore {
  final func contextDidChange() {
    effects?.follow(contextSource)
  }

  final func lifeDidChange() {
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

/// The source of a core's context, resolved at each access.
///
/// A flow can be built before it is attached, and only its attachment determines its context.
enum ContextSource {
  /// The core was created with a context.
  case own(NavigationContext)
  /// The context of the core's flow.
  case flow(FlowNode)
  /// The shared context, for a core without a flow.
  case shared

  @MainActor var context: NavigationContext {
    switch self {
    case .own(let context): context
    case .flow(let flowNode): flowNode.context
    case .shared: .shared
    }
  }

  /// Uses the context of a flow, unless the core has its own.
  mutating func adopt(_ flowNode: FlowNode) {
    if case .own = self { return }
    self = .flow(flowNode)
  }
}

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
  /// ``Activatable/willDetach()`` and ``Activatable/willResignActive()`` are being called.
  case resigning
  case resigned

  /// Whether a procedure may run a step on it.
  var runsSteps: Bool { self == .unmanaged || self == .active }
}

/// The operations of a flow on a core of this module.
@MainActor
protocol ManagedCore: Activatable {
  var life: CoreLife { get }
  var context: NavigationContext { get }
  /// Sends each change of ``life``.
  var lifeChanges: Multicast<CoreLife> { get }

  /// Called first, by the flow that created the core.
  func adopt(_ flowNode: FlowNode)
  /// Called when the flow, or one above it, has been attached or launched.
  func contextDidChange()
  func wait()
  func activate()
  /// Resigns, then calls `then`: immediately, or when the action that is being reduced is done.
  func resign(then: @escaping @MainActor () -> Void)
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
  final var life: CoreLife { currentLife }

  final var lifeChanges: Multicast<CoreLife> {
    if let madeLifeChanges { return madeLifeChanges }
    let changes = Multicast<CoreLife>()
    madeLifeChanges = changes
    return changes
  }

  final func adopt(_ flowNode: FlowNode) {
    contextSource.adopt(flowNode)
    contextDidChange()
  }

  final func contextDidChange() {
    effects?.follow(contextSource)
  }

  final func wait() {
    setLife(.waiting)
  }

  final func activate() {
    guard currentLife != .active else { return }
    if phase == .resigned { phase = recorder == nil ? .idle : .recording }
    setLife(.active)
    didBecomeActive()
  }

  final func resign(then: @escaping @MainActor () -> Void) {
    switch currentLife {
    case .resigned: return then()
    case .resigning: return afterResigning.append(then)
    case .unmanaged, .waiting, .active: afterResigning.append(then)
    }
    if phase == .idle || phase == .recording { finishResigning() } else { hasPendingWork = true }
  }

  final func finishResigning() {
    guard currentLife != .resigning else { return }
    // Skips `willDetach()` if the core was never active.
    let wasActive = currentLife == .active
    setLife(.resigning)
    if wasActive { willDetach() }
    phase = .resigned
    effects?.cancelAll()
    if wasActive { willResignActive() }
    setLife(.resigned)
    // A cancelled subscription may use the store, so it is released after the access to the store.
    do {
      let ended = store
      store = []
      withExtendedLifetime(ended) {}
    }
    let then = afterResigning
    afterResigning = []
    for then in then { then() }
  }

  private func setLife(_ life: CoreLife) {
    currentLife = life
    madeLifeChanges?.send(life)
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

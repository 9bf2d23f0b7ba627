/// What hears that it is in use, and that it no longer is.
///
/// A flow calls the three methods of its core, on the main actor and in this order: once
/// ``didBecomeActive()`` for each attachment, and at its end once ``willDetach()`` followed by
/// ``willResignActive()``. A core that has never become active hears nothing at its end. Parents become active before their children and resign after them.
@MainActor
public protocol Activatable: AnyObject, Sendable {
  /// Called when the core's flow is in use.
  func didBecomeActive()

  /// Called first when the core's flow ends: the place for last words.
  ///
  /// Everything still works; what is sent here is reduced before the core resigns.
  func willDetach()

  /// Called last when the core's flow ends; effects have been cancelled, actions are refused.
  func willResignActive()
}

extension Activatable {
  /// Does nothing.
  public func willDetach() {}
}

/// Where a core is in its life.
enum CoreLife: Sendable, Equatable {
  /// No flow has taken it into use: a core of a unit test. It works.
  case unmanaged
  /// Its flow is attached to a parent that is not active yet. It works, procedures wait.
  case waiting
  case active
  /// It is hearing ``Activatable/willDetach()``.
  case resigning
  case resigned

  /// Whether a procedure may run a step on it.
  var runsSteps: Bool { self == .unmanaged || self == .active }
}

/// What a flow does with a core of this module.
@MainActor
protocol ManagedCore: Activatable {
  var life: CoreLife { get }
  var context: NavigationContext { get }
  /// Tells each change of ``life``; made on first use.
  var lifeChanges: Multicast<CoreLife> { get }

  /// Called before anything else by the flow that made the core.
  func adopt(_ branch: FlowBranch)
  /// Called when the flow, or one above it, has come under a parent.
  func contextDidChange()
  func wait()
  func activate()
  /// Ends the core's use, and calls `then` when that is done: at once, or when the action that
  /// is being reduced is done.
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

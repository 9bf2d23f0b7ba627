/// The common base class of flows with and without a screen.
///
/// Subclass ``Flow`` or ``ScreenLessFlow`` instead.
@MainActor
open class FlowBase<Core: Activatable>: Flowable {
  /// The flow's node in the flow tree.
  public final let branch: FlowBranch
  // Unowned: the branch owns the core, so that its last release happens on the main actor.
  private unowned var madeCore: Core?
  private var isMakingCore = false

  /// Creates a flow that uses its parent's context.
  public init() {
    branch = FlowBranch(Self.self, context: nil)
    branch.flow = self
  }

  /// Creates a flow with a context of its own, as a root flow in a test needs.
  ///
  /// - Parameter context: The clock and the issue reporter of this flow and its descendants.
  public init(context: NavigationContext) {
    branch = FlowBranch(Self.self, context: context)
    branch.flow = self
  }

  deinit {
    // `deinit` creates and releases no part of the feature: the branch owns all parts.
    onMainActor { [branch] in branch.flowIsGone() }
  }

  /// The feature's logic, created on first use.
  public final var core: Core {
    if let madeCore { return madeCore }
    precondition(!isMakingCore, FlowBranch.alreadyMaking("Core", of: "\(Self.self)"))
    isMakingCore = true
    let core = createCore()
    isMakingCore = false
    madeCore = core
    branch.didMake(core)
    return core
  }

  /// Creates the core.
  ///
  /// Called once, on first use. Subclasses override this method.
  ///
  /// - Returns: The core.
  open func createCore() -> Core {
    preconditionFailure("\(Self.self) does not override createCore().")
  }

  /// The presentable that represents the flow on screen; by default the flow itself, which shows
  /// nothing.
  open var representative: any Presentable { self }

  /// Called when a child has ended and is about to be released.
  ///
  /// - Parameters:
  ///   - child: The child; its core has resigned.
  ///   - reason: The reason for its end.
  open func didDetach(_ child: any NavigationNode, because reason: NavigationEndReason) {}
}

/// What flows with and without a screen have in common: a core, a place in the tree of flows, and
/// an end.
///
/// Inherit from ``Flow`` or ``ScreenLessFlow``.
@MainActor
open class FlowBase<Core: Activatable>: Flowable {
  /// The flow's place in the tree of flows.
  public final let branch: FlowBranch
  // Unowned: the branch owns what was made, so that the last release is its, on the main actor.
  private unowned var madeCore: Core?
  private var isMakingCore = false

  /// Makes a flow whose context is that of its parent.
  public init() {
    branch = FlowBranch(Self.self, context: nil)
    branch.flow = self
  }

  /// Makes a flow with a context of its own, as a root needs in a test.
  ///
  /// - Parameter context: Where time comes from and issues go, here and in all children.
  public init(context: NavigationContext) {
    branch = FlowBranch(Self.self, context: context)
    branch.flow = self
  }

  deinit {
    // Nothing is made here, and nothing that was made is released here: the branch has it all.
    onMainActor { [branch] in branch.flowIsGone() }
  }

  /// The feature's logic, made on first use.
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

  /// Makes the core; called once, on first use.
  ///
  /// To be overridden.
  ///
  /// - Returns: The core.
  open func createCore() -> Core {
    preconditionFailure("\(Self.self) does not override createCore().")
  }

  /// What stands on the screen for the flow; by default nothing does.
  open var representative: any Presentable { self }

  /// Called when a child has ended and is about to be released.
  ///
  /// - Parameters:
  ///   - child: The child; its core has resigned.
  ///   - reason: Who ended it.
  open func didDetach(_ child: any NavigationNode, because reason: NavigationEndReason) {}
}

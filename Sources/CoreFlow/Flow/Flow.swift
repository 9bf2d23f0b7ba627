/// A feature with a screen: makes and owns its core, its screen, and the flows of its children.
///
/// ```swift
/// final class DetailFlow: Flow<DetailCore, DetailScreen> {
///   override func createCore() -> DetailCore { DetailCore(initialState: .init()) }
///
///   override func createScreen() -> DetailScreen {
///     let screen = DetailScreen(reactor: core)
///     screen.bind()
///     return screen
///   }
/// }
/// ```
///
/// Core and screen are made once, on first use. A flow that is never attached becomes active
/// when its core is made and resigns when it is released, on the main actor wherever that
/// happens; a core that was never made hears nothing.
@MainActor
open class Flow<Core: Activatable, Screen: NavigationContainer>: Flowable {
  /// The flow's place in the tree of flows.
  public final let branch: FlowBranch
  // Unowned: the branch owns what was made, so that the last release is its, on the main actor.
  private unowned var madeCore: Core?
  private unowned var madeScreen: Screen?
  private var isMakingCore = false
  private var isMakingScreen = false

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

  /// What the user sees of the feature, made on first use.
  public final var screen: Screen {
    if let madeScreen { return madeScreen }
    precondition(!isMakingScreen, FlowBranch.alreadyMaking("Screen", of: "\(Self.self)"))
    isMakingScreen = true
    let screen = createScreen()
    isMakingScreen = false
    madeScreen = screen
    branch.didMakeScreen(screen)
    return screen
  }

  /// Makes the core; called once, on first use.
  ///
  /// To be overridden.
  ///
  /// - Returns: The core.
  open func createCore() -> Core {
    preconditionFailure("\(Self.self) does not override createCore().")
  }

  /// Makes the screen; called once, on first use.
  ///
  /// To be overridden.
  ///
  /// - Returns: The screen.
  open func createScreen() -> Screen {
    preconditionFailure("\(Self.self) does not override createScreen().")
  }

  /// What stands on the screen for the flow: its screen, unless that is inside something that the
  /// flow brings up with it.
  open var representative: any Presentable { screen }

  /// Called when a child has ended and is about to be released.
  ///
  /// - Parameters:
  ///   - child: The child; its core has resigned.
  ///   - reason: Who ended it.
  open func didDetach(_ child: any NavigationNode, because reason: NavigationEndReason) {}
}

/// A feature with a screen.
///
/// It creates and owns its core, its screen, and its child flows.
///
/// ```swift
/// final class DetailFlow: Flow<DetailCore, DetailScreen> {
///   override func createCore() -> DetailCore { DetailCore(initialState: .init()) }
///
///   override func createScreen() -> DetailScreen { DetailScreen(reactor: core) }
/// }
/// ```
///
/// Core and screen are created once, on first use, and the screen is bound once. An attached flow
/// becomes active when it is attached, unless it is active already. A flow that is never attached
/// becomes active when its core is created, and resigns when it is released: on the main actor,
/// regardless of the releasing thread. A core that was never created receives no callbacks.
open class Flow<Core: Activatable, Screen: NavigationContainer>: FlowBase<Core> {
  // Unowned: the branch owns the screen, as it owns the core.
  private unowned var madeScreen: Screen?
  private var isMakingScreen = false

  /// The feature's screen, created and bound on first use.
  public final var screen: Screen {
    if let madeScreen { return madeScreen }
    precondition(!isMakingScreen, FlowBranch.alreadyMaking("Screen", of: "\(Self.self)"))
    isMakingScreen = true
    let screen = createScreen()
    isMakingScreen = false
    madeScreen = screen
    branch.didMakeScreen(screen)
    // A store that is not empty means that `createScreen` has called `bind()`.
    if let screen = screen as? any Screenable, screen.store.isEmpty { screen.bind() }
    return screen
  }

  /// Creates the screen.
  ///
  /// Called once, on first use. Subclasses override this method. The flow calls
  /// ``Screenable/bind()`` on the result, unless the screen's ``Screenable/store`` is not empty,
  /// which means that the override has bound it.
  ///
  /// - Returns: The screen.
  open func createScreen() -> Screen {
    preconditionFailure("\(Self.self) does not override createScreen().")
  }

  /// The presentable that represents the flow on screen; by default the flow's screen.
  ///
  /// Override it if the flow puts its screen into a container, such as a navigation controller.
  open override var representative: any Presentable { screen }
}

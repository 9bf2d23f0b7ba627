/// A feature with a screen: makes and owns its core, its screen, and the flows of its children.
///
/// ```swift
/// final class DetailFlow: Flow<DetailCore, DetailScreen> {
///   override func createCore() -> DetailCore { DetailCore(initialState: .init()) }
///
///   override func createScreen() -> DetailScreen { DetailScreen(reactor: core) }
/// }
/// ```
///
/// Core and screen are made once, on first use, and the screen is bound once. A flow that is never
/// attached becomes active when its core is made and resigns when it is released, on the main actor
/// wherever that happens; a core that was never made hears nothing. A flow that is attached becomes
/// active then, unless it is active already.
open class Flow<Core: Activatable, Screen: NavigationContainer>: FlowBase<Core> {
  // Unowned: as of the core, the branch is the owner.
  private unowned var madeScreen: Screen?
  private var isMakingScreen = false

  /// What the user sees of the feature, made and bound on first use.
  public final var screen: Screen {
    if let madeScreen { return madeScreen }
    precondition(!isMakingScreen, FlowBranch.alreadyMaking("Screen", of: "\(Self.self)"))
    isMakingScreen = true
    let screen = createScreen()
    isMakingScreen = false
    madeScreen = screen
    branch.didMakeScreen(screen)
    // What `bind()` has bound is in the store: then `createScreen` has called it.
    if let screen = screen as? any Screenable, screen.store.isEmpty { screen.bind() }
    return screen
  }

  /// Makes the screen; called once, on first use.
  ///
  /// To be overridden. The flow calls ``Screenable/bind()`` afterwards, unless the screen's
  /// ``Screenable/store`` says that it has been bound here.
  ///
  /// - Returns: The screen.
  open func createScreen() -> Screen {
    preconditionFailure("\(Self.self) does not override createScreen().")
  }

  /// What stands on the screen for the flow: its screen, unless that is inside something that the
  /// flow brings up with it.
  open override var representative: any Presentable { screen }
}

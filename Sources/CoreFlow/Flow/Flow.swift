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
open class Flow<Core: Activatable, Screen: NavigationContainer>: FlowBase<Core> {
  // Unowned: as of the core, the branch is the owner.
  private unowned var madeScreen: Screen?
  private var isMakingScreen = false

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
  open override var representative: any Presentable { screen }
}

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
  // Unowned: the node owns the screen, as it owns the core.
  private unowned var madeScreen: Screen?

  /// The feature's screen, created and bound on first use.
  public final var screen: Screen {
    if let madeScreen { return madeScreen }
    precondition(!flowNode.isMakingScreen, FlowNode.alreadyMaking("Screen", of: "\(Self.self)"))
    flowNode.isMakingScreen = true
    let screen = createScreen()
    flowNode.isMakingScreen = false
    madeScreen = screen
    flowNode.didMakeScreen(screen)
    flowNode.extras?.container?.embed(screen)
    // A store that is not empty means that `createScreen` has called `bind()`.
    if let screen = screen as? any Rebindable {
      screen.bindWhenReady()
    } else if let screen = screen as? any Screenable, screen.store.isEmpty {
      screen.bind()
    }
    return screen
  }

  /// Creates the screen.
  ///
  /// Called once, on first use. Subclasses override this method. The flow calls
  /// ``Screenable/bind()`` on the result, unless the screen's ``Screenable/store`` is not empty:
  /// then the override has bound it. Subscribe in `bind()`, therefore, and not in an initialiser.
  ///
  /// - Returns: The screen.
  open func createScreen() -> Screen {
    preconditionFailure("\(Self.self) does not override createScreen().")
  }

  /// The presentable that represents the flow on screen: the container of
  /// ``embedded(in:fileID:line:)`` if there is one, else the flow's screen.
  ///
  /// Override it if the flow puts its screen into a container in another way.
  open override var representative: any Presentable {
    let screen = screen
    return flowNode.extras?.container ?? screen
  }

  /// Puts the flow's screen into a container, which represents the flow on screen from now on.
  ///
  /// The parent chooses it at the attachment, or the flow in its initialiser:
  ///
  /// ```swift
  /// parent.attach(DetailFlow().embedded(in: PlatformNavigationController()), by: .present)
  /// ```
  ///
  /// The screen becomes the only controller of a stack, or the last tab of a tab bar controller,
  /// as soon as it is created. The flow retains the container. A second container, one of another
  /// kind, and one that comes too late, when the screen is on its way to the user or in another
  /// container, are refused and reported.
  ///
  /// - Parameters:
  ///   - container: A stack, or a controller with tabs, that is not on screen yet.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call.
  /// - Returns: The flow.
  @discardableResult
  public final func embedded(
    in container: any NavigationContainer, fileID: String = #fileID, line: UInt = #line
  ) -> Self {
    let extras = flowNode.makeExtras()
    let refusal: String? =
      if extras.container != nil {
        "it has a container already."
      } else if !container.canEmbed {
        "that is neither a stack nor a controller with tabs."
      } else if let madeScreen, flowNode.isShowing(madeScreen, outside: container) {
        "its screen is shown already, without the container."
      } else {
        nil
      }
    if let refusal {
      flowNode.context.issues.report(
        .notEmbedded(
          flowNode.flowName, container.navigationRuntimeName, refusal, CallSite(fileID, line)))
      return self
    }
    extras.container = container
    if let madeScreen, madeScreen.navigationRuntimeEnclosing !== container {
      container.embed(madeScreen)
    }
    return self
  }
}

extension FlowNode {
  /// Whether the flow's screen is on its way to the user, or in another container.
  fileprivate func isShowing(
    _ screen: any NavigationContainer, outside container: any NavigationContainer
  ) -> Bool {
    if let enclosing = screen.navigationRuntimeEnclosing { return enclosing !== container }
    if screen.lifecycle.isInTree { return true }
    return isInUse && isShownByFlow
  }
}

extension NavigationContainer {
  fileprivate var canEmbed: Bool {
    navigationRuntimeKind == .stack || navigationRuntimeKind == .tabs
  }

  /// Puts a screen into this container, which is not on screen, so that nothing is animated.
  fileprivate func embed(_ screen: any NavigationContainer) {
    _ = navigationRuntimeStart(
      navigationRuntimeKind == .stack ? .setStack([screen]) : .setTabs(allContents + [screen]),
      animated: false)
  }
}

/// A feature without a screen.
///
/// It creates and owns its core and its child flows. The screens of its children appear from the
/// nearest flow above that has a screen.
open class ScreenLessFlow<Core: Activatable>: FlowBase<Core> {}

/// The common base class of flows with and without a screen.
///
/// Subclass ``Flow`` or ``ScreenLessFlow`` instead.
@MainActor
open class FlowBase<Core: Activatable>: Flowable {
  /// The flow's node in the flow tree.
  public final let flowNode: FlowNode
  // Unowned: the node owns the core, so that its last release happens on the main actor.
  private unowned var madeCore: Core?
  private var isMakingCore = false

  /// Creates a flow that uses its parent's context.
  public init() {
    flowNode = FlowNode(Self.self, context: nil)
    flowNode.flow = self
  }

  /// Creates a flow with a context of its own, as a root flow in a test needs.
  ///
  /// It keeps that context when it is attached: leave the context out for a child, whose clock and
  /// issues are to be those of its parent.
  ///
  /// - Parameter context: The clock and the issue reporter of this flow and its descendants.
  public init(context: NavigationContext) {
    flowNode = FlowNode(Self.self, context: context)
    flowNode.flow = self
  }

  deinit {
    // `deinit` creates and releases no part of the feature: the node owns all parts.
    onMainActor { [flowNode] in flowNode.flowIsGone() }
  }

  /// The feature's logic, created on first use.
  public final var core: Core {
    if let madeCore { return madeCore }
    precondition(!isMakingCore, FlowNode.alreadyMaking("Core", of: "\(Self.self)"))
    isMakingCore = true
    let core = createCore()
    isMakingCore = false
    madeCore = core
    flowNode.didMake(core)
    return core
  }

  /// Creates the core.
  ///
  /// Called once, on first use. Subclasses override this method.
  ///
  /// A core belongs to one flow, and resigns when that ends. A core of another flow that is in use
  /// is reported; that of a flow that has ended may be returned, and becomes active again.
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

import NavigationRuntime

/// A window with a stack: an app that uses the runtime alone.
@MainActor
public final class Browser {
  /// The window on screen.
  public let window = HeadlessWindow(platform: HeadlessPlatform(transitionMode: .immediate))
  /// The context of the transitions and of reported issues.
  public let context: NavigationContext
  /// The store that keeps the tree of the window.
  public let store: NavigationStore
  /// The causes of the changes so far, in words.
  public private(set) var causes: [String] = []

  private let stack = HeadlessNavigationController(rootViewController: HeadlessViewController())
  private var subscriptions: Set<Cancellation> = []

  /// Creates a browser with one screen.
  ///
  /// - Parameter clock: The clock of the context.
  public init(clock: any NavigationClock = LiveNavigationClock()) {
    context = NavigationContext(clock: clock)
    window.rootViewController = stack
    window.makeKeyAndVisible()
    store = context.store(for: window)
    store.onChange { [weak self] in self?.causes.append("\($0.cause)") }
      .store(in: &subscriptions)
  }

  /// The number of screens below the top one.
  public var depth: Int { stack.viewControllers.count - 1 }

  /// Pushes a screen.
  ///
  /// - Returns: The outcome of the transition.
  @discardableResult
  public func goForward() async -> TransitionOutcome {
    await context.perform(.push(HeadlessViewController()), on: stack)
  }

  /// Simulates a tap on the back button.
  ///
  /// - Returns: Whether there was a back button to tap.
  @discardableResult
  public func userGoesBack() -> Bool { stack.userDidTapBack() }
}

import NavigationRuntime

/// A window with a stack whose places are counted: what an app does with the runtime alone.
@MainActor
public final class Browser {
  /// What the user sees.
  public let window = HeadlessWindow(platform: HeadlessPlatform(transitionMode: .immediate))
  /// Where transitions run and issues go.
  public let context: NavigationContext
  /// What is on screen, as a value.
  public let store: NavigationStore
  /// The causes of what has happened, in words.
  public private(set) var causes: [String] = []

  private let stack = HeadlessNavigationController(rootViewController: HeadlessViewController())
  private var subscriptions: Set<Cancellation> = []

  /// Makes a browser at its first place.
  ///
  /// - Parameter clock: Where time comes from.
  public init(clock: any NavigationClock = LiveNavigationClock()) {
    context = NavigationContext(clock: clock)
    window.rootViewController = stack
    window.makeKeyAndVisible()
    store = context.store(for: window)
    store.onChange { [weak self] in self?.causes.append("\($0.cause)") }
      .store(in: &subscriptions)
  }

  /// How many places there are to go back to.
  public var depth: Int { stack.viewControllers.count - 1 }

  /// Goes to a further place.
  ///
  /// - Returns: What became of it.
  @discardableResult
  public func goForward() async -> TransitionOutcome {
    await context.perform(.push(HeadlessViewController()), on: stack)
  }

  /// The user goes back.
  ///
  /// - Returns: Whether there was a way back.
  @discardableResult
  public func userGoesBack() -> Bool { stack.userDidTapBack() }
}

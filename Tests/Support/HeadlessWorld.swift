import NavigationRuntime

/// A window, its platform and its context, for one test.
@MainActor
public final class HeadlessWorld {
  /// The platform of the window.
  public let platform: HeadlessPlatform
  /// The clock of the context; the test advances it.
  public let clock = ManualNavigationClock()
  /// The context of the test.
  public let context: NavigationContext
  /// A visible window.
  public let window: HeadlessWindow
  /// The store that observes the window.
  public let store: NavigationStore

  /// The issues of the context.
  public private(set) var issues: [NavigationIssue] = []
  /// The refusals of the platform.
  public private(set) var refusals: [HeadlessReport] = []
  /// The published changes.
  public private(set) var changes: [NavigationChange] = []
  private var subscriptions: Set<Cancellation> = []

  /// Makes a visible window with a root, observed by a store.
  ///
  /// - Parameters:
  ///   - mode: The mode of the platform's transitions.
  ///   - endsLate: Whether transitions end turns after their call, if the platform is strict.
  ///   - configuration: The configuration of the context.
  ///   - root: The root of the window.
  public init(
    _ mode: HeadlessPlatform.TransitionMode = .immediate,
    endsLate: Bool = false,
    configuration: NavigationContext.Configuration = .init(),
    root: HeadlessViewController? = nil
  ) {
    platform = HeadlessPlatform(transitionMode: .immediate)
    context = NavigationContext(configuration: configuration, clock: clock)
    window = HeadlessWindow(platform: platform)
    window.rootViewController = root
    window.makeKeyAndVisible()
    store = context.store(for: window)
    platform.transitionMode = mode
    platform.endsTransitionsLate = endsLate && platformIsStrict
    platform.onReport = { [weak self] in self?.refusals.append($0) }
    context.issues.handler = { [weak self] in
      $0.demandSiteOfCaller()
      self?.issues.append($0)
    }
    store.onChange { [weak self] in self?.changes.append($0) }.store(in: &subscriptions)
  }

  /// Ends all transitions.
  ///
  /// With an adapter, a request can begin turns after the transition before it, and ends a few turns
  /// after its call.
  public func endTransitions() async {
    platform.completeAllTransitions()
    guard platformIsStrict else { return }
    for round in 0..<1_000 where round < 12 || store.isInTransition() {
      await letOthersRun()
      platform.completeAllTransitions()
    }
  }

  /// Returns the changes since the last call, as text.
  public func takeChanges() -> [String] {
    defer { changes = [] }
    return changes.map { "\($0.change) (\($0.cause))" }
  }
}

/// Returns a screen with a name.
@MainActor
public func screen(_ name: String) -> HeadlessViewController {
  named(HeadlessViewController(), name)
}

/// Returns a stack with a name.
@MainActor
public func stack(
  _ name: String, _ controllers: HeadlessViewController...
) -> HeadlessNavigationController {
  let stack = named(HeadlessNavigationController(), name)
  stack.viewControllers = controllers
  return stack
}

/// Returns tabs with a name.
@MainActor
public func tabs(
  _ name: String, _ controllers: HeadlessViewController...
) -> HeadlessTabBarController {
  let tabs = named(HeadlessTabBarController(), name)
  tabs.viewControllers = controllers
  return tabs
}

@MainActor
private func named<Controller: HeadlessViewController>(
  _ controller: Controller, _ name: String
) -> Controller {
  controller.restorationIdentifier = name
  return controller
}

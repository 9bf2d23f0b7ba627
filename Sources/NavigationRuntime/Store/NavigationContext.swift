import Foundation

/// The environment of one app or one test: the clock, the issue reporter, the activity tracker, and
/// a store and a scheduler for every window.
///
/// Entry points take a context and default to ``shared``. A test makes its own, so that tests run
/// side by side:
///
/// ```swift
/// let context = NavigationContext(clock: ManualNavigationClock())
/// let store = context.store(for: window)
/// ```
@MainActor
public final class NavigationContext {
  /// The configuration of a context's stores and schedulers.
  public struct Configuration: Sendable {
    /// The seconds after which a transition that has not ended is reported and given up.
    public var watchdogInterval: TimeInterval
    /// The number of changes that a store keeps in its history.
    public var historySize: Int
    /// Whether debug builds trap when a tree does not fit its containers.
    ///
    /// Otherwise, and always in release builds, the containers are read from scratch and the issue
    /// `inconsistentTree` is reported.
    public var trapsOnInconsistency: Bool

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - watchdogInterval: The seconds after which a transition that has not ended is reported
    ///     and given up.
    ///   - historySize: The number of changes that a store keeps; a negative number counts as 0.
    ///   - trapsOnInconsistency: Whether debug builds trap when a tree does not fit its containers.
    public init(
      watchdogInterval: TimeInterval = 10,
      historySize: Int = 100,
      trapsOnInconsistency: Bool = false
    ) {
      self.watchdogInterval = watchdogInterval
      self.historySize = max(0, historySize)
      self.trapsOnInconsistency = trapsOnInconsistency
    }
  }

  /// The context of the running app.
  public static let shared = NavigationContext()

  /// The configuration of stores and schedulers.
  public let configuration: Configuration
  /// The source of time.
  public let clock: any NavigationClock
  /// The funnel for issues.
  public let issues: IssueReporter
  package let activity: ActivityTracker
  /// The scheduler for everything outside a window.
  public let defaultScheduler: NavigationScheduler

  /// Sends the modals that have appeared and leave what is beneath them visible.
  package let sheets = Multicast<NavigationLifecycle>()
  /// The lifecycles of objects that cannot store one.
  package let registry = WeakTable<NavigationLifecycle>()
  /// The stores, in the order in which they were made.
  var stores = WeakList<NavigationStore>() { didSet { hasStores = true } }
  /// Whether it observes windows, or has done so; steps ask for it.
  @inlinable
  package var hasObservedWindows: Bool { hasStores }
  // Unchecked, like the flag of the trace below.
  @usableFromInline @exclusivity(unchecked) private(set) var hasStores = false
  /// The store of the transition whose platform part is on the call stack, the innermost one.
  var startingStore: NavigationStore?
  /// The stores that read as soon as no such part is on the call stack.
  var heldStores: [NavigationStore] = []
  /// The running trace; `nil` unless ``startTrace(_:)`` was called.
  public internal(set) var trace: NavigationTrace? {
    didSet {
      traces = trace != nil
      issues.trace = trace
      defaultScheduler.trace = trace
      for store in stores.objects { store.scheduler.trace = trace }
    }
  }
  /// Whether a trace runs.
  ///
  /// Each step asks several times; the trace itself would be retained and released each time.
  @inlinable
  package var isTraced: Bool { traces }
  // Unchecked: an access is a load or a store. Other modules would access it checked nevertheless.
  @usableFromInline @exclusivity(unchecked) private(set) var traces = false
  /// The objects of ``stored(_:)``, by their type.
  private var extensionStorage: [ObjectIdentifier: AnyObject] = [:]
  /// The runners of the frameworks' handlers, by the task in which they run.
  package var handlerRunners: [Int: any HandlerRunner] = [:]

  /// Makes a context.
  ///
  /// - Parameters:
  ///   - configuration: The configuration of stores and schedulers.
  ///   - clock: The source of time.
  ///   - issues: The funnel for issues, whose handler the context uses; by default it writes to
  ///     standard error.
  public init(
    configuration: Configuration = Configuration(),
    clock: any NavigationClock = LiveNavigationClock(),
    issues: IssueReporter = IssueReporter()
  ) {
    self.configuration = configuration
    self.clock = clock
    let issues = IssueReporter(ofContextWith: issues)
    self.issues = issues
    activity = ActivityTracker(clock: clock)
    defaultScheduler = NavigationScheduler(
      watchdogInterval: configuration.watchdogInterval, clock: clock, issues: issues,
      activity: activity)
  }

  /// Returns the store that observes a window or another root, made on first use.
  ///
  /// The root retains its store. Two misuses are reported: for a root that a store of another
  /// context observes already, that store is returned; for a container inside a tree, the store of
  /// that tree.
  ///
  /// - Parameters:
  ///   - root: The root to observe, usually a window.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  /// - Returns: The store that observes it.
  public func store(
    for root: any NavigationContainer, fileID: String? = #fileID, line: UInt? = #line
  ) -> NavigationStore {
    store(for: root, at: CallSite(fileID, line))
  }

  package func store(for root: any NavigationContainer, at site: CallSite?) -> NavigationStore {
    // A store in the middle of its first reading is not stored at the root yet.
    if let store = root.lifecycle.rootedStore ?? root.lifecycle.store {
      if store.root !== root.lifecycle {
        issues.report(.storeOfInnerContainer(root.label, in: store.tree.root.name, site))
      } else if store.context !== self {
        issues.report(.storeOfOtherContext(root.label, site))
      }
      return store
    }
    let store = NavigationStore(root: root, context: self)
    root.lifecycle.rootedStore = store
    return store
  }

  /// Returns the context of a presentable: that of the tree it is in or about to enter, else the
  /// shared one.
  ///
  /// - Parameter presentable: A controller, a window, or an object shown through one.
  /// - Returns: Its context.
  public static func of(_ presentable: any Presentable) -> NavigationContext {
    presentable.navigationStore?.context ?? .shared
  }

  /// Returns the scheduler for a presentable's transitions: that of the tree it is in or about to
  /// enter, else the default one.
  ///
  /// - Parameter presentable: A controller, a window, or an object shown through one.
  /// - Returns: Its scheduler.
  public func scheduler(of presentable: any Presentable) -> NavigationScheduler {
    presentable.navigationStore?.scheduler ?? defaultScheduler
  }

  /// Returns when nothing runs in this context and nothing can run without an event from outside.
  ///
  /// Work that sleeps on a ``ManualNavigationClock`` cannot run: it is listed with its time of
  /// waking.
  ///
  /// Called by work, it does not wait for that work: in a step's handler, an effect or a task of
  /// ``run(_:_:)`` it returns when everything else has settled. A call from outside waits until that
  /// work has ended, too.
  ///
  /// Returns early if the calling task is cancelled.
  ///
  /// - Returns: The work that waits for something outside: the user, a hidden screen, a child.
  @discardableResult
  public func settled() async -> [NavigationActivity] {
    await activity.settled()
  }

  /// Waits like ``settled()``, up to a deadline.
  ///
  /// - Parameter seconds: The time to wait: real time, whatever clock the context has, counted only
  ///   while the main actor is free.
  /// - Returns: The work that waits for something outside.
  /// - Throws: ``UnsettledError``, naming the running work, when the time has passed;
  ///   `CancellationError` if the calling task is cancelled before.
  @discardableResult
  public func settled(within seconds: TimeInterval) async throws -> [NavigationActivity] {
    try await activity.settled(within: seconds)
  }

  /// Returns the context's object of a type, made on first use.
  package func stored<Object: AnyObject>(_ make: () -> Object) -> Object {
    let key = ObjectIdentifier(Object.self)
    if let known = extensionStorage[key] as? Object { return known }
    let made = make()
    extensionStorage[key] = made
    return made
  }

  func substituteController(for presentable: any Presentable) -> PlatformViewController {
    issues.report(.noController(String(describing: type(of: presentable))))
    return PlatformViewController(nibName: nil, bundle: nil)
  }
}

extension Presentable {
  /// The container that represents this presentable on screen, if there is one.
  @_disfavoredOverload
  public var navigationContainer: (any NavigationContainer)? {
    if let container = self as? any NavigationContainer { return container }
    let representative = nextRepresentative
    return representative === self ? nil : representative.navigationContainer
  }

  /// The store whose tree contains this presentable, or will when the pending transitions have
  /// ended.
  @_disfavoredOverload
  public var navigationStore: NavigationStore? { navigationContainer?.lifecycle.expectedStore }
}

extension NavigationIssue {
  static func storeOfOtherContext(_ root: String, _ site: CallSite?) -> Self {
    NavigationIssue(
      code: .init(rawValue: "storeOfOtherContext"),
      fact: "\(root) is observed by a store of another context.",
      advice: "Pass the context with which the root was observed first.",
      at: site)
  }

  static func storeOfInnerContainer(
    _ container: String, in root: String, _ site: CallSite?
  ) -> Self {
    NavigationIssue(
      code: .init(rawValue: "storeOfInnerContainer"),
      fact: "A store was requested for \(container), which is in the tree of \(root) already.",
      advice: "Request the store of the window, or read the container's navigationStore.",
      at: site)
  }

  static func noController(_ type: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "noController"),
      fact: "\(type) has no platform controller; an empty one is used instead.",
      advice: "Implement `viewController`, or `representative` if a controller represents it.",
      at: nil)
  }
}

extension NavigationContext {
  /// Runs the app's work in a task that ``settled()`` waits for.
  ///
  /// For services, whose own tasks the runtime cannot know:
  ///
  /// ```swift
  /// work = context.run("refresh the cache") { [cache] in await cache.refresh() }
  /// ```
  ///
  /// A running task retains the objects that its closure uses. Do not store the handle only in one
  /// of them: it would not be released before the task ends.
  /// Work of a stepper or of a core belongs in their own `run`, which ends with the screen.
  ///
  /// - Parameters:
  ///   - name: A human-readable description of the work.
  ///   - body: The work.
  /// - Returns: The handle that keeps the task going; cancelled or released, it cancels the task.
  public func run(_ name: String, _ body: @escaping @MainActor () async -> Void) -> Cancellation {
    let tasks = stored {
      let tasks = TaskTracker()
      tasks.join(activity)
      return tasks
    }
    let task = tasks.begin(name, body)
    return Cancellation { task.cancel() }
  }
}

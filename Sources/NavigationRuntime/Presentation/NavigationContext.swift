import Foundation

/// What belongs together in one app or one test: the clock, the funnel for issues, the tracker
/// of what is in flight, and with every window its store and lane.
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
  /// How a context's stores and lanes behave.
  public struct Configuration: Sendable {
    /// How lanes behave.
    public var scheduler: NavigationScheduler.Configuration
    /// How many changes a store remembers.
    public var historySize: Int
    /// Whether debug builds trap when a tree does not fit its containers.
    ///
    /// Otherwise, and always in release builds, the containers are read anew, and the issue
    /// `inconsistentTree` is reported.
    public var trapsOnInconsistency = false

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - scheduler: How lanes behave.
    ///   - historySize: How many changes a store remembers; a negative number counts as 0.
    public init(
      scheduler: NavigationScheduler.Configuration = .init(),
      historySize: Int = 100
    ) {
      self.scheduler = scheduler
      self.historySize = max(0, historySize)
    }
  }

  /// The context of the running app.
  public static let shared = NavigationContext()

  /// How stores and lanes behave.
  public let configuration: Configuration
  /// Where time comes from.
  public let clock: any NavigationClock
  /// Where issues go.
  public let issues: IssueReporter
  /// What is in flight.
  public let activity: ActivityTracker
  /// The lane of everything that is in no window.
  public let defaultScheduler: NavigationScheduler

  package let registry = LifecycleRegistry()
  /// What the frameworks keep here, by its type: one object each.
  package var companions: [ObjectIdentifier: AnyObject] = [:]
  /// The frameworks' handlers, by the task in which they run.
  package var workers: [Int: any NavigationWorker] = [:]

  /// Makes a context.
  ///
  /// - Parameters:
  ///   - configuration: How stores and lanes behave.
  ///   - clock: Where time comes from.
  ///   - issues: Where issues go; by default to standard error.
  public init(
    configuration: Configuration = Configuration(),
    clock: any NavigationClock = LiveNavigationClock(),
    issues: IssueReporter = IssueReporter()
  ) {
    self.configuration = configuration
    self.clock = clock
    self.issues = issues
    activity = ActivityTracker(clock: clock)
    defaultScheduler = NavigationScheduler(
      configuration: configuration.scheduler, clock: clock, issues: issues, activity: activity)
  }

  /// The store that observes a window, or another root; made on first use.
  ///
  /// The root keeps its store. A root that a store of another context observes already keeps that
  /// one, and what is inside a tree is answered with the store of that tree; both are misuse and
  /// reported.
  ///
  /// - Parameters:
  ///   - root: What is observed, usually a window.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  /// - Returns: The store that observes it.
  public func store(
    for root: any NavigationContainer, fileID: String? = #fileID, line: UInt? = #line
  ) -> NavigationStore {
    // A store that is just reading for the first time is not the root's yet.
    if let store = root.lifecycle.rootedStore ?? root.lifecycle.store {
      if store.root !== root.lifecycle {
        issues.report(
          .storeOfInnerContainer(root.label, in: store.tree.root.name, fileID: fileID, line: line))
      } else if store.context !== self {
        issues.report(.storeOfOtherContext(root.label, fileID: fileID, line: line))
      }
      return store
    }
    let store = NavigationStore(root: root, context: self)
    root.lifecycle.rootedStore = store
    return store
  }

  /// The context of a presentable: that of the tree it is in or about to come into, else the
  /// shared one.
  ///
  /// - Parameter presentable: A controller, a window, or what is shown through one.
  /// - Returns: Its context.
  public static func of(_ presentable: any Presentable) -> NavigationContext {
    presentable.navigationStore?.context ?? .shared
  }

  /// The lane in which transitions of a presentable run: that of the tree it is in or about to
  /// come into, else the default one.
  ///
  /// - Parameter presentable: A controller, a window, or what is shown through one.
  /// - Returns: Its lane.
  public func scheduler(of presentable: any Presentable) -> NavigationScheduler {
    presentable.navigationStore?.scheduler ?? defaultScheduler
  }

  /// Returns when nothing runs in this context and nothing can run without help from outside.
  ///
  /// Work that sleeps on a ``ManualNavigationClock`` cannot: it is listed with the time it waits for.
  ///
  /// - Returns: What still waits for something outside: the user, a hidden screen, a child.
  @discardableResult
  public func settled() async -> [NavigationActivity] {
    await activity.settled()
  }

  /// Like ``settled()``, but gives up at a deadline.
  ///
  /// - Parameter seconds: How long to wait: real time, whatever clock the context has, and counted
  ///   only while the main actor is free.
  /// - Returns: What still waits for something outside.
  /// - Throws: ``UnsettledError``, naming what runs, when the time has passed.
  @discardableResult
  public func settled(within seconds: TimeInterval) async throws -> [NavigationActivity] {
    try await activity.settled(within: seconds)
  }

  func substituteController(for presentable: any Presentable) -> PlatformViewController {
    issues.report(.noController(String(describing: type(of: presentable))))
    return PlatformViewController(nibName: nil, bundle: nil)
  }
}

extension Presentable {
  /// The container that stands on the screen for this presentable, if there is one.
  @_disfavoredOverload
  public var navigationContainer: (any NavigationContainer)? {
    if let container = self as? any NavigationContainer { return container }
    let representative = nextRepresentative
    return representative === self ? nil : representative.navigationContainer
  }

  /// The store in whose tree this presentable is, or will be when what is under way has ended.
  @_disfavoredOverload
  public var navigationStore: NavigationStore? { navigationContainer?.lifecycle.expectedStore }
}

extension NavigationIssue {
  static func storeOfOtherContext(_ root: String, fileID: String?, line: UInt?) -> Self {
    NavigationIssue(
      code: .init(rawValue: "storeOfOtherContext"),
      fact: "\(root) is observed by a store of another context.",
      advice: "Pass the context with which the root was observed first.",
      fileID: fileID, line: line)
  }

  static func storeOfInnerContainer(
    _ container: String, in root: String, fileID: String?, line: UInt?
  ) -> Self {
    NavigationIssue(
      code: .init(rawValue: "storeOfInnerContainer"),
      fact: "A store was asked for \(container), which is in the tree of \(root) already.",
      advice: "Ask for the store of the window, or read the container's navigationStore.",
      fileID: fileID, line: line)
  }

  static func noController(_ type: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "noController"),
      fact: "\(type) has no platform controller; an empty one takes its place.",
      advice: "Implement `viewController`, or `representative` if a controller stands for it.",
      at: nil)
  }
}

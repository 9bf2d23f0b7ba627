/// What is on screen in one window, as a value that follows reality.
///
/// The platform's containers are the truth. The store reads a container when it says that it
/// changed, compares it with what it knew, and publishes the difference with its cause, whoever
/// moved: a framework through the lane, a direct call, the user, the system.
///
/// It reads at settle points only: when no transition runs in the window and no platform part of
/// a transition is on the call stack. So a cancelled gesture changes nothing, and what leaves one
/// container for another in one go has moved and not left. ``tree`` is what the last settle point
/// saw.
///
/// At a settle point everything happens in this order: the tree changes; each change is
/// published; who is hidden now hears it; who has left hears it, children before parents; who is
/// visible now hears it. What is requested from the lane meanwhile starts afterwards.
@MainActor
public final class NavigationStore {
  /// The context to which the store belongs.
  public let context: NavigationContext
  /// The lane of the window.
  public let scheduler: NavigationScheduler
  /// What is on screen.
  public package(set) var tree: NavigationTree

  /// How many entries of containers have been read since the store was made.
  package internal(set) var readCount = 0

  private(set) weak var root: NavigationLifecycle?
  let published = Multicast<NavigationChange>()
  var recentChanges = Queue<NavigationChange>()
  var changeCount = 0
  /// Why the tree changed last.
  package internal(set) var latestCause: NavigationCause?

  /// What has changed since the last settle point.
  var dirty: [DirtyContainer] = []
  /// What lost its place when another store took what it was in.
  var orphans: [NavigationReader.Removal] = []
  /// What the last reading found in two slots at once.
  var disputes: [Dispute] = []
  /// What has left a tree and has been put back, as far as the containers tell that are still to
  /// be read.
  var returning: [Departure] = []
  var isReading = false
  /// The number of the last reading.
  var reading = 0
  /// Who was visible at the last settle point.
  var visible: [WeakLifecycle] = []

  /// How often a store reads at one settle point, where each reading may lead to another: an
  /// observer that moves something each time, or two windows that hold the same controller.
  private static let maximumReadings = 1_000

  private var transitionCount = 0
  private var interactiveCount = 0
  /// The number of the first transition that began after transitions were given up last.
  private var abandonedCount: UInt64 = 0
  /// The handler that began the running transitions.
  private var transitionWork: NavigationWork?
  private var isStarting = false
  private var startingCause: NavigationCause?
  private var attributions: [(id: Int, cause: NavigationCause)] = []
  private var nextAttribution = 0

  init(root element: any NavigationContainer, context: NavigationContext) {
    self.context = context
    let root = element.lifecycle
    self.root = root
    tree = NavigationTree(unchecked: .screen(root.id, element.navigationRuntimeName))
    scheduler = NavigationScheduler(
      configuration: context.configuration.scheduler, clock: context.clock,
      issues: context.issues, activity: context.activity)
    scheduler.observe(self)
    context.activity.add(self)
    readFirst(element)
  }

  deinit {
    // What ran in the window has ended with it.
    onMainActor { [scheduler, activity = context.activity] in
      scheduler.platformDidChange()
      activity.sourceDidBecomeIdle()
    }
  }

  /// The newest changes, oldest first; how many is up to the context's configuration.
  public var history: [NavigationChange] { recentChanges.elements }

  /// A new stream of the changes from now on.
  public var changes: AsyncStream<NavigationChange> { published.stream }

  /// Hears each change from now on, in order.
  ///
  /// - Parameter sink: Called on the main actor when the tree has changed.
  /// - Returns: The handle that keeps the sink subscribed.
  public func onChange(_ sink: @escaping @MainActor (NavigationChange) -> Void) -> Cancellation {
    published.sink(sink)
  }

  /// Attributes what happens from now on, outside the lane and not by the user, to a cause.
  ///
  /// - Parameter cause: Who is at work.
  /// - Returns: The handle that ends the attribution. The latest one counts.
  package func attribute(to cause: NavigationCause) -> Cancellation {
    let id = nextAttribution
    nextAttribution += 1
    attributions.append((id, cause))
    return Cancellation { [weak self] in self?.attributions.removeAll { $0.id == id } }
  }

  // Called by lifecycles.

  func transitionDidBegin(isInteractive: Bool) {
    if transitionCount == 0 { transitionWork = context.currentWork }
    transitionCount += 1
    guard isInteractive else { return }
    interactiveCount += 1
    scheduler.platformDidChange()
  }

  /// A finger has taken hold of a running transition, or has let go of it.
  func transitionDidBecomeInteractive(_ isInteractive: Bool) {
    interactiveCount += isInteractive ? 1 : -1
    scheduler.platformDidChange()
    if isIdle { context.activity.sourceDidBecomeIdle() }
  }

  func transitionDidEnd(
    _ token: NavigationTransitionToken, isInteractive: Bool, completed: Bool
  ) {
    transitionCount -= 1
    if isInteractive { interactiveCount -= 1 }
    if !completed { scheduler.userDidInterrupt(token) }
    if transitionCount == 0 { transitionWork = nil }
    settle()
  }

  func containerDidChange(
    _ container: NavigationLifecycle, _ part: NavigationContainerPart, cause: NavigationCause?
  ) {
    note(part, of: container, cause: resolve(cause))
    settle()
  }

  /// A lifecycle comes into the tree or leaves it with transitions running.
  ///
  /// A screen that comes in by a transition that was given up has followed it as well, outside the
  /// tree until now.
  func adjustTransitions(of lifecycle: NavigationLifecycle, entering: Bool) {
    if entering { lifecycle.abandonTransitions(before: abandonedCount) }
    let running = lifecycle.runningTransitionCounts
    transitionCount += entering ? running.all : -running.all
    interactiveCount += entering ? running.interactive : -running.interactive
  }

  /// Reads what has changed, if this is a settle point, and lets the lane go on.
  func settle() {
    guard !isReading, !isStarting else { return }
    isReading = true
    var readings = 0
    while transitionCount == 0, !dirty.isEmpty || !orphans.isEmpty {
      // What is left is read with the next change.
      guard readings < Self.maximumReadings else {
        context.issues.report(.endlessReading(tree.root.name, count: readings))
        break
      }
      readings += 1
      readChanges()
    }
    isReading = false
    scheduler.platformDidChange()
    if isIdle { context.activity.sourceDidBecomeIdle() }
  }

  /// The platform knows whether it was the user; the lane knows who asked the platform.
  ///
  /// - Returns: `nil` if nobody knows.
  private func resolve(_ cause: NavigationCause?) -> NavigationCause? {
    if let cause, cause.kind != .code { return cause }
    if let requested = startingCause ?? scheduler.currentCause { return requested }
    guard var direct = attributions.last?.cause ?? cause else { return nil }
    // The latest handler is not always the one that calls, and a call's animation outlives it.
    direct.work = context.currentWork ?? transitionWork
    return direct
  }
}

extension NavigationStore: TransitionMonitor {
  package var isTransitioning: Bool { transitionCount > 0 || isReading }

  package var isInteractive: Bool { interactiveCount > 0 }

  package func transitionWillStart(cause: NavigationCause) {
    isStarting = true
    startingCause = cause
  }

  package func transitionDidStart() {
    isStarting = false
    startingCause = nil
    settle()
  }

  package func abandonTransitions() {
    abandonedCount = NavigationTransitionToken.count
    for lifecycle in root?.subtree ?? [] { lifecycle.abandonTransitions() }
    transitionCount = 0
    interactiveCount = 0
    transitionWork = nil
    settle()
  }
}

extension NavigationStore: ActivitySource {
  /// Whether no transition runs in the window, but for one that follows the user's finger.
  public var isIdle: Bool { !isReading && (transitionCount == 0 || isInteractive) }

  /// The running transition, if it needs nobody's help to end.
  public var runningActivities: [NavigationActivity] {
    isIdle ? [] : [NavigationActivity(name: "a transition in \(tree.root.name)")]
  }

  /// The gesture that the user has not finished.
  public var waitingActivities: [NavigationActivity] {
    guard isIdle, isInteractive else { return [] }
    return [NavigationActivity(name: "a gesture in \(tree.root.name)", waitingFor: "the user")]
  }
}

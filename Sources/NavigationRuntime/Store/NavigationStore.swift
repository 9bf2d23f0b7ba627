/// The screen of one window as a value, kept in step with the platform.
///
/// The platform's containers are the source of truth. The store reads a container when it reports a
/// change, compares it with the known tree, and publishes the difference with its cause: a request, a
/// direct call, the user, or unknown where the platform does not say.
///
/// It reads at settle points only: when no transition runs in the window and no platform part of a
/// transition is on the call stack. So a cancelled gesture changes nothing, and an object that
/// leaves one container for another in one go has moved, not left. ``tree`` is the state at the
/// last settle point.
///
/// At a settle point everything happens in this order: the tree changes; each change is published;
/// lifecycles that became hidden are notified; those that left are notified, children before
/// parents; those that became visible are notified. Requests made meanwhile start afterwards.
@MainActor
public final class NavigationStore {
  /// The context to which the store belongs.
  public let context: NavigationContext
  /// The scheduler of the window.
  public let scheduler: NavigationScheduler
  package let occupancy: WindowOccupancy
  /// The tree of the last settle point.
  ///
  /// Reading it compares the containers from which callbacks came since the last turn of the run
  /// loop, and publishes the differences first.
  public var tree: NavigationTree {
    readUnreportedChanges()
    return latestTree
  }
  /// The tree as of the last reading.
  package var latestTree: NavigationTree

  /// The number of lists of contents and of single entries that have been read from the platform
  /// since the store was made.
  package internal(set) var readCount = 0
  /// The number of entries of such lists that have been compared with the tree.
  package internal(set) var comparisonCount = 0

  private(set) weak var root: NavigationLifecycle?
  let published = Multicast<NavigationChange>()
  /// Sends the uncovered part of the tree after each reading, while it is observed.
  package let uncovered = Multicast<UncoveredPart>()
  var recentChanges = Queue<NavigationChange>()
  var changeCount = 0
  /// The cause of the last change of the tree; `nil` if the latest reading has found none.
  var latestCause: NavigationCause?
  /// The slots that changed in the reading whose changes are being published, if these are several.
  var changedSlots: [NavigationReader.Edit] = []

  /// Whether the window is on the screen, in a scene that is in the foreground.
  package var isDisplayed: Bool { (root?.element as? any DisplayedWindow)?.isDisplayed ?? true }

  /// The containers that have changed since the last settle point.
  var dirty: [DirtyContainer] = []
  /// The objects that have arrived in them.
  var unread: [UnreadArrival] = []
  /// The containers to be compared, and the indices of those that have not been since the last
  /// settle point.
  var marked: [MarkedContainer] = []
  var newMarks: [Int] = []
  var markSweep = SweepThreshold(64)
  /// The number of the window in the context's trace.
  var tracedWindow: Int?
  /// Whether something may be visible or hidden by now although no contents have changed.
  var visibilityIsStale = false
  /// Whether the window has been on the screen.
  var hasBeenDisplayed = false
  /// Lifecycles that lost their slot when another store took their container.
  var orphans: [NavigationReader.Removal] = []
  /// The objects that the last reading found in two slots at once.
  var disputes: [Dispute] = []
  /// Lifecycles that left another tree and, according to containers still to be read, are back in
  /// this one.
  var returning: [Departure] = []
  var isReading: Bool {
    get { occupancy.isReading }
    set { occupancy.isReading = newValue }
  }
  var reading = 0
  /// The lifecycles that were visible at the last settle point.
  ///
  /// Weak, because one of them may be the root, which owns the store.
  var visible: [WeakReference<NavigationLifecycle>] = []

  /// The limit of readings at one settle point, where each may lead to another: an observer that
  /// moves something each time, or two windows that hold the same controller.
  private static let maximumReadings = 1_000

  private var abandonedTransitions: [WeakReference<AnyObject>] = []
  private var transitionCount: Int {
    get { occupancy.transitionCount }
    set { occupancy.transitionCount = newValue }
  }
  private var interactiveCount = 0
  /// The number of the first transition that began after transitions were given up last.
  private var abandonedCount: UInt64 = 0
  /// The handler that began the running transitions.
  private var transitionHandler: NavigationHandler?
  private(set) var isStarting = false
  private var startingCause: NavigationCause?
  /// The store whose transition's platform part is on the call stack around this one's.
  private var outerStartingStore: NavigationStore?
  private var turns: Cancellation?

  init(root element: any NavigationContainer, context: NavigationContext) {
    self.context = context
    let root = element.lifecycle
    self.root = root
    latestTree = NavigationTree(unchecked: .screen(root.id, element.navigationRuntimeName))
    scheduler = NavigationScheduler(
      watchdogInterval: context.configuration.watchdogInterval, clock: context.clock,
      issues: context.issues, activity: context.activity)
    occupancy = scheduler.occupancy
    scheduler.observe(self)
    occupancy.store = self
    occupancy.asksStore = element is any TransitionFollowing
    scheduler.trace = context.trace
    context.stores.append(self)
    context.activity.add(self)
    readFirst(element)
    guard let root = root.silentElement as? any WatchedResponder else { return }
    turns = root.observeTurnsOfRunLoop { [weak self] in self?.runLoopDidTurn() }
  }

  deinit {
    // The end of the window ends its transitions.
    onMainActor { [scheduler, context, tracedWindow] in
      scheduler.platformDidChange()
      if let tracedWindow { context.trace?.windowDidClose(tracedWindow) }
      context.activity.sourceDidBecomeIdle()
    }
  }

  /// The newest changes, oldest first, up to the context's `historySize`.
  public var history: [NavigationChange] { recentChanges.elements }

  /// A new stream of the changes from now on.
  public var changes: AsyncStream<NavigationChange> { published.stream }

  /// Observes each change from now on, in order.
  ///
  /// - Parameter sink: Called on the main actor when the tree has changed.
  /// - Returns: The handle that keeps the sink subscribed.
  public func onChange(_ sink: @escaping @MainActor (NavigationChange) -> Void) -> Cancellation {
    published.sink(sink)
  }

  // Called by lifecycles.

  func transitionDidBegin(isInteractive: Bool) {
    if transitionCount == 0 { transitionHandler = context.currentHandler }
    transitionCount += 1
    guard isInteractive else { return }
    interactiveCount += 1
    scheduler.platformDidChange()
  }

  /// Records that a finger has taken hold of a running transition, or let go of it.
  func transitionDidBecomeInteractive(_ isInteractive: Bool) {
    interactiveCount += isInteractive ? 1 : -1
    scheduler.platformDidChange()
    if isIdle { context.activity.sourceDidBecomeIdle() }
  }

  func transitionDidEnd(
    _ token: NavigationTransitionToken, of lifecycle: NavigationLifecycle, isInteractive: Bool,
    completed: Bool
  ) {
    transitionCount -= 1
    if isInteractive { interactiveCount -= 1 }
    if !completed {
      scheduler.userDidInterrupt(token)
      // What was about to arrive by this transition never did.
      unread.removeAll {
        $0.lifecycle === lifecycle || dirty[$0.container].lifecycle === lifecycle
      }
    }
    if transitionCount == 0 { transitionHandler = nil }
    settle()
  }

  func containerDidChange(
    _ container: NavigationLifecycle, _ part: NavigationContainerPart, cause: NavigationCause?
  ) {
    note(part, of: container, cause: resolve(cause))
    settle()
  }

  /// Adjusts the counts for a lifecycle that enters or leaves the tree with transitions running.
  ///
  /// A screen that enters with an abandoned transition has followed it as well, outside the tree
  /// until now.
  func adjustTransitions(of lifecycle: NavigationLifecycle, entering: Bool) {
    if entering { lifecycle.abandonTransitions(before: abandonedCount) }
    let running = lifecycle.runningTransitionCounts
    transitionCount += entering ? running.all : -running.all
    interactiveCount += entering ? running.interactive : -running.interactive
  }

  /// Reads the changes, if this is a settle point, and lets the scheduler proceed.
  func settle() {
    guard !isReading, !isStarting else { return }
    isReading = true
    var readings = 0
    while transitionCount == 0, !newMarks.isEmpty || isStale {
      // A screen that has left this window may enter another one before the platform part returns.
      if context.startingStore != nil { return context.heldStores.append(self) }
      compareMarked()
      // The remaining changes are read with the next one.
      guard readings < Self.maximumReadings else {
        context.issues.report(.endlessReading(latestTree.root.name, count: readings))
        break
      }
      readings += 1
      if !dirty.isEmpty || !orphans.isEmpty {
        readChanges()
      } else if isStale {
        readVisibility()
      }
    }
    isReading = false
    scheduler.platformDidChange()
    if isIdle { context.activity.sourceDidBecomeIdle() }
  }

  /// Whether something is known to differ from the last reading.
  var isStale: Bool {
    visibilityIsStale || !dirty.isEmpty || !orphans.isEmpty || !returning.isEmpty
  }

  /// Returns the most precise cause: the platform knows whether it was the user, the scheduler
  /// knows the request.
  ///
  /// - Returns: `nil` if the cause is unknown.
  func resolve(_ cause: NavigationCause?) -> NavigationCause? {
    switch cause?.kind {
    case .user, .framework: return cause
    case .code, .unknown, nil: break
    }
    // In the platform part of a transition in another window, too.
    if let starting = context.startingStore?.startingCause { return starting }
    if var requested = scheduler.currentCause {
      // A handler's transaction does not name it.
      if requested.handler == nil { requested.handler = context.currentHandler }
      return requested
    }
    let caller = context.currentRunner
    guard var direct = occupancy.attributedCause(by: caller) ?? cause else { return nil }
    // The latest handler is not always the caller, and a call's animation may outlast it.
    direct.handler = caller?.handler ?? transitionHandler
    return direct
  }
}

extension NavigationContext {
  /// Lets the other windows be read although a platform part is on the call stack, because it runs a
  /// loop of its own, as that of a modal window does.
  func runLoopDidTurn() {
    guard startingStore != nil else { return }
    startingStore = nil
    settleHeldStores()
  }

  /// Lets the stores read that have changed during a platform part, if it was the outermost one.
  fileprivate func settleHeldStores() {
    guard startingStore == nil, !heldStores.isEmpty else { return }
    let stores = heldStores.takeAll()
    for store in stores { store.isReading = false }
    for store in stores { store.settle() }
  }
}

extension NavigationStore: TransitionMonitor {
  package var isTransitioning: Bool { occupancy.isTransitioning }

  package var isInteractive: Bool { interactiveCount > 0 }

  package var transitionLocation: String? {
    guard let root, let window = root.element?.label else { return nil }
    let containers = root.subtree.filter { $0 !== root && $0.runningTransitionCounts.all > 0 }
      .compactMap { $0.element?.label }
    guard !containers.isEmpty else { return "in \(window)" }
    return "of \(containers.joined(separator: " and ")) in \(window)"
  }

  package func isInTransition() -> Bool {
    guard occupancy.asksStore, !isTransitioning else { return isTransitioning }
    for lifecycle in visible {
      (lifecycle.object?.element as? any TransitionFollowing)?.followRunningTransition()
    }
    return isTransitioning
  }

  /// Returns whether a transition has been given up, which is not followed again.
  func hasAbandoned(_ transition: AnyObject) -> Bool {
    abandonedTransitions.contains { $0.object === transition }
  }

  package func transitionWillStart(cause: NavigationCause) {
    isStarting = true
    startingCause = cause
    outerStartingStore = context.startingStore
    context.startingStore = self
  }

  package func transitionDidStart() {
    isStarting = false
    startingCause = nil
    context.startingStore = outerStartingStore.take()
    context.settleHeldStores()
    settle()
  }

  package func abandonTransitions() {
    abandonedCount = NavigationTransitionToken.count
    abandonedTransitions.removeAll { $0.object == nil }
    for lifecycle in root?.subtree ?? [] {
      let followed = lifecycle.silentElement?.navigationRuntimeFollowedTransitions ?? []
      abandonedTransitions += followed.map { WeakReference($0) }
      lifecycle.abandonTransitions()
    }
    transitionCount = 0
    interactiveCount = 0
    transitionHandler = nil
    settle()
  }
}

extension NavigationStore: ActivitySource {
  /// Whether no transition runs in the window, except one that follows the user's finger.
  package var isIdle: Bool { !isReading && (transitionCount == 0 || isInteractive) }

  /// The running transition, if it ends without help from outside.
  package var runningActivities: [NavigationActivity] {
    isIdle ? [] : [NavigationActivity(name: "a transition in \(latestTree.root.name)")]
  }

  /// The unfinished gesture of the user.
  package var waitingActivities: [NavigationActivity] {
    guard isIdle, isInteractive else { return [] }
    return [
      NavigationActivity(name: "a gesture in \(latestTree.root.name)", waitingFor: "the user")
    ]
  }
}

/// Paths through the tree that are valid in another run's tree, where all identities differ: each
/// step is the index of a child, or −1 for the modal.
extension NavigationStore {
  /// Returns the path from the root to a node.
  ///
  /// `nil` if the node is not in the tree.
  package func path(to id: NavigationNodeID) -> [Int]? {
    guard let path = tree.path(to: id) else { return nil }
    return zip(path, path.dropFirst()).map { parent, child in
      parent.children.firstIndex { $0.id == child.id } ?? -1
    }
  }

  /// Returns the container at the end of a path.
  ///
  /// `nil` if the path leads nowhere.
  package func container(at path: [Int]) -> (any NavigationContainer)? {
    var current = root
    for index in path {
      guard let parent = current else { return nil }
      if index < 0 {
        current = parent.modal
      } else {
        current = parent.children.indices.contains(index) ? parent.children[index] : nil
      }
    }
    return current?.element
  }
}

/// A change of a store's tree, with its cause.
public struct NavigationChange: Sendable {
  /// The number of the change in its store, counted from 1.
  public let number: Int
  /// The change of the tree.
  public let change: NavigationTree.Change
  /// The cause of the change.
  public let cause: NavigationCause
}

extension NavigationChange: CustomStringConvertible {
  /// Number, change and cause in one line.
  public var description: String { "\(number). \(change) (\(cause))" }
}

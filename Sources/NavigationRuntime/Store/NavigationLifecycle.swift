/// The node of a controller or window in the tree, and its observers.
///
/// There is one per object, kept by the object itself or by the registry of its context. The
/// platform's adapter reports events of the object to it; the store of the window reads what they
/// changed.
@MainActor
public final class NavigationLifecycle {
  /// The identity of the object in every tree.
  public let id: NavigationNodeID

  // Unchecked, as some below: an access is a load or a store, and many places read them.
  /// The object; held weakly.
  @exclusivity(unchecked) package private(set) weak var element: (any NavigationContainer)?

  /// The store whose tree contains the object.
  package internal(set) var store: NavigationStore? {
    get { knownOccupancy?.store }
    set { knownOccupancy = newValue?.occupancy }
  }
  /// Whether the object is in a store's tree.
  ///
  /// Compares occupancies, because loading the weak reference to a store is slow.
  func isIn(_ store: NavigationStore) -> Bool { knownOccupancy === store.occupancy }
  @inlinable
  package var occupancy: WindowOccupancy? { knownOccupancy }
  // Unchecked, because each step reads it several times.
  @usableFromInline @exclusivity(unchecked) private(set) var knownOccupancy: WindowOccupancy?

  // The tree as of the store's last reading. All of it belongs to the store.

  /// The lifecycle that contains or presents it: exactly one of the two, told apart by ``isModal``.
  @exclusivity(unchecked) package private(set) weak var holder: NavigationLifecycle?
  @exclusivity(unchecked) package internal(set) var name = ""
  @exclusivity(unchecked) package internal(set) var selectedIndex: Int?
  // Small values beside each other, which fill the memory between the larger ones.
  /// Whether its holder presents it instead of containing it.
  @exclusivity(unchecked) package private(set) var isModal = false
  /// Whether the platform changes the object without a report.
  var isSilent = false
  /// Whether it is visible; `nil` while unknown.
  private(set) var isVisible: Bool?
  /// Its index among the store's dirty containers, if it is one of them.
  var dirtyIndex: Int32 = 0
  /// Its index among the store's marked containers, if it is one of them.
  var markIndex: Int32 = 0
  /// Its index among the store's unread arrivals, if it is one of them.
  var arrivalIndex: Int32 = 0
  /// The number of pending requests that will bring the object on screen.
  private var arrivalCount: Int32 = 0
  var kind = NavigationTree.Kind.screen
  package internal(set) var children: [NavigationLifecycle] = []
  var modal: NavigationLifecycle?
  /// The number of the reading that put it into its slot.
  var insertedIn = 0
  var contentsReadIn = 0
  var modalReadIn = 0
  /// The number of the reading that last found it visible.
  var visibleIn = 0
  var departure: TreeDeparture?
  /// The number of the reading in which the object last left a tree.
  package var departedIn: Int { departure?.reading ?? 0 }
  package var departureCause: NavigationCause? { departure?.cause }
  /// The context of the tree that the object has left last, while that lives.
  package var departedContext: NavigationContext? { departure?.context }

  /// The handler that brought the object into its current or last tree.
  package var arrivalHandler: NavigationHandler?

  /// The framework's flow whose screen the object is, or that shows its screens in it, if it is
  /// registered here.
  package weak var flow: AnyObject?

  /// The store whose root is this object: a window retains its store.
  var rootedStore: NavigationStore?

  /// The store that pending requests will bring the object into.
  private weak var destination: NavigationStore?

  /// The context that will observe the window around the object, if the object is the outermost one
  /// waiting for a window.
  weak var observingContext: NavigationContext?

  /// The object whose end of transition an adapter observes: the platform's coordinator, or the
  /// presenter's lifecycle.
  weak var followedTransition: AnyObject?

  /// An adapter's state for the object, for facts that the platform reports only once.
  var adapterState: AnyObject?

  private var runningTransitions: [RunningTransition] = []
  /// The observers; made on first use, since many objects have none.
  private var observers: Multicast<PresentationEvent>?
  private static var nextID: UInt64 = 1

  /// Makes the lifecycle of an object.
  ///
  /// - Parameter element: The object, which is held weakly.
  public init(of element: any NavigationContainer) {
    self.element = element
    id = NavigationNodeID(rawValue: Self.nextID)
    Self.nextID += 1
  }

  deinit {
    // The root of a tree is deallocated: the contents of the tree are not on screen any more.
    guard let rootedStore else { return }
    let orphans = (modal.map { [$0] } ?? []) + children.reversed()
    onMainActor { rootedStore.rootDidGo(leaving: orphans) }
  }

  /// Whether the object is in a tree.
  public var isInTree: Bool { store != nil }

  /// The lifecycle that contains it; `nil` for the root, and for a presented object.
  var parent: NavigationLifecycle? { isModal ? nil : holder }

  /// The lifecycle that presents it; `nil` for the root, and for a contained object.
  var presenter: NavigationLifecycle? { isModal ? holder : nil }

  /// Links it to its holder, replacing the previous one.
  func link(to holder: NavigationLifecycle?, asModal isModal: Bool = false) {
    self.holder = holder
    self.isModal = holder != nil && isModal
  }

  /// Records that an operation on the object begins; called before it changes anything.
  ///
  /// - Parameter isInteractive: Whether it follows the user's finger and may be cancelled.
  /// - Returns: The token that ends it.
  public func transitionDidBegin(isInteractive: Bool) -> NavigationTransitionToken {
    let token = NavigationTransitionToken(isInteractive: isInteractive)
    transitionDidBegin(RunningTransition(token: token))
    return token
  }

  /// Records the beginning of a transition that has an identity of the platform's own.
  func transitionDidBegin(isInteractive: Bool, id: ObjectIdentifier) {
    let token = NavigationTransitionToken(isInteractive: isInteractive)
    transitionDidBegin(RunningTransition(token: token, id: id))
  }

  private func transitionDidBegin(_ transition: RunningTransition) {
    runningTransitions.append(transition)
    store?.transitionDidBegin(isInteractive: transition.isInteractive)
  }

  /// Records that the user's finger has let go of a running transition, which continues on its own,
  /// or has taken hold of it.
  package func transition(
    _ token: NavigationTransitionToken, didBecomeInteractive isInteractive: Bool
  ) {
    guard let index = runningTransitions.lastIndex(where: { $0.token == token }),
      runningTransitions[index].isInteractive != isInteractive
    else { return }
    runningTransitions[index].isInteractive = isInteractive
    store?.transitionDidBecomeInteractive(isInteractive)
  }

  /// Records a change; called after it.
  ///
  /// - Parameters:
  ///   - part: The part that changed.
  ///   - cause: The cause, if the platform knows it; without it, the request, the handler of a
  ///     framework or else ``NavigationCause/unknown``.
  public func containerDidChange(_ part: NavigationContainerPart, cause: NavigationCause? = nil) {
    store?.containerDidChange(self, part, cause: cause)
  }

  /// Records the end of an operation, callbacks included.
  ///
  /// Has no effect on a transition that has been abandoned or has ended before.
  ///
  /// - Parameters:
  ///   - token: The token from ``transitionDidBegin(isInteractive:)``.
  ///   - completed: `false` if the user cancelled it and everything is as it was.
  public func transitionDidEnd(_ token: NavigationTransitionToken, completed: Bool) {
    transitionDidEnd(completed: completed) { $0.token == token }
  }

  func transitionDidEnd(id: ObjectIdentifier, completed: Bool) {
    transitionDidEnd(completed: completed) { $0.id == id }
  }

  private func transitionDidEnd(completed: Bool, where isIt: (RunningTransition) -> Bool) {
    guard let index = runningTransitions.lastIndex(where: isIt) else { return }
    let transition = runningTransitions.remove(at: index)
    // Frees the memory: most objects take part in one transition at a time.
    if runningTransitions.isEmpty { runningTransitions = [] }
    store?.transitionDidEnd(
      transition.token, of: self, isInteractive: transition.isInteractive, completed: completed)
  }

  /// Observes visibility and dismissal.
  ///
  /// The sink receives the current visibility, if it is known, before this method returns; then
  /// each event.
  package func observe(_ sink: @escaping @MainActor (PresentationEvent) -> Void) -> Cancellation {
    let observers = observers ?? Multicast()
    self.observers = observers
    let subscription = observers.sink(sink)
    if let isVisible { sink(.visible(isVisible)) }
    return subscription
  }

  var visibilityStream: AsyncStream<Bool> {
    .subscribing { end in
      observe { if case .visible(let isVisible) = $0 { end.yield(isVisible) } }
    }
  }

  var dismissalStream: AsyncStream<Void> {
    .subscribing { end in
      observe { event in
        guard event == .dismissed else { return }
        end.yield(())
        end.finish()
      }
    }
  }

  // Called by requests.

  /// The store whose tree contains the object, or will when the pending transitions have ended.
  package var expectedStore: NavigationStore? {
    if let store = store ?? destination { return store }
    return element?.navigationRuntimeEnclosing?.lifecycle.expectedStore
  }

  /// Records a request that will bring the object on screen.
  func expectArrival(in store: NavigationStore) {
    destination = store
    arrivalCount += 1
  }

  /// Records that such a request waits in another window.
  func arrivalDidMove(to store: NavigationStore) {
    if arrivalCount > 0 { destination = store }
  }

  /// Records the end of such a request; if it was performed, the object is in the tree now.
  func arrivalDidEnd() {
    arrivalCount -= 1
    if arrivalCount == 0 { destination = nil }
  }

  // Called by the store.

  /// The numbers of this object's running transitions and of the interactive ones among them.
  var runningTransitionCounts: (all: Int, interactive: Int) {
    let interactive = runningTransitions.reduce(0) { $0 + ($1.isInteractive ? 1 : 0) }
    return (runningTransitions.count, interactive)
  }

  func isInTransition(_ token: NavigationTransitionToken) -> Bool {
    runningTransitions.contains { $0.token == token }
  }

  func isInTransition(id: ObjectIdentifier) -> Bool {
    runningTransitions.contains { $0.id == id }
  }

  func endTransitions() {
    for transition in runningTransitions { transitionDidEnd(transition.token, completed: true) }
  }

  func abandonTransitions() {
    runningTransitions = []
    followedTransition = nil
  }

  /// Gives up the running transitions that began before the one with a number, if there are any.
  func abandonTransitions(before number: UInt64) {
    guard runningTransitions.contains(where: { $0.token.number < number }) else { return }
    runningTransitions.removeAll { $0.token.number < number }
    if runningTransitions.isEmpty { followedTransition = nil }
  }

  // Not inlined: each of the calls would contain the delivery to the observers.
  @inline(never)
  func setVisible(_ isVisible: Bool?) {
    guard isVisible != self.isVisible else { return }
    self.isVisible = isVisible
    if let isVisible { observers?.send(.visible(isVisible)) }
  }

  /// Performs work once: when the object has entered a tree, or ``returnIsAhead()`` is called.
  package func onReturn(_ work: @escaping @MainActor () -> Void) {
    departure = TreeDeparture(
      in: departedIn, of: departedContext, by: departureCause ?? .unknown, onReturn: work)
  }

  /// Whether the object is in a container, and work waits for its return.
  package var waitsForReturn: Bool {
    departure?.onReturn != nil && element?.navigationRuntimeEnclosing != nil
  }

  /// Performs the work that waits for the object's return.
  package func returnIsAhead() {
    guard let work = departure?.onReturn else { return }
    departure?.onReturn = nil
    work()
  }

  /// Records a departure between two readings; the work that waits for a return still does.
  func depart(_ departure: TreeDeparture) {
    let work = self.departure?.onReturn
    self.departure = departure
    if let work { onReturn(work) }
  }

  func didLeave() {
    isVisible = nil
    observers?.send(.dismissed(by: departureCause ?? .unknown))
  }
}

extension WeakTable<NavigationLifecycle> {
  /// Returns the lifecycle of an object, made on first use.
  package func lifecycle(of element: any NavigationContainer) -> NavigationLifecycle {
    value(of: element) { NavigationLifecycle(of: element) }
  }
}

/// A departure from a tree, shared by the objects that left together, unless work waits for the
/// return of one; an object, since few have left.
@MainActor
final class TreeDeparture {
  let reading: Int
  private(set) weak var context: NavigationContext?
  let cause: NavigationCause
  fileprivate var onReturn: (@MainActor () -> Void)?

  init(
    in reading: Int, of context: NavigationContext?, by cause: NavigationCause,
    onReturn: (@MainActor () -> Void)? = nil
  ) {
    self.reading = reading
    self.context = context
    self.cause = cause
    self.onReturn = onReturn
  }
}

/// A transition of one object that has begun and not ended.
private struct RunningTransition {
  let token: NavigationTransitionToken
  /// The platform's identity for it, if it has one.
  let id: ObjectIdentifier?
  /// Whether it follows the user's finger now.
  var isInteractive: Bool

  init(token: NavigationTransitionToken, id: ObjectIdentifier? = nil) {
    self.token = token
    self.id = id
    isInteractive = token.isInteractive
  }
}

/// The part of a container that changed.
public enum NavigationContainerPart: Sendable, Equatable {
  /// Entries were added or removed at the end; all others are unchanged.
  case top
  /// The contents, in any way.
  case contents
  /// The selection.
  case selection
  /// The presented container.
  case presentation
}

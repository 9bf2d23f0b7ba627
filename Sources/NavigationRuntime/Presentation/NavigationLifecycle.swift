/// The place of a controller or window in the tree, and those who observe it.
///
/// One per object, kept by the object itself or, where it has no room, by the registry of its
/// context. The adapter of a platform tells it what happens to the object; the store of the
/// window decides what that means.
@MainActor
public final class NavigationLifecycle {
  /// The identity of the object in every tree.
  public let id: NavigationNodeID

  /// The object; held weakly.
  public private(set) weak var element: (any NavigationContainer)?

  /// The store whose tree contains the object.
  public internal(set) weak var store: NavigationStore?

  // The tree as the store last read it. All of it belongs to the store.

  /// What contains or presents it: exactly one of the two, which ``isModal`` tells apart.
  private(set) weak var holder: NavigationLifecycle?
  /// Whether its holder presents it, and does not contain it.
  package private(set) var isModal = false
  package internal(set) var children: [NavigationLifecycle] = []
  var modal: NavigationLifecycle?
  var kind = NavigationTree.Kind.screen
  var name = ""
  package internal(set) var selectedIndex: Int?
  /// Where it stands among the containers that have changed, if it is there.
  var dirtyIndex = 0
  /// The reading in which it was put where it is.
  var placedIn = 0
  /// The reading in which its contents were compared last.
  var contentsReadIn = 0
  /// The reading in which what it presents was compared last.
  var modalReadIn = 0
  /// The reading that last found it visible.
  var visibleIn = 0
  /// Whether it is visible; `nil` as long as nobody can say.
  private(set) var isVisible: Bool?
  /// The reading in which the object left a tree last.
  package internal(set) var departedIn = 0
  /// Who made the object leave the tree the last time it did.
  package internal(set) var departureCause: NavigationCause?

  /// The handler that brought the object into the tree it is in, or was in last.
  package var arrivalWork: NavigationWork?

  /// The framework's flow that shows its screens in the object, if it has said so.
  package weak var flow: AnyObject?

  /// The store that has this object as its root: a window keeps its store.
  var rootedStore: NavigationStore?

  /// The store into whose tree requests that have not ended will bring the object, and how many.
  private weak var destination: NavigationStore?
  private var arrivalCount = 0

  /// The context that has to observe the window into which the object will come, if it is the
  /// outermost one of what waits for that.
  weak var observingContext: NavigationContext?

  /// What an adapter follows to the end of a transition: the platform's coordinator, or the
  /// lifecycle of who presents the object.
  weak var followedTransition: AnyObject?

  /// What an adapter remembers of the object, if the platform says it once and not again.
  var adapterState: AnyObject?

  private var runningTransitions: [RunningTransition] = []
  private let observers = Multicast<PresentationEvent>()
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
    // The root of a tree is gone: what was in the tree is not on screen any more.
    guard let rootedStore else { return }
    let orphans = (modal.map { [$0] } ?? []) + children.reversed()
    onMainActor { rootedStore.rootDidGo(leaving: orphans) }
  }

  /// Whether the object is in a tree.
  public var isInTree: Bool { store != nil }

  /// What contains it; `nil` for the root, and for what is presented.
  var parent: NavigationLifecycle? { isModal ? nil : holder }

  /// What presents it; `nil` for the root, and for what is contained.
  var presenter: NavigationLifecycle? { isModal ? holder : nil }

  /// Links it to what contains or presents it now, in place of what did before.
  func link(to holder: NavigationLifecycle?, asModal isModal: Bool = false) {
    self.holder = holder
    self.isModal = holder != nil && isModal
  }

  /// To be called when an operation on the object begins, before it changes anything.
  ///
  /// - Parameter isInteractive: Whether it follows the user's finger and may be cancelled.
  /// - Returns: What to end it with.
  public func transitionDidBegin(isInteractive: Bool) -> NavigationTransitionToken {
    let token = NavigationTransitionToken(isInteractive: isInteractive)
    transitionDidBegin(RunningTransition(token: token))
    return token
  }

  /// The same for a platform whose transitions have identities of their own.
  func transitionDidBegin(isInteractive: Bool, id: ObjectIdentifier) {
    let token = NavigationTransitionToken(isInteractive: isInteractive)
    transitionDidBegin(RunningTransition(token: token, id: id))
  }

  private func transitionDidBegin(_ transition: RunningTransition) {
    runningTransitions.append(transition)
    store?.transitionDidBegin(isInteractive: transition.isInteractive)
  }

  /// To be called when the user's finger has let go of a running transition, which goes on by
  /// itself to where it was or is to be, or when it has taken hold of it.
  ///
  /// - Parameters:
  ///   - token: What ``transitionDidBegin(isInteractive:)`` returned.
  ///   - isInteractive: Whether it follows the finger from now on.
  package func transition(
    _ token: NavigationTransitionToken, didBecomeInteractive isInteractive: Bool
  ) {
    guard let index = runningTransitions.lastIndex(where: { $0.token == token }),
      runningTransitions[index].isInteractive != isInteractive
    else { return }
    runningTransitions[index].isInteractive = isInteractive
    store?.transitionDidBecomeInteractive(isInteractive)
  }

  /// To be called after something changed.
  ///
  /// - Parameters:
  ///   - part: What changed.
  ///   - cause: Who changed it, if the platform knows.
  public func containerDidChange(_ part: NavigationContainerPart, cause: NavigationCause? = nil) {
    store?.containerDidChange(self, part, cause: cause)
  }

  /// To be called when an operation has ended, callbacks included.
  ///
  /// What has been given up meanwhile, or has ended before, is not ended again.
  ///
  /// - Parameters:
  ///   - token: What ``transitionDidBegin(isInteractive:)`` returned.
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
    store?.transitionDidEnd(
      transition.token, isInteractive: transition.isInteractive, completed: completed)
  }

  /// Observes visibility and dismissal.
  ///
  /// - Parameter sink: Called with the present visibility, if it is known, before this method
  ///   returns; then with each event.
  /// - Returns: The handle that keeps the sink subscribed.
  public func observe(_ sink: @escaping @MainActor (PresentationEvent) -> Void) -> Cancellation {
    let subscription = observers.sink(sink)
    if let isVisible { sink(.visible(isVisible)) }
    return subscription
  }

  var visibilityStream: AsyncStream<Bool> {
    stream { event, continuation in
      if case .visible(let isVisible) = event { continuation.yield(isVisible) }
    }
  }

  var dismissalStream: AsyncStream<Void> {
    stream { event, continuation in
      guard event == .dismissed else { return }
      continuation.yield()
      continuation.finish()
    }
  }

  private func stream<Element: Sendable>(
    _ forward: @escaping @MainActor (PresentationEvent, AsyncStream<Element>.Continuation) -> Void
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    let end = StreamEnd(continuation)
    let subscription = observe { forward($0, end.continuation) }
    continuation.onTermination = { _ in subscription.cancel() }
    return stream
  }

  // Called by requests.

  /// The store in whose tree the object is, or will be when what is under way has ended.
  var expectedStore: NavigationStore? {
    if let store = store ?? destination { return store }
    return element?.navigationRuntimeEnclosing?.lifecycle.expectedStore
  }

  /// A request will bring the object on screen.
  func expectArrival(in store: NavigationStore) {
    destination = store
    arrivalCount += 1
  }

  /// Such a request has ended; if it was performed, the object is in the tree now.
  func arrivalDidEnd() {
    arrivalCount -= 1
    if arrivalCount == 0 { destination = nil }
  }

  // Called by the store.

  /// How many transitions of this object run, and how many of them follow the finger.
  var runningTransitionCounts: (all: Int, interactive: Int) {
    let interactive = runningTransitions.reduce(0) { $0 + ($1.isInteractive ? 1 : 0) }
    return (runningTransitions.count, interactive)
  }

  func isInTransition(id: ObjectIdentifier) -> Bool {
    runningTransitions.contains { $0.id == id }
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

  func setVisible(_ isVisible: Bool?) {
    guard isVisible != self.isVisible else { return }
    self.isVisible = isVisible
    if let isVisible { observers.send(.visible(isVisible)) }
  }

  func didLeave() {
    isVisible = nil
    observers.send(.dismissed)
  }

  package var observerCount: Int { observers.sinkCount }
}

/// A transition of one object that has begun and has not ended.
private struct RunningTransition {
  let token: NavigationTransitionToken
  /// How the platform calls it, if it does.
  let id: ObjectIdentifier?
  /// Whether it follows the user's finger now.
  var isInteractive: Bool

  init(token: NavigationTransitionToken, id: ObjectIdentifier? = nil) {
    self.token = token
    self.id = id
    isInteractive = token.isInteractive
  }
}

/// What changed in a container.
public enum NavigationContainerPart: Sendable, Equatable {
  /// Entries came or went at the end; all others are where they were.
  case top
  /// What it contains, in any way.
  case contents
  /// Which one is selected.
  case selection
  /// What it presents.
  case presentation
}

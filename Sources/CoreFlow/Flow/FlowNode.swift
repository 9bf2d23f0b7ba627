/// A node of the flow tree: a flow's parent, its children, and its lifecycle.
///
/// ```
///   parent flow ──owns──▶ node ──owns──▶ child ──owns──▶ child flow ──owns──▶ node …
///                            └──owns──▶ core, screen
/// ```
///
/// It decides activation, attaching and ends for all kinds of flows.
@MainActor
public final class FlowNode {
  enum Life: Equatable {
    /// Never attached. The flow becomes active when its core is created or a child is attached to
    /// it, because a flow that is shown by hand is never attached.
    case fresh
    /// Attached to a parent that is not active.
    case waiting
    case active
    case ending
    case ended(NavigationEndReason)
  }

  weak var flow: (any Flowable)?
  weak var parent: FlowNode?
  private let flowType: Any.Type
  /// The attached children, whose numbers ascend.
  var children: [FlowChild] = []
  /// The number of ends of children that are being notified, each of one attached in the last one's.
  private(set) var nestedEnds = 0
  /// The number of children whose end has begun and is not over.
  private var endingChildren = 0
  /// The number of this flow among its parent's children.
  private var number = 0
  var core: (any Activatable)?
  var screen: (any NavigationContainer)?
  /// Whether `createScreen()` is running, which may create the core, which may attach a child.
  var isMakingScreen = false
  var life = Life.fresh
  weak var window: (any NavigationContainer)?
  var rootPresentation: Cancellation?
  /// Whether this module shows the screen, and therefore observes its dismissal.
  var isShownByFlow = false
  /// The removal of the screen that follows an end, until it has been performed: the flow may be in
  /// use again by then.
  var screenRemoval: ScheduledTransition?
  /// Schedules the flow's screen, unless that is done; while the flow is attached or launched.
  var bringUp: (@MainActor () -> Void)?
  /// Observes the screen of a flow that is shown by hand.
  var screenWatch: Cancellation?
  var releaseExpectations: [LeakExpectation] = []
  private let ownContext: NavigationContext?
  /// The context of the window in which the flow was launched.
  var launchContext: NavigationContext?
  private var endedPath: String?
  /// The nearest flow above with a context of its own, else the root; `nil` if it is this one.
  private weak var contextOwner: FlowNode?
  /// The context to fall back on while no flow and no window determines another one.
  var lastContext: NavigationContext?
  /// The screens of children that the flow showed itself and that ended with it.
  private var endedScreens: [EndedScreen] = []
  /// The rarely used parts; made on first use.
  private(set) var extras: FlowExtras?
  private var kept: Set<Cancellation> = []
  private let endings = Multicast<NavigationEndReason>()

  init(_ flowType: Any.Type, context: NavigationContext?) {
    self.flowType = flowType
    ownContext = context
  }

  var isActive: Bool { life == .active }

  var isInUse: Bool { life == .active || life == .waiting }

  /// Whether it has ended or is about to.
  var isOver: Bool {
    switch life {
    case .fresh, .waiting, .active: false
    case .ending, .ended: true
    }
  }

  var hasEnded: Bool { if case .ended = life { true } else { false } }

  func makeExtras() -> FlowExtras {
    let extras = extras ?? FlowExtras()
    self.extras = extras
    return extras
  }

  /// The flow's own context, else that of the nearest ancestor with one, else that of the tree that
  /// contains the screen, else that of the tree that the screen has left, else the last known one,
  /// else the shared one.
  ///
  /// Resolved at each access: a flow can be built before it is attached, and can be shown by hand.
  var context: NavigationContext {
    let top = contextOwner ?? self
    return top.chosenContext ?? top.screenContext ?? screenContext
      ?? screen?.lifecycle.departedContext ?? lastContext ?? .shared
  }

  private var chosenContext: NavigationContext? { ownContext ?? launchContext }

  private var screenContext: NavigationContext? { screen?.navigationStore?.context }

  /// Updates core, screen and descendants when the source of the context has changed.
  func contextDidChange(from old: NavigationContext) {
    contextOwner = chosenContext == nil ? parent.map { $0.contextOwner ?? $0 } : nil
    // Otherwise the context of a window that the flow has left would live as long as the flow.
    if context !== lastContext { lastContext = nil }
    (core as? any ManagedCore)?.contextDidChange()
    if life == .active { traceStart() }
    traceMove(from: old)
    if let screen { watch(screen) }
    for child in children {
      if let flowNode = child.flowNode {
        flowNode.contextDidChange(from: old)
      } else if context !== old {
        child.register(in: context)
      }
    }
  }

  /// Adds a child to the end of the list.
  func add(_ child: FlowChild) {
    child.number = (children.last?.number ?? 0) + 1
    child.flowNode?.number = child.number
    children.append(child)
  }

  /// Returns the index of the child with a number: in logarithmic time, because a flow can have
  /// thousands of children.
  func index(ofChild number: Int) -> Int? {
    children.indices.index(of: number) { children[$0].number }
  }

  /// The parent's entry for this flow, while it is attached.
  var childEntry: FlowChild? {
    guard let parent, let index = parent.index(ofChild: number) else { return nil }
    let entry = parent.children[index]
    return entry.node === flow ? entry : nil
  }

  var leakDetector: LeakDetector { context.leakDetector }

  var flowName: String { "\(flowType)" }

  /// The names of the flows from the root to this one.
  var path: String {
    endedPath ?? ancestry.reversed().map(\.flowName).joined(separator: " › ")
  }

  var cause: NavigationCause {
    NavigationCause(.framework("CoreFlow")) { [flowType] in "\(flowType)" }
  }

  func onEnd(_ sink: @escaping @MainActor (NavigationEndReason) -> Void) -> Cancellation {
    if case .ended(let reason) = life {
      sink(reason)
      return Cancellation {}
    }
    return endings.sink(sink)
  }

  /// Stores the core that the flow has created, and activates it unless the flow waits or has
  /// ended.
  func didMake(_ core: any Activatable) {
    self.core = core
    LeakExpectation.takeOver(core)
    let managed = core as? any ManagedCore
    managed?.reportOtherFlow(than: self)
    managed?.adopt(self)
    switch life {
    case .fresh, .active:
      life = .active
      activateTraced(core)
    case .waiting, .ending, .ended: managed?.waitForParent()
    }
  }

  /// Stores the screen that the flow has created.
  func didMakeScreen(_ screen: any NavigationContainer) {
    self.screen = screen
    LeakExpectation.takeOver(screen)
    claim(screen)
    traceScreen()
    watch(screen)
  }

  func start(under parent: (any NavigationNode)?) {
    let parent = (parent as? any Flowable)?.flowNode
    // An attached flow keeps its parent until its end.
    guard self.parent == nil || parent === self.parent || life == .waiting else { return }
    let old = context
    lastContext = old
    self.parent = parent
    contextDidChange(from: old)
    switch life {
    case .active: forgetExpectations()
    case .ending: break
    case .fresh, .waiting, .ended:
      rootPresentation = nil
      if case .ended = life { removeLeftScreens() }
      if let screen { claim(screen) }
      if parent?.isActive ?? true {
        becomeActive()
      } else {
        life = .waiting
        (core as? any ManagedCore)?.waitForParent()
      }
    }
  }

  /// Activates the core, then the children that wait for it.
  private func becomeActive() {
    forgetExpectations()
    endedPath = nil
    life = .active
    traceStart()
    // Creating the core activates it.
    if let core {
      (core as? any ManagedCore)?.reportOtherFlow(than: self)
      activateTraced(core)
    } else {
      flow?.makeCore()
    }
    reportEndedScreens()
    for child in children where life == .active && isAttached(child) {
      if !child.isStarted {
        child.isStarted = true
        child.node.start(under: flow)
      } else if let flowNode = child.flowNode, flowNode.life == .waiting {
        flowNode.becomeActive()
      }
    }
  }

  /// Ends the flow: its children resign first, the last attached first, then its core.
  ///
  /// The closure is called when the flow and its descendants have resigned: immediately, unless a
  /// core is reducing an action, or the call comes from inside the end of a descendant. The removal
  /// is scheduled before the first observer is called, of this flow or a descendant.
  func end(
    _ reason: NavigationEndReason, _ removal: ScreenRemoval? = nil,
    then: (@MainActor () -> Void)? = nil
  ) {
    let wasActive = life == .active
    switch life {
    case .ended:
      then?()
      return
    case .ending:
      if let then { endings.sink { _ in then() }.store(in: &kept) }
      return
    case .fresh, .waiting, .active: life = .ending
    }
    endChildren(removal) { [self] in
      guard let core else { return completeEnd(reason, removal, then) }
      resign(core, wasActive: wasActive) { [self] in
        context.trace?.end(TraceWork(core), .coreResigned)
        completeEnd(reason, removal, then)
      }
    }
  }

  private func endChildren(_ removal: ScreenRemoval?, then: @escaping @MainActor () -> Void) {
    while let child = children.popLast() {
      child.letGo()
      child.transition?.cancel()
      rememberScreen(of: child)
      let end = Signal()
      finish(child, .stopped, removal) { end.signal() }
      guard end.hasCome(otherwise: { [self] in endChildren(removal, then: then) }) else {
        return
      }
    }
    // The end of a child may have led here; it resigns first.
    if endingChildren == 0 { then() } else { makeExtras().onChildrenEnd = then }
  }

  private func completeEnd(
    _ reason: NavigationEndReason, _ removal: ScreenRemoval?, _ then: (@MainActor () -> Void)?
  ) {
    life = .ended(reason)
    // A root that ends by itself stays on screen, and has to be released when it leaves.
    if screen?.lifecycle.isInTree != true { rootPresentation = nil }
    let context = context
    context.trace?.end(TraceWork(self), .flowEnded, detail: "\(reason)")
    lastContext = context
    launchContext = nil
    window = nil
    if leakDetector.isEnabled { endedPath = path }
    if let extras, extras.outlivesScreen {
      extras.outlivesScreen = false
      if screen?.lifecycle.isInTree != true { expectRelease() }
    }
    parent = nil
    contextOwner = nil
    // An observer may attach the flow again: its former screen is on its way out then, and what it
    // keeps is that of its new life.
    removal?.schedule()
    let kept = kept
    self.kept = []
    endings.send(reason)
    withExtendedLifetime(kept) {}
    then?()
  }

  /// Notes the screen of a child that the flow shows itself: it may stay inside the flow's
  /// screen after the child's end.
  private func rememberScreen(of child: FlowChild) {
    guard child.route == .none, let flowNode = child.flowNode, let screen = flowNode.screen
    else { return }
    endedScreens.append(EndedScreen(flowName: flowNode.flowName, screen: screen))
  }

  /// Reports the ended children whose screens are still inside the screen of a flow in use again.
  private func reportEndedScreens() {
    let ended = endedScreens.takeAll()
    guard let screen, case .active = life else { return }
    let names = ended.filter { entry in
      entry.screen.map { shown in
        shown.isInside(screen) && !children.contains { $0.flowNode?.screen === shown }
      } ?? false
    }
    guard !names.isEmpty else { return }
    context.issues.report(.childrenHaveEnded(flowName, names.map(\.flowName)))
  }

  private struct EndedScreen {
    let flowName: String
    weak var screen: (any NavigationContainer)?
  }

  /// Ends a child that is no longer in the list, then notifies the flow.
  ///
  /// The removal is that of its screen and those of its descendants, or that of a flow that it ends
  /// with.
  func finish(
    _ child: FlowChild, _ reason: NavigationEndReason, _ removal: ScreenRemoval? = nil,
    then: (@MainActor () -> Void)? = nil
  ) {
    let end = Signal()
    endingChildren += 1
    if let flowNode = child.flowNode {
      flowNode.end(reason, removal) { end.signal() }
    } else {
      child.removal = removal
      child.node.stop(because: reason)
      end.signal()
    }
    removal?.schedule()
    // Notifies after the removal is scheduled: a child attached in response appears after it.
    let conclude: @MainActor () -> Void = { [self] in
      notifyEnd(of: child, reason)
      if child.phase != .leaving { child.expectRelease(leakDetector) }
      then?()
      endingChildren -= 1
      if endingChildren == 0 { extras?.onChildrenEnd.take()?() }
    }
    if end.hasCome(otherwise: conclude) { conclude() }
  }

  private func notifyEnd(of child: FlowChild, _ reason: NavigationEndReason) {
    nestedEnds += 1
    defer { nestedEnds -= 1 }
    flow?.didDetach(child.node, because: reason)
    child.onDetach?(reason)
  }

  /// Ends and releases core and screen after the flow has been released.
  func flowIsGone() {
    endWithDescendants(.stopped) { [self] in
      expectReleaseOfParts()
      // Their release may call back, for the context for instance, which is found through the screen.
      let parts = (core, screen, extras)
      core = nil
      screen = nil
      extras = nil
      withExtendedLifetime(parts) {}
    }
  }
}

/// The parts of a node that few flows have.
@MainActor
final class FlowExtras {
  /// The container around the screen, from `embedded(in:)`.
  var container: (any NavigationContainer)?
  /// Receives the value of a ``ResultFlow``, until the flow ends.
  var resultReceiver: AnyObject?
  /// Whether its owner retains the flow after its screen has left, until its end.
  var outlivesScreen = false
  /// Continues the flow's own end when that of its last child is over.
  var onChildrenEnd: (@MainActor () -> Void)?
}

extension FlowBase: LeakCheckedNode {
  package func expectReleaseAtEnd() { flowNode.makeExtras().outlivesScreen = true }
}

extension Flowable {
  fileprivate func makeCore() { _ = core }
}

extension NavigationContainer {
  /// Whether another container contains this one, at any depth.
  fileprivate func isInside(_ other: any NavigationContainer) -> Bool {
    platformAncestry.dropFirst().contains { $0 === other }
  }
}

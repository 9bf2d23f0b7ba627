/// A flow's place in the tree of flows: its parent, its children, and where it is in its life.
///
/// ```
///   parent flow ──owns──▶ branch ──owns──▶ child ──owns──▶ child flow ──owns──▶ branch …
///                            └──owns──▶ core, screen
/// ```
///
/// All decisions of a flow are made here, once for all kinds of flows.
@MainActor
public final class FlowBranch {
  enum Life: Equatable {
    /// Never attached. It becomes active when its core is made, or a child is attached to it: it
    /// may be shown by hand, and is never attached then.
    case fresh
    /// Attached to a parent that is not active.
    case waiting
    case active
    case ending
    case ended(NavigationEndReason)
  }

  weak var flow: (any Flowable)?
  weak var parent: FlowBranch?
  private let flowType: Any.Type
  var children: [FlowChild] = []
  var core: (any Activatable)?
  var screen: (any NavigationContainer)?
  var life = Life.fresh
  /// What it was launched in.
  weak var window: (any NavigationContainer)?
  var rootPresentation: Cancellation?
  /// Whether this module brings the screen up, and so notices when it goes.
  var isShownByFlow = false
  /// Watches the screen of a flow that is shown by hand.
  var screenWatch: Cancellation?
  var releaseExpectations: [LeakExpectation] = []
  private let ownContext: NavigationContext?
  /// That of the window in which it was launched.
  var launchContext: NavigationContext?
  /// Where it was when it ended.
  private var endedPath: String?
  /// What it had found before it lost its parent.
  private var lastContext: NavigationContext?
  /// The screens of children that the flow had shown itself and that ended with it.
  private var endedScreens: [EndedScreen] = []
  private var kept: Set<Cancellation> = []
  private let endings = Multicast<NavigationEndReason>()

  init(_ flowType: Any.Type, context: NavigationContext?) {
    self.flowType = flowType
    ownContext = context
  }

  var isActive: Bool { life == .active }

  /// Its own, else that of the nearest flow above that has one, else that of the tree in which the
  /// screen is, else the shared one.
  ///
  /// Found when it is asked for: a flow can be built before it is attached, and shown by hand.
  var context: NavigationContext {
    var top = self
    while top.chosenContext == nil, let parent = top.parent { top = parent }
    return top.chosenContext ?? top.screenContext ?? screenContext ?? lastContext ?? .shared
  }

  private var chosenContext: NavigationContext? { ownContext ?? launchContext }

  private var screenContext: NavigationContext? { screen?.navigationStore?.context }

  /// Where the context comes from has changed, for everything beneath, too.
  func contextDidChange() {
    (core as? any ManagedCore)?.contextDidChange()
    if let screen { watch(screen) }
    for child in children { (child.node as? any Flowable)?.branch.contextDidChange() }
  }

  var leakDetector: LeakDetector { context.leakDetector }

  var flowName: String { "\(flowType)" }

  /// The names of the flows from the root to this one.
  var path: String {
    if let endedPath { return endedPath }
    return (parent.map { $0.path + " › " } ?? "") + flowName
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

  /// The flow has made its core.
  func didMake(_ core: any Activatable) {
    self.core = core
    let managed = core as? any ManagedCore
    managed?.adopt(self)
    switch life {
    case .fresh, .active:
      life = .active
      activate(core)
    case .waiting, .ending, .ended: managed?.wait()
    }
  }

  func start(under parent: (any NavigationNode)?) {
    let parent = (parent as? any Flowable)?.branch
    // Who is attached stays where it is until its end.
    guard self.parent == nil || parent === self.parent || life == .waiting else { return }
    lastContext = context
    self.parent = parent
    contextDidChange()
    switch life {
    case .active, .ending: break
    case .fresh, .waiting, .ended:
      if parent?.isActive ?? true {
        becomeActive()
      } else {
        life = .waiting
        (core as? any ManagedCore)?.wait()
      }
    }
  }

  /// Activates the core, then the children that have waited for it.
  private func becomeActive() {
    forgetExpectations()
    endedPath = nil
    life = .active
    // Makes the core if there is none; that activates it.
    if let core { activate(core) } else { flow?.makeCore() }
    reportEndedScreens()
    for child in children where life == .active {
      if !child.isStarted {
        child.isStarted = true
        child.node.start(under: flow)
      } else if let branch = (child.node as? any Flowable)?.branch, branch.life == .waiting {
        branch.becomeActive()
      }
    }
  }

  /// Resigns: the children first, the last one first of all, then the core.
  ///
  /// - Parameters:
  ///   - reason: Why.
  ///   - then: Called when everything beneath has resigned: at once, unless a core is just
  ///     reducing an action.
  func end(_ reason: NavigationEndReason, then: (@MainActor () -> Void)? = nil) {
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
    endChildren { [self] in
      guard let core else { return didEnd(reason, then) }
      resign(core, wasActive: wasActive) { [self] in didEnd(reason, then) }
    }
  }

  private func endChildren(then: @escaping @MainActor () -> Void) {
    while let child = children.popLast() {
      child.letGo()
      rememberScreen(of: child)
      child.transition?.cancel()
      let turn = Turn()
      finish(child, .stopped) { [self] in
        child.expectRelease(context.leakDetector)
        turn.end()
      }
      guard turn.hasEnded(otherwise: { [self] in endChildren(then: then) }) else { return }
    }
    then()
  }

  private func didEnd(_ reason: NavigationEndReason, _ then: (@MainActor () -> Void)?) {
    life = .ended(reason)
    rootPresentation = nil
    lastContext = context
    launchContext = nil
    window = nil
    if leakDetector.isEnabled { endedPath = path }
    endings.send(reason)
    kept = []
    parent = nil
    then?()
  }

  /// A child that the flow shows itself has ended with it; the screen may stay inside the flow's.
  private func rememberScreen(of child: FlowChild) {
    guard child.route == .none, let branch = (child.node as? any Flowable)?.branch,
      let screen = branch.screen
    else { return }
    endedScreens.append(EndedScreen(flowName: branch.flowName, screen: screen))
  }

  /// A flow that is in use again has no children; those whose screens it still shows are missed.
  private func reportEndedScreens() {
    let ended = endedScreens
    endedScreens = []
    guard let screen, case .active = life else { return }
    let names = ended.filter { entry in
      entry.screen.map { shown in
        shown.isInside(screen)
          && !children.contains { ($0.node as? any Flowable)?.branch.screen === shown }
      } ?? false
    }
    guard !names.isEmpty else { return }
    context.issues.report(.childrenHaveEnded(flowName, names.map(\.flowName)))
  }

  private struct EndedScreen {
    let flowName: String
    weak var screen: (any NavigationContainer)?
  }

  /// Ends a child that is no longer in the list, and tells the flow.
  func finish(
    _ child: FlowChild, _ reason: NavigationEndReason, then: (@MainActor () -> Void)? = nil
  ) {
    endNode(of: child, reason) { [self] in
      tellOfEnd(of: child, reason)
      then?()
    }
  }

  func endNode(
    of child: FlowChild, _ reason: NavigationEndReason, then: @escaping @MainActor () -> Void
  ) {
    if let branch = (child.node as? any Flowable)?.branch {
      branch.end(reason, then: then)
    } else {
      child.node.stop(because: reason)
      then()
    }
  }

  func tellOfEnd(of child: FlowChild, _ reason: NavigationEndReason) {
    flow?.didDetach(child.node, because: reason)
    child.onDetach?(reason)
  }

  /// The flow has been released; what it had made ends with it.
  func flowIsGone() {
    end(.stopped) { [self] in
      expectReleaseOfParts()
      core = nil
      screen = nil
    }
  }
}

extension Flowable {
  fileprivate func makeCore() { _ = core }
}

extension NavigationContainer {
  /// Whether another container holds this one, at any depth.
  fileprivate func isInside(_ other: any NavigationContainer) -> Bool {
    var current = navigationRuntimeEnclosing
    while let container = current {
      if container === other { return true }
      current = container.navigationRuntimeEnclosing
    }
    return false
  }
}

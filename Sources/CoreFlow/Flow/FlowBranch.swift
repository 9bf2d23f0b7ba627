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
    /// Never attached; it becomes active when its core is made.
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
  private let flowContext: FlowContext
  /// Where it was when it ended.
  private var endedPath: String?
  private var kept: Set<Cancellation> = []
  private let endings = Multicast<NavigationEndReason>()

  init(_ flowType: Any.Type, context: NavigationContext?) {
    self.flowType = flowType
    flowContext = FlowContext(context)
  }

  var isActive: Bool { life == .active }

  var context: NavigationContext { flowContext.context }

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
    managed?.adopt(flowContext)
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
    let context = context
    self.parent = parent
    flowContext.move(under: parent?.flowContext)
    if self.context !== context { contextDidChange() }
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

  /// Takes what runs here and beneath along into another context.
  private func contextDidChange() {
    (core as? any ManagedCore)?.contextDidChange()
    for child in children { (child.node as? any Flowable)?.branch.contextDidChange() }
  }

  /// Activates the core, then the children that have waited for it.
  private func becomeActive() {
    forgetExpectations()
    endedPath = nil
    life = .active
    // Makes the core if there is none; that activates it.
    if let core { activate(core) } else { flow?.makeCore() }
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
    if leakDetector.isEnabled { endedPath = path }
    endings.send(reason)
    kept = []
    parent = nil
    flowContext.move(under: nil)
    then?()
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

import NavigationRuntime

/// A flow that lives in a coordinator: its place in the tree of flows and what belongs to it.
///
/// ```
///   FlowEngine ◀──▶ root nodes ◀──▶ children
///                       │ keeps: flow, contributions (steppers, presentables without a
///                       ▼        controller), subscriptions
/// ```
///
/// Nobody refers to a node weakly; see ``FlowEngine``.
@MainActor
final class FlowNode {
  let id: SlotID
  let handler: FlowHandler
  let flow: any Flow
  var flowType: Any.Type { handler.kind.type }
  var name: String { handler.kind.name }
  let engine: FlowEngine
  let parent: FlowNode?
  let allowsStepsWhenDismissed: Bool
  /// A step for the parent when the flow ends because its screen has left.
  let stepOnDismissal: (any Step)?

  /// The step whose answer contributed the flow.
  let step: (any Step)?

  /// What is known of the flow whether or not it lives.
  let record: FlowRecord

  var children = FlowNodes()
  /// Where it stands among its siblings.
  var place = 0
  /// In the order in which they came.
  var contributions: [Contribution] = []
  var isAlive = true
  /// Whether one of its steps is done.
  var hasHandledStep = false
  var presentation: Cancellation?
  /// Whether the flow shows its screens in a container of its ancestors: then it ends with its
  /// first screen, not with the container.
  let borrowsRoot: Bool
  var ownsFirstScreen = false
  var isVisible: Bool?
  /// Hear of the end, with the value if the flow has finished with one.
  var onEnd: [@MainActor (NavigationEndReason, (any Sendable)?) -> Void] = []

  /// How many flows that it waits for are not ready.
  var unreadyChildren = 0
  var isReady = false

  let rootID: ObjectIdentifier
  /// Tells the root from another object that has come to live at its address.
  private weak var root: AnyObject?
  private var hasReportedRoot = false
  let rootLifecycle: NavigationLifecycle?
  /// The store that the root was in when it was last seen.
  private(set) weak var store: NavigationStore?

  init(
    id: SlotID,
    flow: any Flow,
    root: any Presentable,
    borrowsRoot: Bool,
    parent: FlowNode?,
    engine: FlowEngine,
    allowsStepsWhenDismissed: Bool = false,
    stepOnDismissal: (any Step)? = nil,
    step: (any Step)? = nil
  ) {
    self.id = id
    self.flow = flow
    handler = FlowHandler.make(for: flow, engine.kind(of: type(of: flow)))
    self.parent = parent
    self.engine = engine
    self.allowsStepsWhenDismissed = allowsStepsWhenDismissed
    self.stepOnDismissal = stepOnDismissal
    self.step = step
    self.borrowsRoot = borrowsRoot
    rootID = ObjectIdentifier(root)
    self.root = root
    rootLifecycle = root.navigationContainer?.lifecycle
    store = rootLifecycle?.store
    record = FlowRecord.of(flow)
    record.node = self
  }

  /// Whether an object is the root of this flow or of one above it.
  func isRoot(_ object: AnyObject) -> Bool {
    root === object || parent?.isRoot(object) ?? false
  }

  /// The lane of the window in which the flow's root is.
  func lane(in context: NavigationContext) -> NavigationScheduler {
    if let current = rootLifecycle?.store {
      if store !== current { store = current }
      return current.scheduler
    }
    return context.defaultScheduler
  }

  /// Whether no transition runs in the window.
  func isLaneFree(in context: NavigationContext) -> Bool {
    rootLifecycle?.store == nil ? context.defaultScheduler.isFree : lane(in: context).isFree
  }

  func noteStore() {
    if let current = rootLifecycle?.store { store = current }
  }

  /// Reports a root that is not the object it was.
  func checkRoot() {
    guard isAlive, !hasReportedRoot, flow.root !== root else { return }
    hasReportedRoot = true
    engine.context.issues.report(.rootChanged(name))
  }

  /// This node and all beneath, parents first.
  func forEachNode(_ body: (FlowNode) -> Void) {
    let children = children.elements
    body(self)
    for child in children { child.forEachNode(body) }
  }

  /// Lets go of everything without an end, since the coordinator has gone.
  func shutDown() {
    isAlive = false
    presentation = nil
    onEnd = []
    children = FlowNodes()
    for contribution in contributions { contribution.shutDown() }
    contributions = []
    record.node = nil
  }
}

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
class FlowNode {
  /// Where a flow stands when it starts.
  struct Place {
    let id: SlotID
    let parent: FlowNode?
    let engine: FlowEngine
    let root: any Presentable
    /// Whether the flow shows its screens in a container of its ancestors: then it ends with its
    /// first screen, not with the container.
    let borrowsRoot: Bool
    let allowsStepsWhenDismissed: Bool
    /// A step for the parent when the flow ends because its screen has left.
    let stepOnDismissal: (any Step)?
    /// The step whose answer contributed the flow.
    let step: (any Step)?
  }

  final let id: SlotID
  final let flow: any Flow
  final let kind: FlowKind
  final let engine: FlowEngine
  final let parent: FlowNode?
  final let rootID: ObjectIdentifier
  final let rootLifecycle: NavigationLifecycle?
  /// What is known of the flow whether or not it lives.
  final let record: FlowRecord
  final let stepOnDismissal: (any Step)?
  final let step: (any Step)?

  /// Whether the root is a stack.
  final let hasStack: Bool
  /// How many screens were on the stack when the flow started.
  final let firstOwnIndex: Int
  final let borrowsRoot: Bool
  final let allowsStepsWhenDismissed: Bool
  final var isAlive = true
  /// Whether one of its steps is done.
  final var hasHandledStep = false
  final var isReady = false
  final var ownsFirstScreen = false
  /// Whether it was started by what follows from a deep link's attempt.
  final var isOfLink = false
  private final var hasReportedRoot = false
  final var isVisible: Bool?
  /// Whether its root had left when the flow started.
  final var hasLeftEarly = false
  /// How many flows that it waits for are not ready.
  final var unreadyChildren = 0

  /// Tells the root from another object that has come to live at its address.
  private final weak var root: AnyObject?
  final var children = FlowNodes()
  /// Where it stands among its siblings.
  final var place = 0
  /// In the order in which they came.
  final var contributions: [Contribution] = []
  final var presentation: Cancellation?
  /// What the flow itself says of its presentation.
  final var ownPresentation: Cancellation?
  /// Hear of the end, with the value if the flow has finished with one.
  final var onEnd: [@MainActor (NavigationEndReason, (any Sendable)?) -> Void] = []

  /// The node of a flow, which knows the type of its steps.
  static func make(for flow: some Flow, at place: Place) -> FlowNode {
    TypedFlowNode(flow, at: place)
  }

  init(_ flow: any Flow, at place: Place) {
    id = place.id
    self.flow = flow
    kind = place.engine.kind(of: type(of: flow))
    engine = place.engine
    parent = place.parent
    rootID = ObjectIdentifier(place.root)
    root = place.root
    rootLifecycle = place.root.navigationContainer?.lifecycle
    let element = rootLifecycle?.element
    hasStack = element?.navigationRuntimeKind == .stack
    firstOwnIndex = hasStack ? element?.navigationRuntimeContainedCount ?? 0 : 0
    record = FlowRecord.of(flow)
    stepOnDismissal = place.stepOnDismissal
    step = place.step
    borrowsRoot = place.borrowsRoot
    allowsStepsWhenDismissed = place.allowsStepsWhenDismissed
    record.node = self
  }

  final var name: String { kind.name }
  final var flowType: Any.Type { kind.type }

  // What depends on the type of the flow's steps.

  /// Whether the flow takes steps of all types and looks itself.
  var takesAnyStep: Bool { false }

  /// Whether the step is of the flow's own type; a flow of all steps has none.
  func takes(_ step: any Step) -> Bool { false }

  /// Whether the flow's `navigate` can be called with the step.
  func understands(_ step: any Step) -> Bool { false }

  /// Calls the flow, and again for as long as it is the next to be called.
  ///
  /// - Returns: The work for another flow; `nil` if there is none.
  func carryOut(_ work: FlowEngine.Work, by runner: StepRunner) async -> FlowEngine.Work? { nil }
}

extension FlowNode {
  /// Whether an object is the root of this flow or of one above it.
  func isRoot(_ object: AnyObject) -> Bool {
    root === object || parent?.isRoot(object) ?? false
  }

  /// Whether the flow, or one above it, is shown in an observed tree.
  var isInWindow: Bool { rootLifecycle?.store != nil || parent?.isInWindow ?? false }

  /// Whether no transition runs in the window in which the flow's root is.
  func isLaneFree(in context: NavigationContext) -> Bool {
    // Twice a step, mostly without a window or with one that is idle; a lane is slow to retain.
    guard let store = rootLifecycle?.store else { return context.defaultScheduler.isFree }
    return store.scheduler.isFree
  }

  /// The lane of the window in which the flow's root is.
  var lane: NavigationScheduler {
    rootLifecycle?.store?.scheduler ?? engine.context.defaultScheduler
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
    ownPresentation = nil
    onEnd = []
    children = FlowNodes()
    for contribution in contributions { contribution.shutDown() }
    contributions = []
    record.end()
  }
}

import NavigationRuntime

/// A flow that lives in a coordinator: its node in the tree of flows, with its contributions and
/// subscriptions.
///
/// ```
///   FlowEngine ◀──▶ root nodes ◀──▶ children
///                       │ keeps: flow, contributions (steppers, presentables without a
///                       ▼        controller), subscriptions
/// ```
///
/// There are no weak references to nodes; see ``FlowEngine``.
@MainActor
class FlowNode {
  struct Configuration {
    let id: ArenaIndex
    let parent: FlowNode?
    let engine: FlowEngine
    let rootID: ObjectIdentifier
    let rootLifecycle: NavigationLifecycle?
    /// Whether the flow shows its screens in an ancestor's container; it then ends with its first
    /// screen instead of the container.
    let borrowsRoot: Bool
    let allowsStepsWhenDismissed: Bool
    /// A step for the parent when the flow ends because its screen has left.
    let stepOnDismissal: (any Step)?
    /// The step whose answer contributed the flow.
    let step: (any Step)?
  }

  final let id: ArenaIndex
  final let flow: any Flow
  final let typeInfo: FlowTypeInfo
  final let engine: FlowEngine
  final let parent: FlowNode?
  final let rootID: ObjectIdentifier
  final let rootLifecycle: NavigationLifecycle?
  /// The flow's readiness, which outlives the node; `nil` until it is asked for.
  final var readiness: FlowReadiness?
  final let step: (any Step)?
  /// The step for the parent when the flow ends because its screen has left, at most one.
  ///
  /// An array without elements is a single word, an optional step five.
  final let stepsOnDismissal: [any Step]

  /// The number of screens on the stack when the flow started.
  final let firstOwnIndex: Int32
  /// The number of flows from the root to this one.
  final let depth: Int32
  final let hasStack: Bool
  final let borrowsRoot: Bool
  final let allowsStepsWhenDismissed: Bool
  /// The reason of the flow's end; `nil` while it is alive.
  final var endReason: NavigationEndReason?
  /// The steps whose handlers have removed the flow's screen; the reason of its end is decided when
  /// they have answered.
  // Unchecked: the end of each step passes it, and no other code runs during an access.
  @exclusivity(unchecked) final var removers: Set<Int> = []
  /// The handler that waits for its result, if one does.
  final var caller: NavigationHandler?
  /// Whether one of its steps is done.
  final var hasFinishedStep = false
  /// Whether it has started with a stepper that emits no step by itself.
  final var startsWithoutStep = false
  final var isReady = false
  final var ownsFirstScreen = false
  /// Whether a deep link's attempt started it.
  final var isStartedByLink = false
  private final var hasReportedRoot = false
  final var isVisible: Bool?
  /// Whether its root had left when the flow started.
  final var hasLeftEarly = false
  /// The number of children that it waits for and that are not ready.
  final var unreadyChildren: Int32 = 0
  /// The index among its siblings.
  final var index: Int32 = 0
  /// The subscriptions to screens without a contribution, whose dismissal a logger receives.
  final lazy var loggedScreens = WeakTable<Cancellation>()
  /// Ends the work of the steppers without later steps with the flow; made on first use.
  final var stepperWork: WeakTable<Cancellation>?

  // Unchecked: each broadcast passes it, and no other code runs during an access.
  @exclusivity(unchecked) final var children = FlowNodes()
  /// The contributions, oldest first.
  final var contributions = ShortArray<Contribution>()
  /// The subscription to the flow's own presentation streams, and to a root that is not borrowed.
  final var presentation: Cancellation?
  /// The subscription to its first screen on a borrowed stack.
  final var firstScreen: Cancellation?
  /// Called at the flow's end, with the value if it finished with one.
  final var onEnd: [@MainActor (NavigationEndReason, (any Sendable)?) -> Void] = []

  /// Makes a node that is generic over the flow.
  static func make(for flow: some Flow, configuration: borrowing Configuration) -> FlowNode {
    TypedFlowNode(flow, configuration: configuration)
  }

  init(_ flow: any Flow, configuration: borrowing Configuration) {
    id = configuration.id
    self.flow = flow
    typeInfo = configuration.engine.typeInfo(of: flow)
    engine = configuration.engine
    parent = configuration.parent
    depth = (parent?.depth ?? 0) + 1
    rootID = configuration.rootID
    rootLifecycle = configuration.rootLifecycle
    let element = rootLifecycle?.element
    hasStack = element?.navigationRuntimeKind == .stack
    firstOwnIndex = hasStack ? Int32(element?.navigationRuntimeContainedCount ?? 0) : 0
    stepsOnDismissal = configuration.stepOnDismissal.map { [$0] } ?? []
    step = configuration.step
    borrowsRoot = configuration.borrowsRoot
    allowsStepsWhenDismissed = configuration.allowsStepsWhenDismissed
    FlowReadiness.begin(self)
  }

  final var isAlive: Bool { endReason == nil }
  final var hasUndecidedEnd: Bool { !removers.isEmpty }

  /// The flow nearest to the user among this one and those beneath it, and whether one of them is
  /// visible.
  ///
  /// An unknown visibility is the parent's, as that of a child which borrows its parent's root; that
  /// of a root is visible.
  final func front(
    under surroundings: FlowSurroundings = FlowSurroundings()
  ) -> (flow: FlowNode, isVisible: Bool) {
    let own = FlowSurroundings(
      isVisible: isVisible ?? surroundings.isVisible,
      isInWindow: surroundings.isInWindow || rootLifecycle?.store != nil)
    guard let child = children.front(under: own), child.isVisible || !own.isVisible else {
      return (self, own.isVisible)
    }
    return child
  }

  final var name: String { typeInfo.name }
  final var flowType: Any.Type { typeInfo.type }

  final var takesAnyStep: Bool { typeInfo.takesAnyStep }

  /// Calls the flow for a step, and for the next ones as long as they are the flow's.
  ///
  /// Overridden by the node that is generic over the flow.
  ///
  /// - Returns: The runner's next step, of another flow; `nil` if there is none.
  func handle(_ item: consuming StepItem, by runner: StepRunner) async -> StepItem? { nil }
}

extension FlowNode {
  /// Whether the flow declares the step's type; always `false` for a flow that takes all types.
  func declaresType(of step: any Step) -> Bool { !takesAnyStep && understands(step) }

  /// Whether the flow's `navigate` can be called with the step.
  func understands(_ step: any Step) -> Bool {
    // The common case, and much faster than a cast.
    step.typeID == typeInfo.stepTypeID || takesAnyStep || step.isValue(of: typeInfo.stepType)
  }

  /// Decodes a step of the flow's own type.
  func step(from value: NavigationPlace.Value) throws -> any Step {
    guard let type = typeInfo.stepType as? any Decodable.Type,
      let step = try value.decoded(as: type) as? any Step
    else { throw StepEncodingFailure(reason: "\(typeInfo.stepType) is not Codable") }
    return step
  }

  /// Asks the flow whether to navigate, as the cause of what it does in the trace, and then the
  /// step's link.
  func adaptObserved(_ item: StepItem) async -> AdaptedStep {
    await engine.traced(item) {
      guard let attempt = item.call?.attempt else {
        return adaptedStep(from: await flow._adapt(any: item.step))
      }
      let answer = await LinkAttempt.$current.withValue(attempt) {
        adaptedStep(from: await flow._adapt(any: item.step))
      }
      return await attempt.link?.answer(to: answer, of: item, attempt) ?? answer
    }
  }

  /// Converts the answer of the flow's `adapt`, and records whether the flow declares one.
  func adaptedStep(from step: consuming (any Step)?) -> AdaptedStep {
    typeInfo.letsAllPass = DefaultImplementation.adapt.takeAnswer(for: flow)
    guard let step, !step.isNone else { return .done(.filtered) }
    return .step(step)
  }
}

extension FlowNode {
  /// Enqueues a step that a contributed stepper has emitted.
  // Not inlined: the caller would retain the engine, to which others refer weakly, which is slow.
  @inline(never)
  func emit(_ step: any Step, from source: ArenaIndex, keepsScreen: Bool) {
    engine.emit(step, from: source, in: self, keepsScreen: keepsScreen)
  }

  /// The screens that were contributed, as long as they live, oldest first.
  var contributedScreens: [NavigationLifecycle] {
    contributions.compactMap { $0.screen?.lifecycle }
  }

  func hasContributed(_ screen: NavigationLifecycle) -> Bool {
    contributions.contains { $0.screen?.lifecycle === screen }
  }

  /// Whether an element is the flow's own root or, on a borrowed stack, one of its screens.
  func owns(_ element: NavigationLifecycle) -> Bool {
    borrowsRoot ? hasContributed(element) : rootLifecycle === element
  }

  var window: NavigationStore? { rootLifecycle?.store }

  func child(_ id: ArenaIndex) -> FlowNode? { children.elements.first { $0.id == id } }

  func isRoot(_ object: AnyObject) -> Bool {
    rootID == ObjectIdentifier(object) || parent?.isRoot(object) ?? false
  }

  func isBeneath(_ ancestor: FlowNode) -> Bool {
    parent.map { $0 === ancestor || $0.isBeneath(ancestor) } ?? false
  }

  /// The flow without a parent above this one, or this one.
  var root: FlowNode { parent?.root ?? self }

  /// Whether the flow, or an ancestor, is shown in an observed tree.
  var isInWindow: Bool { rootLifecycle?.store != nil || parent?.isInWindow ?? false }

  /// Whether the flow's root is in no window and about to enter none, although the parent is in one:
  /// the platform has refused to show it, or the app has not shown it yet.
  var isOffScreen: Bool { isOffScreen(underWindow: parent?.isInWindow ?? false) }

  func isOffScreen(underWindow parentIsInWindow: Bool) -> Bool {
    guard parentIsInWindow, !borrowsRoot, let rootLifecycle else { return false }
    return rootLifecycle.expectedStore == nil
  }

  /// Whether no transition runs in the window of the flow's root.
  func isSchedulerFree(in context: NavigationContext) -> Bool {
    // Called twice a step; avoids retaining store and scheduler, which is slow.
    guard let occupancy = rootLifecycle?.occupancy else {
      guard context.hasObservedWindows, let parent = parentToWaitFor else {
        return context.defaultScheduler.isFree
      }
      return parent.isSchedulerFree(in: context)
    }
    // A store that has been released on another thread may leave a busy window behind for a moment.
    return occupancy.isFree || scheduler.isFree
  }

  /// The scheduler of the window of the flow's root.
  var scheduler: NavigationScheduler {
    rootLifecycle?.store?.scheduler ?? parentToWaitFor?.scheduler ?? engine.context.defaultScheduler
  }

  /// The parent, in whose window a flow that is in none is expected to appear.
  ///
  /// A flow does not wait with its first step, nor with others as long as its container is empty:
  /// the transition that shows it would show nothing.
  private var parentToWaitFor: FlowNode? {
    guard let parent, hasFinishedStep, let element = rootLifecycle?.element else { return nil }
    let isFilled =
      element.navigationRuntimeKind == .screen || element.navigationRuntimeContainedCount > 0
    // With the body of a transaction, the parent's window may wait for its result.
    return isFilled && engine.awaitedResults[id] == nil ? parent : nil
  }

  /// The cause of its root's departure; code's if the root is in a tree or was in none.
  var departureCause: NavigationCause {
    rootLifecycle.flatMap { $0.isInTree ? nil : $0.departureCause } ?? .code
  }

  /// Reports, once, a root that is another object than at the start.
  ///
  /// Called at the start, too, while that object is alive: one that is made at each access may have
  /// its address later.
  func checkRoot() {
    guard isAlive, !hasReportedRoot, ObjectIdentifier(flow.root) != rootID else { return }
    hasReportedRoot = true
    engine.context.issues.report(.rootChanged(name))
  }

  /// This node and its descendants, parents first.
  var subtree: [FlowNode] {
    var nodes: [FlowNode] = []
    addNodes(to: &nodes)
    return nodes
  }

  fileprivate func addNodes(to nodes: inout [FlowNode]) {
    nodes.append(self)
    if !children.isEmpty { children.addNodes(to: &nodes) }
  }

  /// Ends the flow after the coordinator's release, without an event; nothing reaches it any more.
  func shutDown() {
    endReason = .stopped
    presentation = nil
    firstScreen = nil
    stepperWork = nil
    onEnd = []
    children = FlowNodes()
    for contribution in contributions { contribution.shutDown() }
    FlowReadiness.end(self)
  }

  /// Releases what was contributed to the flow, after all flows have been shut down.
  func releaseContributions() {
    for contribution in contributions { contribution.screen?.release() }
    contributions = ShortArray()
  }
}

/// Sibling flows, in the order in which they were started.
///
/// Each node stores its index, so that removal takes amortized constant time.
@MainActor
struct FlowNodes {
  private var slots: [FlowNode?] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  // A loop: a closure would check its isolation for each flow.
  var elements: [FlowNode] {
    guard count > 0 else { return [] }
    var elements: [FlowNode] = []
    elements.reserveCapacity(count)
    for case let node? in slots { elements.append(node) }
    return elements
  }

  /// The flows and their descendants, parents first.
  var subtrees: [FlowNode] {
    var nodes: [FlowNode] = []
    addNodes(to: &nodes)
    return nodes
  }

  // Not with a closure, which would check its isolation for each flow; and not inlined in the
  // recursion, which would set up the loop for flows without children, too.
  @inline(never)
  fileprivate func addNodes(to nodes: inout [FlowNode]) {
    for case let node? in slots { node.addNodes(to: &nodes) }
  }

  mutating func append(_ node: FlowNode) {
    node.index = Int32(slots.count)
    slots.append(node)
    count += 1
  }

  mutating func remove(_ node: FlowNode) {
    let index = Int(node.index)
    guard slots.indices.contains(index), slots[index] === node else { return }
    slots[index] = nil
    count -= 1
    while let last = slots.last, last == nil { slots.removeLast() }
    // More than half is empty: the earlier removals pay for compacting.
    guard slots.count > 16, count * 2 < slots.count else { return }
    slots = elements
    for (index, node) in slots.enumerated() { node?.index = Int32(index) }
  }

  var newest: FlowNode? { slots.last ?? nil }

  /// The flows that were started after another one, oldest first.
  func added(after other: FlowNode?) -> [FlowNode] {
    slots.reversed().prefix { $0 == nil || $0 !== other }.reversed().compactMap { $0 }
  }

  /// The flow nearest to the user beneath the last flow that is visible or has a visible one beneath
  /// it, else beneath the last flow; `nil` if all are off screen.
  ///
  /// Visits each flow at most once.
  func front(
    under surroundings: FlowSurroundings = FlowSurroundings()
  ) -> (flow: FlowNode, isVisible: Bool)? {
    var last: (flow: FlowNode, isVisible: Bool)?
    for case let node? in slots.reversed()
    where !node.isOffScreen(underWindow: surroundings.isInWindow) {
      let front = node.front(under: surroundings)
      if front.isVisible { return front }
      last = last ?? front
    }
    return last
  }
}

/// The visibility and the window that flows inherit from those above them.
struct FlowSurroundings {
  var isVisible = true
  var isInWindow = false
}

/// Facts about all flows of a type.
@MainActor
final class FlowTypeInfo {
  let type: Any.Type
  let name: String
  let stepType: Any.Type
  let stepTypeID: ObjectIdentifier
  /// Whether they take steps of all types.
  let takesAnyStep: Bool
  /// Whether the type is known to declare no `adapt`.
  var letsAllPass = false

  init<F: Flow>(_ type: F.Type) {
    self.type = type
    name = String(describing: type)
    stepType = F.StepType.self
    stepTypeID = ObjectIdentifier(stepType)
    takesAnyStep = stepType == (any Step).self
  }
}

import NavigationRuntime

/// The implementation of a coordinator, which is the public handle on it.
///
/// ```
///   FlowCoordinator ──▶ FlowEngine ◀──▶ FlowNode ◀──▶ Contribution ◀──▶ Stepper
///      ╎     ▲               ╎ ▲
///      ╎     └╌╌╌╌╌ knows ╌╌╌┘ └── StepRunner, while its task runs
///      ╎ its end: shutDown()
/// ```
///
/// The objects on a step's path hold each other strongly, because weak references make reference
/// counting slow. The cycles are broken explicitly: a flow's at its end, all others when the
/// coordinator is released.
@MainActor
final class FlowEngine {
  let context: NavigationContext
  let logger: (any FlowLogger)?
  let log = FlowEventLog()
  /// The engine's coordinator; `nil` after its release.
  weak var coordinator: FlowCoordinator?

  var recorder: StepRecorder? {
    didSet { followMoves() }
  }

  // Unchecked: the machine never calls out, and payloads are moved out before they are released.
  @exclusivity(unchecked) var machine = CoordinatorMachine()
  /// The flows without a parent, in the order in which they were started.
  var roots = FlowNodes()
  /// The number of living flows for each root object.
  var rootCounts: [ObjectIdentifier: Int] = [:]
  var hasCompleted = false
  /// Whether the coordinator has been released.
  private(set) var isShutDown = false
  private var kinds: [ObjectIdentifier: FlowKind] = [:]

  /// The runner whose task has not started.
  var pendingRunner: StepRunner?
  var runners: [Int: StepRunner] = [:]
  /// Cancel the runners' tasks with the coordinator.
  var runnerTasks: [ObjectIdentifier: Cancellation] = [:]
  /// The number of the latest tree reading when the handler was called whose answer is carried out.
  var answerBegan = 0
  /// The limit of steps that follow from one another without an external event.
  var chainLimit = ForwardChain.defaultLimit
  /// The runners whose flow has ended, and whose cancelled handler has not returned.
  var abandonedRunners: [StepRunner] = []
  // Every step passes the unchecked properties below; releasing their values calls no other code.
  /// Whether a runner is between two calls of flows, and will ask the machine for the next action.
  @exclusivity(unchecked) var isWorking = false
  /// Suspended handlers, by step.
  @exclusivity(unchecked) var parked: [Int: ParkedHandler] = [:]
  /// The schedulers that steps wait for, by step.
  @exclusivity(unchecked) var laneWaits: [Int: NavigationScheduler] = [:]
  /// Contributions whose controller has been released.
  var lostScreens: [Contribution] = []
  /// Deep links without an outcome.
  var links: [DeepLink] = []
  /// The pending attempts at hops of deep links, by intent.
  @exclusivity(unchecked) var attempts: [Int: LinkAttempt] = [:]
  /// The step whose answer is being carried out.
  @exclusivity(unchecked) var followed: CoordinatorMachine.Item?
  /// The subscriptions to the windows in which the user's moves are recorded.
  var movesFollowed: [NavigationNodeID: Cancellation] = [:]
  /// Calls made before the first flow was ready.
  var keptCalls: [(call: StepCall, delivery: StepDelivery)] = []

  init(logger: (any FlowLogger)?, context: NavigationContext) {
    self.logger = logger
    self.context = context
  }

  func stop() {
    for root in roots.elements.reversed() { end(root, .stopped, refusing: .stopped) }
    complete()
  }

  /// Releases everything after the coordinator's release, without further events.
  func shutDown() {
    reportRelease()
    isShutDown = true
    for link in links { link.cancel() }
    links = []
    attempts = [:]
    followed = nil
    log.finish()
    recorder = nil
    keptCalls = []
    pendingRunner = nil
    runnerTasks = [:]
    abandonedRunners = []
    machine.removeAll()
    for root in roots.elements { root.forEachNode { $0.shutDown() } }
    roots = FlowNodes()
    context.activity.sourceDidBecomeIdle()
  }

  /// Reports, in debug builds, a coordinator that is released before its steps are handled.
  private func reportRelease() {
    #if DEBUG
    let flows = roots.elements
    // A coordinator may be released while its last flow ends.
    let isTooEarly = flows.allSatisfy { !$0.hasHandledStep } || !machine.isIdle
    guard flows.isEmpty ? !keptCalls.isEmpty : isTooEarly else { return }
    let steps = runningActivities.map(\.name) + keptCalls.map { "step \($0.call.step)" }
    context.issues.report(.coordinatorReleased(flows.map(\.name), steps))
    #endif
  }

  /// Returns the node of a flow that lives in this coordinator.
  func node(of flow: any Flow) -> FlowNode? {
    FlowRecord.node(of: flow).flatMap { $0.engine === self ? $0 : nil }
  }

  /// Returns the cached facts about a type of flows.
  func kind(of type: Any.Type) -> FlowKind {
    if let known = kinds[ObjectIdentifier(type)] { return known }
    let kind = FlowKind(type)
    kinds[ObjectIdentifier(type)] = kind
    return kind
  }
}

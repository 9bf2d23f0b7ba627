import NavigationRuntime

/// What a coordinator keeps and does; the coordinator itself is the handle on it.
///
/// ```
///   FlowCoordinator ──▶ FlowEngine ◀──▶ FlowNode ◀──▶ Contribution ◀──▶ Stepper
///      ╎     ▲               ╎ ▲
///      ╎     └╌╌╌╌╌ knows ╌╌╌┘ └── StepRunner, while its task runs
///      ╎ its end: shutDown()
/// ```
///
/// Everything that a step comes past refers to each other strongly, since objects that are referred
/// to weakly are slow to count. So the circles have to be opened: a flow's at its end, all others
/// when the coordinator has gone.
@MainActor
final class FlowEngine {
  let context: NavigationContext
  let logger: (any FlowLogger)?
  let log = FlowEventLog()
  /// Whose engine it is; `nil` when that has gone.
  weak var coordinator: FlowCoordinator?

  var recorder: StepRecorder? {
    didSet { followMoves() }
  }

  // Not checked for overlapping accesses: the machine calls nobody, and what it is given leaves it
  // before it is released.
  @exclusivity(unchecked) var machine = CoordinatorMachine()
  /// The flows that nobody contributed, in the order in which they were given.
  var roots = FlowNodes()
  /// How many living flows have an object as their root.
  var rootCounts: [ObjectIdentifier: Int] = [:]
  var hasCompleted = false
  /// Whether the coordinator has gone.
  private(set) var isShutDown = false
  private var kinds: [ObjectIdentifier: FlowKind] = [:]

  /// The runner whose task has not got its first turn.
  var pendingRunner: StepRunner?
  var runners: [Int: StepRunner] = [:]
  /// Cancel the runners' tasks with the coordinator.
  var runnerTasks: [ObjectIdentifier: Cancellation] = [:]
  /// The latest reading of a tree when the handler was called whose answer is followed.
  var answerBegan = 0
  /// How many steps may follow from one another without anything from outside.
  var chainLimit = ForwardChain.defaultLimit
  /// Those whose handler goes on although its flow has ended: it was cancelled and has not returned.
  var abandonedRunners: [StepRunner] = []
  // Some of the next are not checked for overlapping accesses, since each step comes past them: what
  // they hold calls nobody when it is released.
  /// Whether a runner is at work between two calls of flows: it will look what to do next.
  @exclusivity(unchecked) var isWorking = false
  /// Handlers that wait, by step.
  @exclusivity(unchecked) var parked: [Int: ParkedHandler] = [:]
  /// The lanes that steps wait for, by step.
  @exclusivity(unchecked) var laneWaits: [Int: NavigationScheduler] = [:]
  /// Contributions whose controller has gone.
  var lostScreens: [Contribution] = []
  /// Deep links that have no outcome.
  var links: [DeepLink] = []
  /// Hops of deep links that are on their way, by intent.
  @exclusivity(unchecked) var attempts: [Int: LinkAttempt] = [:]
  /// The step whose answer is followed.
  @exclusivity(unchecked) var followed: CoordinatorMachine.Item?
  /// The windows in which the user's moves are recorded.
  var movesFollowed: [NavigationNodeID: Cancellation] = [:]
  /// Calls from before there was a flow.
  var keptCalls: [(call: StepCall, delivery: StepDelivery)] = []

  init(logger: (any FlowLogger)?, context: NavigationContext) {
    self.logger = logger
    self.context = context
  }

  func stop() {
    for root in roots.elements.reversed() { end(root, .stopped, refusing: .stopped) }
    complete()
  }

  /// Lets go of everything, since the coordinator has gone; nobody hears of it.
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

  /// Reports in debug builds a coordinator that goes too early for its steps.
  private func reportRelease() {
    #if DEBUG
    let flows = roots.elements
    // One whose last flow has just ended may be released in the middle of that end.
    let isTooEarly = flows.allSatisfy { !$0.hasHandledStep } || !machine.isIdle
    guard flows.isEmpty ? !keptCalls.isEmpty : isTooEarly else { return }
    let steps = runningActivities.map(\.name) + keptCalls.map { "step \($0.call.step)" }
    context.issues.report(.coordinatorReleased(flows.map(\.name), steps))
    #endif
  }

  /// The node of a flow that lives here.
  func node(of flow: any Flow) -> FlowNode? {
    FlowRecord.node(of: flow).flatMap { $0.engine === self ? $0 : nil }
  }

  /// What is known of a type of flows.
  func kind(of type: Any.Type) -> FlowKind {
    if let known = kinds[ObjectIdentifier(type)] { return known }
    let kind = FlowKind(type)
    kinds[ObjectIdentifier(type)] = kind
    return kind
  }
}

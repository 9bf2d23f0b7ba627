import NavigationRuntime

/// Handles the steps of an app: takes them from steppers, gives them to flows, and follows what
/// the flows answer.
///
/// ```swift
/// let coordinator = FlowCoordinator()
/// coordinator.coordinate(flow: AppFlow(window: window), with: OneStepper(AppStep.launch))
/// ```
///
/// One coordinator holds a tree of flows: those it was given, and beneath each the flows it
/// contributed. The steps of one stepper are handled in the order of emission, and so are those of
/// one flow, but for steps of hidden screens, which wait without standing in anybody's way. Between
/// flows the order is that of emission; a flow that waits delays nobody else.
///
/// For each step: the gate (is its screen still there, and visible?), the flow's `adapt`,
/// ``willNavigate``, the flow's `navigate` when no transition runs in the window,
/// ``didNavigate``, then at once everything that the answer says, and the end of the transitions.
/// A step that is not handled is an event with its reason.
///
/// The coordinator is kept by whoever made it, and ends with it.
@MainActor
public final class FlowCoordinator {
  /// What clock, lanes and issue funnel the coordinator uses.
  public let context: NavigationContext

  /// Records the steps that come from outside and the user's own moves; `nil` for nobody.
  public var recorder: StepRecorder? {
    didSet { followMoves() }
  }

  let logger: (any FlowLogger)?
  let log = FlowEventLog()
  // Not checked for overlapping accesses: the machine calls nobody, and what it is given leaves it
  // before it is released.
  @exclusivity(unchecked) var machine = CoordinatorMachine()
  /// The flows that nobody contributed, in the order in which they were given.
  var roots = FlowNodes()
  /// How many living flows have an object as their root.
  var rootCounts: [ObjectIdentifier: Int] = [:]
  var hasCompleted = false
  private var nextContribution = 0
  private var names: [ObjectIdentifier: String] = [:]

  /// The runner whose task has not got its first turn.
  var pendingRunner: StepRunner?
  var runners: [Int: StepRunner] = [:]
  /// Cancel the runners' tasks with the coordinator.
  var runnerTasks: [ObjectIdentifier: Cancellation] = [:]
  /// Whether a runner is at work between two calls of flows: it will look what to do next.
  var isWorking = false
  /// Those whose handler goes on although its flow has ended: it was cancelled and has not returned.
  var abandonedRunners: [StepRunner] = []
  /// Handlers that wait, by step.
  var parked: [Int: ParkedHandler] = [:]
  /// The lanes that steps wait for, by step.
  var laneWaits: [Int: NavigationScheduler] = [:]
  /// Deep links that have not arrived.
  package var links: [DeepLink] = []
  /// The windows in which the user's moves are recorded.
  var movesFollowed: [NavigationNodeID: Cancellation] = [:]
  /// Calls from before there was a flow.
  var keptCalls: [(call: StepCall, delivery: StepDelivery)] = []

  /// Makes a coordinator without flows.
  ///
  /// - Parameters:
  ///   - logger: Hears of each flow's stack of screens when it has changed.
  ///   - context: What clock, lanes and issue funnel to use.
  public init(logger: (any FlowLogger)? = nil, context: NavigationContext = .shared) {
    self.logger = logger
    self.context = context
    context.activity.add(self)
  }

  deinit {
    let links = links
    guard !links.isEmpty else { return }
    onMainActor { for link in links { link.cancel() } }
  }

  /// Starts a flow, or adds a stepper to one that was started here.
  ///
  /// Returns before the first step is handled. Called from inside a flow's `adapt` or `navigate`,
  /// the new flow becomes a child of that one; called from elsewhere, a root of its own. Steps
  /// never cross from one root to another.
  ///
  /// - Parameters:
  ///   - flow: The flow; kept until it ends.
  ///   - stepper: Who emits its steps. No hidden screen holds them back.
  ///   - allowStepWhenDismissed: Whether the flow outlives its root's dismissal, until its end.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  public func coordinate(
    flow: some Flow,
    with stepper: some Stepper,
    allowStepWhenDismissed: Bool = false,
    fileID: String = #fileID,
    line: UInt = #line
  ) {
    guard !hasCompleted else {
      return context.issues.report(
        .coordinatorCompleted("\(type(of: flow))", fileID: fileID, line: line))
    }
    if let node = FlowRecord.node(of: flow) {
      guard node.coordinator === self else {
        return context.issues.report(
          .flowAlreadyAlive(node.name, fileID: fileID, line: line))
      }
      return add(stepper, to: node)
    }
    let parent = currentRunner?.item?.payload.node
    if let parent, !parent.isAlive { return refuse(stepper, of: parent) }
    let node = start(
      flow, under: parent,
      allowsStepsWhenDismissed: allowStepWhenDismissed || flow.allowStepWhenDismissed)
    add(stepper, to: node)
  }

  /// Ends all flows and refuses everything from now on; does nothing the second time.
  ///
  /// Handlers are cancelled, and what they answer does not count; ``settled()`` waits until they
  /// have returned.
  public func stop() {
    for root in roots.elements.reversed() { end(root, .stopped, refusing: .stopped) }
    complete()
  }

  /// Waits until nothing runs in the coordinator's context, and nothing can run without help.
  ///
  /// - Returns: What still waits for something outside: steps of hidden screens, handlers that
  ///   wait for a child or for the user.
  @discardableResult
  public func settled() async -> [NavigationActivity] {
    await context.settled()
  }

  /// The name of a type of flows, made once.
  func name(of type: Any.Type) -> String {
    if let known = names[ObjectIdentifier(type)] { return known }
    let name = String(describing: type)
    names[ObjectIdentifier(type)] = name
    return name
  }

  func takeContributionNumber() -> Int {
    defer { nextContribution += 1 }
    return nextContribution
  }
}

extension FlowCoordinator {
  /// The steps that flows are about to handle.
  ///
  /// The first stream starts with those before it.
  public var willNavigate: AsyncStream<NavigationEvent> {
    log.stream(.willNavigate) {
      if case .willNavigate(let event) = $0 { event } else { nil }
    }
  }

  /// The steps that flows have handled.
  ///
  /// The first stream starts with those before it.
  public var didNavigate: AsyncStream<NavigationEvent> {
    log.stream(.didNavigate) {
      if case .didNavigate(let event) = $0 { event } else { nil }
    }
  }

  /// Everything that happens.
  ///
  /// The first stream starts with what happened before it.
  public var events: AsyncStream<FlowEvent> { log.stream(.all) { $0 } }

  /// Hears everything that happens; the first who does, and ``events``, also what was before.
  ///
  /// - Parameter sink: Called on the main actor, where it happens.
  /// - Returns: The handle that keeps the sink subscribed.
  public func onEvent(_ sink: @escaping @MainActor (FlowEvent) -> Void) -> Cancellation {
    log.sink(sink)
  }
}

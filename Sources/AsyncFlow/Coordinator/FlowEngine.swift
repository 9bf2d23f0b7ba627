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
  /// The phases of a coordinator's life, in order.
  enum Life: Comparable {
    case running
    /// Its flows are being ended, and none can start.
    case stopping
    /// Its last flow has ended; ``FlowEvent/completed`` follows when the machine is idle.
    case completed
    /// The coordinator has been released.
    case released
  }

  let context: NavigationContext
  /// Passes a flow's stack of screens to the coordinator's logger, if it has one.
  // Not the logger itself: each step compares this with `nil`, for which a value of any type is copied.
  let logger: (@MainActor (NavigationStack) -> Void)?
  let log = FlowEventLog()
  /// The engine's coordinator; `nil` after its release.
  weak var coordinator: FlowCoordinator?
  /// The coordinator's entry in the context's tracker.
  var listing: ActivityListing?
  // Every step passes the unchecked properties; releasing their values calls no other code.
  @exclusivity(unchecked) var life = Life.running

  // MARK: - Flows

  /// The flows without a parent, in the order in which they were started.
  var roots = FlowNodes()
  // Unchecked, as the types: each flow passes it, and releasing its values calls no other code.
  @exclusivity(unchecked) var rootCounts: [ObjectIdentifier: Int] = [:]
  /// The ended flows whose reasons depend on handlers that still run, children first.
  var undecidedEnds: [FlowNode] = []
  /// The flows that may have started without a first step.
  @exclusivity(unchecked) var flowsWithoutStep: [FlowNode] = []
  /// The results that bodies of transactions wait for, by flow.
  @exclusivity(unchecked) var awaitedResults: [ArenaIndex: AwaitedResult] = [:]
  var lostScreens: [Contribution] = []
  /// The subscription to the modals of the context.
  private var sheets: Cancellation?
  // Unchecked, as the counts.
  @exclusivity(unchecked) private(set) var typeInfos: [ObjectIdentifier: FlowTypeInfo] = [:]

  // MARK: - Steps

  // Unchecked: the machine never calls out, and steps are moved out before they are released.
  @exclusivity(unchecked) var machine = StepMachine()
  /// Items whose steps are done, for further steps: to allocate and release one takes a tenth of the
  /// time of a step in a burst.
  // Unchecked: each step passes it, and it calls no other code.
  @exclusivity(unchecked) var spareItems: [StepItem] = []
  /// The step whose answer is being carried out; see `FollowedStep.swift`.
  @exclusivity(unchecked) var followed: StepItem?
  /// The limit of steps that follow from one another without an external event.
  var chainLimit = ForwardChain.defaultLimit
  /// Calls made before the first flow was ready.
  var keptCalls: [(call: StepCall, delivery: StepDelivery)] = [] {
    didSet { if !keptCalls.isEmpty { listing?.workDidBegin() } }
  }

  // MARK: - Handlers

  /// The runner whose task has not started.
  @exclusivity(unchecked) var pendingRunner: StepRunner?
  /// The runners whose tasks have started, by task.
  @exclusivity(unchecked) var runners: [Int: StepRunner] = [:]
  /// The runners whose flow has ended, and whose cancelled handler has not returned.
  @exclusivity(unchecked) var abandonedRunners: [ObjectIdentifier: StepRunner] = [:]
  /// The number of runners whose handlers wait only for their child tasks.
  fileprivate var childWaitCount = 0
  /// Whether a runner is between two calls of flows, and will take the next action from the machine.
  @exclusivity(unchecked) var isWorking = false
  @exclusivity(unchecked) var suspended: [Int: SuspendedHandler] = [:]
  /// The schedulers that steps wait for, by step.
  @exclusivity(unchecked) var schedulerWaits: [Int: NavigationScheduler] = [:]

  // MARK: - Links

  /// Deep links and journeys without an outcome.
  @exclusivity(unchecked) var links: [DeepLink] = [] {
    didSet { if !links.isEmpty { listing?.workDidBegin() } }
  }
  /// The pending attempts at hops of deep links, by intent.
  @exclusivity(unchecked) var attempts: [Int: LinkAttempt] = [:]
  /// The types of steps that flows of `any Step` handle, for places.
  var placedSteps = StepTypes()
  /// The types of steps that are reported as no part of places.
  var unplacedSteps: Set<ObjectIdentifier> = []

  // MARK: - Recording

  // Unchecked: each step asks for it, and releasing it calls no other code.
  @exclusivity(unchecked) var recorder: StepRecorder? {
    didSet { followMoves() }
  }
  /// The subscriptions to the windows in which the user's moves are recorded.
  var movesFollowed: [NavigationNodeID: Cancellation] = [:]
  /// Whether the steps that arrive were sent before their stepper was contributed.
  var isTakingOverSteps = false
  /// The number of steppers that are just getting ready to emit steps.
  var startingStepperCount = 0

  init(logger: (any FlowLogger)?, context: NavigationContext) {
    self.logger = logger.map { logger in { @MainActor in logger.log(navigationStack: $0) } }
    self.context = context
    sheets = context.sheets.sink { [weak self] in self?.sheetDidAppear($0) }
  }

  func stop() {
    // Set first: nothing would end a flow that an observer of an end starts.
    life = max(life, .stopping)
    for root in roots.elements.reversed() { end(root, .stopped, refusing: .stopped) }
    decideEnds()
    complete()
  }

  /// Releases everything after the coordinator's release, without further events.
  func shutDown() {
    reportRelease()
    traceRelease()
    life = .released
    sheets = nil
    for link in links { link.cancel() }
    links = []
    attempts = [:]
    followed = nil
    log.finish()
    recorder = nil
    keptCalls = []
    pendingRunner?.cancel()
    pendingRunner = nil
    // The cancelled handlers that have not returned yet.
    for runner in runners.values where runner.item != nil { abandon(runner) }
    for runner in runners.values { runner.cancel() }
    lostScreens = []
    flowsWithoutStep = []
    undecidedEnds = []
    machine.removeAll()
    let nodes = roots.subtrees
    roots = FlowNodes()
    // The end of another framework's flow may remove the screens of others, and send steps.
    for node in nodes { node.shutDown() }
    for node in nodes.reversed() { node.releaseContributions() }
    context.activity.sourceDidBecomeIdle()
  }

  /// Reports, in debug builds, a coordinator that is released before its steps are handled.
  private func reportRelease() {
    #if DEBUG
    let flows = roots.elements
    // A coordinator may be released while its last flow ends.
    let isTooEarly = flows.allSatisfy { !$0.hasFinishedStep } || !machine.isIdle
    guard flows.isEmpty ? !keptCalls.isEmpty : isTooEarly else { return }
    let steps = runningActivities.map(\.name) + keptCalls.map { "step \($0.call.step)" }
    context.issues.report(.coordinatorReleased(flows.map(\.name), steps))
    #endif
  }

  /// Returns the node of a flow that lives in this coordinator.
  func node(of flow: any Flow) -> FlowNode? {
    FlowReadiness.node(of: flow).flatMap { $0.engine === self ? $0 : nil }
  }

  /// Whether a flow can start; reports a flow that is alive, and a coordinator that has completed.
  func canStart(_ flow: any Flow, at site: CallSite) -> Bool {
    let isClosed = life != .running
    guard isClosed || FlowReadiness.node(of: flow) != nil else { return true }
    let name = "\(type(of: flow))"
    context.issues.report(
      isClosed ? .coordinatorCompleted(name, site) : .flowAlreadyAlive(name, site))
    return false
  }

  /// Returns the cached facts about the type of a flow.
  func typeInfo(of flow: some Flow) -> FlowTypeInfo {
    let type = type(of: flow)
    if let known = typeInfos[ObjectIdentifier(type)] { return known }
    let typeInfo = FlowTypeInfo(type)
    typeInfos[ObjectIdentifier(type)] = typeInfo
    return typeInfo
  }
}

extension FlowEngine: ActivitySource {
  /// Whether no step is being handled, and none can be without an external event.
  var isIdle: Bool {
    guard pendingRunner == nil, !machine.hasWork, links.allSatisfy({ $0.waitingFor != nil }),
      abandonedRunners.values.allSatisfy(\.isWaiting)
    else { return false }
    guard machine.running > 0 else { return true }
    // Usually a handler runs: to look at all of them whenever one of thousands ends would take
    // quadratic time.
    guard machine.running <= schedulerWaits.count + childWaitCount else { return false }
    let waitsForOutside = schedulerWaits.values.reduce(0) { $0 + ($1.waitsForOutside ? 1 : 0) }
    guard childWaitCount > 0 else { return machine.running == waitsForOutside }
    let childWaits = runners.values.compactMap(\.item).filter { childReason(of: $0) != nil }
    return machine.running == waitsForOutside + childWaits.count
  }

  /// Whether there is a step, a link or a call that is not done, or a task that ends one.
  var hasWork: Bool {
    machine.undoneCount > 0 || machine.hasWork || pendingRunner != nil || !runners.isEmpty
      || !abandonedRunners.isEmpty || !links.isEmpty || !keptCalls.isEmpty
  }

  /// The reason for which the child tasks of a step's handler wait, if it waits only for them.
  private func childReason(of item: StepItem) -> String? {
    guard let reason = item.runner?.childWaitingFor else { return nil }
    return machine.isRunning(item.id, in: item.flow) ? reason : nil
  }

  /// The steps that are being handled and those queued behind them, each with its reason to wait.
  var runningActivities: [NavigationActivity] {
    machine.reports.filter { isRunning($0) }.map(activity)
      + abandonedActivities { !$0.isWaiting }
  }

  /// The steps that wait for an external event: a hidden screen, a child or the user.
  var waitingActivities: [NavigationActivity] {
    guard hasWork else { return [] }
    let steps = machine.reports.filter { !isRunning($0) }.map(activity)
    let calls = keptCalls.map { call, _ in
      NavigationActivity(name: "step \(call.step)", waitingFor: "the first flow to be ready")
    }
    let waitingLinks = links.compactMap { link in
      link.waitingFor.map { NavigationActivity(name: link.activityName, waitingFor: $0) }
    }
    return steps + calls + waitingLinks
      + abandonedActivities(where: \.isWaiting)
  }

  func notifyIfIdle() {
    if life == .completed, machine.isIdle, !log.isComplete { log.complete() }
    if isIdle { context.activity.sourceDidBecomeIdle() }
  }

  private func isRunning(_ report: StepMachine.Report) -> Bool {
    switch report.state {
    case .held, .active(.suspended), .beneath: false
    case .settling: !(schedulerWaits[report.item.id]?.waitsForOutside ?? false)
    case .active:
      !(schedulerWaits[report.item.id]?.waitsForOutside ?? false)
        && childReason(of: report.item) == nil
    case .queued(behind: nil): true
    case .queued(let first?): suspended[first.id] == nil && childReason(of: first) == nil
    }
  }

  private func activity(_ report: StepMachine.Report) -> NavigationActivity {
    let node = report.item.node
    let reason: String? =
      switch report.state {
      case .held:
        report.item.source.flatMap { node.contributions[$0]?.presentableName }
          .map { "\($0) to be visible" }
      case .queued(let first): first.map { "step \($0.step)" }
      case .settling: "the end of its transitions"
      case .active(.adapting): childReason(of: report.item) ?? "adapt to answer"
      case .active(.awaitingScheduler): "the running transition"
      case .active(.navigating): childReason(of: report.item) ?? "navigate to return"
      case .beneath(let nested): "step \(nested.step)"
      case .active(.suspended), .active(.fulfilled): suspended[report.item.id]?.reason
      }
    return NavigationActivity(
      name: "step \(report.item.step) in \(node.name)", waitingFor: reason)
  }

  /// The cancelled handlers that have not returned, in the order of their steps.
  private func abandonedActivities(where isMeant: (StepRunner) -> Bool) -> [NavigationActivity] {
    guard !abandonedRunners.isEmpty else { return [] }
    let runners = abandonedRunners.values.filter(isMeant).ordered { $0.item?.id ?? 0 }
    return runners.compactMap { runner in
      runner.item.map {
        NavigationActivity(
          name: "cancelled step \($0.step) in \($0.node.name)",
          waitingFor: runner.waitingFor ?? runner.childWaitingFor ?? "its handler to return")
      }
    }
  }
}

extension StepRunner {
  func setChildWait(_ reason: String?) {
    guard let reason, item != nil else { return endChildWait() }
    if childWaitingFor == nil { engine.childWaitCount += 1 }
    childWaitingFor = reason
    // As long as there is a handler, its task keeps the engine.
    engine.notifyIfIdle()
  }

  /// Records that the handler continues, or has returned.
  func endChildWait() {
    guard childWaitingFor != nil else { return }
    childWaitingFor = nil
    engine.childWaitCount -= 1
  }
}

extension FlowEngine: TaskTracking {
  func beginWaiting(for reason: String, in task: Int) -> (@MainActor () -> Void)? {
    if let link = links.first(where: { $0.task?.hashValue == task }) {
      link.waitingFor = reason
      notifyIfIdle()
      return { [weak link] in link?.waitingFor = nil }
    }
    guard let runner = runners[task], let item = runner.item else { return nil }
    runner.waitingFor = reason
    suspend(item, on: .outside, for: reason)
    wake()
    return { [self] in
      runner.waitingFor = nil
      suspended[item.id] = nil
      fulfil(item)
    }
  }

  /// Suspends a step's handler until ``fulfil(_:)``.
  @discardableResult
  func suspend(
    _ item: StepItem, on wait: StepMachine.Wait, for reason: String
  ) -> SuspendedHandler {
    let handler = SuspendedHandler(reason)
    suspended[item.id] = handler
    machine.suspend(item.id, in: item.flow, on: wait)
    for link in links { link.handlerDidSuspend() }
    return handler
  }

  /// Ends the wait of a suspended handler.
  func fulfil(_ item: StepItem) {
    suspended[item.id]?.noteEvent()
    machine.fulfil(item.id, in: item.flow)
    wake()
  }
}

import NavigationRuntime

/// A task that carries out the machine's actions, and the handler that runs in it.
@MainActor
final class StepRunner: NavigationWorker, WorkInProgress.Part {
  private unowned let engine: FlowEngine
  /// The identifier of the task, unique while the task lives.
  var taskID: Int?
  /// The step whose `adapt` or `navigate` runs in the task.
  var item: CoordinatorMachine.Item? {
    didSet { if startedWork != nil { startedWork = nil } }
  }
  var isNavigating = false
  /// The external event that the handler waits for; `nil` if it does not wait.
  var waitingFor: String?
  /// The external event that child tasks of the handler wait for; `nil` unless they are all that
  /// the handler waits for.
  var asideFor: String?
  private var budget = TurnBudget(stride: 32)
  /// Whether the runner is to yield the main actor.
  private(set) var isTurnOver = false
  /// Whether the task was cancelled at the end of the flow whose handler ran in it.
  var isCancelled = false
  /// The number of the latest tree reading when the handler was called.
  var firstReading = 0
  var attribution: Cancellation?
  /// The handler as the origin of screen changes, made on first use.
  private(set) var startedWork: NavigationWork?

  init(_ engine: FlowEngine) {
    self.engine = engine
  }

  /// A flow was called.
  func noteStep() { isTurnOver = budget.spend() }

  /// Whether its handler waits for something outside, or its child tasks do.
  var isWaiting: Bool { waitingFor != nil || asideFor != nil }

  func setAside(for reason: String) -> (@MainActor () -> Void)? {
    // As long as there is a handler, its task keeps the engine.
    guard item != nil else { return nil }
    asideFor = reason
    engine.becomeIdleIfSo()
    return { [self] in asideFor = nil }
  }

  static var currentTaskID: Int? { FlowCoordinator.currentTaskID }

  var work: NavigationWork? {
    guard let item else { return nil }
    if let startedWork { return startedWork }
    let work = NavigationWork(
      on: HandledStep(step: item.payload.step, flow: item.flow),
      calledBy: item.payload.call?.caller)
    startedWork = work
    return work
  }
}

/// Tasks that carry out the machine's actions.
///
/// One task handles a burst of steps. Before a runner calls a flow while the machine has more work,
/// it starts a second task, which takes over if the flow suspends.
extension FlowEngine {
  struct Work {
    let item: CoordinatorMachine.Item
    let isNavigating: Bool
  }

  /// The runner whose task executes the current code, if a flow's handler is running in it.
  ///
  /// A task started by a handler does not count as inside it.
  var currentRunner: StepRunner? {
    guard !runners.isEmpty, let id = StepRunner.currentTaskID, let runner = runners[id],
      runner.item != nil
    else { return nil }
    return runner
  }

  /// Starts a runner unless one is about to ask the machine for its next action.
  func wake() {
    guard !isWorking, pendingRunner == nil, !isShutDown else { return }
    let runner = StepRunner(self)
    pendingRunner = runner
    // A task that a handler starts would inherit that handler's.
    let task = WorkInProgress.$current.withValue(runner) { Task { await run(runner) } }
    runnerTasks[ObjectIdentifier(runner)] = Cancellation { task.cancel() }
  }

  private func run(_ runner: StepRunner) async {
    begin(runner)
    var next = takeWork(runner)
    while let work = next {
      next = await work.item.payload.node.carryOut(work, by: runner)
    }
    end(runner)
  }

  private func begin(_ runner: StepRunner) {
    if pendingRunner === runner { pendingRunner = nil }
    runner.taskID = StepRunner.currentTaskID
    guard let id = runner.taskID else { return }
    runners[id] = runner
    context.workers[id] = runner
  }

  private func end(_ runner: StepRunner) {
    if let id = runner.taskID {
      runners[id] = nil
      context.workers[id] = nil
    }
    runnerTasks[ObjectIdentifier(runner)] = nil
    if machine.hasWork { wake() } else { becomeIdleIfSo() }
  }

  private func takeWork(_ runner: StepRunner) -> Work? {
    // A cancelled runner leaves the remaining work to another one, and so does one whose time is
    // up: other work gets the main actor in between.
    guard !runner.isCancelled, !runner.isTurnOver, !isShutDown else { return nil }
    isWorking = true
    repeat {
      while let action = machine.next() {
        switch action {
        case .adapt(let item):
          if recorder != nil { record(item) }
          let node = item.payload.node
          // The step may have been held after an earlier answer of `adapt`.
          if let original = item.payload.original.take() { item.payload.step = original }
          if item.payload.call?.isWithdrawn ?? false {
            machine.refuse(item.id, in: item.flow, because: .linkEnded)
            continue
          }
          if !node.typeInfo.letsAllPass || item.payload.call?.attempt != nil {
            return begin(item, isNavigating: false, in: runner)
          }
          if !node.understands(item.payload.step) {
            machine.notUnderstood(item.id, in: item.flow)
          } else if askScheduler(for: item, in: node) {
            return begin(item, isNavigating: true, in: runner)
          }
        case .askScheduler(let item):
          if askScheduler(for: item, in: item.payload.node) {
            return begin(item, isNavigating: true, in: runner)
          }
        case .resume(let item): suspended[item.id]?.resume()
        case .finish(let item, let outcome): finish(item, outcome)
        }
      }
    } while retireLostScreens()
    isWorking = false
    becomeIdleIfSo()
    return nil
  }

  /// Prepares the runner for a call of a flow.
  private func begin(
    _ item: CoordinatorMachine.Item, isNavigating: Bool, in runner: StepRunner
  ) -> Work {
    isWorking = false
    runner.item = item
    runner.isNavigating = isNavigating
    if isNavigating {
      runner.firstReading = NavigationLifecycle.lastReading
      log.send(.willNavigate, of: item)
      if let store = item.payload.node.rootLifecycle?.store {
        let event = item.event
        var cause = NavigationCause(.framework("AsyncFlow")) { event.description }
        cause.origin = .init(owner: ObjectIdentifier(self), number: item.intent)
        runner.attribution = store.attribute(to: cause)
      }
    }
    if machine.hasWork { wake() }
    return Work(item: item, isNavigating: isNavigating)
  }

  private func leave(_ runner: StepRunner) {
    runner.item = nil
    runner.asideFor = nil
    runner.noteStep()
    if !abandonedRunners.isEmpty { abandonedRunners.removeAll { $0 === runner } }
    if runner.attribution != nil { runner.attribution = nil }
  }

  /// Reports the answer of a flow's `adapt` to the machine.
  ///
  /// - Returns: The next call to make.
  func adapted(
    _ item: CoordinatorMachine.Item, _ answer: AdaptedStep, by runner: StepRunner
  ) -> Work? {
    leave(runner)
    switch answer {
    case .notUnderstood: machine.notUnderstood(item.id, in: item.flow)
    case .stopped: machine.adapted(item.id, in: item.flow, passes: false)
    case .refused(let refusal): machine.refuse(item.id, in: item.flow, because: refusal)
    case .alreadyThere: machine.navigateReturned(item.id, in: item.flow, .handled)
    case .step(let step):
      if let call = item.payload.call, !step.isSame(as: item.payload.step) {
        call.wasReplaced = true
      }
      item.payload.original = item.payload.step
      item.payload.step = step
      machine.adapted(item.id, in: item.flow, passes: true)
    }
    return takeWork(runner)
  }

  /// Returns whether the flow may navigate now, because no transition runs in its window; otherwise
  /// waits for the scheduler.
  private func askScheduler(for item: CoordinatorMachine.Item, in node: FlowNode) -> Bool {
    let (id, flow) = (item.id, item.flow)
    let isFree = node.isSchedulerFree(in: context)
    if machine.schedulerAnswered(id, in: flow, isFree: isFree) { return true }
    guard machine.isActive(id, in: flow) else { return false }
    let scheduler = node.scheduler
    schedulerWaits[id] = scheduler
    scheduler.whenFree("step \(item.payload.step)") { [self] in
      schedulerWaits[id] = nil
      machine.schedulerBecameFree(id, in: flow)
      wake()
    }
    return false
  }

  /// Carries out the answer of a flow's `navigate`.
  ///
  /// - Returns: The next call to make.
  func navigated(
    _ item: CoordinatorMachine.Item, in node: FlowNode, _ answer: FlowContributors,
    by runner: StepRunner
  ) -> Work? {
    leave(runner)
    answerBegan = runner.firstReading
    if !isShutDown { finishNavigating(item, in: node, answer) }
    return takeWork(runner)
  }

  private func finishNavigating(
    _ item: CoordinatorMachine.Item, in node: FlowNode, _ answer: FlowContributors
  ) {
    let (id, flow) = (item.id, item.flow)
    // The answer of a flow that has ended meanwhile is refused.
    guard machine.isActive(id, in: flow) else { return refuse(answer, of: node) }
    isWorking = true
    defer { isWorking = false }
    log.send(.didNavigate, of: item)
    let outcome = outcome(of: answer, in: node)
    if node.hasStack { noteScreens(of: node, after: item.payload.step) }
    followed = item
    defer { followed = nil }
    let ends = follow(answer, of: node, step: item.payload.step)
    if node.isSchedulerFree(in: context) {
      machine.navigateReturned(id, in: flow, outcome)
    } else {
      let scheduler = node.scheduler
      machine.navigateReturned(id, in: flow, outcome, settles: true)
      schedulerWaits[id] = scheduler
      scheduler.whenFree("the end of step \(item.payload.step)") { [self] in
        schedulerWaits[id] = nil
        machine.settled(id)
        wake()
      }
    }
    if ends { end(node, .finished, refusing: .flowEnded, value: answer.value) }
    logStack(of: node)
  }

  private func outcome(of answer: FlowContributors, in node: FlowNode) -> StepOutcome {
    switch answer {
    case .unhandled: .unhandled
    case .none: node.takesAnyStep ? .unknown : .handled
    case .one, .multiple, .end, .finish: .handled
    }
  }

  /// Cancels the tasks in which an ended flow's handlers run.
  ///
  /// - Parameters:
  ///   - node: The flow.
  ///   - work: The handler that removed the flow's screen. It and the handlers that wait for it are
  ///     not cancelled.
  func cancelHandlers(of node: FlowNode, sparing work: NavigationWork?) {
    for runner in runners.values {
      guard let item = runner.item, item.payload.node === node else { continue }
      if !machine.isActive(item.id, in: item.flow) { abandonedRunners.append(runner) }
      if let own = runner.startedWork, work?.isPart(of: own) ?? false { continue }
      runner.isCancelled = true
      runnerTasks[ObjectIdentifier(runner)]?.cancel()
    }
  }
}

import NavigationRuntime

/// A task that carries out the machine's actions, and the handler that runs in it.
@MainActor
final class StepRunner: HandlerRunner, WorkInProgress.Part {
  unowned let engine: FlowEngine
  /// The task; `nil` before it is made and after its end.
  fileprivate var task: Task<Void, Never>?
  // Unchecked, as others below: each step passes it, and releasing a step calls no other code.
  /// The step whose `adapt` or `navigate` runs in the task.
  @exclusivity(unchecked) var item: StepItem? {
    didSet { if startedHandler != nil { startedHandler = nil } }
  }
  var isNavigating = false
  /// The step whose `navigate` runs in the task.
  var navigatedStep: (any Step)? { isNavigating ? item?.step : nil }
  /// The external event that the handler waits for; `nil` if it does not wait.
  var waitingFor: String?
  /// The external event that child tasks of the handler wait for; `nil` unless they are all that
  /// the handler waits for.
  var childWaitingFor: String?
  // Unchecked: each step passes it, and it calls no other code.
  @exclusivity(unchecked) private var budget = TurnBudget(stride: 32)
  /// Whether the runner is to yield the main actor.
  private(set) var isTurnOver = false
  /// Whether the task was cancelled; it begins no further step then.
  private(set) var isCancelled = false
  /// The number of the latest tree reading when the handler was called.
  var readingAtCall = 0
  /// The work that the handler awaits.
  var awaited: AwaitedWork?
  /// The window whose changes are attributed to the step, while its handler runs.
  @exclusivity(unchecked) var attributedWindow: WindowOccupancy?
  /// The handler as the origin of screen changes, made on first use.
  @exclusivity(unchecked) private(set) var startedHandler: NavigationHandler?

  init(_ engine: FlowEngine) {
    self.engine = engine
  }

  /// Cancels the task, which begins no further step.
  func cancel() {
    isCancelled = true
    task?.cancel()
  }

  /// Counts a call of a flow, and notes whether the turn is over.
  func noteStep() { isTurnOver = budget.spend() }

  /// Whether its handler waits for something outside, or its child tasks do.
  var isWaiting: Bool { waitingFor != nil || childWaitingFor != nil }

  var handler: NavigationHandler? {
    guard let item else { return nil }
    if let startedHandler { return startedHandler }
    var callers: [NavigationHandler] = []
    if let caller = item.call?.caller { callers.append(caller) }
    // Usually the call comes from the handler that awaits the flow, or from one that it has called.
    if let caller = item.node.caller, !callers.contains(where: { $0.isPart(of: caller) }) {
      callers.append(caller)
    }
    let handler = SubjectHandler(
      on: HandledStep(item.step, in: item.node), calledBy: callers)
    startedHandler = handler
    return handler
  }

  /// Whether its handler is, or waits for, the one that has changed something.
  func isResponsible(for handler: NavigationHandler) -> Bool {
    startedHandler.map(handler.isPart) ?? false
  }

  var cause: NavigationCause? {
    item.map { item in
      let event = item.event
      var cause = NavigationCause(.framework("AsyncFlow")) { event.description }
      cause.origin = TraceWork(engine, item.intent)
      return cause
    }
  }
}

/// The path of a step: a stepper emits it, the machine decides when it is next, and a task calls the
/// flow and carries out its answer.
///
/// One task handles a burst of steps. Before a runner calls a flow while the machine has more work,
/// it starts a second task, which takes over if the flow suspends.
extension FlowEngine {
  /// Enqueues a step that a stepper has emitted.
  func emit(
    _ step: any Step, from source: ArenaIndex? = nil, in node: FlowNode, isInitial: Bool = false,
    keepsScreen: Bool = true
  ) {
    guard !step.isNone else { return }
    // Apart from initial steps, a stepper's steps begin an intent of their own.
    let origin = isInitial ? followedStep : linkedStep
    // Also one that a stepper has kept, or that it sends while it is contributed.
    let preceding = precedingStep
    if let preceding, !extendChain(of: preceding, with: step, in: node) { return }
    let item = makeItem(
      step, in: node, chain: preceding?.chain,
      belongsToDetour: !links.isEmpty && isMakingDetour,
      ticket: machine.makeTicket(
        to: node.id, from: source, isInitial: isInitial, following: origin,
        // A flow with a root of its own may be on screen already, and would stay empty.
        keepsScreen: keepsScreen && (!isInitial || node.borrowsRoot || node.hasFinishedStep)))
    enqueue(item)
    wake()
  }

  /// Starts a runner unless one is about to take the next action from the machine.
  func wake() {
    guard !isWorking, pendingRunner == nil, life != .released else { return }
    let runner = StepRunner(self)
    pendingRunner = runner
    listing?.workDidBegin()
    runner.task = NavigationScheduler.outsideTransactions {
      // It is no consequence of what is traced now.
      context.trace.map { $0.within(nil) { makeTask(runner) } } ?? makeTask(runner)
    }
  }

  // Not isolated: a closure that is isolated would check that.
  private nonisolated func makeTask(_ runner: StepRunner) -> Task<Void, Never> {
    // A task that a handler starts would inherit that handler's.
    WorkInProgress.$current.withValue(runner) { Task { @MainActor in await run(runner) } }
  }

  /// Handles one step after the other.
  private func run(_ runner: StepRunner) async {
    begin(runner)
    var next = nextStep(for: runner)
    while let item = next.take() {
      let node = item.node
      next = await node.handle(consume item, by: runner)
    }
    end(runner)
  }

  private func begin(_ runner: StepRunner) {
    if pendingRunner === runner { pendingRunner = nil }
    guard let id = runner.task?.hashValue else { return }
    runners[id] = runner
    context.handlerRunners[id] = runner
  }

  private func end(_ runner: StepRunner) {
    if let id = runner.task?.hashValue {
      runners[id] = nil
      context.handlerRunners[id] = nil
    }
    runner.task = nil
    proceed()
  }

  /// Starts a runner if there is work; otherwise reports that nothing runs, if nothing does.
  func proceed() {
    if machine.hasWork || !flowsWithoutStep.isEmpty { wake() } else { notifyIfIdle() }
  }
}

extension FlowEngine {
  /// Carries out the machine's actions until a flow is to be called.
  ///
  /// - Returns: The step of the call; `nil` if there is none for this runner.
  func nextStep(for runner: StepRunner) -> StepItem? {
    guard mayContinue(runner) else { return nil }
    isWorking = true
    machine.recordsHeld = context.isTraced
    repeat {
      while let action = machine.next() {
        if machine.recordsHeld { traceHeld() }
        switch consume action {
        case .adapt(let item):
          let node = item.node
          if recorder != nil, node.understands(item.step) { record(item) }
          // The step may have been held after an earlier answer of `adapt`.
          if item.isAdapted { item.restore() }
          if refuseWithdrawn(item) { continue }
          if !node.understands(item.step) {
            machine.complete(item.id, in: item.flow, .unhandled)
          } else if !node.typeInfo.letsAllPass || item.call?.attempt != nil {
            return enter(item, of: node, isNavigating: false, in: runner)
          } else if askScheduler(for: item, in: node) {
            return enter(item, of: node, isNavigating: true, in: runner)
          }
        case .askScheduler(let item):
          let node = item.node
          if !refuseWithdrawn(item), askScheduler(for: item, in: node) {
            return enter(item, of: node, isNavigating: true, in: runner)
          }
        case .resume(let item): suspended[item.id]?.resume()
        case .finish(let item, let outcome): finish(item, outcome)
        }
      }
    } while retireLostScreens() || startFlowsWithoutStep()
    if machine.recordsHeld { traceHeld() }
    isWorking = false
    notifyIfIdle()
    return nil
  }

  /// Whether a runner may begin another step.
  ///
  /// A cancelled one leaves the remaining work to another one, and so does one whose time is up: other
  /// work gets the main actor in between.
  private func mayContinue(_ runner: StepRunner) -> Bool {
    !runner.isCancelled && !runner.isTurnOver && life != .released
  }

  /// Refuses a step that its flow has not begun to navigate to when its link has ended.
  private func refuseWithdrawn(_ item: StepItem) -> Bool {
    guard item.call?.isWithdrawn ?? false else { return false }
    machine.complete(item.id, in: item.flow, .refused(.linkEnded))
    return true
  }

  /// Prepares the runner for a call of a flow.
  ///
  /// - Returns: The step; `nil` if an observer of the call has ended the flow.
  private func enter(
    _ item: StepItem, of node: FlowNode, isNavigating: Bool, in runner: StepRunner
  ) -> StepItem? {
    isWorking = false
    runner.item = item
    item.runner = runner
    runner.isNavigating = isNavigating
    runner.readingAtCall = NavigationLifecycle.lastReading
    if isNavigating {
      log.send(.willNavigate, of: item)
      if log.hasSinks, !isActive(item) {
        leave(runner)
        return nil
      }
      if context.isTraced { trace(item, .stepNavigating) }
      if let window = node.rootLifecycle?.occupancy {
        runner.attributedWindow = window
        window.attribute(to: runner)
      }
    }
    if pendingRunner == nil, machine.hasWork { wake() }
    return item
  }

  /// Whether a flow handles a step still, after an event whose observers may have ended it.
  private func isActive(_ item: StepItem) -> Bool {
    life != .released && machine.isActive(item.id, in: item.flow)
  }

  private func leave(_ runner: StepRunner) {
    // Changes that are found only now are still the handler's.
    if let window = runner.attributedWindow.take() { window.endAttribution(to: runner) }
    runner.item?.runner = nil
    runner.item = nil
    runner.endChildWait()
    runner.noteStep()
    if !abandonedRunners.isEmpty { abandonedRunners[ObjectIdentifier(runner)] = nil }
  }

  /// Reports the answer of a flow's `adapt` to the machine.
  ///
  /// - Returns: The runner's next step, or this one if its flow is to navigate now.
  // Not inlined: an asynchronous caller would take memory for its values from the task.
  @inline(never)
  func adapted(
    _ item: StepItem, of node: FlowNode, to step: consuming (any Step)?, by runner: StepRunner
  ) -> StepItem? {
    adapted(item, of: node, node.adaptedStep(from: step), by: runner)
  }

  func adapted(
    _ item: StepItem, of node: FlowNode, _ answer: consuming AdaptedStep, by runner: StepRunner
  ) -> StepItem? {
    leave(runner)
    switch consume answer {
    case .done(let outcome): machine.complete(item.id, in: item.flow, outcome)
    case .step(var step):
      if item.call != nil || !attempts.isEmpty, !step.isSame(as: item.step) {
        item.call?.wasReplaced = true
        attempts[item.intent]?.hasReplacedStep = true
      }
      if context.isTraced, !step.isSame(as: item.step) { traceAdapted(item, to: step) }
      swap(&item.step, &step)
      let isFree =
        mayContinue(runner) && !(item.call?.isWithdrawn ?? false)
        && node.isSchedulerFree(in: context)
      if machine.adapted(item.id, in: item.flow, isSchedulerFree: isFree) {
        return enter(item, of: node, isNavigating: true, in: runner)
      }
      // It may be held, and adapted again.
      item.keepOriginal(step)
    }
    return nextStep(for: runner)
  }

  /// Returns whether the flow may navigate now, because no transition runs in its window; otherwise
  /// waits for the scheduler.
  private func askScheduler(for item: StepItem, in node: FlowNode) -> Bool {
    let isFree = node.isSchedulerFree(in: context)
    if machine.schedulerAnswered(item.id, in: item.flow, isFree: isFree) { return true }
    if machine.isActive(item.id, in: item.flow) {
      refuseResultIfAwaitedInTransaction(of: node)
      refuseIfAwaitedInTransaction(item)
    }
    if machine.isActive(item.id, in: item.flow) {
      waitForScheduler(of: node, item, "step \(item.step)", isSettling: false)
    }
    return false
  }

  private func waitForScheduler(
    of node: FlowNode, _ item: StepItem, _ name: String, isSettling: Bool
  ) {
    let (id, flow, scheduler) = (item.id, item.flow, node.scheduler)
    schedulerWaits[id] = scheduler
    scheduler.whenFree(name) { [self] in
      schedulerWaits[id] = nil
      if isSettling { machine.settled(id) } else { machine.schedulerBecameFree(id, in: flow) }
      wake()
    }
  }

  /// Waits, while `adapt` counts as running, for the transitions in the flow's window.
  func transitionsToEnd(before item: StepItem, in node: FlowNode) async {
    guard !node.isSchedulerFree(in: context) else { return }
    let scheduler = node.scheduler
    schedulerWaits[item.id] = scheduler
    notifyIfIdle()
    await scheduler.waitUntilFree("step \(item.step)")
    schedulerWaits[item.id] = nil
  }

  /// Carries out the answer of a flow's `navigate`; returns the runner's next step.
  func navigated(
    _ item: StepItem, _ answer: consuming FlowContributors, by runner: StepRunner
  ) -> StepItem? {
    carryOut(consume answer, to: item, by: runner) ?? nextStep(for: runner)
  }

  /// Carries out the answer of a flow's `navigate`, and ends the step or lets it settle.
  ///
  /// - Returns: The flow's next step, if it could begin at once.
  func carryOut(
    _ answer: consuming FlowContributors, to item: StepItem, by runner: StepRunner
  ) -> StepItem? {
    leave(runner)
    guard life != .released else { return nil }
    let (id, flow, node) = (item.id, item.flow, item.node)
    // The answer of a flow that has ended meanwhile is refused.
    guard machine.isActive(id, in: flow) else {
      refuse(answer, of: node)
      return nil
    }
    isWorking = true
    defer { isWorking = false }
    log.send(.didNavigate, of: item)
    if log.hasSinks, !isActive(item) {
      refuse(answer, of: node)
      return nil
    }
    if context.isTraced { trace(item, .stepNavigated) }
    if node.hasStack { noteScreens(of: node, after: item.step) }
    followed = item
    defer { followed = nil }
    let (outcome, end) = follow(consume answer, of: node, to: item, by: runner)
    // The transitions that run now are not those of a step that the flow does not know.
    if outcome == .unhandled || node.isSchedulerFree(in: context) {
      if end == nil, let next = beginNext(after: item, of: node, outcome, in: runner) {
        return next
      }
      machine.complete(id, in: flow, outcome)
    } else {
      machine.settle(id, in: flow, outcome)
      waitForScheduler(
        of: node, item, "the end of step \(item.step)", isSettling: true)
      if end == nil { refuseResultIfAwaitedInTransaction(of: node) }
    }
    if node.hasUndecidedEnd {
      removerDidAnswer(item, of: node, end)
    } else if let end {
      self.end(node, .finished, refusing: .flowEnded, value: end.value)
    }
    if logger != nil { logStack(of: node) }
    return nil
  }

  /// Ends a step and begins its flow's next one, if no other code runs in between.
  ///
  /// A shortcut for bursts: the actions of the machine would lead to the same.
  ///
  /// - Returns: The next step; `nil` if nothing has changed.
  private func beginNext(
    after item: StepItem, of node: FlowNode, _ outcome: StepOutcome, in runner: StepRunner
  ) -> StepItem? {
    guard mayContinue(runner), !isObserved, links.isEmpty, attempts.isEmpty, item.call == nil,
      outcome != .unhandled, node.hasFinishedStep
    else { return nil }
    let isNavigating = node.typeInfo.letsAllPass
    let next = machine.beginNext(after: item.id, in: item.flow, isNavigating: isNavigating) {
      $0.call == nil && !$0.isAdapted && node.understands($0.step)
    }
    guard let next else { return nil }
    publishEnd(of: item, in: node, outcome)
    return enter(next, of: node, isNavigating: isNavigating, in: runner)
  }

  /// Whether each step is published, logged, recorded or traced.
  private var isObserved: Bool {
    log.hasSinks || logger != nil || recorder != nil || context.isTraced
  }

  /// Publishes the outcome of a step that is done.
  private func finish(_ item: StepItem, _ outcome: StepOutcome) {
    let node = item.node
    if !context.isTraced {
      publishEnd(of: item, in: node, outcome)
    } else {
      traceEnded(item, outcome) { publishEnd(of: item, in: node, outcome) }
    }
  }

  private func publishEnd(of item: StepItem, in node: FlowNode, _ outcome: StepOutcome) {
    if !suspended.isEmpty { suspended[item.id]?.resume() }
    if !schedulerWaits.isEmpty { schedulerWaits[item.id] = nil }
    switch outcome {
    case .handled, .unknown: log.send(.didSettle, of: item)
    case .unhandled: if item.call == nil { publishUnhandled(item.event) }
    case .filtered, .refused, .cancelled: log.send(.notHandled(item.event, outcome))
    }
    if !node.hasFinishedStep {
      node.hasFinishedStep = true
      if case .refused(let refusal) = outcome, item.isInitial {
        // Its first step came too late: it would show nothing, and never end.
        end(node, .removed, refusing: refusal)
      }
      checkReadiness(of: node)
    }
    if let call = item.call { answer(call, node, outcome) }
    if !links.isEmpty { for link in links { link.stepDidEnd() } }
    if !attempts.isEmpty { noteDone(item) }
  }
}

import NavigationRuntime

/// Who carries out what the machine wants.
///
/// A burst of steps is handled by one task. Before a runner calls a flow while others have work
/// to do, it sees to it that there is a second task: if the flow suspends, that one goes on.
extension FlowCoordinator {
  enum Work {
    case adapt(CoordinatorMachine.Item)
    case navigate(CoordinatorMachine.Item)
  }

  /// The runner in whose task the current code runs, inside a flow's handler.
  ///
  /// A task that a handler started is another task, and not inside.
  var currentRunner: StepRunner? {
    guard !runners.isEmpty, let id = StepRunner.currentTaskID, let runner = runners[id],
      runner.node != nil
    else { return nil }
    return runner
  }

  /// Sees to it that somebody looks at the machine.
  func wake() {
    guard !isWorking, pendingRunner == nil else { return }
    let runner = StepRunner(self)
    pendingRunner = runner
    let task = Task { await Self.run(runner) }
    runnerTasks[ObjectIdentifier(runner)] = Cancellation { task.cancel() }
  }

  private static func run(_ runner: StepRunner) async {
    runner.coordinator?.begin(runner)
    var next = runner.coordinator?.takeWork(runner)
    while let work = next {
      switch work {
      case .adapt(let item):
        let adapted = await item.payload.node.handler.adapt(item.payload.step)
        next = runner.coordinator?.takeWork(runner) { $0.adapted(item, adapted, by: runner) }
      case .navigate(let item):
        let answer = await item.payload.node.handler.navigate(to: item.payload.step)
        next = runner.coordinator?.takeWork(runner) { $0.navigated(item, answer, by: runner) }
      }
    }
    runner.coordinator?.end(runner)
  }

  private func begin(_ runner: StepRunner) {
    if pendingRunner === runner { pendingRunner = nil }
    runner.taskID = StepRunner.currentTaskID
    if let id = runner.taskID { runners[id] = runner }
  }

  private func end(_ runner: StepRunner) {
    if let id = runner.taskID { runners[id] = nil }
    runnerTasks[ObjectIdentifier(runner)] = nil
    if machine.hasWork { wake() } else { becomeIdleIfSo() }
  }

  private func takeWork(
    _ runner: StepRunner, after finish: (FlowCoordinator) -> Void
  ) -> Work? {
    finish(self)
    return takeWork(runner)
  }

  private func takeWork(_ runner: StepRunner) -> Work? {
    // A runner whose task was cancelled leaves its work to another one.
    guard !Task.isCancelled else { return nil }
    isWorking = true
    var work: Work?
    while work == nil, let action = machine.next() {
      switch action {
      case .adapt(let item): work = .adapt(item)
      case .askLane(let item): if askLane(for: item) { work = .navigate(item) }
      case .navigate(let item): work = .navigate(item)
      case .resume(let item): parked[item.id]?.resume()
      case .finish(let item, let outcome): finish(item, outcome)
      }
    }
    isWorking = false
    guard let work else {
      becomeIdleIfSo()
      return nil
    }
    enter(work, runner)
    if machine.hasWork { wake() }
    return work
  }

  private func enter(_ work: Work, _ runner: StepRunner) {
    switch work {
    case .adapt(let item):
      runner.node = item.payload.node
      runner.item = item.id
      runner.isNavigating = false
      if recorder != nil { record(item) }
    case .navigate(let item):
      let node = item.payload.node
      runner.node = node
      runner.item = item.id
      runner.isNavigating = true
      if item.payload.call?.isAnimated == false { unanimated.insert(item.id) }
      log.send(.willNavigate(NavigationEvent(flow: node.flowType, step: item.payload.step)))
      if let store = node.rootLifecycle?.store {
        runner.attribution = store.attribute(to: cause(of: item))
      }
    }
  }

  private func leave(_ runner: StepRunner) {
    runner.node = nil
    runner.item = nil
    runner.attribution = nil
  }

  private func cause(of item: CoordinatorMachine.Item) -> NavigationCause {
    let event = NavigationEvent(flow: item.payload.node.flowType, step: item.payload.step)
    return NavigationCause(.framework("AsyncFlow")) { event.description }
  }

  private func adapted(
    _ item: CoordinatorMachine.Item, _ answer: FlowHandler.Adapted, by runner: StepRunner
  ) {
    leave(runner)
    switch answer {
    case .notUnderstood: machine.notUnderstood(item.id, in: item.flow)
    case .stopped: machine.adapted(item.id, in: item.flow, nil)
    case .step(let step):
      let payload = item.payload
      if let call = payload.call, !isEqual(step, payload.step) { call.wasReplaced = true }
      payload.step = step
      machine.adapted(item.id, in: item.flow, payload)
    }
  }

  /// Whether no transition runs in the window, so that the flow may navigate now.
  private func askLane(for item: CoordinatorMachine.Item) -> Bool {
    let lane = item.payload.node.lane(in: context)
    if machine.laneAnswered(item.id, in: item.flow, isFree: lane.isFree) != nil { return true }
    guard machine.isActive(item.id, in: item.flow) else { return false }
    laneWaits[item.id] = lane
    lane.whenFree("step \(item.payload.step)") { [weak self] in
      guard let self else { return }
      self.laneWaits[item.id] = nil
      self.machine.laneBecameFree(item.id, in: item.flow)
      self.wake()
    }
    return false
  }

  private func navigated(
    _ item: CoordinatorMachine.Item, _ answer: FlowContributors, by runner: StepRunner
  ) {
    leave(runner)
    // Of a flow that has ended meanwhile the answer does not count.
    guard machine.isActive(item.id, in: item.flow) else {
      return refuse(answer, of: item.payload.node)
    }
    let node = item.payload.node
    isWorking = true
    defer { isWorking = false }
    log.send(.didNavigate(NavigationEvent(flow: node.flowType, step: item.payload.step)))
    node.checkRoot(context.issues)
    let outcome = outcome(of: answer, in: node)
    let ending = follow(answer, of: node, step: item.payload.step)
    let lane = node.lane(in: context)
    if lane.isFree {
      machine.navigateReturned(item.id, in: item.flow, outcome)
    } else {
      machine.navigateReturned(item.id, in: item.flow, outcome, settles: true)
      laneWaits[item.id] = lane
      lane.whenFree("the end of step \(item.payload.step)") { [weak self] in
        guard let self else { return }
        self.laneWaits[item.id] = nil
        self.machine.settled(item.id)
        self.wake()
      }
    }
    if let ending { end(node, .finished, refusing: .flowEnded, value: ending.value) }
    logStack(of: node)
  }

  private func outcome(of answer: FlowContributors, in node: FlowNode) -> StepOutcome {
    switch answer {
    case .unhandled: .unhandled
    case .none: node.handler.takesAnyStep ? .unknown : .handled
    case .one, .multiple, .end, .finish: .handled
    }
  }

  /// Cancels the tasks in which a flow's handlers run.
  func cancelHandlers(of node: FlowNode, evenNavigating: Bool) {
    for runner in runners.values
    where runner.node === node && (evenNavigating || !runner.isNavigating) {
      runnerTasks[ObjectIdentifier(runner)]?.cancel()
    }
  }
}

import NavigationRuntime

extension FlowEngine {
  /// Whether no step is being handled, and none can be without an external event.
  var isIdle: Bool {
    guard pendingRunner == nil, !machine.hasWork, links.allSatisfy({ $0.waitingFor != nil }),
      abandonedRunners.allSatisfy(\.isWaiting)
    else { return false }
    guard machine.running > 0 else { return true }
    let waitsForUser = laneWaits.values.reduce(0) { $0 + ($1.waitsForUser ? 1 : 0) }
    return machine.running == waitsForUser + runnersSetAside.count
  }

  /// The runners whose handlers count as running to the machine, and are kept by child tasks.
  private var runnersSetAside: [StepRunner] {
    runners.values.filter { runner in
      guard runner.asideFor != nil, let item = runner.item else { return false }
      return machine.isRunning(item.id, in: item.flow)
    }
  }

  /// What the child tasks of a step's handler wait for, if it is they who keep it.
  private func asideReason(of item: CoordinatorMachine.Item) -> String? {
    runnersSetAside.first { $0.item?.id == item.id }?.asideFor
  }

  /// The steps that are being handled and those queued behind them, each with its reason to wait.
  var runningActivities: [NavigationActivity] {
    machine.reports.filter { isRunning($0) }.map(activity)
      + abandonedRunners.filter { !$0.isWaiting }.compactMap(abandonedActivity)
  }

  /// The steps that wait for an external event: a hidden screen, a child or the user.
  var waitingActivities: [NavigationActivity] {
    let steps = machine.reports.filter { !isRunning($0) }.map(activity)
    let calls = keptCalls.map { call, _ in
      NavigationActivity(name: "step \(call.step)", waitingFor: "the first flow to be ready")
    }
    let waitingLinks = links.compactMap { link in
      link.waitingFor.map { NavigationActivity(name: "a deep link", waitingFor: $0) }
    }
    return steps + calls + waitingLinks
      + abandonedRunners.filter(\.isWaiting).compactMap(abandonedActivity)
  }

  func becomeIdleIfSo() {
    if hasCompleted, machine.isIdle, !log.isFinished {
      log.send(.completed)
      log.finish()
    }
    if isIdle { context.activity.sourceDidBecomeIdle() }
  }

  private func isRunning(_ report: CoordinatorMachine.Report) -> Bool {
    switch report.state {
    case .held, .active(.parked), .beneath: false
    case .settling: !(laneWaits[report.item.id]?.waitsForUser ?? false)
    case .active:
      !(laneWaits[report.item.id]?.waitsForUser ?? false) && asideReason(of: report.item) == nil
    case .queued(let first):
      switch first {
      case nil: true
      case let first?: parked[first.id] == nil && asideReason(of: first) == nil
      }
    }
  }

  private func activity(_ report: CoordinatorMachine.Report) -> NavigationActivity {
    let node = report.item.payload.node
    let reason: String? =
      switch report.state {
      case .held:
        report.item.source.flatMap { node.contributions[$0]?.presentableName }
          .map { "\($0) to be visible" }
      case .queued(let first): first.map { "step \($0.payload.step)" }
      case .settling: "the end of its transitions"
      case .active(.adapting): asideReason(of: report.item) ?? "adapt to answer"
      case .active(.awaitingLane): "the running transition"
      case .active(.navigating): asideReason(of: report.item) ?? "navigate to return"
      case .beneath(let nested): "step \(nested.payload.step)"
      case .active(.parked), .active(.fulfilled): parked[report.item.id]?.reason
      }
    return NavigationActivity(
      name: "step \(report.item.payload.step) in \(node.name)", waitingFor: reason)
  }

  private func abandonedActivity(_ runner: StepRunner) -> NavigationActivity? {
    runner.item.map {
      NavigationActivity(
        name: "cancelled step \($0.payload.step) in \($0.payload.node.name)",
        waitingFor: runner.waitingFor ?? runner.asideFor ?? "its handler to return")
    }
  }
}

extension FlowEngine {
  /// Notifies the deep links that a handler waits.
  func noteParked() {
    for link in links { link.handlerDidPark() }
  }

  func beginWaiting(for reason: String, in task: Int) -> (@MainActor () -> Void)? {
    if let link = links.first(where: { $0.taskID == task }) {
      link.waitingFor = reason
      becomeIdleIfSo()
      return { [weak link] in link?.waitingFor = nil }
    }
    guard let runner = runners[task], let handled = runner.item else { return nil }
    let (node, item) = (handled.payload.node, handled.id)
    runner.waitingFor = reason
    parked[item] = ParkedHandler(reason)
    machine.park(item, in: node.id, on: .outside)
    noteParked()
    wake()
    return { [self] in
      runner.waitingFor = nil
      parked[item] = nil
      machine.fulfil(item, in: node.id)
      wake()
    }
  }
}

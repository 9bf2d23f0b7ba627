import NavigationRuntime

/// Journeys to places: a reconciler chooses the steps, and the link delivers them.
extension DeepLink: JourneyGuide {
  /// Delivers the step of a missing entry to its flow, and waits until it has been handled or waits
  /// itself, for a child flow or the user.
  ///
  /// What is in the way is removed when `adapt` has let the step pass, or has stopped it without a
  /// detour: perhaps because of that, so it is asked once more.
  ///
  /// - Returns: The outcome of the step; `nil` if the handler has waited or the entry is there for
  ///   another reason, or if the journey or the flow has ended.
  func deliver(_ entry: EntryAttempt, isAnimated: Bool) async -> StepOutcome? {
    let node = entry.node
    self.entry = entry
    defer { self.entry = nil }
    detours = LinkDetours()
    var hasCleared = false
    window = node.window ?? window
    while outcome == nil, node.isAlive {
      refuseInTransaction(of: node.scheduler)
      guard outcome == nil else { return nil }
      hasChanged = false
      attempts = []
      let call = begin(
        LinkAttempt(self, in: node, screen: nil), at: entry.step, in: node, isAnimated: isAnimated)
      let (hasWaited, chain) = await handling(of: call, until: entry)
      if let chain { return .refused(.mutualWait(chain)) }
      guard outcome == nil, let receipt = call.receipt else { return nil }
      switch receipt.outcome {
      case .handled where !call.wasReplaced, .unknown where !call.wasReplaced:
        return hasWaited ? nil : receipt.outcome
      case .unhandled, .refused(.covered): return receipt.outcome
      // Without a detour there is nothing to wait for.
      case .filtered where call.attempt?.hasLedNowhere ?? true:
        guard !hasCleared, case .cleared? = await reconciler?.clearWay(for: entry) else {
          return .filtered
        }
        hasCleared = true
        continue
      case .handled, .unknown, .filtered, .refused, .cancelled:
        guard plan.retriesAfterDetour else {
          return call.wasReplaced ? .filtered : receipt.outcome
        }
      }
      await detour(before: entry.step)
      if isThere { return nil }
    }
    return nil
  }

  /// Waits until a step has been handled, its handler waits while the entry is shown, or the link has
  /// ended.
  ///
  /// - Returns: Whether the handler has waited, and the chain of waits if the step, which is withdrawn
  ///   then, would never be handled, because of a handler that waits for this journey.
  private func handling(
    of call: StepCall, until entry: EntryAttempt
  ) async -> (hasWaited: Bool, mutualWait: [String]?) {
    defer { self.call = nil }
    let node = entry.node
    let engine = node.engine
    var hasWaited = false
    while call.receipt == nil, outcome == nil,
      !(engine.isSuspended(call, in: node) && entry.isShown)
    {
      if let chain = mutualWait {
        call.isWithdrawn = true
        return (hasWaited, chain)
      }
      await pause(.attempt, "the step to be handled")
      hasWaited = hasWaited || engine.isSuspended(call, in: node)
    }
    waitingFor = nil
    return (hasWaited, nil)
  }

  /// Notes that the handler in whose task this is called waits for the link, and the transactions
  /// around it.
  package func willAwaitOutcome() {
    guard let engine = coordinator?.engine else { return }
    if let runner = engine.beginAwaiting(.link(self)) {
      awaitingRunners.append(runner)
      // The flow that it waits for may be ready only after that handler.
      wake(.readiness)
    }
    awaitingTransactions += NavigationScheduler.openTransactions
    let next =
      isJourney
      ? engine.roots.elements
      : [currentHop].compactMap { $0.flatMap { engine.readyNode(for: $0, of: self) } }
    for node in next { refuseInTransaction(of: node.scheduler) }
  }

  /// Waits for the transitions of a window, also for a gesture of the user.
  func transitionsToEnd(in scheduler: NavigationScheduler) async {
    refuseInTransaction(of: scheduler)
    guard outcome == nil, !scheduler.isFree else { return }
    _ = await whileWaiting(for: "the running transition") {
      // It counts as running from there on, although its task has not resumed yet.
      await scheduler.waitUntilFree(activityName) { [self] in waitingFor = nil }
    }
  }

  /// Waits for work elsewhere that leads to a part of the place.
  ///
  /// - Returns: Its result; `nil` if the journey has ended meanwhile.
  func whileWaiting<Result>(
    for reason: String, _ work: @MainActor () async -> Result
  ) async -> Result? {
    waitingFor = reason
    coordinator?.engine.notifyIfIdle()
    let result = await work()
    guard outcome == nil else { return nil }
    waitingFor = nil
    return result
  }
}

extension JourneyOutcome {
  init(_ outcome: DeepLinkOutcome) {
    switch outcome {
    case .arrived: self = .arrived
    case .covered(let name): self = .covered(by: name)
    case .timedOut(_, let reason): self = .timedOut(waitingFor: reason)
    case .superseded: self = .superseded
    case .cancelled, .stopped: self = .cancelled
    }
  }
}

extension FlowEngine {
  /// Whether the handler of a call's step waits for something.
  fileprivate func isSuspended(_ call: StepCall, in node: FlowNode) -> Bool {
    machine.suspended(in: node.id).map { $0.item.call === call } ?? false
  }
}

import NavigationRuntime

/// The way of a link through the hops of its plan.
extension DeepLink {
  static let cause = NavigationCause(.framework("AsyncFlow")) { "a deep link" }

  /// Tries the current hop; returns whether the link continues.
  func advance() async -> Bool {
    guard outcome == nil else { return false }
    if let reconciler {
      if let end = await reconciler.run(for: self) { finish(journey: end) }
      return false
    }
    guard let next = currentHop else {
      finish(.arrived)
      return false
    }
    guard !next.step.isNone else {
      // It reaches no flow, and the link would wait for one for ever.
      finish(.stopped(hop: hop, .unhandled))
      return false
    }
    // A waiting link must not retain its coordinator.
    guard let scheduler = coordinator?.engine.readyNode(for: next, of: self)?.scheduler else {
      if let chain = mutualWait {
        finish(.stopped(hop: hop, .refused(.mutualWait(chain))))
        return false
      }
      let hint = coordinator?.engine.untypedFlow(for: next).map {
        "; \($0) takes any step: name it in the hop if the step is for it"
      }
      await pause(.readiness, "\(next.targetName) to be ready\(hint ?? "")")
      return outcome == nil
    }
    hasChanged = false
    // Without a step, only the link itself waits for the modals that are being presented.
    if isShown(next) { await transitionsToEnd(in: scheduler) }
    refuseInTransaction(of: scheduler)
    guard outcome == nil, let call = await begin(next), outcome == nil else {
      return outcome == nil
    }
    await handled(call)
    guard outcome == nil else { return false }
    self.call = nil
    guard let receipt = call.receipt else {
      await reached()
      return outcome == nil
    }
    if await react(to: receipt, wasReplaced: call.wasReplaced) { await detour(before: next.step) }
    return outcome == nil
  }

  /// Continues or ends the link after the outcome of a hop.
  ///
  /// - Returns: Whether the hop has to be tried again after a detour.
  private func react(to receipt: NavigationReceipt, wasReplaced: Bool) async -> Bool {
    switch receipt.outcome {
    case .refused(.covered(let name)): finish(.covered(by: name ?? "something else"))
    // Something else has led there meanwhile.
    case .filtered where isThere: await reached()
    case .filtered, .cancelled, .refused:
      if plan.retriesAfterDetour { return true }
      finish(.stopped(hop: hop, receipt.outcome))
    case .handled where wasReplaced, .unknown where wasReplaced:
      if plan.retriesAfterDetour { return true }
      finish(.stopped(hop: hop, .filtered))
    case .unhandled: finish(.stopped(hop: hop, .unhandled))
    case .handled, .unknown: await reached()
    }
    return false
  }

  /// Advances after the current hop has led to its destination, or ends the link after the last one.
  private func reached() async {
    let next = plan.hops[hop]
    guard hop == plan.hops.count - 1 else {
      // It may present what has waited for the hop.
      if let scheduler = coordinator?.engine.readyNode(for: next, of: self)?.scheduler {
        await transitionsToEnd(in: scheduler)
      }
      if let root = coordinator?.engine.readyNode(for: next, of: self)?.rootLifecycle {
        reachedModals.formUnion(root.modalObstacles.map(\.id))
      }
      return nextHop()
    }
    while let attempt = attempts.last, attempt.openSteps > 0, outcome == nil {
      guard await waitsForProgress("the steps that follow from \(next.step)") else { break }
    }
    guard outcome == nil, let engine = coordinator?.engine, let attempt = attempts.last else {
      return
    }
    var cover: String?
    if attempt.destinations.isEmpty, attempt.screen == nil,
      let node = engine.readyNode(for: next, of: self),
      let screen = engine.screen(of: next.step, in: node)
    {
      // An equal step has led there while this one waited.
      cover = await reveal(screen, in: engine)
      guard outcome == nil else { return }
    } else if hasHadWindow, attempt.hasLeft {
      return finish(.stopped(hop: hop, .refused(.dismissed)))
    } else {
      cover = await engine.cover(of: attempt)
    }
    finish(cover.map { .covered(by: $0) } ?? .arrived)
  }

  /// Removes everything that covers an element, as long as the link has no outcome; returns the name
  /// of a screen that refuses.
  private func reveal(_ screen: NavigationLifecycle, in engine: FlowEngine) async -> String? {
    await engine.context.reveal(screen, by: Self.cause) { outcome == nil }
  }

  private func nextHop() {
    hop += 1
    detours = LinkDetours()
  }

  /// Delivers a hop to its flow, unless its destination is on screen already.
  ///
  /// Separate from the wait for the outcome, during which the link must not retain its coordinator.
  ///
  /// - Returns: The pending call; `nil` if there is nothing to wait for.
  private func begin(_ next: DeepLinkPlan.Hop) async -> StepCall? {
    guard let engine = coordinator?.engine, let node = engine.readyNode(for: next, of: self) else {
      return nil
    }
    waitingFor = nil
    window = node.window ?? window
    let isLast = hop == plan.hops.count - 1
    let screen = engine.screen(of: next.step, in: node)
    if let screen, !isLast {
      attempts.append(LinkAttempt(self, in: node, screen: screen))
      nextHop()
      return nil
    }
    if let screen, modals(over: screen).isEmpty {
      let cover = await reveal(screen, in: engine)
      finish(cover.map { .covered(by: $0) } ?? .arrived)
      return nil
    }
    // Begins here, because the screen may leave meanwhile.
    let attempt = LinkAttempt(self, in: node, screen: screen)
    // A screen shown by a hidden flow would not be visible.
    if let root = node.rootLifecycle { await engine.context.select(root, by: Self.cause) }
    guard outcome == nil else { return nil }
    return begin(attempt, at: next.step, in: node, isAnimated: next.isAnimated ?? isLast)
  }

  /// Delivers a step to its flow.
  func begin(
    _ attempt: LinkAttempt, at step: any Step, in node: FlowNode, isAnimated: Bool
  ) -> StepCall {
    attempts.append(attempt)
    let call = StepCall(step)
    call.attempt = attempt
    call.isAnimated = isAnimated
    // While it can proceed, the step itself prevents settling; after it, the link does again.
    call.whenDone { [weak self] _ in self?.wake(.attempt) }
    self.call = call
    waitingFor = "the step to be handled"
    node.engine.begin(call, .flow(node.flow))
    return call
  }

  /// Waits until a hop's step has been handled, or has led to a flow whose result is awaited.
  private func handled(_ call: StepCall) async {
    var limit: RemovalLimit?
    while call.receipt == nil, outcome == nil {
      guard await !makeWay(for: call, &limit), call.receipt == nil, outcome == nil
      else { continue }
      guard await waitsForProgress("the step to be handled") else { return }
    }
  }

  /// Waits for progress of the current attempt, unless that depends on the user, who is to give the
  /// result of a flow to which the attempt has led.
  ///
  /// - Returns: Whether it has waited; if not, the link is where the attempt was to lead.
  private func waitsForProgress(_ reason: String) async -> Bool {
    guard let scheduler = awaitedFlow?.scheduler else {
      await pause(.attempt, reason)
      return true
    }
    guard !scheduler.isFree else { return false }
    await transitionsToEnd(in: scheduler)
    return true
  }

  /// The flow to which the current attempt has led, and whose result a handler awaits.
  ///
  /// On the way it counts only if the next hop goes to it or to a flow beneath it: it may be a login
  /// in front of the destination. At the end it counts if nothing else is left to do.
  // Not inlined: its caller is asynchronous, and would keep its variables while it waits.
  @inline(never)
  private var awaitedFlow: FlowNode? {
    guard let engine = coordinator?.engine, !engine.suspended.isEmpty,
      let attempt = attempts.last, !attempt.hasReplacedStep
    else { return nil }
    let (flows, isAtRest) = engine.flowsAwaited(by: attempt)
    guard let last = flows.last else { return nil }
    guard hop < plan.hops.count - 1 else { return isAtRest && last.isReady ? last : nil }
    guard let next = engine.readyNode(for: plan.hops[hop + 1], of: self, before: hop + 1) else {
      return nil
    }
    return flows.first { next === $0 || next.isBeneath($0) }
  }

  /// Removes the screen for which the hop's flow waits, if that blocks the step.
  ///
  /// A detour made by `adapt` is left alone, because the link waits for it as well. The limit of modals
  /// to dismiss is `nil` before the first. Returns whether something changed.
  private func makeWay(for call: StepCall, _ limit: inout RemovalLimit?) async -> Bool {
    if let chain = mutualWait {
      finish(.stopped(hop: hop, .refused(.mutualWait(chain))))
      return true
    }
    guard let engine = coordinator?.engine,
      let node = engine.readyNode(for: plan.hops[hop], of: self),
      let (item, wait) = engine.machine.suspended(in: node.id),
      // Not the hop's step itself, nor one to which its handler navigates.
      engine.attempts[item.intent] !== call.attempt
    else { return false }
    guard item.call?.wasReplaced != true else { return false }
    if case .child(let child) = wait, let child = node.child(child) {
      guard let screen = child.ownScreen else { return false }
      if let name = await engine.context.dismissOrPop(screen, by: Self.cause) {
        finish(.covered(by: name))
      }
      return outcome != nil || !child.isAlive
    }
    let modals = node.rootLifecycle.map { self.modals(over: $0) } ?? []
    guard let modal = modals.first else { return false }
    // A question to the user that the link dismissed would never be answered.
    guard case .call = wait else {
      guard let refusing = modal.refusingModal else { return false }
      finish(.covered(by: refusing.name))
      return true
    }
    var current = limit ?? RemovalLimit(obstacles: modals.count)
    if let name = await dismiss(modal, within: &current, in: engine) {
      finish(.covered(by: name))
    }
    limit = current
    return true
  }

  /// Dismisses a modal; returns the name of the screen that stays, if one does.
  private func dismiss(
    _ modal: NavigationLifecycle, within limit: inout RemovalLimit, in engine: FlowEngine
  ) async -> String? {
    guard limit.allowsRemoval() else { return modal.name }
    return await engine.context.dismissOrPop(modal, by: Self.cause)
  }

  /// Returns the modals over an element that the plan's hops have not opened, outermost first.
  func modals(over screen: NavigationLifecycle) -> [NavigationLifecycle] {
    let modals = screen.modalObstacles
    guard !modals.isEmpty else { return [] }
    var reached = reachedModals
    for attempt in attempts {
      for destination in attempt.screens {
        reached.formUnion(destination.ancestry.filter(\.isModal).map(\.id))
      }
    }
    return modals.filter { !reached.contains($0.id) }
  }

  /// Decides about a hop after the answer of its flow's `adapt`; returns the answer to use.
  ///
  /// Only a step that passes unchanged removes the modals over its flow: a modal may be the login
  /// that `adapt` has asked for. One that is being presented counts.
  func answer(
    to answer: AdaptedStep, of item: StepItem, _ attempt: LinkAttempt
  ) async -> AdaptedStep {
    let node = item.node
    guard outcome == nil, case .step(let adapted) = answer else { return answer }
    let isUnchanged = adapted.isSame(as: item.step)
    if isUnchanged { await node.engine.transitionsToEnd(before: item, in: node) }
    if isUnchanged, let entry {
      if entry.isNew { return .done(.handled) }
      if case .refused(let name)? = await reconciler?.clearWay(for: entry) {
        return .done(.refused(.covered(by: name)))
      }
      return outcome == nil ? answer : .done(.refused(.linkEnded))
    }
    guard isUnchanged else {
      // Each detour is made once per hop, and not if an earlier step has led to its screen.
      guard detours.insert(adapted) else { return .done(.filtered) }
      guard let screen = node.engine.screen(of: adapted, in: node),
        screen.isUnobstructed || !node.isInWindow
      else { return answer }
      attempt.noteDestination(screen)
      return .done(.filtered)
    }
    if let screen = attempt.screen {
      if let name = await reveal(screen, in: node.engine) {
        return .done(.refused(.covered(by: name)))
      }
      return .done(outcome == nil ? .handled : .refused(.linkEnded))
    }
    guard let root = node.rootLifecycle else { return answer }
    var limit = RemovalLimit(obstacles: modals(over: root).count)
    while outcome == nil, let modal = modals(over: root).first {
      if let name = await dismiss(modal, within: &limit, in: node.engine) {
        return .done(.refused(.covered(by: name)))
      }
    }
    return answer
  }

  /// Waits for an external change, or for the destination to appear.
  func detour(before step: any Step) async {
    while outcome == nil, !hasChanged, !isThere {
      await pause(.detour, "the end of a detour before \(step)")
    }
  }

  /// Whether a hop before the one with an index has led to a flow.
  func hasLed(to node: FlowNode, before hop: Int) -> Bool {
    attempts.contains { $0.hop < hop && $0.screens.contains(where: node.owns) }
  }

  /// Whether the destination of the current hop has appeared since the last attempt, or whether the
  /// current entry has, or will not any more.
  var isThere: Bool {
    if let entry { return entry.isNew || !entry.node.isAlive }
    // A destination that was there before the attempt has been decided by `adapt`.
    guard attempts.last?.screen == nil, let next = currentHop else { return false }
    return isShown(next)
  }

  /// Whether an equal step has led to a flow or screen before.
  private func isShown(_ next: DeepLinkPlan.Hop) -> Bool {
    guard let engine = coordinator?.engine, let node = engine.readyNode(for: next, of: self) else {
      return false
    }
    return engine.screen(of: next.step, in: node) != nil
  }
}

import NavigationRuntime

/// A plan that is being followed: a handle on what becomes of it.
///
/// The coordinator keeps it; letting go of the handle changes nothing.
///
/// ```
///              the flow is ready        handled, or there already
///   waiting ────────────────────▶ trying ────────────────────────▶ next hop, or arriving
///      ▲   a change from outside    │ adapt stopped or replaced it           │
///      └────────────────────────────┘                                        ▼
///                                   covered, stopped, timed out …        arrived
/// ```
///
/// A link makes one attempt for each change of what it waits for. What follows from an attempt
/// itself, such as the start of a login, is no such change.
@MainActor
public final class DeepLink {
  /// What is followed.
  public let plan: DeepLinkPlan
  /// What became of it, once that is known.
  public private(set) var outcome: DeepLinkOutcome?
  /// What it waits for, if it waits.
  public internal(set) var waitingFor: String?

  private weak var coordinator: FlowCoordinator?
  private var hop = 0
  /// The steps that `adapt` has put in the place of the present hop's, and that were handled.
  private var detours: [any Step] = []
  /// The present attempt, and those of earlier hops.
  private var attempts: [LinkAttempt] = []
  /// The modals that were there when an earlier hop had been reached.
  private var reachedModals: Set<NavigationNodeID> = []
  /// The step of the present hop on its way.
  private var call: StepCall?
  /// The window in which the plan leads somewhere; `nil` as long as nobody knows.
  private weak var window: NavigationStore?
  /// The steps whose handlers wait for this link.
  private var awaitingSteps: Set<Int> = []

  private var timer: Cancellation?
  private var task: Cancellation?
  /// Tells the link's task from every other one.
  private(set) var taskID: Int?
  /// What the link's task waits for.
  private enum Wait {
    /// A flow.
    case readiness
    /// A change that the link has not made itself.
    case detour
    /// A sign of what happens to the attempt.
    case attempt
  }
  private var wait: (kind: Wait, continuation: CheckedContinuation<Void, Never>)?
  private var hasChanged = false
  /// How many signs there were that it may go on.
  private var signCount = 0
  private var waiters: [ActivityWaiter<DeepLinkOutcome>] = []

  init(_ plan: DeepLinkPlan, coordinator: FlowCoordinator) {
    self.plan = plan
    self.coordinator = coordinator
  }

  /// Waits for the outcome; returns at once if there is one.
  ///
  /// Only ``cancel()`` gives the link up, not the end of the waiting task.
  ///
  /// - Returns: What became of the link.
  public func value() async -> DeepLinkOutcome {
    if let outcome { return outcome }
    if let step = coordinator?.engine.currentRunner?.item?.id { awaitingSteps.insert(step) }
    let end = coordinator?.context.activity.beginWaiting(for: "a deep link")
    return await withCheckedContinuation { waiters.append(ActivityWaiter($0, end: end)) }
  }

  /// Gives the link up; a step that is being handled goes on to its end, one that waits for its
  /// flow is refused.
  public func cancel() { finish(.cancelled) }

  func start() {
    guard let coordinator else { return }
    window = plan.hops.lazy.compactMap { coordinator.engine.readyNode(for: $0)?.window }.first
    if let deadline = plan.deadline {
      timer = coordinator.context.clock.schedule(after: deadline) { [weak self] in
        guard let self else { return }
        finish(.timedOut(hop: hop, waitingFor: waitingFor ?? "its turn"))
      }
    }
    let task = Task { [weak self] in
      while let self, await self.advance() {}
    }
    taskID = task.hashValue
    self.task = Cancellation { task.cancel() }
  }

  /// Ends the link because a newer one leads somewhere else in the same window.
  func giveWay(to newer: DeepLink) {
    if let window, let other = newer.window, window !== other { return }
    finish(.superseded)
  }

  /// Tries the present hop.
  ///
  /// - Returns: Whether something is left to do.
  private func advance() async -> Bool {
    guard outcome == nil else { return false }
    guard plan.hops.indices.contains(hop) else {
      finish(.arrived)
      return false
    }
    let next = plan.hops[hop]
    // A link that waits must not keep its coordinator.
    guard coordinator?.engine.readyNode(for: next) != nil else {
      await pause(.readiness, "\(next.targetName) to be ready")
      return outcome == nil
    }
    hasChanged = false
    guard let call = await begin(next), outcome == nil else { return outcome == nil }
    await handled(call)
    guard outcome == nil, let receipt = call.receipt else { return false }
    self.call = nil
    if await react(to: receipt, wasReplaced: call.wasReplaced) { await detour(before: next) }
    return outcome == nil
  }

  /// Follows from what became of a hop.
  ///
  /// - Returns: Whether it has to be tried again after a detour.
  private func react(to receipt: NavigationReceipt, wasReplaced: Bool) async -> Bool {
    switch receipt.outcome {
    case .refused(.covered(let name)): finish(.covered(by: name ?? "something else"))
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

  /// The present hop was handled.
  private func reached() async {
    let next = plan.hops[hop]
    guard hop == plan.hops.count - 1 else {
      if let root = coordinator?.engine.readyNode(for: next)?.rootLifecycle {
        reachedModals.formUnion(root.modalVeils.map(\.id))
      }
      return nextHop()
    }
    while let attempt = attempts.last, attempt.openSteps > 0, outcome == nil {
      await pause(.attempt, "what \(next.step) has led to")
    }
    guard outcome == nil, let engine = coordinator?.engine, let attempt = attempts.last else {
      return
    }
    let cover = await engine.cover(of: attempt, in: window)
    finish(cover.map { .covered(by: $0) } ?? .arrived)
  }

  private func nextHop() {
    hop += 1
    detours = []
  }

  /// Hands a hop to its flow, unless it is there already.
  ///
  /// Apart from the wait for what becomes of it, during which the link must not keep its coordinator.
  ///
  /// - Returns: The step on its way; `nil` if there is nothing to wait for.
  private func begin(_ next: DeepLinkPlan.Hop) async -> StepCall? {
    guard let engine = coordinator?.engine, let node = engine.readyNode(for: next) else {
      return nil
    }
    waitingFor = nil
    window = node.window ?? window
    let isLast = hop == plan.hops.count - 1
    let place = engine.place(of: next.step, in: node)
    if let place, !isLast {
      attempts.append(LinkAttempt(self, place: place))
      nextHop()
      return nil
    }
    if let place, modals(over: place).isEmpty {
      let cover = await engine.reveal(place, for: self)
      finish(cover.map { .covered(by: $0) } ?? .arrived)
      return nil
    }
    // What a hidden screen presents or pushes, nobody would see.
    await engine.select(node)
    guard outcome == nil else { return nil }
    let attempt = LinkAttempt(self, place: place)
    attempts.append(attempt)
    let call = StepCall(next.step)
    call.attempt = attempt
    call.isAnimated = next.isAnimated ?? isLast
    // The step keeps `settled()` for as long as it can go on; the link does again when it is done.
    call.whenDone { [weak self] _ in self?.wake(.attempt) }
    self.call = call
    waitingFor = "the step to be handled"
    engine.begin(call, .flow(node.flow))
    return call
  }

  /// Returns when a step has been handled, or the link has ended.
  private func handled(_ call: StepCall) async {
    while call.receipt == nil, outcome == nil {
      guard await !makeWay(for: call), call.receipt == nil, outcome == nil else { continue }
      await pause(.attempt, "the step to be handled")
    }
  }

  /// Takes away what the hop's flow waits for, if that keeps the flow from the step.
  ///
  /// A detour that `adapt` has made is left alone: that is what the link waits for, too.
  ///
  /// - Returns: Whether something was done.
  private func makeWay(for call: StepCall) async -> Bool {
    guard let engine = coordinator?.engine, let node = engine.readyNode(for: plan.hops[hop]),
      let (item, wait) = engine.machine.parked(in: node.id), item.payload.call !== call
    else { return false }
    if awaitingSteps.contains(item.id) {
      finish(.stopped(hop: hop, .refused(.mutualWait([node.name, "a deep link", node.name]))))
      return true
    }
    guard item.payload.call?.wasReplaced != true else { return false }
    if case .child(let child) = wait, let child = node.child(child) {
      guard let place = child.ownPlace else { return false }
      if let name = await engine.takeAway(place, for: self) { finish(.covered(by: name)) }
      return outcome != nil || !child.isAlive
    }
    guard let modal = node.rootLifecycle.flatMap({ modals(over: $0).first }) else { return false }
    // Taken away by others, a question to the user would never be answered.
    guard case .call = wait else {
      guard let refusing = modal.refusingModal else { return false }
      finish(.covered(by: refusing.label))
      return true
    }
    if let name = await engine.takeAway(modal, for: self) { finish(.covered(by: name)) }
    return true
  }

  /// The modals over an object that no earlier hop has led to, outermost first.
  func modals(over place: NavigationLifecycle) -> [NavigationLifecycle] {
    let modals = place.modalVeils
    guard !modals.isEmpty else { return [] }
    var reached = reachedModals
    for attempt in attempts {
      for destination in attempt.destinations + [attempt.place].compactMap({ $0 }) {
        var modal = destination.enclosingModal
        while let current = modal {
          reached.insert(current.id)
          modal = current.surroundingLifecycle?.enclosingModal
        }
      }
    }
    return modals.filter { !reached.contains($0.id) }
  }

  /// Says what becomes of a hop when its flow's `adapt` has answered.
  ///
  /// Only what is welcome now takes away what lies over its flow: that may be the very login which
  /// `adapt` asks for.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - step: The step that `adapt` was shown.
  ///   - attempt: The hop on its way.
  ///   - node: Its flow.
  /// - Returns: The answer that counts.
  func answer(
    to answer: AdaptedStep, of step: any Step, _ attempt: LinkAttempt, in node: FlowNode
  ) async -> AdaptedStep {
    guard outcome == nil, case .step(let adapted) = answer else { return answer }
    guard isSame(adapted, step) else {
      // A detour is made once; while it lasts, the same question is not asked again.
      guard !detours.contains(where: { isSame($0, adapted) }) else { return .stopped }
      detours.append(adapted)
      return answer
    }
    if let place = attempt.place {
      if let name = await node.engine.reveal(place, for: self) {
        return .refused(.covered(by: name))
      }
      return outcome == nil ? .alreadyThere : .refused(.linkEnded)
    }
    guard let root = node.rootLifecycle else { return answer }
    while outcome == nil, let modal = modals(over: root).first {
      if let name = await node.engine.takeAway(modal, for: self) {
        return .refused(.covered(by: name))
      }
    }
    return answer
  }

  /// Waits until something outside has changed, or the hop is there all the same.
  private func detour(before next: DeepLinkPlan.Hop) async {
    while outcome == nil, !hasChanged, !isThere(next) {
      await pause(.detour, "the end of a detour before \(next.step)")
    }
  }

  /// Whether the present hop has been reached without the link, since its last attempt.
  private func isThere(_ next: DeepLinkPlan.Hop) -> Bool {
    // What was there before the attempt is what `adapt` was asked about.
    guard attempts.last?.place == nil, let engine = coordinator?.engine,
      let node = engine.readyNode(for: next)
    else { return false }
    return engine.place(of: next.step, in: node) != nil
  }

  // What the coordinator tells.

  /// A flow has started, become ready or ended.
  ///
  /// - Parameter isOwn: Whether that follows from a link's attempt.
  func flowsDidChange(isOwn: Bool) {
    if !isOwn { hasChanged = true }
    wake(.readiness)
    guard plan.hops.indices.contains(hop) else { return }
    if !isOwn || isThere(plan.hops[hop]) { wake(.detour) }
  }

  /// A handler waits for something.
  func handlerDidPark() { wake(.attempt) }

  /// All steps of an attempt are done.
  func attemptDidEnd(_ attempt: LinkAttempt) {
    guard attempt === attempts.last, plan.hops.indices.contains(hop) else { return }
    wake(.attempt)
    if isThere(plan.hops[hop]) { wake(.detour) }
  }

  private func pause(_ kind: Wait, _ reason: String) async {
    waitingFor = reason
    let signs = signCount
    coordinator?.engine.linkIsWaiting()
    // A coordinator that notices now that it has completed gives its links up.
    guard outcome == nil, signs == signCount else { return }
    await withCheckedContinuation { wait = (kind, $0) }
  }

  private func wake(_ kind: Wait) {
    signCount += 1
    guard let wait, wait.kind == kind else { return }
    wake()
  }

  private func wake() {
    // From here on it can go on, though its task has not had its turn.
    waitingFor = nil
    let wait = wait
    self.wait = nil
    wait?.continuation.resume()
  }

  private func finish(_ outcome: DeepLinkOutcome) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    timer = nil
    task = nil
    // A newer link does not overtake what its flow has already.
    call?.isWithdrawn = outcome != .superseded
    call = nil
    attempts = []
    wake()
    let waiters = waiters
    self.waiters = []
    for waiter in waiters { waiter.resume(returning: outcome) }
    coordinator?.engine.linkDidEnd(self, outcome)
  }
}

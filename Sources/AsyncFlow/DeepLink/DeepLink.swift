import NavigationRuntime

/// A plan that is being followed: a handle on what becomes of it.
///
/// The coordinator keeps it; letting go of the handle changes nothing.
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
  private var events: Cancellation?
  private var timer: Cancellation?
  private var task: Cancellation?
  /// Tells the link's task from every other one.
  private(set) var taskID: Int?
  private var hasChanged = false
  private var change: CheckedContinuation<Void, Never>?
  /// The link's task, while a flow handles the step of a hop.
  private var handled: CheckedContinuation<Void, Never>?
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
    let end = coordinator?.context.activity.beginWaiting(for: "a deep link")
    return await withCheckedContinuation { waiters.append(ActivityWaiter($0, end: end)) }
  }

  /// Gives the link up; a step that is being handled goes on to its end.
  public func cancel() { finish(.cancelled) }

  func start() {
    guard let coordinator else { return }
    events = coordinator.engine.log.listen { [weak self] event in
      switch event {
      case .started, .ready, .ended: self?.noteChange()
      case .completed: self?.finish(.cancelled)
      default: break
      }
    }
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
      waitingFor = "\(next.targetName) to be ready"
      await nextChange()
      return outcome == nil
    }
    if await deliver(next) { await waitForDetour(next) }
    return outcome == nil
  }

  /// Delivers a hop to its flow.
  ///
  /// - Returns: Whether it has to be tried again after a detour.
  private func deliver(_ next: DeepLinkPlan.Hop) async -> Bool {
    guard let call = await begin(next), outcome == nil else { return false }
    if call.receipt == nil { await withCheckedContinuation { handled = $0 } }
    guard outcome == nil, let receipt = call.receipt else { return false }
    switch receipt.outcome {
    case .filtered, .cancelled, .refused:
      if plan.retriesAfterDetour { return true }
      finish(.stopped(hop: hop, receipt.outcome))
    case .handled where call.wasReplaced, .unknown where call.wasReplaced:
      if plan.retriesAfterDetour { return true }
      finish(.stopped(hop: hop, .filtered))
    case .handled, .unknown: hop += 1
    case .unhandled: finish(.stopped(hop: hop, .unhandled))
    }
    return false
  }

  /// Hands a hop to its flow, unless it is there already.
  ///
  /// Apart from the wait for what becomes of it, during which the link must not keep its coordinator.
  ///
  /// - Returns: The step on its way; `nil` if there is nothing to wait for.
  private func begin(_ next: DeepLinkPlan.Hop) async -> StepCall? {
    guard let coordinator, let node = coordinator.engine.readyNode(for: next) else { return nil }
    waitingFor = nil
    hasChanged = false
    let isLast = hop == plan.hops.count - 1
    if await coordinator.engine.isThere(next.step, in: node, revealing: isLast) {
      hop += 1
      return nil
    }
    // A screen that is hidden can present nothing, and nobody would see what the step does.
    await coordinator.engine.select(node)
    guard outcome == nil else { return nil }
    let call = StepCall(next.step)
    call.isAnimated = next.isAnimated ?? isLast
    // The step keeps `settled()` for as long as it can go on; the link does again when it is done.
    call.whenDone { [weak self] _ in
      self?.waitingFor = nil
      self?.resumeHandled()
    }
    waitingFor = "the step to be handled"
    coordinator.engine.begin(call, .flow(node.flow))
    return call
  }

  private func resumeHandled() {
    handled?.resume()
    handled = nil
  }

  private func waitForDetour(_ next: DeepLinkPlan.Hop) async {
    waitingFor = "the end of a detour before \(next.step)"
    guard !hasChanged, outcome == nil else { return }
    await nextChange()
  }

  private func noteChange() {
    hasChanged = true
    guard let change else { return }
    // From here on it can go on, though its task has not had its turn.
    waitingFor = nil
    self.change = nil
    change.resume()
  }

  private func nextChange() async {
    hasChanged = false
    coordinator?.engine.linkIsWaiting()
    // A coordinator that notices now that it has completed says so, and gives its links up.
    guard !hasChanged else { return }
    await withCheckedContinuation { change = $0 }
  }

  private func finish(_ outcome: DeepLinkOutcome) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    waitingFor = nil
    events = nil
    timer = nil
    task = nil
    noteChange()
    resumeHandled()
    let waiters = waiters
    self.waiters = []
    for waiter in waiters { waiter.resume(returning: outcome) }
    coordinator?.engine.linkDidEnd(self)
  }
}

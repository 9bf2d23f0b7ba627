import NavigationRuntime

/// A handle on a deep link plan that is being followed.
///
/// The coordinator retains it; releasing the handle does not cancel the link.
///
/// ```
///              the flow is ready        handled, or there already
///   waiting ────────────────────▶ trying ────────────────────────▶ next hop, or arriving
///      ▲   an external change       │ adapt stopped or replaced it           │
///      └────────────────────────────┘                                        ▼
///                                   covered, stopped, timed out …        arrived
/// ```
///
/// A link makes one attempt for each change that it waits for. Changes that follow from an attempt
/// itself, such as the start of a login, do not count.
@MainActor
public final class DeepLink {
  /// The plan.
  public let plan: DeepLinkPlan
  /// The outcome; `nil` until it is known.
  public private(set) var outcome: DeepLinkOutcome?
  /// A description of the awaited event; `nil` if the link does not wait.
  public internal(set) var waitingFor: String?

  weak var coordinator: FlowCoordinator?
  var hop = 0
  /// The detours before the current hop.
  var detours = LinkDetours()
  /// The current attempt, and those of earlier hops.
  var attempts: [LinkAttempt] = []
  /// The modals that were shown when earlier hops had been reached.
  var reachedModals: Set<NavigationNodeID> = []
  /// The pending call for the current hop.
  var call: StepCall?
  /// The store of the plan's window; `nil` while that is unknown, and when it has been closed.
  weak var window: NavigationStore? {
    didSet { if window != nil { hasHadWindow = true } }
  }
  /// Whether the plan's window has been known.
  private(set) var hasHadWindow = false
  /// Whether a flow's handler has started it.
  private(set) var isFromHandler = false
  /// The runners whose handlers wait for this link.
  var awaitingRunners: [StepRunner] = []
  /// The transactions whose bodies wait for this link.
  var awaitingTransactions: [ScheduledTransition] = []

  /// The name among the activities of the context.
  var activityName: String { reconciler?.journey.name ?? "a deep link" }

  private var timer: Cancellation?
  private(set) var task: Task<Void, Never>?
  /// The event that the link's task waits for.
  enum Wait {
    /// A flow becomes ready.
    case readiness
    /// Something changes that the link has not caused.
    case detour
    /// The attempt makes progress.
    case attempt
  }
  private(set) var wait: (kind: Wait, continuation: MainActorContinuation)?
  var hasChanged = false
  /// The number of wake-ups so far.
  private var wakeUpCount = 0
  private var waiters: [ActivityWaiter] = []

  /// The reconciler of a journey to a place, which takes the part of the plan's hops.
  let reconciler: PlaceReconciler?
  /// The attempt at the journey's current entry.
  var entry: EntryAttempt?

  init(_ plan: DeepLinkPlan, coordinator: FlowCoordinator, reconciler: PlaceReconciler? = nil) {
    self.plan = plan
    self.coordinator = coordinator
    self.reconciler = reconciler
  }

  /// Waits for the outcome; returns at once if there is one.
  ///
  /// Cancelling the waiting task does not cancel the link; call ``cancel()``. The wait lasts as long
  /// as the link: give the plan a deadline. A test that must not hang waits with
  /// ``/NavigationRuntime/NavigationContext/settled(within:)``, which returns when the link cannot
  /// continue by itself, and then reads ``outcome`` and ``waitingFor``.
  ///
  /// - Returns: The outcome.
  public func value() async -> DeepLinkOutcome {
    if outcome == nil { willAwaitOutcome() }
    if let outcome { return outcome }
    let end = coordinator?.context.activity.beginWaiting(for: "a deep link")
    await withMainActorContinuation { waiters.append(ActivityWaiter($0, end: end)) }
    return await value()
  }

  /// Cancels the link.
  ///
  /// A step whose `navigate` has begun continues; one that waits for its flow or for `adapt` is
  /// refused.
  public func cancel() { finish(.cancelled) }

  var isJourney: Bool { reconciler != nil }

  /// The hop that is to be reached; `nil` after the last one, and for a journey.
  var currentHop: DeepLinkPlan.Hop? { plan.hops.indices.contains(hop) ? plan.hops[hop] : nil }

  /// The current hop, if it has not been tried, and waits for its flow to be ready if that is not.
  var untriedHop: DeepLinkPlan.Hop? {
    guard call == nil, wait.map({ $0.kind == .readiness }) ?? (attempts.last?.hop != hop) else {
      return nil
    }
    return currentHop
  }

  func start() {
    guard let coordinator else { return }
    isFromHandler = coordinator.engine.isInHandler
    window =
      reconciler == nil
      ? plan.hops.lazy.compactMap { coordinator.engine.readyNode(for: $0, of: self)?.window }.first
      : coordinator.engine.roots.elements.lazy.compactMap(\.window).first
    if let deadline = plan.deadline {
      timer = coordinator.context.clock.schedule(after: deadline) { [weak self] in
        guard let self else { return }
        finish(.timedOut(hop: hop, waitingFor: waitingFor ?? "its turn"))
      }
    }
    task = NavigationScheduler.outsideTransactions {
      Task { [weak self] in
        while let self, await self.advance() {}
      }
    }
  }

  /// Ends the link in favour of a newer one, unless they lead to different windows, or the newer one
  /// is the journey to a part of its place.
  func giveWay(to newer: DeepLink) {
    if let reconciler, let part = newer.reconciler, reconciler.leads(to: part) { return }
    if let window, let other = newer.window, window !== other { return }
    finish(.superseded)
  }

  // Called by the coordinator's engine.

  /// Whether an attempt is the current one, and the link does not wait for a detour yet.
  func isTrying(_ attempt: LinkAttempt) -> Bool {
    attempts.last === attempt && wait?.kind != .detour
  }

  /// A flow has started; returns whether that repeats a detour before the current hop.
  func flowDidStart(_ node: FlowNode) -> Bool {
    !attempts.isEmpty && !detours.insert(node)
  }

  /// A flow has started as a detour that `adapt` makes.
  func detourDidStart(_ node: FlowNode) {
    if let attempt = attempts.last, isTrying(attempt) { attempt.detours.insert(node.id) }
  }

  /// A flow has ended; returns whether that is no change: it ends one of too many detours before the
  /// current hop, or one that `adapt` itself has awaited.
  func flowDidEnd(_ node: FlowNode, by attempt: LinkAttempt?) -> Bool {
    attempts.last?.flowDidEnd(node, by: attempt)
    let isRepeated = !detours.remove(node)
    guard let attempt = attempts.last, isTrying(attempt) else { return isRepeated }
    return attempt.detours.contains(node.id) || isRepeated
  }

  /// A flow has started, become ready or ended.
  func flowsDidChange(isOwn: Bool) {
    if !isOwn { hasChanged = true }
    wake(.readiness)
    if !isOwn || isThere { wake(.detour) }
  }

  func handlerDidSuspend() {
    wake(.attempt)
    // It may be the last flow that could contribute the one that is to be ready.
    if isJourney || !awaitingRunners.isEmpty { wake(.readiness) }
  }

  /// A flow is done with a step.
  func stepDidEnd() {
    if entry != nil, isThere { wake(.detour) }
  }

  /// All steps of an attempt are done.
  func attemptDidEnd(_ attempt: LinkAttempt) {
    guard !isJourney, attempt === attempts.last else { return }
    wake(.attempt)
    if isThere { wake(.detour) }
  }

  func pause(_ kind: Wait, _ reason: String) async {
    waitingFor = reason
    let count = wakeUpCount
    coordinator?.engine.notifyIfIdle()
    // A coordinator that becomes idle may complete, and then cancels its links.
    guard outcome == nil, count == wakeUpCount else { return }
    await withMainActorContinuation { wait = (kind, $0) }
  }

  func wake(_ kind: Wait) {
    wakeUpCount += 1
    guard let wait, wait.kind == kind else { return }
    wake()
  }

  private func wake() {
    // The link counts as running from here on, although its task has not resumed yet.
    waitingFor = nil
    wait.take()?.continuation.resume()
  }

  /// Ends the link of a journey, whose own outcome is the one that counts.
  func finish(journey end: JourneyOutcome) {
    finish(end == .superseded ? .superseded : .stopped(hop: 0, .unhandled), journey: end)
  }

  func finish(_ outcome: DeepLinkOutcome, journey end: JourneyOutcome? = nil) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    timer = nil
    task.take()?.cancel()
    // A newer link does not take back a step that a flow has received.
    if let call, outcome != .superseded {
      call.isWithdrawn = true
      // Nor does the end of a journey take back a detour.
      if isJourney, !call.wasReplaced { coordinator?.engine.cancelHandler(of: call) }
    }
    call = nil
    attempts = []
    wake()
    for runner in awaitingRunners.takeAll() { runner.awaited = nil }
    for waiter in waiters.takeAll() { waiter.resume() }
    let end = reconciler.map { _ in end ?? JourneyOutcome(outcome) }
    coordinator?.engine.linkDidEnd(self, outcome, journey: end)
    if let end { reconciler?.journey.end(end) }
  }
}

extension FlowEngine {
  /// Follows a link, which supersedes older links in the same window.
  func follow(_ link: DeepLink) {
    let older = links
    links.append(link)
    traceLink(link) { link.start() }
    for old in older { old.giveWay(to: link) }
  }

  func linkDidEnd(_ link: DeepLink, _ outcome: DeepLinkOutcome, journey: JourneyOutcome?) {
    links.removeAll { $0 === link }
    traceEnd(of: link, outcome, journey: journey)
    log.send(journey.map { .journeyEnded($0) } ?? .linkEnded(link.plan.text, outcome))
    notifyIfIdle()
  }
}

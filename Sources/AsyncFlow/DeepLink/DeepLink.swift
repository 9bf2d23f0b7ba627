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

  private weak var coordinator: FlowCoordinator?
  private var hop = 0
  /// The detours before the current hop.
  private var detours = LinkDetours()
  /// The current attempt, and those of earlier hops.
  private var attempts: [LinkAttempt] = []
  /// The modals that were shown when earlier hops had been reached.
  private var reachedModals: Set<NavigationNodeID> = []
  /// The pending call for the current hop.
  private var call: StepCall?
  /// The store of the plan's window; `nil` while that is unknown.
  private weak var window: NavigationStore?
  /// The steps whose handlers wait for this link.
  private var awaitingSteps: Set<Int> = []

  /// The name among the activities of the context.
  var activityName: String { journey?.name ?? "a deep link" }

  private var timer: Cancellation?
  private var task: Cancellation?
  /// The identifier of the link's task.
  private(set) var taskID: Int?
  /// The event that the link's task waits for.
  enum Wait {
    /// A flow becomes ready.
    case readiness
    /// Something changes that the link has not caused.
    case detour
    /// The attempt makes progress.
    case attempt
  }
  private var wait: (kind: Wait, continuation: CheckedContinuation<Void, Never>)?
  private var hasChanged = false
  /// The number of wake-ups so far.
  private var signCount = 0
  private var waiters: [ActivityWaiter<DeepLinkOutcome>] = []

  /// The guide of a journey to a place, which takes the part of the plan's hops.
  private let guide: PlaceGuide?
  /// The handle on the journey.
  private let journey: Journey?
  /// Returns whether the journey's current entry is shown.
  private var isEntryShown: (@MainActor () -> Bool)?
  /// Removes what is in the way of the journey's current entry.
  private var clearWay: (@MainActor () async -> Clearance)?

  init(
    _ plan: DeepLinkPlan, coordinator: FlowCoordinator, guide: PlaceGuide? = nil,
    journey: Journey? = nil
  ) {
    self.plan = plan
    self.coordinator = coordinator
    self.guide = guide
    self.journey = journey
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
    if let outcome { return outcome }
    willAwaitOutcome()
    let end = coordinator?.context.activity.beginWaiting(for: "a deep link")
    return await withCheckedContinuation { waiters.append(ActivityWaiter($0, end: end)) }
  }

  /// Cancels the link.
  ///
  /// A step whose `navigate` has begun continues; one that waits for its flow or for `adapt` is
  /// refused.
  public func cancel() { finish(.cancelled) }

  /// Whether it is a journey to a place.
  var isJourney: Bool { guide != nil }

  func start() {
    guard let coordinator else { return }
    window =
      guide == nil
      ? plan.hops.lazy.compactMap { coordinator.engine.readyNode(for: $0)?.window }.first
      : coordinator.engine.roots.elements.lazy.compactMap(\.window).first
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

  /// Ends the link in favour of a newer one, unless they lead to different windows.
  func giveWay(to newer: DeepLink) {
    if let window, let other = newer.window, window !== other { return }
    finish(.superseded)
  }

  /// Tries the current hop.
  ///
  /// - Returns: Whether the link continues.
  private func advance() async -> Bool {
    guard outcome == nil else { return false }
    if let guide {
      if let end = await guide.run(for: self) { finish(journey: end) }
      return false
    }
    guard plan.hops.indices.contains(hop) else {
      finish(.arrived)
      return false
    }
    let next = plan.hops[hop]
    // A waiting link must not retain its coordinator.
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

  /// Continues or ends the link after the outcome of a hop.
  ///
  /// - Returns: Whether the hop has to be tried again after a detour.
  private func react(to receipt: NavigationReceipt, wasReplaced: Bool) async -> Bool {
    switch receipt.outcome {
    case .refused(.covered(let name)): finish(.covered(by: name ?? "something else"))
    // Something else has led there meanwhile.
    case .filtered where isThere(plan.hops[hop]): await reached()
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

  /// Advances after the current hop was handled, or ends the link after the last one.
  private func reached() async {
    let next = plan.hops[hop]
    guard hop == plan.hops.count - 1 else {
      if let root = coordinator?.engine.readyNode(for: next)?.rootLifecycle {
        reachedModals.formUnion(root.modalVeils.map(\.id))
      }
      return nextHop()
    }
    while let attempt = attempts.last, attempt.openSteps > 0, outcome == nil {
      await pause(.attempt, "the steps that follow from \(next.step)")
    }
    guard outcome == nil, let engine = coordinator?.engine, let attempt = attempts.last else {
      return
    }
    var cover: String?
    if attempt.destinations.isEmpty, attempt.screen == nil,
      let screen = engine.readyNode(for: next).flatMap({ engine.screen(of: next.step, in: $0) })
    {
      // An equal step has led there while this one waited.
      cover = await engine.reveal(screen, for: self)
      guard outcome == nil else { return }
    } else {
      cover = await engine.cover(of: attempt, in: window)
    }
    finish(cover.map { .covered(by: $0) } ?? .arrived)
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
    guard let engine = coordinator?.engine, let node = engine.readyNode(for: next) else {
      return nil
    }
    waitingFor = nil
    window = node.window ?? window
    let isLast = hop == plan.hops.count - 1
    let screen = engine.screen(of: next.step, in: node)
    if let screen, !isLast {
      attempts.append(LinkAttempt(self, screen: screen))
      nextHop()
      return nil
    }
    if let screen, modals(over: screen).isEmpty {
      let cover = await engine.reveal(screen, for: self)
      finish(cover.map { .covered(by: $0) } ?? .arrived)
      return nil
    }
    // A screen shown by a hidden flow would not be visible.
    await engine.select(node.rootLifecycle)
    guard outcome == nil else { return nil }
    let attempt = LinkAttempt(self, screen: screen)
    attempts.append(attempt)
    let call = StepCall(next.step)
    call.attempt = attempt
    call.isAnimated = next.isAnimated ?? isLast
    // While it can proceed, the step itself prevents settling; after it, the link does again.
    call.whenDone { [weak self] _ in self?.wake(.attempt) }
    self.call = call
    waitingFor = "the step to be handled"
    engine.begin(call, .flow(node.flow))
    return call
  }

  /// Waits until a step has been handled, or the link has ended.
  private func handled(_ call: StepCall) async {
    while call.receipt == nil, outcome == nil {
      guard await !makeWay(for: call), call.receipt == nil, outcome == nil else { continue }
      await pause(.attempt, "the step to be handled")
    }
  }

  /// Removes the screen for which the hop's flow waits, if that blocks the step.
  ///
  /// A detour made by `adapt` is left alone, because the link waits for it as well.
  ///
  /// - Returns: Whether something changed.
  private func makeWay(for call: StepCall) async -> Bool {
    guard let engine = coordinator?.engine, let node = engine.readyNode(for: plan.hops[hop]),
      let (item, wait) = engine.machine.suspended(in: node.id), item.payload.call !== call
    else { return false }
    if awaitingSteps.contains(item.id) {
      finish(.stopped(hop: hop, .refused(.mutualWait([node.name, "a deep link", node.name]))))
      return true
    }
    guard item.payload.call?.wasReplaced != true else { return false }
    if case .child(let child) = wait, let child = node.child(child) {
      guard let screen = child.ownScreen else { return false }
      if let name = await engine.takeAway(screen, for: self) { finish(.covered(by: name)) }
      return outcome != nil || !child.isAlive
    }
    guard let modal = node.rootLifecycle.flatMap({ modals(over: $0).first }) else { return false }
    // A question to the user that the link dismissed would never be answered.
    guard case .call = wait else {
      guard let refusing = modal.refusingModal else { return false }
      finish(.covered(by: refusing.label))
      return true
    }
    if let name = await engine.takeAway(modal, for: self) { finish(.covered(by: name)) }
    return true
  }

  /// Returns the modals over an element that the plan's hops have not opened, outermost first.
  func modals(over screen: NavigationLifecycle) -> [NavigationLifecycle] {
    let modals = screen.modalVeils
    guard !modals.isEmpty else { return [] }
    var reached = reachedModals
    for attempt in attempts {
      for destination in attempt.destinations + [attempt.screen].compactMap({ $0 }) {
        var modal = destination.enclosingModal
        while let current = modal {
          reached.insert(current.id)
          modal = current.surroundingLifecycle?.enclosingModal
        }
      }
    }
    return modals.filter { !reached.contains($0.id) }
  }

  /// Decides about a hop after the answer of its flow's `adapt`.
  ///
  /// Only a step that passes unchanged removes the modals over its flow: a modal may be the login
  /// that `adapt` has asked for.
  ///
  /// - Parameters:
  ///   - answer: The answer of `adapt`.
  ///   - step: The step that was passed to `adapt`.
  ///   - attempt: The attempt at the hop.
  ///   - node: The hop's flow.
  /// - Returns: The answer to use.
  func answer(
    to answer: AdaptedStep, of step: any Step, _ attempt: LinkAttempt, in node: FlowNode
  ) async -> AdaptedStep {
    guard outcome == nil, case .step(let adapted) = answer else { return answer }
    if adapted.isSame(as: step), let isEntryShown {
      if isEntryShown() { return .done(.handled) }
      if case .refused(let name)? = await clearWay?() {
        return .done(.refused(.covered(by: name)))
      }
      return outcome == nil ? answer : .done(.refused(.linkEnded))
    }
    guard adapted.isSame(as: step) else {
      // Each detour is made once per hop.
      return detours.insert(adapted) ? answer : .done(.filtered)
    }
    if let screen = attempt.screen {
      if let name = await node.engine.reveal(screen, for: self) {
        return .done(.refused(.covered(by: name)))
      }
      return .done(outcome == nil ? .handled : .refused(.linkEnded))
    }
    guard let root = node.rootLifecycle else { return answer }
    while outcome == nil, let modal = modals(over: root).first {
      if let name = await node.engine.takeAway(modal, for: self) {
        return .done(.refused(.covered(by: name)))
      }
    }
    return answer
  }

  /// Waits for an external change, or for the hop's destination to appear.
  private func detour(before next: DeepLinkPlan.Hop) async {
    while outcome == nil, !hasChanged, !isThere(next) {
      await pause(.detour, "the end of a detour before \(next.step)")
    }
  }

  /// Whether the current hop's destination has appeared since the last attempt.
  private func isThere(_ next: DeepLinkPlan.Hop) -> Bool {
    // A destination that was there before the attempt has been decided by `adapt`.
    guard attempts.last?.screen == nil, let engine = coordinator?.engine,
      let node = engine.readyNode(for: next)
    else { return false }
    return engine.screen(of: next.step, in: node) != nil
  }

  // Called by the coordinator's engine.

  /// Whether an attempt is the current one, and the link does not wait for a detour yet.
  func isTrying(_ attempt: LinkAttempt) -> Bool {
    attempts.last === attempt && wait?.kind != .detour
  }

  /// A flow has started.
  ///
  /// - Returns: Whether that repeats a detour before the current hop.
  func flowDidStart(_ node: FlowNode) -> Bool {
    !attempts.isEmpty && !detours.insert(node)
  }

  /// A flow has ended.
  ///
  /// - Returns: Whether that ends one of too many detours before the current hop.
  func flowDidEnd(_ node: FlowNode) -> Bool { !detours.remove(node) }

  /// A flow has started, become ready or ended.
  ///
  /// - Parameter isOwn: Whether a link's attempt is the cause.
  func flowsDidChange(isOwn: Bool) {
    if !isOwn { hasChanged = true }
    wake(.readiness)
    if guide != nil { wake(.detour) }
    guard plan.hops.indices.contains(hop) else { return }
    if !isOwn || isThere(plan.hops[hop]) { wake(.detour) }
  }

  /// A handler waits for something.
  func handlerDidSuspend() {
    wake(.attempt)
    if guide != nil { wake(.readiness) }
  }

  /// A flow is done with a step.
  func stepDidEnd() {
    if let isEntryShown, isEntryShown() { wake(.detour) }
  }

  /// All steps of an attempt are done.
  func attemptDidEnd(_ attempt: LinkAttempt) {
    guard attempt === attempts.last, plan.hops.indices.contains(hop) else { return }
    wake(.attempt)
    if isThere(plan.hops[hop]) { wake(.detour) }
  }

  func pause(_ kind: Wait, _ reason: String) async {
    waitingFor = reason
    let signs = signCount
    coordinator?.engine.becomeIdleIfSo()
    // A coordinator that becomes idle may complete, and then cancels its links.
    guard outcome == nil, signs == signCount else { return }
    await withCheckedContinuation { wait = (kind, $0) }
  }

  private func wake(_ kind: Wait) {
    signCount += 1
    guard let wait, wait.kind == kind else { return }
    wake()
  }

  private func wake() {
    // The link counts as running from here on, although its task has not resumed yet.
    waitingFor = nil
    let wait = wait
    self.wait = nil
    wait?.continuation.resume()
  }

  private func finish(journey end: JourneyOutcome) {
    switch end {
    case .arrived: finish(.arrived)
    case .covered(let name): finish(.covered(by: name))
    case .timedOut(let reason): finish(.timedOut(hop: 0, waitingFor: reason))
    case .incomplete: finish(.stopped(hop: 0, .unhandled), journey: end)
    case .superseded: finish(.superseded)
    case .cancelled: finish(.cancelled)
    }
  }

  private func finish(_ outcome: DeepLinkOutcome, journey end: JourneyOutcome? = nil) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    timer = nil
    task = nil
    // A newer link does not take back a step that a flow has received.
    if let call, outcome != .superseded {
      call.isWithdrawn = true
      // Nor does the end of a journey take back a detour.
      if isJourney, !call.wasReplaced { coordinator?.engine.cancelHandler(of: call) }
    }
    call = nil
    attempts = []
    wake()
    let waiters = waiters
    self.waiters = []
    for waiter in waiters { waiter.resume(returning: outcome) }
    let end = journey.map { _ in end ?? JourneyOutcome(outcome) }
    coordinator?.engine.linkDidEnd(self, outcome, journey: end)
    if let end { journey?.end(end) }
  }
}

/// Journeys to places: a guide chooses the steps, and the link delivers them.
extension DeepLink: JourneyGuide {
  /// Delivers the step of a missing entry to its flow, and waits until it has been handled or waits
  /// itself, for a child flow or the user.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - node: The flow.
  ///   - isAnimated: Whether its transitions are animated.
  ///   - isNew: Whether the flow has shown the entry since the journey began to look for it.
  ///   - isShown: Whether the flow shows the entry.
  ///   - clearWay: Removes what is in the way, when `adapt` has let the step pass, or has stopped it
  ///     without a detour: perhaps because of that, so it is asked once more.
  /// - Returns: The outcome of the step; `nil` if the handler has waited or the entry is there for
  ///   another reason, or if the journey or the flow has ended.
  func make(
    _ step: any Step, in node: FlowNode, isAnimated: Bool, isNew: @escaping @MainActor () -> Bool,
    isShown: @MainActor () -> Bool, clearWay: @escaping @MainActor () async -> Clearance
  ) async -> StepOutcome? {
    let engine = node.engine
    (isEntryShown, self.clearWay) = (isNew, clearWay)
    defer { (isEntryShown, self.clearWay) = (nil, nil) }
    detours = LinkDetours()
    var hasCleared = false
    window = node.window ?? window
    while outcome == nil, node.isAlive {
      hasChanged = false
      let attempt = LinkAttempt(self, screen: nil)
      attempts = [attempt]
      let call = StepCall(step)
      call.attempt = attempt
      call.isAnimated = isAnimated
      call.whenDone { [weak self] _ in self?.wake(.attempt) }
      self.call = call
      waitingFor = "the step to be handled"
      engine.begin(call, .flow(node.flow))
      var hasWaited = false
      while call.receipt == nil, outcome == nil,
        !(engine.isSuspended(call, in: node) && isShown())
      {
        if let (item, _) = engine.machine.suspended(in: node.id), awaitingSteps.contains(item.id) {
          // The handler waits for this journey, so the step would never be handled.
          call.isWithdrawn = true
          self.call = nil
          return .refused(.mutualWait([node.name, "a journey", node.name]))
        }
        await pause(.attempt, "the step to be handled")
        hasWaited = hasWaited || engine.isSuspended(call, in: node)
      }
      self.call = nil
      waitingFor = nil
      guard outcome == nil, let receipt = call.receipt else { return nil }
      switch receipt.outcome {
      case .handled where !call.wasReplaced, .unknown where !call.wasReplaced:
        return hasWaited ? nil : receipt.outcome
      case .unhandled, .refused(.covered): return receipt.outcome
      // Without a detour there is nothing to wait for.
      case .filtered where attempt.destinations.isEmpty && attempt.openSteps <= 0:
        guard !hasCleared, case .cleared = await clearWay() else { return .filtered }
        hasCleared = true
        continue
      case .handled, .unknown, .filtered, .refused, .cancelled:
        guard plan.retriesAfterDetour else {
          return call.wasReplaced ? .filtered : receipt.outcome
        }
      }
      while outcome == nil, node.isAlive, !hasChanged, !(isEntryShown?() ?? true) {
        await pause(.detour, "the end of a detour before \(step)")
      }
      if isEntryShown?() ?? true { return nil }
    }
    return nil
  }

  /// Notes that the handler in whose task this is called waits for the link.
  package func willAwaitOutcome() {
    if let step = coordinator?.engine.currentRunner?.item?.id { awaitingSteps.insert(step) }
  }

  /// Waits for work elsewhere that leads to a part of the place.
  ///
  /// - Returns: Its result; `nil` if the journey has ended meanwhile.
  func whileWaiting<Result>(
    for reason: String, _ work: @MainActor () async -> Result
  ) async -> Result? {
    waitingFor = reason
    coordinator?.engine.becomeIdleIfSo()
    let result = await work()
    guard outcome == nil else { return nil }
    waitingFor = nil
    return result
  }
}

extension JourneyOutcome {
  /// The outcome of a journey whose link has ended.
  fileprivate init(_ outcome: DeepLinkOutcome) {
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
    machine.suspended(in: node.id).map { $0.item.payload.call === call } ?? false
  }
}

extension FlowNode {
  /// The newest child and the newest contribution at a time.
  struct Mark {
    fileprivate let child: FlowNode?
    fileprivate let contribution: Contribution?
  }

  var mark: Mark { Mark(child: children.newest, contribution: contributions.last) }

  /// The children since a mark, oldest first.
  func children(since mark: Mark) -> [FlowNode] { children.added(after: mark.child) }

  /// The contributions since a mark, oldest first.
  func contributions(since mark: Mark) -> [Contribution] {
    contributions.reversed().prefix { $0 !== mark.contribution }.reversed()
  }

  /// Whether the newest child and contribution of a mark have not ended.
  func isKnown(_ mark: Mark) -> Bool {
    (mark.contribution == nil || contributions.last { $0 === mark.contribution } != nil)
      && (mark.child == nil || mark.child?.isAlive == true)
  }

  /// The number of child flows and screens to which equal steps have led since a mark.
  func shownCount(of step: any Step, since mark: Mark) -> Int {
    let screens = contributions(since: mark).filter { $0.screen?.step.isSame(as: step) ?? false }
    return screens.count + children(since: mark).filter { $0.step?.isSame(as: step) ?? false }.count
  }
}

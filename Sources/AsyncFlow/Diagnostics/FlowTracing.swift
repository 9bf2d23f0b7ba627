import NavigationRuntime

/// The events that a coordinator adds to the trace of its context, if one runs.
extension FlowEngine {
  /// Records a step that was enqueued, and the one that it waits for.
  func traceEmitted(_ item: StepItem, cause: Int?) {
    guard let trace = context.trace else { return }
    let work = TraceWork(self, item.id)
    trace.begin(work, .stepEmitted, trace.name(of: item.step), in: item.node.name, cause: cause)
    guard let earlier = machine.predecessor(of: item.id, in: item.flow) else { return }
    let name = trace.name(of: earlier.step)
    trace.note(work, .stepQueued, followsItself: true) { $0.detail = "\(name) to be done" }
  }

  /// Records an event of a step.
  func trace(_ item: StepItem, _ kind: TraceEvent.Kind) {
    context.trace?.note(TraceWork(self, item.id), kind)
  }

  /// Calls a closure as a consequence of the newest event of a step.
  func traced<Result>(_ item: StepItem, _ body: @MainActor () async -> Result) async -> Result {
    guard let trace = context.trace else { return await body() }
    return await trace.within(trace.latest(of: TraceWork(self, item.id)), body)
  }

  /// Records a step that is refused before it is enqueued.
  func traceRefused(_ step: any Step, in flow: String, _ outcome: StepOutcome) {
    guard let trace = context.trace else { return }
    let name = trace.name(of: step)
    let reason = trace.reason(of: outcome)
    let first = trace.record(.stepEmitted, name, in: flow)
    trace.record(.stepEnded, name, in: flow, cause: first) {
      $0.work = first
      $0.outcome = outcome.name
      $0.detail = reason
    }
  }

  /// Records the steps that the machine has held since the last call.
  func traceHeld() {
    guard let trace = context.trace else { return }
    for item in machine.newlyHeld.takeAll() {
      let screen = item.source.flatMap { item.node.contributions[$0]?.presentableName }
      trace.note(TraceWork(self, item.id), .stepHeld) {
        $0.detail = "\(screen ?? "its screen") to be visible"
      }
    }
  }

  /// Records the step by which `adapt` has replaced another one.
  func traceAdapted(_ item: StepItem, to step: any Step) {
    guard let trace = context.trace else { return }
    let name = trace.name(of: step)
    trace.note(TraceWork(self, item.id), .stepAdapted) { $0.detail = name }
  }

  /// Records the end of a step, as the cause of what `publish` does.
  func traceEnded(_ item: StepItem, _ outcome: StepOutcome, _ publish: () -> Void) {
    guard let trace = context.trace else { return publish() }
    let end = trace.end(
      TraceWork(self, item.id), .stepEnded, outcome: outcome.name,
      detail: trace.reason(of: outcome))
    trace.within(end, publish)
  }

  /// Records the start of a flow, and its root unless it is its parent's.
  func traceStart(of node: FlowNode) {
    guard let trace = context.trace else { return }
    trace.begin(TraceWork(node), .flowStarted, node.name, in: node.parent?.name)
    if !node.borrowsRoot { traceScreen(node.rootLifecycle, of: node) }
  }

  /// Records that a screen belongs to a flow.
  func traceScreen(_ lifecycle: NavigationLifecycle?, of node: FlowNode) {
    guard let trace = context.trace, let lifecycle else { return }
    trace.note(TraceWork(node), .flowScreen) { $0.node = lifecycle.id }
  }

  /// Records the beginning of a deep link or a journey, as the cause of what `start` does.
  func traceLink(_ link: DeepLink, _ start: () -> Void) {
    guard let trace = context.trace else { return start() }
    let hops = link.plan.hops.map { trace.name(of: $0.step) }
    let event =
      link.isJourney
      ? trace.begin(TraceWork(link), .journeyBegan, "a journey")
      : trace.begin(TraceWork(link), .linkBegan, hops.joined(separator: " › "))
    trace.within(event, start)
  }

  func traceEnd(of link: DeepLink, _ outcome: DeepLinkOutcome, journey: JourneyOutcome?) {
    guard let trace = context.trace else { return }
    // Other outcomes name steps with their values.
    let detail = trace.options.includesValues ? journey.map { "\($0)" } ?? "\(outcome)" : nil
    trace.end(
      TraceWork(link), link.isJourney ? .journeyEnded : .linkEnded,
      outcome: journey?.name ?? outcome.name, detail: detail)
  }

  /// Records the ends of everything that ends with the coordinator's release.
  func traceRelease() {
    guard let trace = context.trace else { return }
    let reason = "the coordinator was released"
    for link in links {
      trace.end(
        TraceWork(link), link.isJourney ? .journeyEnded : .linkEnded, outcome: "cancelled",
        detail: reason)
    }
    trace.endAll(of: self, .stepEnded, outcome: "cancelled", reason)
    for node in roots.subtrees { trace.end(TraceWork(node), .flowEnded, detail: reason) }
  }
}

extension NavigationTrace {
  /// The reason of an outcome in words; `nil` if the outcome says everything.
  fileprivate func reason(of outcome: StepOutcome) -> String? {
    guard case .refused(let refusal) = outcome else { return nil }
    // The cover is described by the flow and the step behind it, with the step's values.
    if case .covered = refusal, !options.includesValues {
      return "\(StepRefusal.covered(by: nil))"
    }
    return "\(refusal)"
  }

  /// Describes the newest step with the given value: where it stands, and why.
  ///
  /// Without values in the trace, steps of one case are not told apart.
  ///
  /// - Parameter step: The step.
  /// - Returns: A line for each of its events, the newest first, then the events that led to it; a
  ///   sentence if the trace has no such step.
  public func describe(_ step: any Step) -> String {
    describeStep(named: name(of: step))
  }
}

extension StepOutcome {
  fileprivate var name: String {
    switch self {
    case .handled: "handled"
    case .unhandled: "unhandled"
    case .unknown: "unknown"
    case .filtered: "filtered"
    case .refused: "refused"
    case .cancelled: "cancelled"
    }
  }
}

extension DeepLinkOutcome {
  fileprivate var name: String {
    switch self {
    case .arrived: "arrived"
    case .covered: "covered"
    case .stopped: "stopped"
    case .timedOut: "timedOut"
    case .superseded: "superseded"
    case .cancelled: "cancelled"
    }
  }
}

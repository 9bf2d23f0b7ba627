import Foundation

/// A run of a procedure.
///
/// It owns the tasks of its chains until there is an outcome.
@MainActor
final class ProcedureRun {
  /// The innermost run whose step is executing.
  @TaskLocal private static var current: ProcedureRun?

  let name: String
  let activationTimeout: TimeInterval
  /// The root of the chains; released at the end.
  private(set) var root: Any?
  private weak var procedure: AnyObject?
  /// The procedure until the end: its steps may commit chains, also if nothing else retains it.
  private var runningProcedure: AnyObject?
  /// The run whose step started this one.
  private weak var outer: ProcedureRun?
  private let chosenContext: NavigationContext?
  private weak var core: (any ManagedCore)?
  /// The root's node, if the root is a flow.
  private weak var flowNode: FlowNode?
  /// The context that was current last, whose tracker and those of earlier ones know of the run.
  private var lastContext: NavigationContext?
  private let keepsSettledWaiting: Bool
  /// The tokens by which the run is stored; cancelled at its end.
  private var tokens = WeakList<Cancellation>()
  private(set) var outcome: ProcedureOutcome?
  /// The trace that contains its beginning.
  private var trace: NavigationTrace?
  var onEnd: (@MainActor (ProcedureOutcome) -> Void)?
  private let tasks = TaskTracker()
  private var chainCount = 0
  private var unendedCount = 0
  /// The first committed chain of those that have ended without completing.
  private var firstIncomplete: (index: Int, outcome: ProcedureOutcome)?
  private let waiters = ContinuationList()
  /// The results of forks, and the gates of the chains that wait for them.
  var forks: [UUID: Fork] = [:]

  @MainActor
  final class Fork {
    var result: Result<Any, any Error>?
    /// The step that the chain with the shared steps had reached at their end.
    var location: ProcedureStepLocation?
    /// Open when there is a result.
    let gate: ActivityGate

    init(context: NavigationContext) {
      gate = ActivityGate("the shared steps", context: context)
    }
  }

  init<RootStep>(of procedure: Procedure<RootStep>, root: RootStep, context: NavigationContext?) {
    name = "\(type(of: procedure))"
    activationTimeout = procedure.activationTimeout
    keepsSettledWaiting = procedure.keepsSettledWaiting
    self.root = root
    self.procedure = procedure
    runningProcedure = procedure
    outer = Self.current
    chosenContext = context
    core = root as? any ManagedCore
    flowNode = (root as? any Flowable)?.flowNode
    trace = followContext().trace
    trace?.begin(TraceWork(self), .procedureBegan, name)
  }

  /// The run of a procedure in one of whose steps the calling code runs, directly or in a run
  /// started there.
  static func running(_ procedure: AnyObject) -> ProcedureRun? {
    var run = current
    while let candidate = run, candidate.procedure !== procedure { run = candidate.outer }
    return run
  }

  /// Follows the root into the context that supplies the clock and receives issues: the one with
  /// which the run was started, else the current one of its root.
  func followContext() -> NavigationContext {
    let found = chosenContext ?? core?.context ?? flowNode?.context ?? lastContext ?? .shared
    if keepsSettledWaiting, found !== lastContext { tasks.join(found.activity) }
    lastContext = found
    return found
  }

  func fork(_ body: @escaping @MainActor (ProcedureChain) async throws -> Void) {
    let chain = ProcedureChain(self, index: chainCount)
    chainCount += 1
    unendedCount += 1
    let start = { [self] in
      _ = tasks.begin(name) { [self] in
        await Self.$current.withValue(self) {
          chainDidEnd(chain, await chain.outcome(of: body))
        }
      }
    }
    if let trace { trace.within(trace.latest(of: TraceWork(self)), start) } else { start() }
  }

  /// Adds a token that is cancelled at the end of the run.
  func add(_ token: Cancellation) {
    if outcome == nil { tokens.append(token) } else { token.cancel() }
  }

  private func chainDidEnd(_ chain: ProcedureChain, _ result: ProcedureOutcome) {
    guard outcome == nil else { return }
    unendedCount -= 1
    switch result {
    case .completed: break
    default:
      if chain.index < firstIncomplete?.index ?? .max { firstIncomplete = (chain.index, result) }
    }
    if unendedCount == 0 { end(firstIncomplete?.outcome ?? .completed) }
  }

  /// Ends the run because its handle has been released.
  ///
  /// The outcome is set at once, but the app is notified in a later turn: the property that held
  /// the handle is being changed, and must not be used meanwhile.
  func endOnRelease() {
    guard outcome == nil else { return }
    let outcome = ProcedureOutcome.cancelled(.requested)
    if let onEnd {
      DispatchQueue.main.async { MainActor.assumeIsolated { onEnd(outcome) } }
    }
    onEnd = nil
    end(outcome)
  }

  /// Ends the run; only the first outcome counts.
  func end(_ outcome: ProcedureOutcome) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    trace?.end(TraceWork(self), .procedureEnded, outcome: outcome.name)
    trace = nil
    tasks.cancelAll()
    forks = [:]
    root = nil
    runningProcedure = nil
    let stored = tokens.references
    tokens.removeAll()
    for reference in stored { reference.object?.cancel() }
    onEnd.take()?(outcome)
    waiters.resumeAll()
    tasks.endAll()
  }

  func value() async -> ProcedureOutcome? {
    while outcome == nil, !Task.isCancelled { await waitForEnd() }
    return outcome
  }

  /// Returns when the run may have ended; tracked work that calls it counts as waiting meanwhile.
  private func waitForEnd() async {
    await waiters.wait { followContext().activity.beginWaiting(for: "the outcome of \(name)") }
  }

  /// Waits for the outcome, within a test's timeout.
  func value(within seconds: TimeInterval) async throws -> ProcedureOutcome {
    let activity = followContext().activity
    let timeout = activity.startTimeout(seconds) { [waiters] in waiters.resumeAll() }
    defer { timeout.end() }
    while outcome == nil, !timeout.isOver {
      try Task.checkCancellation()
      await waitForEnd()
    }
    if let outcome { return outcome }
    throw UnsettledError(
      seconds: seconds, running: tasks.runningActivities, waiting: tasks.waitingActivities)
  }
}

/// A running chain, and the step that it has reached.
@MainActor
final class ProcedureChain {
  fileprivate let run: ProcedureRun
  /// The number of chains that were committed before it.
  fileprivate let index: Int
  var number = 0
  private(set) var location = ProcedureStepLocation(number: 0, fileID: "", line: 0)

  init(_ run: ProcedureRun, index: Int) {
    self.run = run
    self.index = index
  }

  fileprivate func outcome(
    of body: @MainActor (ProcedureChain) async throws -> Void
  ) async -> ProcedureOutcome {
    do {
      try await body(self)
      return .completed
    } catch is ProcedureStop {
      return .stoppedEarly(location)
    } catch is CancellationError {
      return .cancelled(.byStep(location))
    } catch {
      return .failed(error, at: location)
    }
  }

  func perform<Target, Result>(
    on target: Target, _ fileID: String, _ line: UInt, _ body: @MainActor () async throws -> Result
  ) async throws -> Result {
    number += 1
    location = ProcedureStepLocation(number: number, fileID: fileID, line: line)
    try check()
    guard let core = core(of: target) else {
      let result = try await body()
      try check()
      return result
    }
    try await waitUntilActive(core)
    let watch = endRunOnResignation(of: core)
    defer { watch.cancel() }
    let result = try await body()
    try check()
    return result
  }

  /// Observes a core, and ends the run when it resigns.
  private func endRunOnResignation(of core: any ManagedCore) -> Cancellation {
    core.lifecycleChanges.sink { [run, location] state in
      // A core that waits for its flow's parent still works; the next step waits.
      guard !state.runsSteps, state != .waiting else { return }
      Self.end(run, becauseOf: core, at: location)
    }
  }

  private static func end(
    _ run: ProcedureRun, becauseOf core: any ManagedCore, at location: ProcedureStepLocation
  ) {
    run.end(.cancelled(.resigned(core: "\(type(of: core))", at: location)))
  }

  /// The core whose life a step follows: its target, or the core of its target, if that is a flow in
  /// use.
  private func core<Target>(of target: Target) -> (any ManagedCore)? {
    if let core = target as? any ManagedCore { return core }
    guard let flow = target as? any Flowable, flow.flowNode.life != .fresh else { return nil }
    return flow.core as? any ManagedCore
  }

  /// Throws if the run is over, so that no further step begins.
  private func check() throws {
    if run.outcome != nil { throw CancellationError() }
  }

  /// Waits until a core is active; the run ends if it has resigned, or resigns meanwhile.
  private func waitUntilActive(_ core: any ManagedCore) async throws {
    guard !core.lifecycleState.runsSteps else { return }
    var timer: Cancellation?
    defer { timer?.cancel() }
    while !core.lifecycleState.runsSteps {
      try check()
      guard !core.isOver else {
        Self.end(run, becauseOf: core, at: location)
        throw CancellationError()
      }
      timer = timer ?? startDeadline(run.activationTimeout, waitingFor: "\(type(of: core))")
      let active = ActivityGate("\(type(of: core)) to be active", context: run.followContext())
      let watch = core.lifecycleChanges.sink {
        guard $0.runsSteps || $0.refusesActions else { return }
        active.open()
      }
      defer { watch.cancel() }
      try await active.wait()
    }
    // The run may have ended after the activation, before this chain has continued.
    try check()
  }

  func startDeadline(_ seconds: TimeInterval, waitingFor reason: String) -> Cancellation {
    run.followContext().clock.schedule(after: seconds) { [weak self, weak run] in
      guard let self, let run else { return }
      run.end(.timedOut(location, waitingFor: reason))
    }
  }

  /// Waits before another attempt on a target.
  ///
  /// Without a pause, yields the main actor once. The run ends if the target's core resigns meanwhile.
  func pause<Target>(
    _ seconds: TimeInterval, before attempt: Int, on target: Target
  ) async throws {
    let watch = core(of: target).map(endRunOnResignation)
    defer { watch?.cancel() }
    if seconds > 0 {
      try await run.followContext().clock.sleep(for: seconds)
    } else {
      if attempt == Self.attemptLimit {
        run.followContext().issues.report(.endlessRetry(run.name, location, attempt))
      }
      await Task.yield()
    }
    try check()
  }

  /// The number of attempts in a row, without a pause, at which an issue is reported.
  private static let attemptLimit = 1_000

  func mayRetry(_ error: any Error) throws -> Bool {
    try check()
    return !(error is CancellationError) && !(error is ProcedureStop)
  }

  /// Runs `body` for the first chain that arrives, and passes its result to all chains.
  func share<Next, Value>(
    _ key: UUID, _ body: @MainActor () async throws -> (Next, Value)
  ) async throws -> (Next, Value) {
    if let fork = run.forks[key] {
      try await fork.gate.wait()
      try check()
      if let location = fork.location { self.location = location }
      number = location.number
      guard let pair = try fork.result?.get() as? (Next, Value) else { throw CancellationError() }
      return pair
    }
    let fork = ProcedureRun.Fork(context: run.followContext())
    run.forks[key] = fork
    defer {
      fork.location = location
      fork.gate.open()
    }
    do {
      let pair = try await body()
      fork.result = .success(pair)
      return pair
    } catch {
      fork.result = .failure(error)
      throw error
    }
  }
}

import Foundation

/// A sequence of steps through the app, such as a launch or a deep link.
///
/// ```swift
/// final class LaunchProcedure: Procedure<RootStep> {
///   override init() {
///     super.init()
///     onStep { root in await root.waitForLogin() }
///       .onStep { root, user in await root.presentMain(user: user) }
///       .commit()
///   }
/// }
///
/// LaunchProcedure().start(self).store(in: &store)
/// ```
///
/// A procedure is a description. Each ``start(_:context:fileID:line:onProcedureFinish:)`` is a run
/// of its own, which ends with exactly one ``ProcedureOutcome`` and retains nothing afterwards. It
/// retains the procedure until then.
/// Committed chains run side by side; the steps before a ``ProcedureStep/fork()`` run once. The run
/// ends when all chains have ended, with the outcome of the first committed chain that did not
/// complete. A chain that fails leaves the others running.
///
/// A chain that a running step commits belongs to that run alone: it begins at the run's root, and
/// the run ends after it.
@MainActor
open class Procedure<RootStep> {
  typealias Chain = @MainActor (ProcedureChain, RootStep) async throws -> Void

  /// The seconds that a step waits for its core, or that of its flow, to be active.
  ///
  /// A step does not wait for a core that has resigned: the run is cancelled.
  public final var activationTimeout: TimeInterval = 10

  /// Whether `settled()` waits for the runs.
  ///
  /// `false` by default, because a working step cannot be distinguished from one that waits for the
  /// user.
  ///
  /// If `true`, a step waits for something outside at an ``/NavigationRuntime/ActivityGate``.
  public final var keepsSettledWaiting = false

  private var chains: [Chain] = []
  private var runs = WeakList<ProcedureRun>()

  /// Creates a procedure without steps.
  public init() {}

  /// Begins a chain with a step.
  ///
  /// - Parameters:
  ///   - fileID: The file of the step, for outcomes.
  ///   - line: The line of the step.
  ///   - step: Receives the root. Returns the target of the next step, and a value for that step.
  /// - Returns: The chain so far, which runs only if it is committed.
  public final func onStep<Next, Value>(
    fileID: String = #fileID, line: UInt = #line,
    _ step: @escaping @MainActor (RootStep) async throws -> (Next, Value)
  ) -> ProcedureStep<RootStep, Next, Value> {
    onStep(
      ProcedureSteps<RootStep, Void, Next, Value>(fileID: fileID, line: line) { root, _ in
        try await step(root)
      })
  }

  /// Begins a chain with shared steps.
  ///
  /// - Parameter steps: The steps.
  /// - Returns: The chain so far, which runs only if it is committed.
  public final func onStep<Next, Value>(
    _ steps: ProcedureSteps<RootStep, Void, Next, Value>
  ) -> ProcedureStep<RootStep, Next, Value> {
    ProcedureStep(procedure: self, steps: steps)
  }

  /// Runs the committed chains.
  ///
  /// - Parameters:
  ///   - root: The target of the first step; retained until the end.
  ///   - context: The context that supplies the clock; by default that of the root, if that is a
  ///     core or a flow.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call.
  ///   - onProcedureFinish: Called once, on the main actor, with the outcome; in the main queue's
  ///     next turn if the release of the handle ends the run.
  /// - Returns: A handle on the run. Releasing it cancels the run.
  public final func start(
    _ root: RootStep,
    context: NavigationContext? = nil,
    fileID: String = #fileID,
    line: UInt = #line,
    onProcedureFinish: (@MainActor (ProcedureOutcome) -> Void)? = nil
  ) -> ProcedureHandle {
    let run = ProcedureRun(of: self, root: root, context: context)
    run.onEnd = onProcedureFinish
    if chains.isEmpty {
      run.followContext().issues.report(.notCommitted("\(Self.self)", CallSite(fileID, line)))
      run.end(.cancelled(.notCommitted))
    }
    for chain in chains { run.fork { try await chain($0, root) } }
    runs.append(run)
    return ProcedureHandle(run)
  }

  /// Called each time a running step has committed a chain, before the run begins that chain.
  open func didFork() {}

  /// Cancels all unfinished runs.
  ///
  /// A handle cancels only its own.
  public final func cancel() {
    let running = runs.objects
    runs.removeAll()
    for run in running { run.end(.cancelled(.requested)) }
  }

  final func commit(_ chain: @escaping Chain, at site: CallSite) {
    guard let run = ProcedureRun.running(self) else { return chains.append(chain) }
    guard run.outcome == nil, let root = run.root as? RootStep else {
      return run.followContext().issues.report(.committedTooLate("\(Self.self)", site))
    }
    run.fork { try await chain($0, root) }
    didFork()
  }
}

extension NavigationIssue {
  static func notCommitted(_ procedure: String, _ site: CallSite) -> Self {
    NavigationIssue(
      code: .init(rawValue: "notCommitted"),
      fact: "\(procedure) was started without a committed chain.",
      advice: "End each chain with `commit()` or `finalStep { … }` before `start`.", at: site)
  }

  static func committedTooLate(_ procedure: String, _ site: CallSite) -> Self {
    NavigationIssue(
      code: .init(rawValue: "committedTooLate"), severity: .abandoned,
      fact: "A step of \(procedure) committed a chain after its run had ended; it does not run.",
      advice: "Commit before the step returns, and not after a cancellation.", at: site)
  }

  static func endlessRetry(_ procedure: String, _ step: ProcedureStepLocation, _ count: Int) -> Self
  {
    NavigationIssue(
      code: .init(rawValue: "endlessRetry"),
      fact: "\(procedure) has made \(count) attempts in a row, without a pause, that failed at "
        + "\(step); it continues.",
      advice: "Give `retry` a smaller count, or a pause with `after:`.", fileID: step.fileID,
      line: step.line)
  }
}

/// A procedure's chain of steps so far.
@MainActor
public struct ProcedureStep<RootStep, Next, Value> {
  let procedure: Procedure<RootStep>
  let steps: ProcedureSteps<RootStep, Void, Next, Value>

  /// Adds a step.
  ///
  /// - Parameters:
  ///   - fileID: The file of the step, for outcomes.
  ///   - line: The line of the step.
  ///   - step: Receives the target and the value that the step before it has returned.
  /// - Returns: The longer chain.
  public func onStep<NewNext, NewValue>(
    fileID: String = #fileID, line: UInt = #line,
    _ step: @escaping @MainActor (Next, Value) async throws -> (NewNext, NewValue)
  ) -> ProcedureStep<RootStep, NewNext, NewValue> {
    .init(procedure: procedure, steps: steps.onStep(fileID: fileID, line: line, step))
  }

  /// Adds shared steps.
  ///
  /// - Parameter others: The steps.
  /// - Returns: The longer chain.
  public func onStep<NewNext, NewValue>(
    _ others: ProcedureSteps<Next, Value, NewNext, NewValue>
  ) -> ProcedureStep<RootStep, NewNext, NewValue> {
    .init(procedure: procedure, steps: steps.onStep(others))
  }

  /// Adds steps that depend on the value.
  ///
  /// - Parameter choose: Returns the steps to continue with.
  /// - Returns: The longer chain.
  public func branch<NewNext, NewValue>(
    _ choose:
      @escaping @MainActor (Next, Value) throws -> ProcedureSteps<
        Next, Value, NewNext, NewValue
      >
  ) -> ProcedureStep<RootStep, NewNext, NewValue> {
    .init(procedure: procedure, steps: steps.branch(choose))
  }

  /// Lets several chains continue from here: the steps so far run once, and all chains receive
  /// their value.
  ///
  /// - Returns: The common beginning of the chains.
  public func fork() -> ProcedureStep {
    let key = UUID()
    return .init(
      procedure: procedure,
      steps: .init { [steps] chain, root, input in
        try await chain.share(key) { try await steps.run(chain, root, input) }
      })
  }

  /// Adds the last step and commits the chain.
  ///
  /// - Parameters:
  ///   - fileID: The file of the step, for outcomes.
  ///   - line: The line of the step.
  ///   - step: Receives the target and the value that the step before it has returned.
  /// - Returns: The procedure.
  @discardableResult
  public func finalStep(
    fileID: String = #fileID, line: UInt = #line,
    _ step: @escaping @MainActor (Next, Value) async throws -> Void
  ) -> Procedure<RootStep> {
    onStep(fileID: fileID, line: line) { next, value in
      try await step(next, value)
      return (next, ())
    }.commit(fileID: fileID, line: line)
  }

  /// Commits the chain: it runs when the procedure is started.
  ///
  /// If a running step of the procedure commits a chain, its run begins the chain at the root,
  /// beside the others. A later run has the chain only if the step commits it again.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call.
  /// - Returns: The procedure.
  @discardableResult
  public func commit(fileID: String = #fileID, line: UInt = #line) -> Procedure<RootStep> {
    procedure.commit(
      { [steps] chain, root in _ = try await steps.run(chain, root, ()) },
      at: CallSite(fileID, line))
    return procedure
  }
}

/// Steps that several procedures share, as a value that is composed and reused.
///
/// ```swift
/// let logIn = ProcedureSteps { (root: RootStep, _: Void) in await root.waitForLogin() }
///   .onStep { root, user in await root.loadProfile(of: user) }
///
/// onStep(logIn).onStep { main, profile in await main.show(profile) }.commit()
/// ```
///
/// A step is performed on an object, the step's target, and receives the value of the step before
/// it. It returns the target of the next step, and a value for that step.
@MainActor
public struct ProcedureSteps<Target, Input, Next, Value> {
  typealias Body =
    @MainActor (ProcedureChain, Target, Input) async throws -> (Next, Value)

  let run: Body
}

extension ProcedureSteps {
  /// Makes a single step.
  ///
  /// - Parameters:
  ///   - fileID: The file of the step, for outcomes.
  ///   - line: The line of the step.
  ///   - step: The step. If its target is a core, or a flow that is in use, the step begins when the
  ///     core is active; if the core resigns meanwhile, the procedure is cancelled.
  public init(
    fileID: String = #fileID, line: UInt = #line,
    _ step: @escaping @MainActor (Target, Input) async throws -> (Next, Value)
  ) {
    self.init(run: { chain, target, input in
      try await chain.perform(on: target, fileID, line) { try await step(target, input) }
    })
  }

  /// Adds a step.
  ///
  /// - Parameters:
  ///   - fileID: The file of the step, for outcomes.
  ///   - line: The line of the step.
  ///   - step: The next step.
  /// - Returns: The extended steps.
  public func onStep<NewNext, NewValue>(
    fileID: String = #fileID, line: UInt = #line,
    _ step: @escaping @MainActor (Next, Value) async throws -> (NewNext, NewValue)
  ) -> ProcedureSteps<Target, Input, NewNext, NewValue> {
    onStep(ProcedureSteps<Next, Value, NewNext, NewValue>(fileID: fileID, line: line, step))
  }

  /// Adds steps.
  ///
  /// - Parameter steps: The steps to add.
  /// - Returns: The extended steps.
  public func onStep<NewNext, NewValue>(
    _ steps: ProcedureSteps<Next, Value, NewNext, NewValue>
  ) -> ProcedureSteps<Target, Input, NewNext, NewValue> {
    .init { [run] chain, target, input in
      let (next, value) = try await run(chain, target, input)
      return try await steps.run(chain, next, value)
    }
  }

  /// Adds steps that depend on the value.
  ///
  /// - Parameter choose: Returns the steps to continue with; called each time.
  /// - Returns: The extended steps.
  public func branch<NewNext, NewValue>(
    _ choose:
      @escaping @MainActor (Next, Value) throws -> ProcedureSteps<
        Next, Value, NewNext, NewValue
      >
  ) -> ProcedureSteps<Target, Input, NewNext, NewValue> {
    .init { [run] chain, target, input in
      let (next, value) = try await run(chain, target, input)
      return try await choose(next, value).run(chain, next, value)
    }
  }

  /// Retries the steps from their beginning when one of them throws.
  ///
  /// Cancellation, an early stop and a deadline are not retried. Two attempts without a pause yield
  /// the main actor in between; a thousand in a row are reported. If the target's core resigns during
  /// a pause, the run is cancelled.
  ///
  /// - Parameters:
  ///   - count: The number of further attempts.
  ///   - seconds: The pause before each, in seconds on the clock of the procedure's context.
  ///   - fits: Returns whether an error is retried; by default all errors are.
  /// - Returns: The steps.
  public func retry(
    _ count: Int, after seconds: TimeInterval = 0,
    when fits: @escaping @MainActor (any Error) -> Bool = { _ in true }
  ) -> ProcedureSteps {
    .init { [run] chain, target, input in
      let number = chain.number
      for attempt in 0..<max(0, count) {
        do {
          return try await run(chain, target, input)
        } catch {
          guard try chain.mayRetry(error), fits(error) else { throw error }
          try await chain.pause(seconds, before: attempt + 1, on: target)
          chain.number = number
        }
      }
      return try await run(chain, target, input)
    }
  }

  /// Limits the time that the steps take together.
  ///
  /// If they take longer, the procedure ends as timed out, whatever the running step does. The limit
  /// stays on the clock on which it began when the procedure's flow is attached meanwhile.
  ///
  /// - Parameter seconds: The limit, in seconds on the clock of the procedure's context.
  /// - Returns: The steps.
  public func deadline(_ seconds: TimeInterval) -> ProcedureSteps {
    .init { [run] chain, target, input in
      let timer = chain.startDeadline(seconds, waitingFor: "its end")
      defer { timer.cancel() }
      return try await run(chain, target, input)
    }
  }
}

/// An error that a step throws if it has no value for the next one and has not failed.
///
/// The outcome is then ``ProcedureOutcome/stoppedEarly(_:)``.
public struct ProcedureStop: Error, Sendable {
  /// Creates the error.
  public init() {}
}

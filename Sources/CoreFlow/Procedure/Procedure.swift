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
/// A procedure is a description. Each ``start(_:context:onProcedureFinish:)`` is a run of its own,
/// which ends with exactly one ``ProcedureOutcome`` and retains nothing afterwards. Committed
/// chains run side by side; the steps before a ``ProcedureStep/fork()`` run once. The run ends when
/// all chains have ended, with the outcome of the first committed chain that did not complete. A
/// chain that fails leaves the others running.
///
/// A chain that a running step commits belongs to that run alone: it begins at the run's root, and
/// the run ends after it.
@MainActor
open class Procedure<RootStep> {
  typealias Chain = @MainActor (ProcedureChain, RootStep) async throws -> Void

  /// The seconds that a step waits for its core to be active.
  public final var activationTimeout: TimeInterval = 10

  /// Whether `settled()` waits for the runs.
  ///
  /// `false` by default, because a working step cannot be distinguished from one that waits for the
  /// user.
  ///
  /// If `true`, a step waits for something outside at an ``/NavigationRuntime/ActivityGate``.
  public final var keepsSettledWaiting = false

  private var chains: [Chain] = []
  private var runs: [WeakRun] = []
  private var runSweepSize = 16

  private struct WeakRun {
    weak var run: ProcedureRun?
  }

  /// Creates a procedure without steps.
  public init() {}

  /// Begins a chain with a step.
  ///
  /// - Parameters:
  ///   - fileID: The file of the step, for outcomes.
  ///   - line: The line of the step.
  ///   - step: Receives the root. Returns the actor of the next step, and a value for that step.
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
  ///   - root: The actor of the first step; retained until the end.
  ///   - context: The context that supplies the clock; by default that of the root, if that is a
  ///     core.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call.
  ///   - onProcedureFinish: Called once, on the main actor, with the outcome.
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
      run.context.issues.report(.notCommitted("\(Self.self)", CallSite(fileID, line)))
      run.end(.cancelled(.notCommitted))
    }
    run.start(
      chains.map { chain in { try await chain($0, root) } })
    if runs.count >= runSweepSize {
      runs.removeAll { $0.run?.outcome != nil || $0.run == nil }
      runSweepSize = max(16, runs.count * 2)
    }
    runs.append(WeakRun(run: run))
    return ProcedureHandle(run)
  }

  /// Called each time a running step has committed a chain, before the run begins that chain.
  open func didFork() {}

  /// Cancels all unfinished runs.
  ///
  /// A handle cancels only its own.
  public final func cancel() {
    let running = runs.compactMap(\.run)
    runs = []
    for run in running { run.end(.cancelled(.requested)) }
  }

  final func commit(_ chain: @escaping Chain, at site: CallSite) {
    guard let run = ProcedureRun.running(self) else { return chains.append(chain) }
    guard run.outcome == nil, let root = run.root as? RootStep else {
      return run.context.issues.report(.committedTooLate("\(Self.self)", site))
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

  static func endlessRetry(_ procedure: String, _ step: ProcedurePlace, _ count: Int) -> Self {
    NavigationIssue(
      code: .init(rawValue: "endlessRetry"),
      fact: "\(procedure) has made \(count) attempts in a row, without a pause, that failed at "
        + "\(step); it continues.",
      advice: "Give `retry` a smaller count, or a pause with `after:`.", fileID: step.fileID,
      line: step.line)
  }
}

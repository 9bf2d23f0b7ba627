import Foundation

/// A way through the app, step by step: a launch, a deep link.
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
/// A procedure is a description; each ``start(_:context:fileID:line:onProcedureFinish:)`` is a
/// run of its own, which ends with exactly one ``ProcedureOutcome`` and keeps nothing afterwards. Several
/// committed chains run side by side; the steps before a ``ProcedureStep/fork()`` run once. The
/// outcome comes when all chains have ended: that of the first committed one that did not
/// complete. A chain that fails leaves the others running.
///
/// A chain that a running step commits belongs to that run alone: it begins at the run's root, and the
/// outcome waits for it.
@MainActor
open class Procedure<RootStep> {
  typealias Chain = @MainActor (ProcedureChain, RootStep) async throws -> Void

  /// How many seconds a step waits for its core to be active.
  public final var activationTimeout: TimeInterval = 10

  /// Whether `settled()` waits for the runs; by default not, as it cannot tell a step that works
  /// from one that waits for the user.
  ///
  /// If it does, steps wait for what comes from outside at an ``/NavigationRuntime/ActivityGate``.
  public final var keepsSettledWaiting = false

  private var chains: [Chain] = []
  private var runs: [WeakRun] = []
  private var runSweepSize = 16

  private struct WeakRun {
    weak var run: ProcedureRun?
  }

  /// Makes a procedure without steps.
  public init() {}

  /// Begins a chain with a step.
  ///
  /// - Parameters:
  ///   - fileID: Where it is written; for outcomes.
  ///   - line: Where it is written.
  ///   - step: Gets the root and returns who is asked next, and a value for that one.
  /// - Returns: The chain so far; it counts when it is committed.
  public final func onStep<Next, Value>(
    fileID: String = #fileID, line: UInt = #line,
    _ step: @escaping @MainActor (RootStep) async throws -> (Next, Value)
  ) -> ProcedureStep<RootStep, Next, Value> {
    onStep(
      ProcedureSteps<RootStep, Void, Next, Value>(fileID: fileID, line: line) { root, _ in
        try await step(root)
      })
  }

  /// Begins a chain with steps that are shared.
  ///
  /// - Parameter steps: The steps.
  /// - Returns: The chain so far; it counts when it is committed.
  public final func onStep<Next, Value>(
    _ steps: ProcedureSteps<RootStep, Void, Next, Value>
  ) -> ProcedureStep<RootStep, Next, Value> {
    ProcedureStep(procedure: self, steps: steps)
  }

  /// Runs the committed chains.
  ///
  /// - Parameters:
  ///   - root: Who is asked first; kept until the end.
  ///   - context: Where time comes from; by default the context of the root, if that is a core.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call.
  ///   - onProcedureFinish: Called once, on the main actor, with the outcome.
  /// - Returns: The handle on the run; the run is cancelled when it is released.
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

  /// Called each time a running step has committed a chain, which its run is about to begin.
  open func didFork() {}

  /// Cancels all runs that have not ended; a handle cancels its own.
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
      fact: "A step of \(procedure) committed a chain when its run had ended; it was not begun.",
      advice: "Commit before the step returns, and not after a cancellation.", at: site)
  }

  static func endlessRetry(_ procedure: String, _ step: ProcedurePlace, _ count: Int) -> Self {
    NavigationIssue(
      code: .init(rawValue: "endlessRetry"),
      fact: "\(procedure) has tried \(count) times in a row, without a pause, what fails at "
        + "\(step); it goes on.",
      advice: "Give `retry` a smaller count, or a pause with `after:`.", fileID: step.fileID,
      line: step.line)
  }
}

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
/// A procedure is a description; each ``start(_:context:onProcedureFinish:)`` is a run of its own,
/// which ends with exactly one ``ProcedureOutcome`` and keeps nothing afterwards. Several
/// committed chains run side by side; the steps before a ``ProcedureStep/fork()`` run once. The
/// outcome comes when all chains have ended: that of the first committed one that did not
/// complete. A chain that fails leaves the others running.
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
  ///   - onProcedureFinish: Called once, on the main actor, with the outcome.
  /// - Returns: The handle on the run; the run is cancelled when it is released.
  public final func start(
    _ root: RootStep,
    context: NavigationContext? = nil,
    onProcedureFinish: (@MainActor (ProcedureOutcome) -> Void)? = nil
  ) -> ProcedureHandle {
    let core = context == nil ? root as? any ManagedCore : nil
    let context = context ?? core?.context ?? .shared
    let run = ProcedureRun(
      name: "\(Self.self)", context: context, following: core,
      keepsSettledWaiting: keepsSettledWaiting, activationTimeout: activationTimeout)
    run.onEnd = onProcedureFinish
    if chains.isEmpty {
      context.issues.report(.notCommitted("\(Self.self)"))
      run.end(.cancelled(.notCommitted))
    }
    run.start(
      chains.map { chain in { try await chain($0, root) } })
    runs.removeAll { $0.run?.outcome != nil || $0.run == nil }
    runs.append(WeakRun(run: run))
    return ProcedureHandle(run)
  }

  /// Cancels all runs that have not ended; a handle cancels its own.
  public final func cancel() {
    let running = runs.compactMap(\.run)
    runs = []
    for run in running { run.end(.cancelled(.requested)) }
  }

  final func commit(_ chain: @escaping Chain) {
    chains.append(chain)
  }
}

extension NavigationIssue {
  static func notCommitted(_ procedure: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "notCommitted"),
      fact: "\(procedure) was started without a committed chain.",
      advice: "End each chain with `commit()` or `finalStep { … }` before `start`.")
  }
}

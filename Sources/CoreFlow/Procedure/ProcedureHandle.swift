/// A handle on a run of a procedure.
///
/// The run is cancelled when the handle is released; keep it, or ``store(in:)`` it with a core.
@MainActor
public final class ProcedureHandle {
  private let run: ProcedureRun

  init(_ run: ProcedureRun) {
    self.run = run
  }

  deinit {
    onMainActor { [run] in run.end(.cancelled(.requested)) }
  }

  /// The outcome, once there is one.
  public var outcome: ProcedureOutcome? { run.outcome }

  /// Waits for the outcome.
  ///
  /// - Returns: The outcome; `nil` if the calling task was cancelled before, which does not
  ///   cancel the run.
  public func value() async -> ProcedureOutcome? {
    await run.value()
  }

  /// Cancels the run: its outcome is there when this method returns, and the running steps are
  /// cancelled.
  ///
  /// Does nothing after the end. Called off the main actor, it takes effect in the main queue's
  /// next turn.
  public nonisolated func cancel() {
    onMainActor { [run] in run.end(.cancelled(.requested)) }
  }

  /// Keeps the handle in a set, until the run has ended.
  ///
  /// - Parameter set: The set; the run ends when the set is emptied or released.
  public nonisolated func store(in set: inout Set<Cancellation>) {
    let token = Cancellation { self.cancel() }
    // Weakly: the set owns the run by the token, and the run does not own the token.
    onMainActor { [run, weak token] in
      if let token { run.add(token) }
    }
    token.store(in: &set)
  }
}

/// A handle on a run of a procedure.
///
/// Releasing the handle cancels the run: retain it, or store it with ``store(in:)``, for example in
/// a core's store.
@MainActor
public final class ProcedureHandle {
  private let run: ProcedureRun

  init(_ run: ProcedureRun) {
    self.run = run
  }

  deinit {
    onMainActor { [run] in run.end(.cancelled(.requested)) }
  }

  /// The outcome; `nil` until the run has ended.
  public var outcome: ProcedureOutcome? { run.outcome }

  /// Waits for the outcome.
  ///
  /// - Returns: The outcome; `nil` if the calling task was cancelled first, which does not cancel
  ///   the run.
  public func value() async -> ProcedureOutcome? {
    await run.value()
  }

  /// Cancels the run and its running steps.
  ///
  /// The outcome is set when this method returns. Does nothing after the end. Called off the main
  /// actor, it takes effect in the main queue's next turn.
  public nonisolated func cancel() {
    onMainActor { [run] in run.end(.cancelled(.requested)) }
  }

  /// Stores the handle in a set until the run has ended.
  ///
  /// - Parameter set: The set. The run is cancelled when the set is emptied or released.
  public nonisolated func store(in set: inout Set<Cancellation>) {
    let token = Cancellation { self.cancel() }
    // Weak: the token in the set retains the run, so the run does not retain the token.
    onMainActor { [run, weak token] in
      if let token { run.add(token) }
    }
    token.store(in: &set)
  }
}

// What the compiler says of code that was written for CoreFlow-C7T; Docs/MIGRATION.md has the table,
// and Tooling/check-migration compiles each line of it.

extension Effect {
  /// Unavailable: an effect is a structure, without cases.
  ///
  /// - Parameters:
  ///   - pattern: A pattern of a `switch`.
  ///   - effect: An effect.
  /// - Returns: Nothing.
  @available(
    *, unavailable,
    message: "An effect has no cases to switch over: test what it does, with a CoreTestStore."
  )
  public static func ~= (pattern: Effect, effect: Effect) -> Bool { fatalError("unavailable") }
}

extension Procedure {
  /// Runs the committed chains, with a closure that takes no outcome, as in CoreFlow-C7T.
  ///
  /// - Parameters:
  ///   - root: The target of the first step; retained until the end.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call.
  ///   - onProcedureFinish: Called once, on the main actor, when the run has completed; not after
  ///     another outcome.
  /// - Returns: A handle on the run. Releasing it cancels the run.
  @available(
    *, deprecated,
    message: "It is called after a completion only: take the outcome, as in { outcome in … }."
  )
  public final func start(
    _ root: RootStep,
    fileID: String = #fileID,
    line: UInt = #line,
    onProcedureFinish: @escaping @MainActor () -> Void
  ) -> ProcedureHandle {
    start(root, fileID: fileID, line: line) { outcome in
      if case .completed = outcome { onProcedureFinish() }
    }
  }
}

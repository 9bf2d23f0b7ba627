import Foundation

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
  ///   - step: Receives the actor and the value that the step before it has returned.
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
    let key = ForkKey()
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
  ///   - step: Receives the actor and the value that the step before it has returned.
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

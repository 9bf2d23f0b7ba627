import Foundation

/// A chain of a procedure so far.
@MainActor
public struct ProcedureStep<RootStep, Next, Value> {
  let procedure: Procedure<RootStep>
  let steps: ProcedureSteps<RootStep, Void, Next, Value>

  /// Adds a step.
  ///
  /// - Parameters:
  ///   - fileID: Where it is written; for outcomes.
  ///   - line: Where it is written.
  ///   - step: Gets who the step before has named, and its value.
  /// - Returns: The longer chain.
  public func onStep<NewNext, NewValue>(
    fileID: String = #fileID, line: UInt = #line,
    _ step: @escaping @MainActor (Next, Value) async throws -> (NewNext, NewValue)
  ) -> ProcedureStep<RootStep, NewNext, NewValue> {
    .init(procedure: procedure, steps: steps.onStep(fileID: fileID, line: line, step))
  }

  /// Adds steps that are shared.
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
  /// - Parameter choose: Says how it goes on.
  /// - Returns: The longer chain.
  public func branch<NewNext, NewValue>(
    _ choose:
      @escaping @MainActor (Next, Value) throws -> ProcedureSteps<
        Next, Value, NewNext, NewValue
      >
  ) -> ProcedureStep<RootStep, NewNext, NewValue> {
    .init(procedure: procedure, steps: steps.branch(choose))
  }

  /// Lets several chains begin here: the steps so far run once, and all chains get the value.
  ///
  /// - Returns: What the chains are made from.
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
  ///   - fileID: Where it is written; for outcomes.
  ///   - line: Where it is written.
  ///   - step: Gets who the step before has named, and its value.
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
  /// Called by a running step of the procedure, it lets that run begin the chain, at the root and
  /// beside the others; later runs have it only if the step commits it again.
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

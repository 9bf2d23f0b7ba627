import Foundation

/// Steps that several procedures share, as a value that is composed and reused.
///
/// ```swift
/// let logIn = ProcedureSteps { (root: RootStep, _: Void) in await root.waitForLogin() }
///   .onStep { root, user in await root.loadProfile(of: user) }
///
/// onStep(logIn).onStep { main, profile in await main.show(profile) }.commit()
/// ```
///
/// A step is performed on an object, the step's actor, and receives the value of the step before
/// it. It returns the actor of the next step, and a value for that step.
@MainActor
public struct ProcedureSteps<StepActor, Input, Next, Value> {
  typealias Body =
    @MainActor (ProcedureChain, StepActor, Input) async throws -> (Next, Value)

  let run: Body

  init(run: @escaping Body) {
    self.run = run
  }

  /// Makes a single step.
  ///
  /// - Parameters:
  ///   - fileID: The file of the step, for outcomes.
  ///   - line: The line of the step.
  ///   - step: The step. If its actor is a core, the step begins when the core is active; if the
  ///     core resigns meanwhile, the procedure is cancelled.
  public init(
    fileID: String = #fileID, line: UInt = #line,
    _ step: @escaping @MainActor (StepActor, Input) async throws -> (Next, Value)
  ) {
    run = { chain, actor, input in
      try await chain.perform(on: actor, fileID, line) { try await step(actor, input) }
    }
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
  ) -> ProcedureSteps<StepActor, Input, NewNext, NewValue> {
    onStep(ProcedureSteps<Next, Value, NewNext, NewValue>(fileID: fileID, line: line, step))
  }

  /// Adds steps.
  ///
  /// - Parameter steps: The steps to add.
  /// - Returns: The extended steps.
  public func onStep<NewNext, NewValue>(
    _ steps: ProcedureSteps<Next, Value, NewNext, NewValue>
  ) -> ProcedureSteps<StepActor, Input, NewNext, NewValue> {
    .init { [run] chain, actor, input in
      let (next, value) = try await run(chain, actor, input)
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
  ) -> ProcedureSteps<StepActor, Input, NewNext, NewValue> {
    .init { [run] chain, actor, input in
      let (next, value) = try await run(chain, actor, input)
      return try await choose(next, value).run(chain, next, value)
    }
  }

  /// Retries the steps from their beginning when one of them throws.
  ///
  /// Cancellation, an early stop and a deadline are not retried. Two attempts without a pause yield
  /// the main actor in between; a thousand in a row are reported.
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
    .init { [run] chain, actor, input in
      let number = chain.number
      for attempt in 0..<max(0, count) {
        do {
          return try await run(chain, actor, input)
        } catch {
          guard try chain.mayRetry(error), fits(error) else { throw error }
          try await chain.pause(seconds, before: attempt + 1)
          chain.number = number
        }
      }
      return try await run(chain, actor, input)
    }
  }

  /// Limits the time that the steps take together.
  ///
  /// If they take longer, the procedure ends as timed out, whatever the running step does.
  ///
  /// - Parameter seconds: The limit, in seconds on the clock of the procedure's context.
  /// - Returns: The steps.
  public func deadline(_ seconds: TimeInterval) -> ProcedureSteps {
    .init { [run] chain, actor, input in
      let timer = chain.startDeadline(seconds, waitingFor: "its end")
      defer { timer.cancel() }
      return try await run(chain, actor, input)
    }
  }
}

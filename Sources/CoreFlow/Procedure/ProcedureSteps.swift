import Foundation

/// Steps that several procedures share: a value that is composed and reused.
///
/// ```swift
/// let logIn = ProcedureSteps { (root: RootStep, _: Void) in await root.waitForLogin() }
///   .onStep { root, user in await root.loadProfile(of: user) }
///
/// onStep(logIn).onStep { main, profile in await main.show(profile) }.commit()
/// ```
///
/// A step is asked of somebody, the step's actor, and gets the value of the step before it. It
/// returns who is asked next, and a value for that one.
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
  ///   - fileID: Where it is written; for outcomes.
  ///   - line: Where it is written.
  ///   - step: The step. It begins when its actor, if that is a core, is active; if the core resigns
  ///     meanwhile, the procedure is cancelled.
  public init(
    fileID: String = #fileID, line: UInt = #line,
    _ step: @escaping @MainActor (StepActor, Input) async throws -> (Next, Value)
  ) {
    run = { chain, actor, input in
      try await chain.perform(on: actor, fileID, line) { try await step(actor, input) }
    }
  }

  /// These steps and another one.
  ///
  /// - Parameters:
  ///   - fileID: Where it is written; for outcomes.
  ///   - line: Where it is written.
  ///   - step: The next step.
  /// - Returns: The longer steps.
  public func onStep<NewNext, NewValue>(
    fileID: String = #fileID, line: UInt = #line,
    _ step: @escaping @MainActor (Next, Value) async throws -> (NewNext, NewValue)
  ) -> ProcedureSteps<StepActor, Input, NewNext, NewValue> {
    onStep(ProcedureSteps<Next, Value, NewNext, NewValue>(fileID: fileID, line: line, step))
  }

  /// These steps, and others after them.
  ///
  /// - Parameter steps: What follows.
  /// - Returns: The longer steps.
  public func onStep<NewNext, NewValue>(
    _ steps: ProcedureSteps<Next, Value, NewNext, NewValue>
  ) -> ProcedureSteps<StepActor, Input, NewNext, NewValue> {
    .init { [run] chain, actor, input in
      let (next, value) = try await run(chain, actor, input)
      return try await steps.run(chain, next, value)
    }
  }

  /// These steps, and after them others that depend on the value.
  ///
  /// - Parameter choose: Says how it goes on; called each time.
  /// - Returns: The longer steps.
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

  /// These steps, tried again from their beginning when one of them throws.
  ///
  /// Cancellation, an early stop and a deadline are no reasons to try again. Between two attempts
  /// without a pause the main actor takes a turn; a thousand in a row are reported.
  ///
  /// - Parameters:
  ///   - count: How many times more.
  ///   - seconds: The pause before each, on the clock of the procedure's context.
  ///   - fits: Which errors are worth it; by default all.
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

  /// These steps, with a limit to the time that they take together.
  ///
  /// If they take longer the procedure ends as timed out, whatever the running step does.
  ///
  /// - Parameter seconds: The limit, on the clock of the procedure's context.
  /// - Returns: The steps.
  public func deadline(_ seconds: TimeInterval) -> ProcedureSteps {
    .init { [run] chain, actor, input in
      let timer = chain.startDeadline(seconds, waitingFor: "its end")
      defer { timer.cancel() }
      return try await run(chain, actor, input)
    }
  }
}

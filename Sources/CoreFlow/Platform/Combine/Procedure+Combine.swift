#if canImport(Combine)
import Combine

// A publisher is a step that takes the first element: with it the step is over and the
// subscription cancelled. A publisher that finishes without one has stopped early, one that fails
// has failed. Elements come on the main actor.

extension Procedure {
  /// Begins a chain with a step that publishes its result.
  ///
  /// - Parameters:
  ///   - fileID: Where it is written; for outcomes.
  ///   - line: Where it is written.
  ///   - step: Gets the root; its first element says who is asked next, with a value for that one.
  ///     An element that comes off the main actor makes the procedure fail.
  /// - Returns: The chain so far; it counts when it is committed.
  public final func onStep<Next, Value, Failure>(
    fileID: String = #fileID, line: UInt = #line,
    _ step: @escaping @MainActor (RootStep) -> AnyPublisher<(Next, Value), Failure>
  ) -> ProcedureStep<RootStep, Next, Value> {
    onStep(fileID: fileID, line: line) { root in try await firstElement(of: step(root)) }
  }
}

extension ProcedureStep {
  /// Adds a step that publishes its result.
  ///
  /// - Parameters:
  ///   - fileID: Where it is written; for outcomes.
  ///   - line: Where it is written.
  ///   - step: Gets who the step before has named, and its value; its first element says who is
  ///     asked next. An element that comes off the main actor makes the procedure fail.
  /// - Returns: The longer chain.
  public func onStep<NewNext, NewValue, Failure>(
    fileID: String = #fileID, line: UInt = #line,
    _ step: @escaping @MainActor (Next, Value) -> AnyPublisher<(NewNext, NewValue), Failure>
  ) -> ProcedureStep<RootStep, NewNext, NewValue> {
    onStep(fileID: fileID, line: line) { next, value in
      try await firstElement(of: step(next, value))
    }
  }
}

extension ProcedureSteps {
  /// Makes a single step that publishes its result.
  ///
  /// - Parameters:
  ///   - fileID: Where it is written; for outcomes.
  ///   - line: Where it is written.
  ///   - step: The step; its first element says who is asked next. An element that comes off the
  ///     main actor makes the procedure fail.
  public init<Failure>(
    fileID: String = #fileID, line: UInt = #line,
    _ step: @escaping @MainActor (StepActor, Input) -> AnyPublisher<(Next, Value), Failure>
  ) {
    self.init(fileID: fileID, line: line) { actor, input in
      try await firstElement(of: step(actor, input))
    }
  }

  /// These steps and another one that publishes its result.
  ///
  /// - Parameters:
  ///   - fileID: Where it is written; for outcomes.
  ///   - line: Where it is written.
  ///   - step: The next step; its first element says who is asked next. An element that comes off
  ///     the main actor makes the procedure fail.
  /// - Returns: The longer steps.
  public func onStep<NewNext, NewValue, Failure>(
    fileID: String = #fileID, line: UInt = #line,
    _ step: @escaping @MainActor (Next, Value) -> AnyPublisher<(NewNext, NewValue), Failure>
  ) -> ProcedureSteps<StepActor, Input, NewNext, NewValue> {
    onStep(ProcedureSteps<Next, Value, NewNext, NewValue>(fileID: fileID, line: line, step))
  }
}

/// Waits for the first element of a publisher.
@MainActor
private func firstElement<P: Publisher>(of publisher: P) async throws -> P.Output {
  let news = Waiters()
  var result: Result<P.Output, any Error>?
  let answer: @MainActor (Result<P.Output, any Error>) -> Void = { answer in
    guard result == nil else { return }
    result = answer
    news.resumeAll()
  }
  let subscription = publisher.observeOnMainActor(
    carry: { _ in },
    receive: { answer(.success($0)) },
    receiveCarried: { answer(.failure(PublishedElsewhere(publisher: "\(P.self)"))) },
    end: { answer(.failure($0 ?? ProcedureStop())) })
  defer { subscription.cancel() }
  while true {
    if let result { return try result.get() }
    try Task.checkCancellation()
    await news.wait()
  }
}
#endif

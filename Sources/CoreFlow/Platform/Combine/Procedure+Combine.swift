#if canImport(Combine)
import Combine

// A step that returns a publisher ends with its first element, and its subscription is cancelled. A
// publisher that finishes without an element stops the procedure early; one that fails makes it
// fail. Elements have to come on the main actor.

extension Procedure {
  /// Begins a chain with a step that publishes its result.
  ///
  /// - Parameters:
  ///   - fileID: The file of the step, for outcomes.
  ///   - line: The line of the step.
  ///   - step: Receives the root. The first element is the target of the next step, and a value for
  ///     that step. An element that comes off the main actor makes the procedure fail.
  /// - Returns: The chain so far, which runs only if it is committed.
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
  ///   - fileID: The file of the step, for outcomes.
  ///   - line: The line of the step.
  ///   - step: Receives the target and the value that the step before it has returned. The first
  ///     element is the target of the next step, and its value. An element that comes off the main
  ///     actor makes the procedure fail.
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
  ///   - fileID: The file of the step, for outcomes.
  ///   - line: The line of the step.
  ///   - step: The step. Its first element is the target of the next step, and its value. An element
  ///     that comes off the main actor makes the procedure fail.
  public init<Failure>(
    fileID: String = #fileID, line: UInt = #line,
    _ step: @escaping @MainActor (Target, Input) -> AnyPublisher<(Next, Value), Failure>
  ) {
    self.init(fileID: fileID, line: line) { target, input in
      try await firstElement(of: step(target, input))
    }
  }

  /// Adds a step that publishes its result.
  ///
  /// - Parameters:
  ///   - fileID: The file of the step, for outcomes.
  ///   - line: The line of the step.
  ///   - step: The next step. Its first element is the target of the step after it, and its value.
  ///     An element that comes off the main actor makes the procedure fail.
  /// - Returns: The extended steps.
  public func onStep<NewNext, NewValue, Failure>(
    fileID: String = #fileID, line: UInt = #line,
    _ step: @escaping @MainActor (Next, Value) -> AnyPublisher<(NewNext, NewValue), Failure>
  ) -> ProcedureSteps<Target, Input, NewNext, NewValue> {
    onStep(ProcedureSteps<Next, Value, NewNext, NewValue>(fileID: fileID, line: line, step))
  }
}

@MainActor
private func firstElement<P: Publisher>(of publisher: P) async throws -> P.Output {
  let news = ContinuationList()
  var result: Result<P.Output, any Error>?
  let answer: @MainActor (Result<P.Output, any Error>) -> Void = { answer in
    guard result == nil else { return }
    result = answer
    news.resumeAll()
  }
  let subscription = publisher.observeOnMainActor(
    carry: { _ in },
    receive: { answer(.success($0)) },
    receiveCarried: { answer(.failure(OffMainActorPublishError(publisher: "\(P.self)"))) },
    end: { answer(.failure($0 ?? ProcedureStop())) })
  defer { subscription.cancel() }
  while true {
    if let result { return try result.get() }
    try Task.checkCancellation()
    await news.wait()
  }
}

/// A handle can be kept in a `Set<AnyCancellable>`: `start(self).store(in: &cancellables)`.
extension ProcedureHandle: Cancellable {}
#endif

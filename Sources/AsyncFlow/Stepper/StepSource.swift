/// The source of a stepper's steps: a subject or a stream.
///
/// `AsyncReplaySubject<any Step>`, `AsyncPassthroughSubject<any Step>` and an `AsyncStream` of a
/// type of steps conform.
@MainActor
public protocol StepSource {
  /// Takes over the steps: those sent before the first call, then the later ones.
  ///
  /// - Parameter receive: Called on the main actor with each step, in order.
  /// - Returns: The handle that keeps the closure subscribed.
  func observeSteps(_ receive: @escaping @MainActor (any Step) -> Void) -> Cancellation
}

extension AsyncReplaySubject: StepSource where Element == any Step {
  /// Makes a subject of steps, which keeps all steps for the first consumer.
  ///
  /// - Parameter bufferSize: The number of recent steps that a plain subscriber receives.
  public convenience init(bufferSize: Int = 1) {
    self.init(bufferSize: bufferSize, keepingAllForFirstConsumer: ())
  }

  /// Takes over the steps: those sent before the first call, then the later ones.
  ///
  /// - Parameter receive: Called inside `send`.
  /// - Returns: The handle that keeps the closure subscribed.
  public func observeSteps(
    _ receive: @escaping @MainActor (any Step) -> Void
  ) -> Cancellation {
    consume(receive)
  }
}

extension AsyncPassthroughSubject: StepSource where Element == any Step {
  /// Observes the steps that are sent from now on.
  ///
  /// - Parameter receive: Called inside `send`.
  /// - Returns: The handle that keeps the closure subscribed.
  public func observeSteps(
    _ receive: @escaping @MainActor (any Step) -> Void
  ) -> Cancellation {
    sink(receive)
  }
}

extension AsyncStream: StepSource where Element: Step {
  /// Reads the stream in a task that the returned handle cancels.
  ///
  /// Elements that the stream holds are received before this method returns, later ones in a later
  /// turn; ``NavigationContext/settled()`` waits for them. A stream has one reader; a second one
  /// would take steps away from it.
  ///
  /// - Parameter receive: Called on the main actor with each step.
  /// - Returns: The handle that keeps the reader running.
  public func observeSteps(
    _ receive: @escaping @MainActor (any Step) -> Void
  ) -> Cancellation {
    read { receive($0) }
  }
}

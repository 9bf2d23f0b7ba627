/// Where the steps of a stepper come from: a subject, or a stream.
///
/// `AsyncReplaySubject<any Step>`, `AsyncPassthroughSubject<any Step>` and an `AsyncStream` of a
/// type of steps conform.
@MainActor
public protocol StepSource {
  /// Takes over the steps: everything that was sent before the first call, then what follows.
  ///
  /// - Parameter receive: Called on the main actor with each step, in order.
  /// - Returns: The handle that keeps the closure subscribed.
  func observeSteps(_ receive: @escaping @MainActor (any Step) -> Void) -> Cancellation
}

extension AsyncReplaySubject: StepSource where Element == any Step {
  /// Makes a subject of steps: whoever takes the steps over first misses nothing.
  ///
  /// - Parameter bufferSize: How many of the newest steps somebody sees who only listens in.
  public convenience init(bufferSize: Int = 1) {
    self.init(bufferSize: bufferSize, keepingAllForFirstConsumer: ())
  }

  /// Takes over the steps: everything that was sent before the first call, then what follows.
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
  /// Hears the steps that are sent from now on.
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
  /// What the stream holds is received before this method returns; what it emits later, in a later
  /// turn, and ``NavigationContext/settled()`` waits for that. A stream has one reader; a second one
  /// would get every other step.
  ///
  /// - Parameter receive: Called on the main actor with each step.
  /// - Returns: The handle that keeps the reader going.
  public func observeSteps(
    _ receive: @escaping @MainActor (any Step) -> Void
  ) -> Cancellation {
    read { receive($0) }
  }
}

/// The source of a stepper's steps: a subject or a stream of one type of steps.
///
/// An `AsyncReplaySubject` and an `AsyncStream` keep the steps that are sent before the first
/// observer, and deliver them to it. An `AsyncPassthroughSubject` keeps none: steps that are sent
/// without an observer are lost.
///
/// Subjects and streams of `any Step` are sources of a ``Stepper``, too, without this conformance: a
/// type has one conformance only, and `any Step` does not conform to ``Step``. A stepper with a
/// subject of other values does not compile; for the steps of a protocol, use `any Step`.
@MainActor
public protocol StepSource {
  /// Takes over the steps: first those that the source has kept, then the later ones.
  ///
  /// - Parameter receive: Called on the main actor with each step, in order.
  /// - Returns: The handle that keeps the closure subscribed.
  func observeSteps(_ receive: @escaping @MainActor (any Step) -> Void) -> Cancellation
}

extension AsyncReplaySubject where Element == any Step {
  /// Makes a subject of steps, which keeps all steps for the first consumer.
  ///
  /// - Parameter bufferSize: The number of recent steps for a late subscriber that does not take the
  ///   steps over, unlike a coordinator.
  public convenience init(bufferSize: Int = 1) {
    self.init(bufferSize: bufferSize, keepingAllForFirstConsumer: ())
  }
}

extension AsyncReplaySubject where Element: Step {
  /// Makes a subject of steps of one type, which keeps all steps for the first consumer.
  ///
  /// - Parameter bufferSize: The number of recent steps for a late subscriber that does not take the
  ///   steps over, unlike a coordinator.
  public convenience init(bufferSize: Int = 1) {
    self.init(bufferSize: bufferSize, keepingAllForFirstConsumer: ())
  }
}

extension AsyncReplaySubject: StepSource where Element: Step {
  /// Takes over the steps: those sent before the first call, then the later ones, inside `send`.
  public func observeSteps(
    _ receive: @escaping @MainActor (any Step) -> Void
  ) -> Cancellation { consume { receive($0) } }
}

extension AsyncReplaySubject where Element == any Step {
  /// Takes over the steps: those sent before the first call, then the later ones, inside `send`.
  public func observeSteps(
    _ receive: @escaping @MainActor (any Step) -> Void
  ) -> Cancellation { consume(receive) }
}

extension AsyncPassthroughSubject: StepSource where Element: Step {
  /// Observes the steps that are sent from now on, inside `send`; earlier ones are lost.
  public func observeSteps(
    _ receive: @escaping @MainActor (any Step) -> Void
  ) -> Cancellation { sink { receive($0) } }
}

extension AsyncPassthroughSubject where Element == any Step {
  /// Observes the steps that are sent from now on, inside `send`; earlier ones are lost.
  public func observeSteps(
    _ receive: @escaping @MainActor (any Step) -> Void
  ) -> Cancellation { sink(receive) }
}

extension AsyncStream: StepSource where Element: Step {
  /// Reads the stream in a task that the returned handle cancels.
  ///
  /// Elements that the stream holds are received before this method returns, later ones in a later
  /// turn; ``FlowCoordinator/settled()`` waits for them. A stream has one reader; a second one
  /// would take steps away from it.
  public func observeSteps(_ receive: @escaping @MainActor (any Step) -> Void) -> Cancellation {
    read { receive($0) }
  }
}

extension AsyncStream where Element == any Step {
  /// Reads the stream in a task that the returned handle cancels, like a stream of one type of steps.
  @MainActor
  public func observeSteps(_ receive: @escaping @MainActor (any Step) -> Void) -> Cancellation {
    read(receive)
  }
}

/// A stepper that emits through ``emit(_:)``, with steps of one type.
///
/// For view models with a fixed shape, such as those that a macro generates:
///
/// ```swift
/// @MainActor
/// final class LoginViewModel: StepEmittable {
///   var stepContinuation: AsyncStream<AuthStep>.Continuation?
///
///   func loginTapped() { emit(.loginCompleted) }
/// }
/// ```
///
/// Coordinators receive the steps synchronously and in order. Steps that are emitted before the first
/// observer are kept for it, whether it is a coordinator or a reader of `steps`.
/// If the stepper is released without an observer, they are released later, when a number of further
/// steppers have been used.
@MainActor
public protocol StepEmittable: Stepper where StepSequence == AsyncStream<StepType> {
  /// The type of the steps.
  associatedtype StepType: Step

  /// Storage for the newest stream's continuation; set by `steps`.
  var stepContinuation: AsyncStream<StepType>.Continuation? { get set }

  /// Emits a step.
  ///
  /// - Parameter step: The step.
  func emit(_ step: StepType)
}

extension StepEmittable {
  private var emitter: Multicast<any Step> { StepperStorage.of(self).emitter() }

  /// A new stream of the emitted steps; the first one starts with the earlier steps.
  public var steps: AsyncStream<StepType> {
    let (stream, continuation) = AsyncStream.makeStream(of: StepType.self)
    stepContinuation = continuation
    let subscription = emitter.consume {
      if let step = $0 as? StepType { continuation.yield(step) }
    }
    continuation.onTermination = { _ in subscription.cancel() }
    return stream
  }

  /// Emits a step to all observers, before it returns.
  ///
  /// Do not call it in the stepper's `deinit`, when nothing observes the stepper any more.
  ///
  /// - Parameter step: The step; kept if there has been no observer yet.
  public func emit(_ step: StepType) {
    emitter.send(step)
  }

  /// Takes over the emitted steps, inside `emit`, and those that are yielded to the continuation by
  /// hand, in a later turn.
  public func observeSteps(_ receive: @escaping @MainActor (any Step) -> Void) -> Cancellation {
    let direct = emitter.consume(receive)
    let (stream, continuation) = AsyncStream.makeStream(of: StepType.self)
    stepContinuation = continuation
    let yielded = stream.observeSteps(receive)
    return Cancellation {
      direct.cancel()
      yielded.cancel()
    }
  }
}

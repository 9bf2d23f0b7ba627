/// A stepper that emits through ``emit(_:)``, with steps of one type.
///
/// Meant for view models whose shape is given, such as those that a macro writes:
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
/// Coordinators get what is emitted directly and in order. What is emitted before anybody asks is
/// kept for whoever comes first, a coordinator or a reader of `steps`.
@MainActor
public protocol StepEmittable: Stepper where StepSequence == AsyncStream<StepType> {
  /// The type of the steps.
  associatedtype StepType: Step

  /// Room for the newest stream's continuation; set by `steps`.
  var stepContinuation: AsyncStream<StepType>.Continuation? { get set }

  /// Emits a step.
  ///
  /// - Parameter step: What to emit.
  func emit(_ step: StepType)
}

extension StepEmittable {
  private var emitter: StepEmitter { StepEmitter.registry.value(of: self) { StepEmitter() } }

  /// A new stream of what is emitted: the first one starts with what was emitted before.
  public var steps: AsyncStream<StepType> {
    let (stream, continuation) = AsyncStream.makeStream(of: StepType.self)
    stepContinuation = continuation
    let subscription = emitter.multicast.consume {
      if let step = $0 as? StepType { continuation.yield(step) }
    }
    continuation.onTermination = { _ in subscription.cancel() }
    return stream
  }

  /// Emits a step to everybody who listens, before it returns.
  ///
  /// - Parameter step: What to emit; kept if nobody has asked yet.
  public func emit(_ step: StepType) {
    emitter.multicast.send(step)
  }

  /// Takes over what is emitted, and what is yielded to the continuation by hand.
  ///
  /// - Parameter receive: Called inside `emit`; for what is yielded by hand in a later turn.
  /// - Returns: The handle that keeps the closure subscribed.
  public func observeSteps(
    _ receive: @escaping @MainActor (any Step) -> Void
  ) -> Cancellation {
    let direct = emitter.multicast.consume(receive)
    let (stream, continuation) = AsyncStream.makeStream(of: StepType.self)
    stepContinuation = continuation
    let yielded = stream.observeSteps(receive)
    return Cancellation {
      direct.cancel()
      yielded.cancel()
    }
  }
}

/// What a `StepEmittable` has no room for itself.
@MainActor
final class StepEmitter {
  static let registry = WeakRegistry<StepEmitter>()
  let multicast = Multicast<any Step>(backlogLimit: .max)
}

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
  private var emitter: StepEmitter { StepEmitter.registry.value(of: self) { StepEmitter() } }

  /// A new stream of the emitted steps; the first one starts with the earlier steps.
  public var steps: AsyncStream<StepType> {
    let (stream, continuation) = AsyncStream.makeStream(of: StepType.self)
    stepContinuation = continuation
    let subscription = emitter.multicast.consume {
      if let step = $0 as? StepType { continuation.yield(step) }
    }
    continuation.onTermination = { _ in subscription.cancel() }
    return stream
  }

  /// Emits a step to all observers, before it returns.
  ///
  /// - Parameter step: The step; kept if there has been no observer yet.
  public func emit(_ step: StepType) {
    emitter.multicast.send(step)
  }

  /// Takes over the emitted steps, and those that are yielded to the continuation by hand.
  ///
  /// - Parameter receive: Called inside `emit`; for steps yielded by hand, in a later turn.
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

/// The storage of a `StepEmittable`, which as a protocol has none.
@MainActor
final class StepEmitter {
  static let registry = WeakRegistry<StepEmitter>()
  let multicast = Multicast<any Step>(backlogLimit: .max)
}

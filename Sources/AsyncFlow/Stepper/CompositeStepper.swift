import NavigationRuntime

/// Several steppers as one.
///
/// Its initial steps are those of the inner steppers, in order; after them comes what the inner
/// steppers emit. Nothing is lost, neither what they sent before nor what they send in
/// ``Stepper/readyToEmitSteps()``.
@MainActor
public final class CompositeStepper: Stepper {
  /// What the inner steppers emit, merged.
  public let steps = AsyncReplaySubject<any Step>()
  private let steppers: [any Stepper]
  private var subscriptions: [Cancellation] = []
  /// The streams of inner steppers, which are read before a coordinator is known.
  private let readers = StreamReaders()

  /// Makes a stepper of several.
  ///
  /// - Parameter steppers: The inner steppers; they are kept.
  public init(steppers: [any Stepper]) {
    self.steppers = steppers
    subscriptions = readers.reading {
      steppers.map { stepper in stepper.observeSteps { [steps] in steps.send($0) } }
    }
  }

  /// The initial steps of the inner steppers, in order.
  public var initialSteps: [any Step] { steppers.flatMap { $0.initialSteps } }

  /// The first initial step.
  public var initialStep: any Step { initialSteps.first ?? NoneStep() }

  /// Takes over what the inner steppers emit.
  ///
  /// - Parameter receive: Called on the main actor with each step, in order.
  /// - Returns: The handle that keeps the closure subscribed.
  public func observeSteps(
    _ receive: @escaping @MainActor (any Step) -> Void
  ) -> Cancellation {
    if let current = StreamReaders.current { readers.join(current) }
    return steps.observeSteps(receive)
  }

  /// Tells the inner steppers, in order.
  public func readyToEmitSteps() {
    for stepper in steppers { stepper.readyToEmitSteps() }
  }
}

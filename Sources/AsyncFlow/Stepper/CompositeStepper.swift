import NavigationRuntime

/// Several steppers as one.
///
/// Its initial steps are those of the inner steppers, in order, followed by the steps that they emit.
/// No step is lost, neither earlier ones nor those sent in ``Stepper/readyToEmitSteps()``. ``steps``
/// also contains the initial steps: until a coordinator takes the steps over, a listener receives all
/// of them, and a stepper that passes on ``steps`` alone loses none.
@MainActor
public final class CompositeStepper: Stepper {
  /// The merged steps of the inner steppers, initial steps first.
  public let steps = AsyncReplaySubject<any Step>(keepingAllForListeners: ())
  private let steppers: [any Stepper]
  private let initialCount: Int
  private var subscriptions: [Cancellation] = []
  /// The streams of inner steppers, which are read before a coordinator is known.
  private let readers = StreamReaders()

  /// Makes a stepper of several.
  ///
  /// - Parameter steppers: The inner steppers; retained.
  public init(steppers: [any Stepper]) {
    self.steppers = steppers
    let initial = steppers.flatMap { $0.initialSteps }
    initialCount = initial.count
    for step in initial { steps.send(step) }
    subscriptions = readers.reading {
      steppers.map { stepper in stepper.observeSteps { [steps] in steps.send($0) } }
    }
  }

  /// The initial steps of the inner steppers, in order.
  ///
  /// A coordinator that has read them does not receive them from ``steps`` again.
  public var initialSteps: [any Step] {
    steps.consumerHasTaken(first: initialCount)
    return steppers.flatMap { $0.initialSteps }
  }

  /// The first initial step.
  ///
  /// A coordinator that has read it does not receive it from ``steps`` again.
  public var initialStep: any Step {
    steps.consumerHasTaken(first: min(1, initialCount))
    for stepper in steppers {
      if let step = stepper.initialSteps.first { return step }
    }
    return NoneStep()
  }

  /// Takes over the steps of the inner steppers.
  ///
  /// - Parameter receive: Called on the main actor with each step, in order.
  /// - Returns: The handle that keeps the closure subscribed.
  public func observeSteps(
    _ receive: @escaping @MainActor (any Step) -> Void
  ) -> Cancellation {
    if let current = StreamReaders.current { readers.join(current) }
    return steps.observeSteps(receive)
  }

  /// Calls `readyToEmitSteps()` of the inner steppers, in order.
  public func readyToEmitSteps() {
    for stepper in steppers { stepper.readyToEmitSteps() }
  }
}

import NavigationRuntime

/// Several steppers as one.
///
/// Its initial steps are those of the inner steppers, in order; after them comes what the inner
/// steppers emit. Nothing is lost, neither what they sent before nor what they send in
/// ``Stepper/readyToEmitSteps()``. ``steps`` has the initial steps, too: until a coordinator takes the
/// steps over, a listener gets all of them, and a stepper that passes on ``steps`` alone loses none.
@MainActor
public final class CompositeStepper: Stepper {
  /// What the inner steppers emit, merged, with their initial steps first.
  public let steps = AsyncReplaySubject<any Step>(keepingAllForListeners: ())
  private let steppers: [any Stepper]
  private let initialCount: Int
  private var subscriptions: [Cancellation] = []
  /// The streams of inner steppers, which are read before a coordinator is known.
  private let readers = StreamReaders()

  /// Makes a stepper of several.
  ///
  /// - Parameter steppers: The inner steppers; they are kept.
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
  /// A coordinator that has taken them does not get them from ``steps`` again.
  public var initialSteps: [any Step] {
    steps.consumerHasTaken(first: initialCount)
    return steppers.flatMap { $0.initialSteps }
  }

  /// The first initial step.
  ///
  /// A coordinator that has taken it does not get it from ``steps`` again.
  public var initialStep: any Step {
    steps.consumerHasTaken(first: min(1, initialCount))
    for stepper in steppers {
      if let step = stepper.initialSteps.first { return step }
    }
    return NoneStep()
  }

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

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

  /// Makes a stepper of several.
  ///
  /// - Parameter steppers: The inner steppers; they are kept.
  public init(steppers: [any Stepper]) {
    self.steppers = steppers
    subscriptions = steppers.map { stepper in
      stepper.observeSteps { [steps] in steps.send($0) }
    }
  }

  /// The initial steps of the inner steppers, in order.
  public var initialSteps: [any Step] { steppers.flatMap { $0.initialSteps } }

  /// The first initial step.
  public var initialStep: any Step { initialSteps.first ?? NoneStep() }

  /// Tells the inner steppers, in order.
  public func readyToEmitSteps() {
    for stepper in steppers { stepper.readyToEmitSteps() }
  }
}

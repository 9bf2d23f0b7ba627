/// A stepper with one step, its initial one.
///
/// ```swift
/// coordinator.coordinate(flow: appFlow, with: OneStepper(AppStep.launch))
/// ```
///
/// The type of the step is a parameter so that `OneStepper(.movieList)` can be written where the
/// flow is known.
@MainActor
public final class OneStepper<StepType: Sendable>: Stepper {
  /// Nothing more comes.
  public let steps = NoSteps()
  private let step: StepType

  /// Makes a stepper.
  ///
  /// - Parameter step: The one step. A value that is no `Step` counts as none.
  public init(_ step: StepType) {
    self.step = step
  }

  /// Makes a stepper.
  ///
  /// - Parameter step: The one step. A value that is no `Step` counts as none.
  public init(withSingleStep step: StepType) {
    self.step = step
  }

  /// The one step.
  public var initialStep: any Step { (step as? any Step) ?? NoneStep() }
}

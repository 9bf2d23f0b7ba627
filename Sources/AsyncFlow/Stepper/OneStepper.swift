/// A stepper with a single step, its initial one.
///
/// ```swift
/// coordinator.coordinate(flow: appFlow, with: OneStepper(AppStep.launch))
/// ```
///
/// The step's type is a generic parameter, so that `OneStepper(.movieList)` compiles where the flow
/// is known.
@MainActor
public final class OneStepper<StepType: Sendable>: Stepper {
  /// The source, which emits no steps.
  public let steps = NoSteps()
  private let step: StepType

  /// Makes a stepper.
  ///
  /// - Parameter step: The step. A value that is not a `Step` counts as none.
  public init(_ step: StepType) {
    self.step = step
  }

  /// Makes a stepper.
  ///
  /// - Parameter step: The step. A value that is not a `Step` counts as none.
  public init(withSingleStep step: StepType) {
    self.step = step
  }

  /// The step.
  public var initialStep: any Step { (step as? any Step) ?? NoneStep() }
}

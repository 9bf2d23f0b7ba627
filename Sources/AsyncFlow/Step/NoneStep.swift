/// The step that leads nowhere.
///
/// As a stepper's ``Stepper/initialStep``, it stands for no step. As the result of a flow's `adapt`,
/// it filters the step.
public struct NoneStep: Step, Equatable {
  /// Makes the step.
  public init() {}
}

/// Whether a step is a ``NoneStep``.
func isNone(_ step: any Step) -> Bool { type(of: step) == NoneStep.self }

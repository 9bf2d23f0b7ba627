/// The step that leads nowhere.
///
/// A stepper whose ``Stepper/initialStep`` it is has none; a flow whose `adapt` answers with it
/// filters the step.
public struct NoneStep: Step, Equatable {
  /// Makes the step.
  public init() {}
}

/// Whether a step leads nowhere.
func isNone(_ step: any Step) -> Bool { type(of: step) == NoneStep.self }

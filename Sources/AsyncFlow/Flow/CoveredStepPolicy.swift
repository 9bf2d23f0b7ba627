/// The policy for a step whose presentable was visible at its emission, and is hidden when the step
/// is next.
///
/// The second of two quick taps is such a step, because the first one has covered the screen.
/// ``HiddenStepPolicy/always`` also delivers covered steps.
public enum CoveredStepPolicy: Sendable, Equatable {
  /// The step is refused with ``StepRefusal/covered(by:)``.
  case refuse
  /// The step waits until the presentable is visible again, like one that a hidden screen emits.
  case hold
}

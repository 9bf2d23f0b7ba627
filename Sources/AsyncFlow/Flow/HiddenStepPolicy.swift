/// The policy for a step whose presentable is hidden at its emission, and still when the step is
/// next.
///
/// Initial steps are always delivered. ``CoveredStepPolicy`` applies to steps whose presentable was
/// visible at their emission.
public enum HiddenStepPolicy: Sendable, Equatable {
  /// The step waits until the presentable is visible, and keeps its position in the order of emission.
  case hold
  /// The step waits like ``hold``, and a later one of the same stepper replaces it.
  case latestOnly
  /// The step is refused with ``StepRefusal/hidden``.
  case drop
  /// The step is delivered, as is a step whose presentable was covered after its emission.
  case always
}

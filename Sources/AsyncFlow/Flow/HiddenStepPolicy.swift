/// What becomes of a step whose presentable is hidden when it is emitted, and still when its turn
/// comes.
///
/// The initial step of a stepper is delivered in any case. Of a step that was emitted while its
/// presentable was visible ``CoveredStepPolicy`` says what becomes.
public enum HiddenStepPolicy: Sendable, Equatable {
  /// It waits until the presentable is visible, and then takes the place of its emission.
  case hold
  /// It waits like ``hold``, and a later one of the same stepper takes its place.
  case latestOnly
  /// It is refused.
  case drop
  /// It is delivered, as is a step whose presentable was covered after its emission.
  case always
}

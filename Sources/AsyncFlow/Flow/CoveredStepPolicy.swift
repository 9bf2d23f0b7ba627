/// What becomes of a step that was emitted while its presentable was visible, and whose presentable
/// something has hidden when the step's turn comes.
///
/// The second of two quick taps is such a step: the first one has covered the screen meanwhile.
/// ``HiddenStepPolicy/always`` delivers covered steps, too.
public enum CoveredStepPolicy: Sendable, Equatable {
  /// It is refused with ``StepRefusal/covered(by:)``: what the user wanted is over.
  case refuse
  /// It waits until the presentable is visible again, like one that was emitted while it was hidden.
  case hold
}

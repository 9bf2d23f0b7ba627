/// How a coordinator treats the steps of one contribution.
public struct ContributionOptions: Sendable {
  /// What becomes of steps from a presentable that is hidden; `nil` for what the contribution says
  /// itself.
  public var whenHidden: HiddenStepPolicy?
  /// What becomes of steps whose presentable was covered after their emission.
  public var whenCovered: CoveredStepPolicy
  /// A step for the parent when the contributed flow ends because its screen has left.
  public var stepOnDismissal: (any Step)?

  /// Makes options.
  ///
  /// - Parameters:
  ///   - whenHidden: What becomes of steps from a presentable that is hidden.
  ///   - whenCovered: What becomes of steps whose presentable was covered after their emission.
  ///   - stepOnDismissal: A step for the parent when a contributed flow's screen has left.
  public init(
    whenHidden: HiddenStepPolicy? = nil, whenCovered: CoveredStepPolicy = .refuse,
    stepOnDismissal: (any Step)? = nil
  ) {
    self.whenHidden = whenHidden
    self.whenCovered = whenCovered
    self.stepOnDismissal = stepOnDismissal
  }
}

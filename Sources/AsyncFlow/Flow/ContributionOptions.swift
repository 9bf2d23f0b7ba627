/// The options of a contribution.
public struct ContributionOptions: Sendable {
  /// The policy for steps from a hidden presentable; `nil` for the contribution's own.
  public var whenHidden: HiddenStepPolicy?
  /// The policy for steps whose presentable was covered after their emission.
  public var whenCovered: CoveredStepPolicy
  /// A step for the parent when the contributed flow ends because its screen has left.
  public var stepOnDismissal: (any Step)?

  /// Makes options.
  ///
  /// - Parameters:
  ///   - whenHidden: The policy for steps from a hidden presentable.
  ///   - whenCovered: The policy for steps whose presentable was covered after their emission.
  ///   - stepOnDismissal: A step for the parent when the contributed flow ends because its screen
  ///     has left.
  public init(
    whenHidden: HiddenStepPolicy? = nil, whenCovered: CoveredStepPolicy = .refuse,
    stepOnDismissal: (any Step)? = nil
  ) {
    self.whenHidden = whenHidden
    self.whenCovered = whenCovered
    self.stepOnDismissal = stepOnDismissal
  }
}

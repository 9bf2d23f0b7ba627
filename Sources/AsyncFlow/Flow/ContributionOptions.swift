/// How a coordinator treats the steps of one contribution.
public struct ContributionOptions: Sendable {
  /// What becomes of steps from a presentable that is hidden; `nil` for what the contribution says
  /// itself.
  public var whenHidden: HiddenStepPolicy?
  /// A step for the parent when the contributed flow ends because its screen has left.
  public var stepOnDismissal: (any Step)?

  /// Makes options.
  ///
  /// - Parameters:
  ///   - whenHidden: What becomes of steps from a presentable that is hidden.
  ///   - stepOnDismissal: A step for the parent when a contributed flow's screen has left.
  public init(whenHidden: HiddenStepPolicy? = nil, stepOnDismissal: (any Step)? = nil) {
    self.whenHidden = whenHidden
    self.stepOnDismissal = stepOnDismissal
  }
}

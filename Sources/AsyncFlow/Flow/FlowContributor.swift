/// One thing that goes on after a step: who may emit steps next, or a step to pass on.
public enum FlowContributor {
  /// A presentable is shown now, and a stepper belongs to it.
  ///
  /// If the presentable is a ``Flow``, it becomes a child and handles the stepper's steps itself.
  /// `allowStepWhenNotPresented` delivers steps while it is hidden, `allowStepWhenDismissed` after
  /// it has left the screen. Prefer ``contribute(presentable:stepper:)-(_,Stepper)`` where both are
  /// `false`.
  case contribute(
    withNextPresentable: any Presentable,
    withNextStepper: any Stepper,
    allowStepWhenNotPresented: Bool = false,
    allowStepWhenDismissed: Bool = false
  )
  /// A step for the flow that answers, behind those that wait already.
  case forwardToCurrentFlow(withStep: any Step)
  /// A step for the flow's parent.
  case forwardToParentFlow(withStep: any Step)
  /// The flow ends, after everything else in the answer.
  case end
  /// A contribution with options; made by ``whenHidden(_:)``, ``whenCovered(_:)`` and
  /// ``onDismissal(forwardToParent:)``.
  indirect case configured(FlowContributor, ContributionOptions)
}

extension FlowContributor {
  /// A presentable is shown now, and a stepper belongs to it.
  ///
  /// - Parameters:
  ///   - presentable: What is shown.
  ///   - stepper: Who emits steps from there.
  /// - Returns: The contributor.
  @MainActor
  public static func contribute(
    presentable: any Presentable, stepper: any Stepper
  ) -> FlowContributor {
    .contribute(withNextPresentable: presentable, withNextStepper: stepper)
  }

  /// A flow is shown now, and starts with one step.
  ///
  /// Lets `OneStepper(.movieList)` be written without the type of the step.
  ///
  /// - Parameters:
  ///   - presentable: The flow.
  ///   - stepper: Its first step.
  /// - Returns: The contributor.
  @MainActor
  public static func contribute<F: Flow>(
    presentable: F, stepper: OneStepper<F.StepType>
  ) -> FlowContributor {
    .contribute(withNextPresentable: presentable, withNextStepper: stepper)
  }

  /// An object that is shown now and emits steps itself.
  ///
  /// - Parameter next: What is shown and emits.
  /// - Returns: The contributor.
  @MainActor
  public static func contribute(withNext next: any Presentable & Stepper) -> FlowContributor {
    .contribute(withNextPresentable: next, withNextStepper: next)
  }

  /// A step for the flow's parent.
  ///
  /// - Parameter step: The step.
  /// - Returns: The contributor.
  public static func forwardToParent(step: any Step) -> FlowContributor {
    .forwardToParentFlow(withStep: step)
  }

  /// The same contribution with another policy for steps from a hidden presentable.
  ///
  /// - Parameter policy: What becomes of such steps.
  /// - Returns: The contributor.
  public func whenHidden(_ policy: HiddenStepPolicy) -> FlowContributor {
    configured { $0.whenHidden = policy }
  }

  /// The same contribution with another policy for steps whose presentable was covered after their
  /// emission.
  ///
  /// - Parameter policy: What becomes of such steps.
  /// - Returns: The contributor.
  public func whenCovered(_ policy: CoveredStepPolicy) -> FlowContributor {
    configured { $0.whenCovered = policy }
  }

  /// The same contribution with a step for the contributing flow when the contributed flow ends
  /// because its screen has left.
  ///
  /// - Parameter step: The step.
  /// - Returns: The contributor.
  public func onDismissal(forwardToParent step: any Step) -> FlowContributor {
    configured { $0.stepOnDismissal = step }
  }

  private func configured(_ change: (inout ContributionOptions) -> Void) -> FlowContributor {
    guard case .configured(let contributor, var options) = self else {
      var options = ContributionOptions()
      change(&options)
      return .configured(self, options)
    }
    change(&options)
    return .configured(contributor, options)
  }
}

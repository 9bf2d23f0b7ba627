/// One part of a flow's answer: a new emitter of steps, a step to forward, or the flow's end.
public enum FlowContributor {
  /// A presentable that is shown now, with its stepper.
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
  /// A step for the answering flow, at the end of its queue.
  case forwardToCurrentFlow(withStep: any Step)
  /// A step for the flow's parent.
  case forwardToParentFlow(withStep: any Step)
  /// The end of the flow, after the rest of the answer.
  case end
  /// A contribution with options; made by ``whenHidden(_:)``, ``whenCovered(_:)`` and
  /// ``onDismissal(forwardToParent:)``.
  indirect case configured(FlowContributor, ContributionOptions)
}

extension FlowContributor {
  /// Contributes a presentable that is shown now, with its stepper.
  ///
  /// - Parameters:
  ///   - presentable: The presentable.
  ///   - stepper: The emitter of its steps.
  /// - Returns: The contributor.
  @MainActor
  public static func contribute(
    presentable: any Presentable, stepper: any Stepper
  ) -> FlowContributor {
    .contribute(withNextPresentable: presentable, withNextStepper: stepper)
  }

  /// Contributes a flow that is shown now and starts with one step.
  ///
  /// Allows `OneStepper(.movieList)` without the type of the step.
  ///
  /// - Parameters:
  ///   - presentable: The flow.
  ///   - stepper: The stepper of its first step.
  /// - Returns: The contributor.
  @MainActor
  public static func contribute<F: Flow>(
    presentable: F, stepper: OneStepper<F.StepType>
  ) -> FlowContributor {
    .contribute(withNextPresentable: presentable, withNextStepper: stepper)
  }

  /// Contributes a presentable that is shown now and emits steps itself.
  ///
  /// - Parameter next: The presentable, which is its own stepper.
  /// - Returns: The contributor.
  @MainActor
  public static func contribute(withNext next: any Presentable & Stepper) -> FlowContributor {
    .contribute(withNextPresentable: next, withNextStepper: next)
  }

  /// Forwards a step to the flow's parent.
  ///
  /// - Parameter step: The step.
  /// - Returns: The contributor.
  public static func forwardToParent(step: any Step) -> FlowContributor {
    .forwardToParentFlow(withStep: step)
  }

  /// Returns the contribution with another policy for steps from a hidden presentable.
  ///
  /// - Parameter policy: The policy.
  /// - Returns: The contributor.
  public func whenHidden(_ policy: HiddenStepPolicy) -> FlowContributor {
    configured { $0.whenHidden = policy }
  }

  /// Returns the contribution with another policy for steps whose presentable was covered after
  /// their emission.
  ///
  /// - Parameter policy: The policy.
  /// - Returns: The contributor.
  public func whenCovered(_ policy: CoveredStepPolicy) -> FlowContributor {
    configured { $0.whenCovered = policy }
  }

  /// Returns the contribution with a step for the contributing flow when the contributed flow ends
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

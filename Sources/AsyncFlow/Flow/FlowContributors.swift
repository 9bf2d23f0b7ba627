/// A flow's answer to a step.
public enum FlowContributors {
  /// No contributor.
  ///
  /// From a flow that takes all types of steps this is ambiguous: the flow may not know the step.
  /// ``unhandled`` states that.
  case none
  /// One contributor.
  case one(flowContributor: FlowContributor)
  /// Several contributors, in this order.
  case multiple(flowContributors: [FlowContributor])
  /// The flow ends, and forwards a step to its parent; `NoneStep` for none.
  case end(forwardToParentFlowWithStep: any Step)
  /// The flow ends with an awaited value; see ``FlowCoordinator/result(of:with:as:fileID:line:)-(_,Stepper,_,_,_)``.
  case finish(value: any Sendable)
  /// The flow does not know the step.
  case unhandled
}

extension FlowContributors {
  /// Answers with one contributor.
  ///
  /// - Parameter contributor: The contributor.
  /// - Returns: The answer.
  public static func one(_ contributor: FlowContributor) -> FlowContributors {
    .one(flowContributor: contributor)
  }

  /// Answers with several contributors.
  ///
  /// - Parameter contributors: The contributors, in order.
  /// - Returns: The answer.
  public static func multiple(_ contributors: [FlowContributor]) -> FlowContributors {
    .multiple(flowContributors: contributors)
  }

  /// Answers with several contributors.
  ///
  /// - Parameter contributors: The contributors, in order.
  /// - Returns: The answer.
  public static func multiple(_ contributors: FlowContributor...) -> FlowContributors {
    .multiple(flowContributors: contributors)
  }

  /// Forwards a step to the nearest flow above whose type of steps it has.
  ///
  /// - Parameter step: The step; see ``FlowContributor/forward(_:)``.
  /// - Returns: The answer.
  public static func forward(_ step: any Step) -> FlowContributors { .one(.forward(step)) }

  /// The flow ends.
  public static var end: FlowContributors { .end(forwardToParentFlowWithStep: NoneStep()) }

  /// Ends the flow with an awaited value.
  ///
  /// - Parameter value: The value.
  /// - Returns: The answer.
  public static func finish(_ value: any Sendable) -> FlowContributors { .finish(value: value) }
}

/// One part of a flow's answer: a new emitter of steps, a step to forward, or the flow's end.
public enum FlowContributor {
  /// A presentable that is shown now, with its stepper.
  ///
  /// If the presentable is a ``Flow``, it becomes a child and handles the stepper's steps itself.
  /// `allowStepWhenNotPresented` delivers steps while it is hidden, `allowStepWhenDismissed` after
  /// it has left the tree. ``contribute(presentable:stepper:)-(_,Stepper)`` with
  /// ``whenHidden(_:)`` and ``whenDismissed(_:)`` says the same.
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
  /// A step for the nearest flow above whose type of steps it has, whatever lies in between.
  ///
  /// Without such a flow, the nearest one above that takes all types of steps receives it. If there
  /// is none either, the step is refused with ``StepRefusal/noRecipient`` and reported.
  case forward(any Step)
  /// The end of the flow, after the rest of the answer.
  case end
  /// A contribution with options; made by ``whenHidden(_:)``, ``whenCovered(_:)``,
  /// ``whenDismissed(_:)`` and ``onDismissal(forwardToParent:)``.
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
  /// Has no effect on a contributed ``Flow``, whose steppers are never held, nor on forwards and
  /// ends.
  ///
  /// - Parameter policy: The policy.
  /// - Returns: The contributor.
  public func whenHidden(_ policy: HiddenStepPolicy) -> FlowContributor {
    configured { $0.whenHidden = policy }
  }

  /// Returns the contribution with another policy for steps whose presentable was covered after
  /// their emission.
  ///
  /// Has no effect on a contributed ``Flow``, whose steppers are never held, nor on forwards and
  /// ends.
  ///
  /// - Parameter policy: The policy.
  /// - Returns: The contributor.
  public func whenCovered(_ policy: CoveredStepPolicy) -> FlowContributor {
    configured { $0.whenCovered = policy }
  }

  /// Returns the contribution with another policy for steps after its presentable has left the tree.
  ///
  /// An alert's answer, for example, comes after the alert's dismissal.
  ///
  /// - Parameter policy: The policy.
  /// - Returns: The contributor.
  public func whenDismissed(_ policy: DismissedStepPolicy) -> FlowContributor {
    configured { $0.whenDismissed = policy }
  }

  /// Returns the contribution with a step for the contributing flow when the contributed screen, or
  /// the contributed flow's, has left the tree.
  ///
  /// The parent of the name is the parent of what is contributed. A contributed screen's step thus
  /// goes to the contributing flow itself, as a contributed flow's does, and never to the parent of
  /// the contributing flow.
  ///
  /// The step stands for the user's dismissal and for a removal by code alike. A flow that ends
  /// itself sends none, even if its handler has removed the screen before. Nor does a screen whose
  /// departure ends the contributing flow, nor a contribution that allows steps after its dismissal.
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

/// The options of a contribution.
public struct ContributionOptions: Sendable {
  /// The policy for steps from a hidden presentable; `nil` for the contribution's own.
  public var whenHidden: HiddenStepPolicy?
  /// The policy for steps whose presentable was covered after their emission.
  public var whenCovered: CoveredStepPolicy
  /// The policy for steps after the presentable has left the tree; `nil` for the contribution's own.
  public var whenDismissed: DismissedStepPolicy?
  /// A step for the contributing flow when the contribution's screen has left the tree.
  public var stepOnDismissal: (any Step)?

  /// Makes options.
  ///
  /// - Parameters:
  ///   - whenHidden: The policy for steps from a hidden presentable.
  ///   - whenCovered: The policy for steps whose presentable was covered after their emission.
  ///   - whenDismissed: The policy for steps after the presentable has left the tree.
  ///   - stepOnDismissal: A step for the contributing flow when the contribution's screen has left
  ///     the tree.
  public init(
    whenHidden: HiddenStepPolicy? = nil, whenCovered: CoveredStepPolicy = .refuse,
    whenDismissed: DismissedStepPolicy? = nil, stepOnDismissal: (any Step)? = nil
  ) {
    self.whenHidden = whenHidden
    self.whenCovered = whenCovered
    self.whenDismissed = whenDismissed
    self.stepOnDismissal = stepOnDismissal
  }

  /// Whether the steps of the contribution are received after its screen has left.
  var outlivesScreen: Bool { whenDismissed == .always }
}

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

/// The policy for a step whose presentable was visible at its emission, and is hidden when the step
/// is next.
///
/// The second of two quick taps is such a step, because the first one has covered the screen.
/// ``HiddenStepPolicy/always`` also delivers covered steps.
///
/// A modal that leaves the presentable visible counts as well, if an earlier step has presented it
/// after this step's emission.
public enum CoveredStepPolicy: Sendable, Equatable {
  /// The step is refused with ``StepRefusal/covered(by:)``.
  case refuse
  /// The step waits until the presentable is visible again, like one that a hidden screen emits;
  /// beneath a modal that leaves it visible, the step is delivered.
  case hold
}

/// The policy for the steps of a presentable that has left the tree.
public enum DismissedStepPolicy: Sendable, Equatable {
  /// The contribution ends when the presentable leaves, and no later step of its stepper is received.
  case drop
  /// Steps are delivered until the contributing flow ends, which retains the stepper as long. The
  /// contribution sends no step on its dismissal.
  case always
}

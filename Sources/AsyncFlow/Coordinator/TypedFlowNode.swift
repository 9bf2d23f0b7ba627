/// A node that is generic over the flow, and so knows the type of its steps.
@MainActor
final class TypedFlowNode<F: Flow>: FlowNode {
  private let typedFlow: F
  private let takesAny = F.StepType.self == (any Step).self

  init(_ flow: F, at place: Place) {
    typedFlow = flow
    super.init(flow, at: place)
  }

  override var takesAnyStep: Bool { takesAny }

  override func takes(_ step: any Step) -> Bool { !takesAny && understands(step) }

  override func understands(_ step: any Step) -> Bool {
    // The common case, and much faster than a cast.
    type(of: step) == F.StepType.self || step is F.StepType
  }

  override func carryOut(
    _ work: FlowEngine.Work, by runner: StepRunner
  ) async -> FlowEngine.Work? {
    let engine = engine
    var next: FlowEngine.Work? = work
    while let work = next, work.item.flow == id {
      let item = work.item
      if work.isNavigating {
        next = engine.navigated(item, in: self, await navigate(to: item.payload.step), by: runner)
      } else {
        var answer = await adapt(item.payload.step)
        if let attempt = item.payload.call?.attempt, let link = attempt.link {
          answer = await link.answer(to: answer, of: item.payload.step, attempt, in: self)
        }
        next = engine.adapted(item, answer, by: runner)
      }
    }
    checkRoot()
    return next
  }

  @inline(__always)
  private func navigate(to step: any Step) async -> FlowContributors {
    guard let step = step as? F.StepType else { return .unhandled }
    return await typedFlow.navigate(to: step)
  }

  private func adapt(_ step: any Step) async -> AdaptedStep {
    guard let step = step as? F.StepType else { return .notUnderstood }
    let adapted: F.StepType? = await typedFlow.adapt(step: step)
    kind.letsAllPass = DefaultAdaptation.answered(for: typedFlow)
    // Flows of untyped steps stop a step with a value that is no step, or with `NoneStep`.
    guard let adapted, let step = adapted as? any Step, !isNone(step) else { return .stopped }
    return .step(step)
  }
}

/// The result of a flow's `adapt`.
enum AdaptedStep {
  case step(any Step)
  case stopped
  /// The step is of a type that the flow does not take.
  case notUnderstood
  /// The destination of a deep link's step is on screen already.
  case alreadyThere
  /// The step's deep link cannot continue.
  case refused(StepRefusal)
}

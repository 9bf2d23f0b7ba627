/// Calls a flow whose type of steps is known to it alone.
@MainActor
class FlowHandler {
  final let kind: FlowKind

  init(_ kind: FlowKind) {
    self.kind = kind
  }

  /// What `adapt` made of a step.
  enum Adapted {
    case step(any Step)
    case stopped
    /// The step is of a type that the flow does not take.
    case notUnderstood
  }

  /// Whether the flow takes steps of all types and looks itself.
  var takesAnyStep: Bool { false }

  /// Whether the step is of the flow's own type; a flow of all steps has none.
  func takes(_ step: any Step) -> Bool { false }

  /// Whether the flow's `navigate` can be called with the step.
  func understands(_ step: any Step) -> Bool { false }

  /// Calls the flow, and again for as long as it is the next to be called.
  ///
  /// - Returns: The work for another flow; `nil` if there is none.
  func carryOut(
    _ work: FlowEngine.Work, by runner: StepRunner, of engine: FlowEngine
  ) async -> FlowEngine.Work? { nil }

  static func make<F: Flow>(for flow: F, _ kind: FlowKind) -> FlowHandler {
    TypedFlowHandler(flow, kind)
  }
}

private final class TypedFlowHandler<F: Flow>: FlowHandler {
  private let typedFlow: F

  private let takesAny = F.StepType.self == (any Step).self

  init(_ flow: F, _ kind: FlowKind) {
    typedFlow = flow
    super.init(kind)
  }

  override var takesAnyStep: Bool { takesAny }

  override func takes(_ step: any Step) -> Bool { !takesAny && understands(step) }

  override func understands(_ step: any Step) -> Bool {
    // Nearly always, and much faster than a cast.
    type(of: step) == F.StepType.self || step is F.StepType
  }

  override func carryOut(
    _ work: FlowEngine.Work, by runner: StepRunner, of engine: FlowEngine
  ) async -> FlowEngine.Work? {
    let node = work.item.payload.node
    var next: FlowEngine.Work? = work
    while let work = next, work.item.payload.node === node {
      let item = work.item
      if work.isNavigating {
        next = engine.navigated(item, await navigate(to: item.payload.step), by: runner)
      } else {
        next = engine.adapted(item, await adapt(item.payload.step), by: runner)
      }
    }
    node.checkRoot()
    return next
  }

  @inline(__always)
  private func navigate(to step: any Step) async -> FlowContributors {
    guard let step = step as? F.StepType else { return .unhandled }
    return await typedFlow.navigate(to: step)
  }

  private func adapt(_ step: any Step) async -> Adapted {
    guard let step = step as? F.StepType else { return .notUnderstood }
    let adapted: F.StepType? = await typedFlow.adapt(step: step)
    kind.letsAllPass = DefaultAdaptation.answered(for: typedFlow)
    // Flows of untyped steps say so with a value of another type.
    guard let adapted, let step = adapted as? any Step, !isNone(step) else { return .stopped }
    return .step(step)
  }
}

/// Whether a step leads nowhere.
func isNone(_ step: any Step) -> Bool { type(of: step) == NoneStep.self }

import NavigationRuntime

/// Where the steps of a contributed stepper come in: on to the flow's queue, or, when the
/// contribution has ended, refused.
///
/// Kept by the stepper's subject and the contribution. It keeps the flow's node only while it is
/// open, so that a stepper that lives on keeps no flow.
@MainActor
final class StepInlet {
  private let source: SlotID
  private let flow: SlotID
  private let flowType: Any.Type
  /// The flow's node while steps go there.
  private var node: FlowNode?
  /// Who says that a step was refused.
  private weak var coordinator: FlowCoordinator?
  private var refusal: StepRefusal?

  init(_ source: SlotID, to node: FlowNode) {
    self.source = source
    self.node = node
    flow = node.id
    flowType = node.flowType
  }

  func receive(_ step: any Step) {
    guard let node else { return refuse(step) }
    node.engine.emit(step, from: source, in: node)
  }

  /// From now on steps are refused.
  ///
  /// - Parameters:
  ///   - refusal: Why; `nil` if the screen has gone, or the flow, whichever it is then.
  ///   - coordinator: Who says so; `nil` if it has gone.
  func close(because refusal: StepRefusal? = nil, telling coordinator: FlowCoordinator?) {
    self.refusal = refusal
    self.coordinator = coordinator
    node = nil
  }

  private func refuse(_ step: any Step) {
    guard !isNone(step), let engine = coordinator?.engine else { return }
    let reason = refusal ?? (engine.machine.acceptsSteps(flow) ? .dismissed : .flowEnded)
    engine.refuse(step, flowType, reason)
  }
}

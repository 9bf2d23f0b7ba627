import NavigationRuntime

/// Where the steps of a contributed stepper come in: on to the flow's queue, or, when the
/// contribution has ended, refused.
///
/// Kept by the stepper's subject and the contribution. It keeps the flow's node only while it is
/// open, so that a stepper that lives on keeps no flow.
@MainActor
final class StepInlet {
  private var source: SlotID
  /// The flow's node while steps go there.
  private var node: FlowNode?
  private var deflector: StepDeflector?

  init(_ source: SlotID, to node: FlowNode) {
    self.source = source
    self.node = node
  }

  /// One that refuses every step.
  init(_ deflector: StepDeflector) {
    source = deflector.flow
    self.deflector = deflector
  }

  func receive(_ step: any Step) {
    guard let node else { return deflector?.refuse(step) ?? () }
    node.engine.emit(step, from: source, in: node)
  }

  /// From now on steps go to a flow, since the stepper was contributed again.
  func open(_ source: SlotID, to node: FlowNode) {
    self.source = source
    self.node = node
    deflector = nil
  }

  /// From now on steps are refused, in a way of its own.
  func close(with deflector: StepDeflector) {
    self.deflector = deflector
    node = nil
  }

  /// From now on steps are refused, since the screen has gone or the flow.
  func close() {
    guard let node else { return }
    close(with: StepDeflector(of: node, telling: node.engine.coordinator))
  }
}

/// Says of steps that come too late that they are refused, and why.
@MainActor
final class StepDeflector {
  let flow: SlotID
  private let flowType: Any.Type
  /// Who says so; `nil` when it has gone.
  private weak var coordinator: FlowCoordinator?
  /// `nil` if the screen has gone, or the flow, whichever it is then.
  private let refusal: StepRefusal?

  init(
    of node: FlowNode, telling coordinator: FlowCoordinator?, because refusal: StepRefusal? = nil
  ) {
    flow = node.id
    flowType = node.flowType
    self.coordinator = coordinator
    self.refusal = refusal
  }

  func refuse(_ step: any Step) {
    guard !isNone(step), let engine = coordinator?.engine else { return }
    let reason = refusal ?? (engine.machine.acceptsSteps(flow) ? .dismissed : .flowEnded)
    engine.refuse(step, flowType, reason)
  }
}

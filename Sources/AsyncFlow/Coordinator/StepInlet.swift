import NavigationRuntime

/// The entry of a stepper's steps: enqueues them in the contributing flow, or refuses them when no
/// contribution is left.
///
/// Retained by the stepper's subject and the contributions. Retains a flow's node only while open, so
/// a stepper that outlives its flow does not retain the flow. A step is handled once, however often
/// its stepper was contributed: for the newest visible contribution, else for the newest.
@MainActor
final class StepInlet {
  private var source: SlotID
  /// The node of the newest contribution; `nil` when none is left.
  private var node: FlowNode?
  /// The contributions before the newest one, oldest first.
  private var earlier: [(source: SlotID, node: FlowNode)] = []
  private var deflector: StepDeflector?

  init(_ source: SlotID, to node: FlowNode) {
    self.source = source
    self.node = node
  }

  init(_ deflector: StepDeflector) {
    source = deflector.flow
    self.deflector = deflector
  }

  /// Whether steps go to a flow.
  var isOpen: Bool { node != nil }

  /// Whether a contribution to this flow receives the steps.
  func isOpen(to node: FlowNode) -> Bool {
    self.node === node || earlier.contains { $0.node === node }
  }

  func receive(_ step: any Step) {
    guard let node else { return deflector?.refuse(step) ?? () }
    guard !earlier.isEmpty, node.engine.machine.isHidden(source),
      let visible = earlier.last(where: { !$0.node.engine.machine.isHidden($0.source) })
    else { return node.engine.emit(step, from: source, in: node) }
    visible.node.engine.emit(step, from: visible.source, in: visible.node)
  }

  /// Directs later steps to a newer contribution.
  func open(_ source: SlotID, to node: FlowNode) {
    if let newest = self.node { earlier.append((self.source, newest)) }
    self.source = source
    self.node = node
    deflector = nil
  }

  /// Refuses later steps with a deflector, unless a contribution receives them.
  func close(with deflector: StepDeflector) {
    guard node == nil else { return }
    self.deflector = deflector
  }

  /// Removes a contribution that has ended.
  ///
  /// If none is left, later steps are refused as dismissed or as those of an ended flow.
  func close(_ source: SlotID, of node: FlowNode) {
    guard self.source == source, self.node === node else {
      return earlier.removeAll { $0.source == source && $0.node === node }
    }
    if let newest = earlier.popLast() {
      (self.source, self.node) = newest
    } else {
      self.node = nil
      deflector = StepDeflector(of: node, telling: node.engine.coordinator)
    }
  }
}

/// Refuses steps that come too late, with the reason.
@MainActor
final class StepDeflector {
  let flow: SlotID
  private let flowType: Any.Type
  /// The coordinator that publishes the refusals; `nil` after its release.
  private weak var coordinator: FlowCoordinator?
  /// The reason; `nil` to derive it from whether the flow still lives.
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

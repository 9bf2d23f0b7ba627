import NavigationRuntime

/// Where a stepper's steps come in: on to the queue of the flow that contributed it or, when no
/// contribution is left, refused.
///
/// Kept by the stepper's subject and the contributions. It keeps a flow's node only while it is
/// open, so that a stepper that lives on keeps no flow. A step is handled once, however often its
/// stepper was contributed: by the newest contribution that is visible, else by the newest.
@MainActor
final class StepInlet {
  private var source: SlotID
  /// The flow's node of the newest contribution, while there is one.
  private var node: FlowNode?
  /// The contributions before the newest one, oldest first.
  private var earlier: [(source: SlotID, node: FlowNode)] = []
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

  /// Whether steps go to a flow.
  var isOpen: Bool { node != nil }

  /// Whether steps go to a flow for another contribution, too.
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

  /// From now on steps go to a flow, since the stepper was contributed again.
  func open(_ source: SlotID, to node: FlowNode) {
    if let newest = self.node { earlier.append((self.source, newest)) }
    self.source = source
    self.node = node
    deflector = nil
  }

  /// From now on steps are refused, in a way of its own; not while another flow takes them.
  func close(with deflector: StepDeflector) {
    guard node == nil else { return }
    self.deflector = deflector
  }

  /// A contribution has ended: steps go to those that are left or, if none is, are refused since
  /// the screen has gone or the flow.
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

import NavigationRuntime

/// The entry of a stepper's steps: enqueues them in the contributing flow, or refuses them when no
/// contribution is left.
///
/// Retained by the stepper's subject and the contributions. Retains a flow's node only while open,
/// so a stepper that outlives its flow does not retain the flow. A step is handled once, however
/// often its stepper was contributed: for the newest visible contribution, else for the newest.
@MainActor
final class StepInlet {
  /// The stepper, which it does not retain.
  let stepper: ObjectIdentifier
  // Unchecked, because each step passes them, and no other code runs during an access.
  @exclusivity(unchecked) private var source: ArenaIndex
  /// The node of the newest contribution; `nil` when none is left.
  @exclusivity(unchecked) private var node: FlowNode?
  /// The readers of the streams of the newest contribution's presentable, if it has streams.
  @exclusivity(unchecked) private var streams: StreamReaders?
  /// The contributions before the newest one, oldest first.
  @exclusivity(unchecked) private var earlier:
    [(source: ArenaIndex, node: FlowNode, streams: StreamReaders?)] = []
  private var rejecter: LateStepRejecter?

  init(
    of stepper: any Stepper, _ source: ArenaIndex, to node: FlowNode, _ streams: StreamReaders?
  ) {
    self.stepper = ObjectIdentifier(stepper)
    self.source = source
    self.node = node
    self.streams = streams
  }

  init(of stepper: any Stepper, _ rejecter: LateStepRejecter) {
    self.stepper = ObjectIdentifier(stepper)
    source = rejecter.flow
    self.rejecter = rejecter
  }

  /// Whether steps go to a flow.
  var isOpen: Bool { node != nil }

  /// Whether a contribution to this flow receives the steps.
  func isOpen(to node: FlowNode) -> Bool {
    self.node === node || earlier.contains { $0.node === node }
  }

  /// Enqueues or refuses a step.
  ///
  /// While the presentable's streams have an element or their end in flight, it is not known whether
  /// the screen is visible still, so the step does not keep it as visible.
  func receive(_ step: any Step) {
    guard let node else { return rejecter?.refuse(step) ?? () }
    guard !earlier.isEmpty, node.engine.machine.isHidden(source),
      let visible = earlier.last(where: { !$0.node.engine.machine.isHidden($0.source) })
    else { return node.emit(step, from: source, keepsScreen: streams?.isIdle ?? true) }
    visible.node.emit(step, from: visible.source, keepsScreen: visible.streams?.isIdle ?? true)
  }

  /// Directs later steps to a newer contribution.
  func open(_ source: ArenaIndex, to node: FlowNode, _ streams: StreamReaders?) {
    if let newest = self.node { earlier.append((self.source, newest, self.streams)) }
    self.source = source
    self.node = node
    self.streams = streams
    rejecter = nil
  }

  /// Refuses later steps with a rejecter, unless a contribution receives them.
  func close(with rejecter: LateStepRejecter) {
    guard node == nil else { return }
    self.rejecter = rejecter
  }

  /// Removes a contribution that has ended.
  ///
  /// If none is left, later steps are refused as dismissed or as those of an ended flow.
  func close(_ source: ArenaIndex, of node: FlowNode) {
    guard self.source == source, self.node === node else {
      return earlier.removeAll { $0.source == source && $0.node === node }
    }
    if let newest = earlier.popLast() {
      (self.source, self.node, streams) = newest
    } else {
      self.node = nil
      streams = nil
      rejecter = LateStepRejecter(of: node, in: node.engine.coordinator)
    }
  }
}

/// Refuses steps that come too late, with the reason.
@MainActor
final class LateStepRejecter {
  let flow: ArenaIndex
  private let flowType: Any.Type
  /// The coordinator that publishes the refusals; `nil` after its release.
  private weak var coordinator: FlowCoordinator?
  /// The reason; `nil` to derive it from whether the flow still lives.
  private let refusal: StepRefusal?

  init(of node: FlowNode, in coordinator: FlowCoordinator?, because refusal: StepRefusal? = nil) {
    flow = node.id
    flowType = node.flowType
    self.coordinator = coordinator
    self.refusal = refusal
  }

  func refuse(_ step: any Step) {
    guard !step.isNone, let engine = coordinator?.engine else { return }
    let reason = refusal ?? (engine.machine.acceptsSteps(flow) ? .dismissed : .flowEnded)
    engine.refuse(step, flowType, reason)
  }
}

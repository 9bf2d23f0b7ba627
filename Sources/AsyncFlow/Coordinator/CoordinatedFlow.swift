import NavigationRuntime

extension FlowCoordinator {
  /// Wraps a flow as a node, for a parent that is a flow of another framework.
  ///
  /// The flow starts with the node. If it is already alive by then, or the coordinator has
  /// completed, that is reported and the node ends at once.
  ///
  /// - Parameters:
  ///   - flow: The flow; retained by the node.
  ///   - stepper: The emitter of its steps.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  /// - Returns: The node, which also retains the coordinator.
  public func node(
    of flow: some Flow, with stepper: some Stepper, fileID: String = #fileID, line: UInt = #line
  ) -> CoordinatedFlow {
    CoordinatedFlow(type(of: flow), flow.root, in: self) { [engine] in
      guard engine.canStart(flow, at: CallSite(fileID, line)) else { return nil }
      let node = engine.start(
        flow, under: nil, allowsStepsWhenDismissed: flow.allowStepWhenDismissed)
      engine.add(stepper, to: node)
      return node
    }
  }
}

/// A flow together with its coordinator, as a node for a parent of another framework.
///
/// ```swift
/// let coordinator = FlowCoordinator()
/// let checkout = coordinator.node(of: CheckoutFlow(), with: OneStepper(CheckoutStep.cart))
/// parent.attach(checkout, by: .present)
/// ```
///
/// The parent retains the node, which retains the flow and the coordinator. The parent starts the
/// node, shows the flow's root, and observes the flow's end and its reason.
@MainActor
public final class CoordinatedFlow: NavigationNode {
  private enum Life {
    case waiting(start: @MainActor () -> FlowNode?)
    /// The reason is that of a stop during the start.
    case starting(stop: NavigationEndReason?)
    case running(FlowNode)
    case ended(NavigationEndReason)
  }

  /// The flow's root.
  public let representative: any Presentable
  private let flowType: Any.Type
  private let coordinator: FlowCoordinator
  private var life: Life
  /// The flow among those of its coordinator; `nil` before its start.
  private var flowID: ArenaIndex?
  private let endings = Multicast<NavigationEndReason>()

  init(
    _ flowType: Any.Type, _ root: any Presentable, in coordinator: FlowCoordinator,
    start: @escaping @MainActor () -> FlowNode?
  ) {
    self.flowType = flowType
    representative = root
    self.coordinator = coordinator
    life = .waiting(start: start)
  }

  /// Starts the flow as a root of its coordinator; does nothing the second time.
  public func start(under parent: (any NavigationNode)?) {
    guard case .waiting(let start) = life else { return }
    life = .starting(stop: nil)
    let node = start()
    flowID = node?.id
    guard case .starting(let stopReason) = life else { return }
    // The stepper, its first steps or an observer may have ended the flow, or stopped this node.
    guard let node, node.isAlive else { return end(stopReason ?? node?.endReason ?? .stopped) }
    life = .running(node)
    node.onEnd.append { [weak self] reason, _ in self?.end(reason) }
    if let stopReason { stop(because: stopReason) }
  }

  /// Ends the flow and its descendants; does nothing after the end.
  ///
  /// If one of the flow's handlers has removed its screen, and has not returned, a departure as the
  /// reason has no effect: the handler's answer decides.
  public func stop(because reason: NavigationEndReason) {
    switch life {
    case .waiting: end(reason)
    case .starting(let earlier): life = .starting(stop: earlier ?? reason)
    case .running(let node) where node.isAlive:
      // The parent may observe a removal first.
      coordinator.engine.end(node, reason, refusing: .flowEnded, by: node.departureCause)
    case .running(let node):
      guard node.hasUndecidedEnd, !reason.isDeparture else { return }
      coordinator.engine.decideEnd(of: node, because: reason)
    case .ended: return
    }
  }

  /// Observes the flow's end.
  public func onEnd(_ sink: @escaping @MainActor (NavigationEndReason) -> Void) -> Cancellation {
    guard case .ended(let reason) = life else { return endings.sink(sink) }
    sink(reason)
    return Cancellation {}
  }

  /// The flow's node, between its start and its end.
  var runningNode: FlowNode? {
    if case .running(let node) = life, node.isAlive { node } else { nil }
  }

  private func end(_ reason: NavigationEndReason) {
    life = .ended(reason)
    endings.send(reason)
  }
}

extension CoordinatedFlow: WrappingNode {
  package var wrappedName: String { "\(flowType)" }

  package func hasShown(_ container: any NavigationContainer) -> Bool {
    flowID != nil && container.lifecycle.handledStep(of: coordinator.engine)?.root == flowID
  }
}

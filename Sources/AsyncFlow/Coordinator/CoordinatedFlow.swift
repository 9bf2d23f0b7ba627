import NavigationRuntime

/// A flow together with its coordinator, as a node that another framework's flow can keep.
///
/// ```swift
/// let coordinator = FlowCoordinator()
/// let checkout = coordinator.node(of: CheckoutFlow(), with: OneStepper(CheckoutStep.cart))
/// parent.attach(checkout, by: .present)
/// ```
///
/// The parent keeps the node, which keeps flow and coordinator. The parent starts it and shows the
/// flow's root, and hears when the flow has ended, and why.
@MainActor
public final class CoordinatedFlow: NavigationNode {
  private enum Life {
    case waiting(start: @MainActor () -> FlowNode?)
    case running(FlowNode)
    case ended(NavigationEndReason)
  }

  /// The flow's root.
  public let representative: any Presentable
  private let coordinator: FlowCoordinator
  private var life: Life
  private let endings = Multicast<NavigationEndReason>()

  init(
    _ root: any Presentable, in coordinator: FlowCoordinator,
    start: @escaping @MainActor () -> FlowNode?
  ) {
    representative = root
    self.coordinator = coordinator
    life = .waiting(start: start)
  }

  /// Starts the flow, as a root of its coordinator; does nothing the second time.
  ///
  /// - Parameter parent: The node that keeps this one.
  public func start(under parent: (any NavigationNode)?) {
    guard case .waiting(let start) = life else { return }
    // Its stepper may have ended it, too.
    guard let node = start(), node.isAlive else { return end(.stopped) }
    life = .running(node)
    node.onEnd.append { [weak self] reason, _ in self?.end(reason) }
  }

  /// Ends the flow and everything beneath it; does nothing after the end.
  ///
  /// - Parameter reason: Why.
  public func stop(because reason: NavigationEndReason) {
    switch life {
    case .waiting: end(reason)
    case .running(let node):
      // The parent may learn of a removal first.
      coordinator.engine.end(
        node, reason, refusing: .flowEnded, sparing: node.rootLifecycle?.departureCause?.work)
    case .ended: return
    }
  }

  /// Tells when the flow has ended.
  ///
  /// - Parameter sink: Called once, on the main actor; at once if it has ended already.
  /// - Returns: The handle that keeps the sink subscribed.
  public func onEnd(
    _ sink: @escaping @MainActor (NavigationEndReason) -> Void
  ) -> Cancellation {
    guard case .ended(let reason) = life else { return endings.sink(sink) }
    sink(reason)
    return Cancellation {}
  }

  private func end(_ reason: NavigationEndReason) {
    life = .ended(reason)
    endings.send(reason)
  }
}

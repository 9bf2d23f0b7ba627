import NavigationRuntime

/// A flow's readiness, whether or not the flow has been started.
///
/// Made for a flow when it is asked for; few flows are.
@MainActor
final class FlowReadiness {
  private enum State {
    case waiting
    case ready
    case ended
  }

  // Both tables are the process's: a flow has no context before it is started.

  /// The nodes of the flows that live in a coordinator, which retain these flows.
  private static var nodes: [ObjectIdentifier: FlowNode] = [:]
  /// The readiness of flows; `nil` for a flow that has ended and was not asked for its readiness.
  private static let registry = WeakTable<FlowReadiness?>()

  private var state = State.waiting
  private var waiters: ContinuationList?
  private var actions: [@MainActor (Bool) -> Void] = []

  /// The node of the flow while it lives in a coordinator.
  private(set) var node: FlowNode?

  private init(_ state: State, of node: FlowNode?) {
    self.state = state
    self.node = node
  }

  static func of(_ flow: any Flow) -> FlowReadiness {
    let known = registry[flow]
    if let known, let readiness = known { return readiness }
    let node = nodes[ObjectIdentifier(flow)]
    let state: State =
      switch node {
      case nil: known == nil ? .waiting : .ended
      case let node?: node.isReady ? .ready : .waiting
      }
    let readiness = FlowReadiness(state, of: node)
    node?.readiness = readiness
    registry[flow] = readiness
    return readiness
  }

  /// The node of a flow while it lives in a coordinator.
  static func node(of flow: any Flow) -> FlowNode? {
    guard let node = nodes[ObjectIdentifier(flow)], node.isAlive else { return nil }
    return node
  }

  /// Records that a flow lives in a coordinator.
  static func begin(_ node: FlowNode) {
    nodes[ObjectIdentifier(node.flow)] = node
    guard let known = registry[node.flow] else { return }
    guard let readiness = known else { return registry[node.flow] = nil }
    readiness.node = node
    readiness.state = .waiting
    node.readiness = readiness
  }

  static func end(_ node: FlowNode) {
    // An observer of the end may have started the flow again.
    guard nodes[ObjectIdentifier(node.flow)] === node else { return }
    nodes[ObjectIdentifier(node.flow)] = nil
    if let readiness = node.readiness {
      node.readiness = nil
      readiness.end()
    } else {
      registry[node.flow] = .some(nil)
    }
  }

  /// Records that a flow was refused before it started.
  static func refuse(_ flow: any Flow) { of(flow).end() }

  func becomeReady() { resolve(.ready) }

  private func end() {
    node = nil
    resolve(.ended)
  }

  /// Calls a closure with whether the flow has become ready, at once if it is ready.
  ///
  /// After the flow's end the closure waits for its next start: a handler uses the flow before its
  /// answer contributes it again.
  func whenReady(_ action: @escaping @MainActor (Bool) -> Void) {
    if state == .ready { action(true) } else { actions.append(action) }
  }

  /// Waits until the flow has become ready or has ended.
  ///
  /// A handler, or other tracked work, that waits here does not prevent settling.
  ///
  /// - Returns: Whether the flow is ready; `false` also if the waiting task was cancelled, or is in a
  ///   transaction or a handler for whose end the flow waits.
  func isReady() async -> Bool {
    guard state == .waiting else { return state == .ready }
    if let node, node.engine.refusesReadiness(of: node) || Self.refusesWait(for: node) {
      return false
    }
    let runner = node.flatMap { $0.engine.beginAwaiting(.readiness(of: $0)) }
    defer { runner?.awaited = nil }
    let waiters = waiters ?? ContinuationList()
    self.waiters = waiters
    return await waiters.wait {
      node.flatMap { node in
        node.engine.context.activity.beginWaiting(for: "\(node.name) to be ready")
      }
    }
  }

  private func resolve(_ state: State) {
    self.state = state
    let actions = actions.takeAll()
    waiters?.resumeAll(returning: state == .ready)
    for action in actions { action(state == .ready) }
  }
}

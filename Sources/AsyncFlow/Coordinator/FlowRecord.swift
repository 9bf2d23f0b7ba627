import NavigationRuntime

/// What is known of a flow whether or not it has been started: where it lives, and whether it is
/// ready.
@MainActor
final class FlowRecord {
  private enum State {
    case waiting
    case ready
    case ended
  }

  private static let registry = WeakRegistry<FlowRecord>()

  private var state = State.waiting
  private var waiters: [@MainActor (Bool) -> Void] = []

  /// Where the flow lives now.
  weak var node: FlowNode? {
    didSet { if node != nil { state = .waiting } }
  }

  static func of(_ flow: any Flow) -> FlowRecord {
    registry.value(of: flow) { FlowRecord() }
  }

  static func node(of flow: any Flow) -> FlowNode? {
    guard let node = registry[flow]?.node, node.isAlive, node.coordinator != nil else {
      return nil
    }
    return node
  }

  func becomeReady() { resolve(.ready) }

  func end() {
    node = nil
    resolve(.ended)
  }

  /// Calls with whether the flow has become ready: when that is known, or at once.
  func whenReady(_ action: @escaping @MainActor (Bool) -> Void) {
    switch state {
    case .waiting: waiters.append(action)
    case .ready: action(true)
    case .ended: action(false)
    }
  }

  private func resolve(_ state: State) {
    self.state = state
    let waiters = waiters
    self.waiters = []
    for waiter in waiters { waiter(state == .ready) }
  }
}

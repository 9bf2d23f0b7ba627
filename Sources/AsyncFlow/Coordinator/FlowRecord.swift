import NavigationRuntime

/// A flow's node and readiness, which exist whether or not the flow has been started.
@MainActor
final class FlowRecord {
  private enum State {
    case waiting
    case ready
    case ended
  }

  private static let registry = WeakRegistry<FlowRecord>()

  private var state = State.waiting
  private var waiters: [Int: @MainActor (Bool) -> Void] = [:]
  private var nextNumber = 0

  /// The node of the flow while it lives in a coordinator.
  var node: FlowNode? {
    didSet { if node != nil { state = .waiting } }
  }

  static func of(_ flow: any Flow) -> FlowRecord {
    registry.value(of: flow) { FlowRecord() }
  }

  static func node(of flow: any Flow) -> FlowNode? {
    guard let node = registry[flow]?.node, node.isAlive else { return nil }
    return node
  }

  func becomeReady() { resolve(.ready) }

  func end() {
    node = nil
    resolve(.ended)
  }

  /// Calls a closure with whether the flow has become ready, at once if that is known already.
  func whenReady(_ action: @escaping @MainActor (Bool) -> Void) {
    whenReady(takeNumber(), action)
  }

  /// Waits until the flow has become ready or has ended.
  ///
  /// A handler, or other tracked work, that waits here does not prevent settling.
  ///
  /// - Returns: Whether the flow is ready; `false` also if the waiting task was cancelled.
  func isReady() async -> Bool {
    guard state == .waiting else { return state == .ready }
    let number = takeNumber()
    return await withTaskCancellationHandler {
      await withCheckedContinuation {
        let end = node.flatMap { node in
          node.engine.context.activity.beginWaiting(for: "\(node.name) to be ready")
        }
        let waiter = ActivityWaiter($0, end: end)
        guard !Task.isCancelled else { return waiter.resume(returning: false) }
        whenReady(number) { waiter.resume(returning: $0) }
      }
    } onCancel: {
      onMainActor { self.waiters.removeValue(forKey: number)?(false) }
    }
  }

  private func whenReady(_ number: Int, _ action: @escaping @MainActor (Bool) -> Void) {
    switch state {
    case .waiting: waiters[number] = action
    case .ready: action(true)
    case .ended: action(false)
    }
  }

  private func takeNumber() -> Int {
    defer { nextNumber += 1 }
    return nextNumber
  }

  private func resolve(_ state: State) {
    self.state = state
    let waiters = waiters.sorted { $0.key < $1.key }
    self.waiters = [:]
    for (_, waiter) in waiters { waiter(state == .ready) }
  }
}

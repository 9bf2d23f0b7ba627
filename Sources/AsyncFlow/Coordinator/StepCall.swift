import NavigationRuntime

/// A pending `navigate(to:)`: its recipients, and its outcomes so far.
@MainActor
final class StepCall {
  let step: any Step
  private(set) var deliveries: [NavigationReceipt.Delivery] = []
  /// The number of flows that have not answered.
  var remaining = 0
  /// The remaining flows to try in turn until one handles the step.
  var candidates: [FlowNode] = []
  /// The machine's number for the call, if a handler waits for it.
  var nested: Int?
  var origin: SlotID?
  /// The handler that waits for it, if one does.
  var caller: NavigationWork?
  var isAnimated = true
  /// Whether the caller waits for the receipt.
  var isAwaited = false
  /// The attempt at a deep link's hop; `nil` for other calls.
  var attempt: LinkAttempt?
  /// Whether its deep link has ended; a step that has not begun is then refused.
  var isWithdrawn = false
  /// The step in whose handler it was called.
  var followed: CoordinatorMachine.Item?
  /// Whether a flow's `adapt` has replaced the step.
  var wasReplaced = false
  private(set) var receipt: NavigationReceipt?
  private var onDone: [@MainActor (NavigationReceipt) -> Void] = []

  init(_ step: any Step) {
    self.step = step
  }

  func note(_ flow: any Flow, _ outcome: StepOutcome) {
    deliveries.append(.init(flow: type(of: flow), outcome: outcome))
  }

  func whenDone(_ action: @escaping @MainActor (NavigationReceipt) -> Void) {
    if let receipt { action(receipt) } else { onDone.append(action) }
  }

  func finish(refusal: StepRefusal? = nil) {
    guard receipt == nil else { return }
    let receipt = NavigationReceipt(step: step, deliveries: deliveries, refusal: refusal)
    self.receipt = receipt
    followed = nil
    let actions = onDone
    onDone = []
    for action in actions { action(receipt) }
  }
}

import NavigationRuntime

/// A `navigate(to:)` on its way: to whom it goes, and what became of it so far.
@MainActor
final class StepCall {
  let step: any Step
  private(set) var deliveries: [NavigationReceipt.Delivery] = []
  /// How many flows have not answered.
  var remaining = 0
  /// Flows that are asked in turn until one has handled the step.
  var candidates: [FlowNode] = []
  /// The number under which the machine knows it, if a handler waits for it.
  var nested: Int?
  var origin: SlotID?
  /// The handler that waits for it, if one does.
  var caller: NavigationWork?
  var isAnimated = true
  /// Whether the caller waits for the receipt.
  var isAwaited = false
  /// The hop of a deep link that it is; `nil` if it is none.
  var attempt: LinkAttempt?
  /// Whether nobody wants it any more; what has not begun is refused then.
  var isWithdrawn = false
  /// The step in whose handler it was called.
  var followed: CoordinatorMachine.Item?
  /// Whether a flow's `adapt` has put another step in its place.
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

import NavigationRuntime

/// The recipients of a step that is sent or navigated to.
enum StepDelivery {
  /// Every flow that lives when the call starts.
  case broadcast
  /// One flow.
  case flow(any Flow)
  /// The innermost visible flow, then its ancestors, until one handles or filters the step.
  case firstResponder
}

extension FlowEngine {
  func deliver(_ step: any Step, _ delivery: StepDelivery) {
    guard !step.isNone else { return }
    let call = StepCall(step)
    call.followed = linkedStep
    begin(call, delivery)
  }

  func receipt(of step: any Step, _ delivery: StepDelivery) async -> NavigationReceipt {
    let call = StepCall(step)
    guard !step.isNone else { return call.currentReceipt }
    call.isAwaited = true
    if refuseInTransaction(call, delivery), let receipt = call.receipt { return receipt }
    if let runner = callingRunner, let item = runner.item {
      call.awaitingStep = item
      if refuseMutualWait(call, of: item.node, delivery) { return call.currentReceipt }
      call.caller = runner.handler
    }
    if let item = call.awaitingStep, item.node.engine === self {
      await beginNested(call, delivery, in: item)
    } else {
      begin(call, delivery)
    }
    if call.receipt == nil {
      let runner = beginAwaiting(.call(call, in: self))
      await context.activity.wait(for: "the step to be handled") { waiter in
        call.whenDone { _ in waiter.resume() }
      }
      runner?.awaited = nil
    }
    return call.currentReceipt
  }

  private func beginNested(_ call: StepCall, _ delivery: StepDelivery, in item: StepItem) async {
    let node = item.node
    call.followed = item
    call.depth = (item.call?.depth ?? 0) + 1
    guard call.depth < StepCall.depthLimit else {
      context.issues.report(.endlessSteps(node.name, call.step, call.depth))
      return refuse(call, in: node.flowType, .endless)
    }
    let number = machine.makeCall()
    call.nested = number
    call.origin = node.id
    begin(call, delivery)
    guard call.receipt == nil else { return }
    let handler = suspend(
      item, on: .call(number), for: "the step \(call.step) that it navigates to")
    call.whenDone { [self] _ in fulfil(item) }
    wake()
    let runner = beginAwaiting(.call(call, in: self))
    await handler.wait()
    runner?.awaited = nil
    suspended[item.id] = nil
  }

  /// Refuses a call that a handler awaits, if a recipient waits for that handler.
  ///
  /// A later candidate counts when it is next.
  private func refuseMutualWait(
    _ call: StepCall, of node: FlowNode, _ delivery: StepDelivery
  ) -> Bool {
    var recipients = takers(of: call.step, among: recipients(of: delivery))
    if case .firstResponder = delivery { recipients = Array(recipients.prefix(1)) }
    guard let chain = mutualWait(of: call, for: recipients) else { return false }
    report(chain, for: call, of: node)
    call.finish(refusal: .mutualWait(chain))
    return true
  }

  /// Refuses a call that the body of a transaction awaits, if its step would wait for the end of that
  /// transaction.
  private func refuseInTransaction(_ call: StepCall, _ delivery: StepDelivery) -> Bool {
    let transactions = NavigationScheduler.openTransactions
    guard !transactions.isEmpty else { return false }
    for node in recipients(of: delivery) where node.understands(call.step) {
      guard
        let chain = context.mutualWait(
          of: "\(call.step)", in: transactions, and: node.name, for: node.scheduler)
      else { continue }
      refuse(call, in: node.flowType, .mutualWait(chain))
      return true
    }
    return false
  }

  /// Refuses a call whose step no flow has received.
  func refuse(
    _ call: StepCall, in flow: Any.Type = FlowCoordinator.self, _ refusal: StepRefusal
  ) {
    refuse(call.step, flow, refusal)
    call.finish(refusal: refusal)
  }

  private func report(_ chain: [String], for call: StepCall, of node: FlowNode) {
    context.issues.report(.mutualWait("\(call.step)", chain))
    refuse(call.step, node.flowType, .mutualWait(chain))
  }

  func begin(_ call: StepCall, _ delivery: StepDelivery) {
    guard !isOver else { return refuse(call, .stopped) }
    if let trace = context.trace, call.cause == nil { call.cause = trace.current }
    if roots.isEmpty { return keptCalls.append((call, delivery)) }
    // Calls stay in order. Only a handler's nested call overtakes kept ones, which may wait for it.
    if !keptCalls.isEmpty, call.nested == nil {
      guard !isStarting else { return keptCalls.append((call, delivery)) }
      deliverKeptCalls()
    }
    let recipients = recipients(of: delivery)
    let takers = takers(of: call.step, among: recipients)
    guard let first = takers.first else { return refuse(call, .notCoordinated) }
    if let preceding = precedingStep {
      guard extendChain(of: preceding, with: call.step, in: first) else {
        return call.finish(refusal: .endless)
      }
      call.chain = preceding.chain
    }
    if case .firstResponder = delivery {
      call.candidates = Array(takers.dropFirst())
      send(call, to: first)
    } else {
      call.expectAnswers(recipients.count)
      if takers.count < recipients.count {
        for node in recipients where !node.understands(call.step) {
          call.note(node.flowType, .unhandled)
        }
      }
      for node in takers { send(call, to: node) }
    }
    wake()
  }

  /// Whether no flow has handled its first step yet, and steps are pending.
  private var isStarting: Bool {
    machine.undoneCount > 0 && roots.elements.allSatisfy { !$0.hasFinishedStep }
  }

  func deliverKeptCalls() {
    for (call, delivery) in keptCalls.takeAll() { begin(call, delivery) }
  }

  private func send(_ call: StepCall, to node: FlowNode) {
    call.remaining += 1
    let item = makeItem(
      call.step, in: node, call: call, chain: call.chain,
      ticket: machine.makeTicket(
        to: node.id, origin: call.origin, call: call.nested, following: call.followed))
    if let attempt = call.attempt { attempts[item.intent] = attempt }
    enqueue(item, cause: call.cause)
  }

  /// Records a flow's outcome for a call, and delivers the step to the next candidate or finishes
  /// the call.
  func answer(_ call: StepCall, _ node: FlowNode, _ outcome: StepOutcome) {
    call.note(node.flowType, outcome)
    call.remaining -= 1
    guard call.remaining == 0 else { return }
    while outcome != .handled, outcome != .filtered, !call.candidates.isEmpty {
      let next = call.candidates.removeFirst()
      guard next.isAlive else { continue }
      guard let chain = mutualWait(of: call, for: [next]) else { return send(call, to: next) }
      report(chain, for: call, of: next)
      call.note(next.flowType, .refused(.mutualWait(chain)))
      break
    }
    call.finish()
    guard let receipt = call.receipt, receipt.outcome == .unhandled else { return }
    publishUnhandled(
      NavigationEvent(flow: FlowCoordinator.self, step: call.step), isAnswered: call.isAwaited)
  }

  private func recipients(of delivery: StepDelivery) -> [FlowNode] {
    switch delivery {
    case .broadcast: roots.subtrees
    case .flow(let flow): node(of: flow).map { [$0] } ?? []
    case .firstResponder:
      roots.front().map { Array(sequence(first: $0.flow, next: \.parent)) } ?? []
    }
  }

  /// Returns the recipients whose type of steps includes a step; all of them if there is none.
  ///
  /// The others need no turn: a flow that awaits its child would keep the call waiting.
  private func takers(of step: any Step, among recipients: [FlowNode]) -> [FlowNode] {
    guard recipients.count > 1 else { return recipients }
    let type = step.typeID
    // Avoids a visit to each recipient if all flows have this type.
    if typeInfos.values.allSatisfy({ $0.stepTypeID == type }) { return recipients }
    let takers = recipients.filter { $0.understands(step) }
    return takers.isEmpty ? recipients : takers
  }

  /// Publishes that no flow knew a step; in debug builds also reports an issue, unless all events or
  /// a receipt are observed.
  func publishUnhandled(_ event: NavigationEvent, isAnswered: Bool = false) {
    log.send(.notHandled(event, .unhandled))
    #if DEBUG
    if !isAnswered, !log.isObserved { context.issues.report(.unhandledStep(event)) }
    #endif
  }
}

/// A pending `navigate(to:)`: its recipients, and its outcomes so far.
@MainActor
final class StepCall {
  let step: any Step
  // Unchecked, as the next one: each answer to a broadcast passes them, and no other code runs
  // during an access.
  @exclusivity(unchecked) private(set) var deliveries: [NavigationReceipt.Delivery] = []
  /// The number of flows that have not answered.
  @exclusivity(unchecked) var remaining = 0
  /// The remaining flows to try in turn until one handles or filters the step.
  var candidates: [FlowNode] = []
  /// The number of calls of which each waits for the next one, from which it counts as endless.
  static let depthLimit = 1_000
  /// The number of calls, with this one, of which each waits for the next one.
  var depth = 0
  /// The machine's number for the call, if a handler waits for it.
  var nested: Int?
  var origin: ArenaIndex?
  /// The step whose handler waits for it, in any coordinator, if one does.
  var awaitingStep: StepItem?
  /// That handler.
  var caller: NavigationHandler?
  var isAnimated = true
  /// Whether the caller waits for the receipt.
  var isAwaited = false
  /// The attempt at a deep link's hop; `nil` for other calls.
  var attempt: LinkAttempt?
  /// Whether its deep link has ended; a step that has not begun is then refused.
  var isWithdrawn = false
  /// The step in whose handler it was called.
  var followed: StepItem?
  /// The chain of that step.
  var chain: ForwardChain?
  /// The event of the trace that led to it.
  var cause: Int?
  /// Whether a flow's `adapt` has replaced the step.
  var wasReplaced = false
  private(set) var receipt: NavigationReceipt?
  /// The receipt; without the outcomes of flows that have not answered yet.
  var currentReceipt: NavigationReceipt {
    receipt ?? NavigationReceipt(step: step, deliveries: deliveries, refusal: nil)
  }
  private var onDone: [@MainActor (NavigationReceipt) -> Void] = []

  init(_ step: any Step) {
    self.step = step
  }

  func expectAnswers(_ count: Int) { deliveries.reserveCapacity(count) }

  func note(_ flow: Any.Type, _ outcome: StepOutcome) {
    deliveries.append(.init(flow: flow, outcome: outcome))
  }

  func whenDone(_ action: @escaping @MainActor (NavigationReceipt) -> Void) {
    if let receipt { action(receipt) } else { onDone.append(action) }
  }

  func finish(refusal: StepRefusal? = nil) {
    guard receipt == nil else { return }
    let receipt = NavigationReceipt(step: step, deliveries: deliveries, refusal: refusal)
    self.receipt = receipt
    followed = nil
    awaitingStep = nil
    for action in onDone.takeAll() { action(receipt) }
  }
}

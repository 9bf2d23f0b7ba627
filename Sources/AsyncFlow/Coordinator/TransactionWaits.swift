import NavigationRuntime

/// A result that the bodies of transactions wait for.
struct AwaitedResult {
  let transactions: [ScheduledTransition]
  /// The call that waits for it.
  let site: CallSite
}

/// The refusal of what the body of a transaction awaits, and what itself waits for the end of that
/// transaction: neither would end.
extension FlowEngine {
  /// Records that the bodies of the transactions around the caller wait for a flow's result.
  ///
  /// Ends a flow in the window of such a transaction, because its first step would wait.
  func awaitResult(of node: FlowNode, at site: CallSite) {
    let transactions = NavigationScheduler.openTransactions
    guard !transactions.isEmpty else { return }
    awaitedResults[node.id] = AwaitedResult(transactions: transactions, site: site)
    refuseResultIfAwaitedInTransaction(of: node)
  }

  /// Ends the flow whose result the body of a transaction awaits, if a step of it, or of a flow beneath
  /// it, is about to wait for the end of that transaction.
  func refuseResultIfAwaitedInTransaction(of node: FlowNode) {
    guard let (awaited, result) = awaitedFlow(around: node, in: node.scheduler),
      let chain = context.mutualWait(
        of: "The result of \(awaited.name)", in: result.transactions, and: node.name,
        for: node.scheduler, at: result.site)
    else { return }
    end(awaited, .stopped, refusing: .mutualWait(chain))
  }

  /// Refuses a step that is about to wait for a scheduler, if the handler that awaits it belongs to
  /// such a flow.
  func refuseIfAwaitedInTransaction(_ item: StepItem) {
    guard !awaitedResults.isEmpty else { return }
    let node = item.node
    var call = item.call
    while let current = call, current.nested != nil, let caller = current.followed {
      if let (_, result) = awaitedFlow(around: caller.node, in: node.scheduler),
        let chain = context.mutualWait(
          of: "\(item.step)", in: result.transactions, and: node.name, for: node.scheduler)
      {
        return machine.complete(item.id, in: item.flow, .refused(.mutualWait(chain)))
      }
      call = caller.call
    }
  }

  /// Returns the flow, or the nearest one above it, whose result the body of a scheduler's transaction
  /// awaits.
  private func awaitedFlow(
    around node: FlowNode, in scheduler: NavigationScheduler
  ) -> (node: FlowNode, result: AwaitedResult)? {
    guard !awaitedResults.isEmpty else { return nil }
    for candidate in sequence(first: node, next: \.parent) {
      guard let result = awaitedResults[candidate.id],
        scheduler.innermost(of: result.transactions) != nil
      else { continue }
      return (candidate, result)
    }
    return nil
  }

  /// Whether a flow cannot become ready before a transaction around the caller has ended; reports it.
  func refusesReadiness(of node: FlowNode) -> Bool {
    let transactions = NavigationScheduler.openTransactions
    guard !transactions.isEmpty else { return false }
    return flowsAwaitingFirstStep(in: node).contains { starting in
      context.mutualWait(
        of: "The wait for \(node.name) to be ready", in: transactions, and: starting.name,
        for: starting.scheduler) != nil
    }
  }

  /// The flow and its descendants whose first steps the flow still needs to become ready.
  func flowsAwaitingFirstStep(in node: FlowNode) -> [FlowNode] {
    guard !node.isReady else { return [] }
    let isWithoutStep =
      node.startsWithoutStep
      || flowsWithoutStep.contains { $0 === node } && !machine.hasStep(node.id)
    let own = node.hasFinishedStep || isWithoutStep ? [] : [node]
    return own + node.children.elements.flatMap(flowsAwaitingFirstStep)
  }
}

extension DeepLink {
  /// Ends the link if a transaction whose body awaits it occupies a scheduler that it needs.
  func refuseInTransaction(of scheduler: NavigationScheduler) {
    guard outcome == nil, !awaitingTransactions.isEmpty,
      let chain = coordinator?.context.mutualWait(
        of: isJourney ? "A journey" : "A deep link", in: awaitingTransactions,
        and: activityName, for: scheduler)
    else { return }
    finish(.stopped(hop: hop, .refused(.mutualWait(chain))))
  }
}

extension NavigationContext {
  /// Reports that the body of a transaction awaits something that waits for the transaction's end.
  ///
  /// - Parameters:
  ///   - awaited: What the body awaits, at the beginning of a sentence.
  ///   - transactions: The transactions whose bodies await it.
  ///   - name: The name of the flow or link that waits for a scheduler.
  ///   - scheduler: The scheduler.
  ///   - site: The call that awaits it; `nil` if that is unknown.
  /// - Returns: The chain of those that would wait for each other; `nil` if no transaction occupies
  ///   the scheduler.
  func mutualWait(
    of awaited: String, in transactions: [ScheduledTransition], and name: String,
    for scheduler: NavigationScheduler, at site: CallSite? = nil
  ) -> [String]? {
    guard let transaction = scheduler.innermost(of: transactions)?.name else { return nil }
    issues.report(.awaitedInTransaction(awaited, name, transaction, site))
    return ["‘\(transaction)’", name, "‘\(transaction)’"]
  }
}

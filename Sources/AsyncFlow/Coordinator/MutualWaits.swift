import NavigationRuntime

/// What a handler awaits.
enum AwaitedWork {
  case call(StepCall, in: FlowEngine)
  case result(of: FlowNode)

  @MainActor
  var engine: FlowEngine {
    switch self {
    case .call(_, let engine): engine
    case .result(let flow): flow.engine
    }
  }

  /// The flows that have to do something before the wait ends, or may have to.
  @MainActor
  var flows: [FlowNode] {
    switch self {
    case .call(let call, let engine): engine.flows(handling: call)
    case .result(let flow): flow.isAlive ? [flow] : []
    }
  }
}

/// Waits of handlers for each other that involve several coordinators of a context.
///
/// A coordinator's machine knows those of its own handlers only; see ``StepMachine/mutualWait(of:for:)``.
extension FlowEngine {
  /// The runner in whose handler the current code runs, of any coordinator in the context, if the
  /// step's answer still counts.
  var callingRunner: StepRunner? {
    guard let runner = context.currentRunner as? StepRunner, let item = runner.item,
      item.node.engine.machine.isActive(item.id, in: item.flow)
    else { return nil }
    return runner
  }

  /// Records what the current handler awaits, until ``endAwaiting(in:)``.
  ///
  /// - Parameter work: The work.
  /// - Returns: The handler's runner; `nil` outside of handlers.
  func beginAwaiting(_ work: AwaitedWork) -> StepRunner? {
    guard let runner = callingRunner else { return nil }
    runner.awaited = work
    if work.engine !== runner.engine { context.waitsAcrossCoordinators += 1 }
    return runner
  }

  /// Ends what ``beginAwaiting(_:)`` has begun.
  func endAwaiting(in runner: StepRunner?) {
    guard let runner, let work = runner.awaited.take() else { return }
    if work.engine !== runner.engine { context.waitsAcrossCoordinators -= 1 }
  }

  /// The flows that have to handle a call's step, or may have to.
  fileprivate func flows(handling call: StepCall) -> [FlowNode] {
    guard call.receipt == nil else { return [] }
    if keptCalls.contains(where: { $0.call === call }) { return roots.elements }
    let handling = machine.reports.compactMap { report -> FlowNode? in
      // A step that settles waits for its transition, and for no handler.
      if case .settling = report.state { return nil }
      return report.item.call === call ? report.item.node : nil
    }
    return handling + call.candidates
  }

  /// Returns the flows, of several coordinators, that would wait for each other if a handler waited for
  /// steps in flows of this one.
  ///
  /// - Parameters:
  ///   - caller: The flow of the handler.
  ///   - recipients: The recipients of the steps.
  /// - Returns: The names of the caller, a recipient, and so on until the caller again; `nil` if none
  ///   would wait for another.
  func mutualWaitAcrossCoordinators(
    of caller: FlowNode, for recipients: [FlowNode]
  ) -> [String]? {
    guard context.waitsAcrossCoordinators > 0 else { return nil }
    var search = WaitSearch(for: caller)
    for case let runner as StepRunner in context.handlerRunners.values {
      guard let item = runner.item, let work = runner.awaited else { continue }
      search.awaited[ObjectIdentifier(item.node), default: []] += work.flows
    }
    let crossesCoordinators = caller.engine !== self
    for recipient in recipients where recipient !== caller {
      if let chain = search.chain(from: recipient, crossesCoordinators: crossesCoordinators) {
        return ([caller] + chain).map(\.name)
      }
    }
    return nil
  }
}

/// The search for a chain of waits that leads to a flow and involves another coordinator.
@MainActor
private struct WaitSearch {
  private let caller: FlowNode
  /// The flows that handlers of a flow wait for.
  var awaited: [ObjectIdentifier: [FlowNode]] = [:]
  /// The flows from which chains have been followed, by whether another coordinator's was on the way.
  private var visited: [Bool: Set<ObjectIdentifier>] = [:]

  init(for caller: FlowNode) {
    self.caller = caller
  }

  mutating func chain(from flow: FlowNode, crossesCoordinators: Bool) -> [FlowNode]? {
    guard visited[crossesCoordinators, default: []].insert(ObjectIdentifier(flow)).inserted else {
      return nil
    }
    for next in awaited[ObjectIdentifier(flow)] ?? [] {
      let crossesCoordinators = crossesCoordinators || next.engine !== caller.engine
      if next === caller {
        if crossesCoordinators { return [flow, caller] }
      } else if let rest = chain(from: next, crossesCoordinators: crossesCoordinators) {
        return [flow] + rest
      }
    }
    return nil
  }
}

import NavigationRuntime

/// The work that a handler awaits.
enum AwaitedWork {
  case call(StepCall, in: FlowEngine)
  case result(of: FlowNode)
  case readiness(of: FlowNode)
  case link(DeepLink)

  /// The steps that have to end before the wait does, or may have to.
  @MainActor
  fileprivate var steps: [StepItem] {
    switch self {
    case .call(let call, let engine): engine.steps(awaitedBy: call)
    case .result(let flow): flow.isAlive ? flow.activeSteps : []
    case .readiness(let flow):
      flow.engine.flowsAwaitingFirstStep(in: flow).flatMap(\.activeSteps)
    case .link(let link): link.awaitedSteps
    }
  }

  /// The names between the handler's and those steps'.
  @MainActor
  fileprivate var names: [String] {
    if case .link(let link) = self { [link.activityName] } else { [] }
  }
}

/// Waits of handlers for each other, also those of several coordinators of a context.
///
/// Each wait is checked when it begins to depend on a flow: the last one of a circle is refused.
extension FlowEngine {
  /// The runner in whose handler the current code runs, of any coordinator in the context, if the
  /// step's answer still counts.
  var callingRunner: StepRunner? {
    guard let runner = context.currentRunner as? StepRunner, let item = runner.item,
      item.node.engine.machine.isActive(item.id, in: item.flow)
    else { return nil }
    return runner
  }

  /// Records what the current handler awaits, until ``StepRunner/awaited`` is set to `nil`.
  ///
  /// - Parameter work: The work.
  /// - Returns: The handler's runner; `nil` outside of handlers.
  func beginAwaiting(_ work: AwaitedWork) -> StepRunner? {
    let runner = callingRunner
    runner?.awaited = work
    return runner
  }

  /// Returns the names of the flows that would wait for each other if the handler that awaits a call
  /// waited for its step in other flows.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - recipients: The recipients of its step.
  /// - Returns: The names of the handler's flow, a recipient, and so on until the handler's flow
  ///   again; `nil` if none would wait for another.
  func mutualWait(of call: StepCall, for recipients: [FlowNode]) -> [String]? {
    guard let caller = call.awaitingStep else { return nil }
    var search = WaitSearch(for: caller, in: context)
    let origin = caller.node.engine === self ? caller.flow : nil
    for recipient in recipients where recipient !== caller.node {
      let steps = machine.steps(beforeStepIn: recipient.id, from: origin, of: call.nested)
      if let chain = search.chain(through: steps) { return [caller.node.name] + chain }
    }
    return nil
  }

  /// The steps that have to end before a call does, or may have to.
  fileprivate func steps(awaitedBy call: StepCall) -> [StepItem] {
    guard call.receipt == nil else { return [] }
    if keptCalls.contains(where: { $0.call === call }) {
      return roots.elements.flatMap(\.activeSteps)
    }
    return machine.reports.filter { $0.item.call === call }.flatMap { report -> [StepItem] in
      let (item, flow) = (report.item, report.item.flow)
      return switch report.state {
      // A step that settles waits for its transition, and for no handler.
      case .settling: []
      case .active, .beneath: machine.steps(within: item.id, in: flow)
      case .queued, .held:
        machine.steps(beforeStepIn: flow, from: item.ticket.origin, of: item.ticket.call)
      }
    }
  }
}

extension DeepLink {
  /// The steps that have to end before the pending one of the link does.
  fileprivate var awaitedSteps: [StepItem] {
    guard let call, let engine = coordinator?.engine else { return [] }
    return engine.steps(awaitedBy: call)
  }

  /// The chain of waits from a handler that waits for the link back to itself, by the pending step;
  /// `nil` if there is none.
  // Not inlined: its callers are asynchronous, and would keep its variables while they wait.
  @inline(never)
  var mutualWait: [String]? {
    guard let context = coordinator?.context else { return nil }
    for case let step? in awaitingRunners.map(\.item) {
      var search = WaitSearch(for: step, in: context)
      if let chain = search.chain(through: awaitedSteps) {
        return [step.node.name, activityName] + chain
      }
    }
    return nil
  }
}

extension FlowReadiness {
  /// Whether a handler that waited for a flow to be ready would wait for itself; reports it.
  static func refusesWait(for node: FlowNode) -> Bool {
    let context = node.engine.context
    guard let caller = node.engine.callingRunner?.item else { return false }
    var search = WaitSearch(for: caller, in: context)
    guard let chain = search.chain(through: AwaitedWork.readiness(of: node).steps) else {
      return false
    }
    context.issues.report(.mutualWait("The wait for \(node.name)", [caller.node.name] + chain))
    return true
  }
}

extension FlowNode {
  fileprivate var activeSteps: [StepItem] { engine.machine.steps(beforeStepIn: id) }
}

/// The search for a chain of waits that leads to a handler.
@MainActor
private struct WaitSearch {
  private let caller: StepItem
  private let context: NavigationContext
  /// The work that the handlers of steps await; `nil` before the first busy flow.
  private var awaited: [ObjectIdentifier: AwaitedWork]?
  private var visited: Set<ObjectIdentifier> = []

  init(for caller: StepItem, in context: NavigationContext) {
    self.caller = caller
    self.context = context
  }

  /// Returns the names of the flows on the first chain that begins with one of several steps.
  mutating func chain(through steps: [StepItem]) -> [String]? {
    for step in steps {
      if step === caller { return [step.node.name] }
      guard visited.insert(ObjectIdentifier(step)).inserted, let work = work(awaitedBy: step),
        let rest = chain(through: work.steps)
      else { continue }
      return [step.node.name] + work.names + rest
    }
    return nil
  }

  private mutating func work(awaitedBy step: StepItem) -> AwaitedWork? {
    if let awaited { return awaited[ObjectIdentifier(step)] }
    var all: [ObjectIdentifier: AwaitedWork] = [:]
    for case let runner as StepRunner in context.handlerRunners.values {
      if let item = runner.item, let work = runner.awaited { all[ObjectIdentifier(item)] = work }
    }
    awaited = all
    return all[ObjectIdentifier(step)]
  }
}

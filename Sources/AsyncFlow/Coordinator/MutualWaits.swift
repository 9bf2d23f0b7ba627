import NavigationRuntime

/// The work that a handler awaits.
enum AwaitedWork {
  case call(StepCall, in: FlowEngine)
  case result(of: FlowNode)
  case readiness(of: FlowNode)
  case link(DeepLink)

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
  /// - Returns: The handler's runner; `nil` outside of handlers.
  func beginAwaiting(_ work: AwaitedWork) -> StepRunner? {
    let runner = callingRunner
    runner?.awaited = work
    return runner
  }

  /// Returns the names of the flows that would wait for each other if the handler that awaits a call
  /// waited for its step in other flows.
  ///
  /// - Returns: The names of the handler's flow, a recipient, and so on until the handler's flow
  ///   again; `nil` if none would wait for another.
  func mutualWait(of call: StepCall, for recipients: [FlowNode]) -> [String]? {
    guard let caller = call.awaitingStep else { return nil }
    var search = WaitSearch(for: caller)
    let origin = caller.node.engine === self ? caller.flow : nil
    for recipient in recipients where recipient !== caller.node {
      let steps = machine.steps(beforeStepIn: recipient.id, from: origin, of: call.nested)
      if let chain = search.chain(through: steps) { return [caller.node.name] + chain }
    }
    return nil
  }
}

extension DeepLink {
  /// The chain of waits from a handler that waits for the link back to itself, by the pending step or
  /// by the flow that is to be ready or to be contributed; `nil` if there is none.
  // Not inlined: its callers are asynchronous, and would keep its variables while they wait.
  @inline(never)
  var mutualWait: [String]? {
    guard let engine = coordinator?.engine else { return nil }
    for case let step? in awaitingRunners.map(\.item) {
      var search = WaitSearch(for: step)
      let chain = search.chain(through: .link(self)) ?? engine.chainOfAllFlows(for: self, to: step)
      if let chain { return [step.node.name, activityName] + chain }
    }
    return nil
  }
}

extension FlowEngine {
  /// Returns the chain from the first flow to a handler, if each flow waits for that handler and so
  /// none can contribute the flow of a link's hop; `nil` otherwise.
  fileprivate func chainOfAllFlows(for link: DeepLink, to caller: StepItem) -> [String]? {
    guard needsNewFlow(for: link) else { return nil }
    var innermost: [StepItem] = []
    for node in roots.subtrees {
      guard let step = machine.activeSteps(in: node.id).last else { return nil }
      innermost.append(step)
    }
    var search = WaitSearch(for: caller)
    var first: [String]?
    for step in innermost {
      guard let chain = search.chainFromNew(step) else { return nil }
      first = first ?? chain
    }
    return first
  }
}

extension FlowReadiness {
  /// Whether a handler that waited for a flow to be ready would wait for itself; reports it.
  static func refusesWait(for node: FlowNode) -> Bool {
    let context = node.engine.context
    guard let caller = node.engine.callingRunner?.item else { return false }
    var search = WaitSearch(for: caller)
    guard let chain = search.chain(through: .readiness(of: node)) else { return false }
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
  private var visited: Set<ObjectIdentifier> = []
  /// For each engine searched so far, its reports grouped by their steps' calls.
  private var reportsByCall: [ObjectIdentifier: [ObjectIdentifier: [StepMachine.Report]]] = [:]

  init(for caller: StepItem) {
    self.caller = caller
  }

  /// Returns the names of the flows on the first chain that begins with one of several steps.
  ///
  /// A loop, because a recursion through thousands of handlers would fill the call stack.
  mutating func chain(through steps: [StepItem]) -> [String]? {
    // The steps that are left at each level, and the names that lead from one level to the next.
    var levels = [steps[...]]
    var names: [[String]] = []
    while var level = levels.popLast() {
      guard let step = level.popFirst() else {
        _ = names.popLast()
        continue
      }
      levels.append(level)
      if step === caller { return names.flatMap { $0 } + [step.node.name] }
      guard visited.insert(ObjectIdentifier(step)).inserted, let work = step.runner?.awaited
      else { continue }
      names.append([step.node.name] + work.names)
      levels.append(self.steps(of: work)[...])
    }
    return nil
  }

  /// Returns the names of the flows on the first chain that begins with a step, which may lead
  /// through what earlier searches have visited.
  mutating func chainFromNew(_ step: StepItem) -> [String]? {
    visited = []
    return chain(through: [step])
  }

  /// Returns the names of the flows on the first chain that begins with a step for which work waits.
  mutating func chain(through work: AwaitedWork) -> [String]? { chain(through: steps(of: work)) }

  /// The steps that have to end before the wait for work does, or may have to.
  private mutating func steps(of work: AwaitedWork) -> [StepItem] {
    switch work {
    case .call(let call, let engine): return steps(of: call, in: engine)
    case .result(let flow): return flow.isAlive ? flow.activeSteps : []
    case .readiness(let flow):
      return flow.engine.flowsAwaitingFirstStep(in: flow).flatMap(\.activeSteps)
    case .link(let link):
      guard let engine = link.coordinator?.engine else { return [] }
      if let call = link.call { return steps(of: call, in: engine) }
      return engine.node(awaitedBy: link).map { steps(of: .readiness(of: $0)) } ?? []
    }
  }

  private mutating func steps(of call: StepCall, in engine: FlowEngine) -> [StepItem] {
    guard call.receipt == nil else { return [] }
    if engine.keptCalls.contains(where: { $0.call === call }) {
      return engine.roots.elements.flatMap(\.activeSteps)
    }
    return reports(of: call, in: engine).flatMap { report -> [StepItem] in
      let (item, flow) = (report.item, report.item.flow)
      return switch report.state {
      // A step that settles waits for its transition, and for no handler.
      case .settling: []
      case .active, .beneath: engine.machine.steps(within: item.id, in: flow)
      case .queued, .held:
        engine.machine.steps(
          beforeStepIn: flow, from: item.ticket.origin, of: item.ticket.call)
      }
    }
  }

  /// Groups all reports of an engine once: a search may meet many of its calls.
  private mutating func reports(
    of call: StepCall, in engine: FlowEngine
  ) -> [StepMachine.Report] {
    if let known = reportsByCall[ObjectIdentifier(engine)] {
      return known[ObjectIdentifier(call)] ?? []
    }
    var all: [ObjectIdentifier: [StepMachine.Report]] = [:]
    for report in engine.machine.reports {
      if let call = report.item.call { all[ObjectIdentifier(call), default: []].append(report) }
    }
    reportsByCall[ObjectIdentifier(engine)] = all
    return all[ObjectIdentifier(call)] ?? []
  }
}

import Dispatch
import NavigationRuntime

/// A chain of steps that follow from one another without an external event: forwards, the steps
/// with which steppers are contributed, initial ones and others, and those that handlers send.
///
/// A chain without end would occupy the coordinator for ever, so its length is bounded.
@MainActor
final class ForwardChain {
  static let defaultLimit = 100_000
  /// The mean time between two steps, in nanoseconds, below which a chain counts as endless; a flow
  /// that polls is slower.
  private static let pace: UInt64 = 10_000_000

  private let limit: Int
  private let start = DispatchTime.now().uptimeNanoseconds
  private var count = 0
  private(set) var isBroken = false

  init(limit: Int) {
    self.limit = limit
  }

  enum Growth {
    case goesOn
    /// The chain reaches its limit now.
    case breaks
    case isBroken
  }

  /// Counts a step.
  func grow() -> Growth {
    guard !isBroken else { return .isBroken }
    count += 1
    guard count % limit == 0 else { return .goesOn }
    let duration = DispatchTime.now().uptimeNanoseconds - start
    guard duration < Self.pace * UInt64(count) else { return .goesOn }
    isBroken = true
    return .breaks
  }
}

extension FlowEngine {
  /// Adds a step to the chain of the step that it follows from.
  ///
  /// - Returns: Whether the step may be handled; `false` if it is refused, because the chain is
  ///   endless.
  func extendChain(of preceding: StepItem, with step: any Step, in node: FlowNode) -> Bool {
    let chain = preceding.chain ?? ForwardChain(limit: chainLimit)
    preceding.chain = chain
    switch chain.grow() {
    case .goesOn: return true
    case .breaks: context.issues.report(.endlessSteps(node.name, step, chainLimit))
    case .isBroken: break
    }
    refuse(step, node.flowType, .endless)
    return false
  }

  /// The number of nested flows from which a further one counts as endless.
  ///
  /// Far below the limit of a chain: flows that begin beneath one another all live at a time, and
  /// their tree is visited from parent to child.
  static let nestingLimit = 1_000

  /// Refuses and reports a flow that would be nested in ``nestingLimit`` others.
  ///
  /// - Returns: Whether it is refused.
  func refusesNesting(
    of flow: any Flow, with stepper: any Stepper, under parent: FlowNode
  ) -> Bool {
    guard parent.depth >= Self.nestingLimit else { return false }
    context.issues.report(.endlessFlows(parent.name, "\(type(of: flow))", Int(parent.depth)))
    refuse(flow, with: stepper, of: parent, because: .endless)
    return true
  }
}

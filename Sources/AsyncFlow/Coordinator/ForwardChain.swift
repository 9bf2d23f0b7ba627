import Dispatch

/// The steps that follow from one another without anything from outside: forwards, and the initial
/// steps of what an answer contributes.
///
/// A chain that grows for ever keeps a coordinator busy for ever, so its growth is bounded.
@MainActor
final class ForwardChain {
  /// How long a chain may get by default.
  static let defaultLimit = 100_000
  /// The nanoseconds between two steps from which on a chain may be endless: a flow that looks for
  /// news day and night is slower.
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
    /// It is found to be endless now.
    case breaks
    case isBroken
  }

  /// Adds a step.
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
  /// The chain of a step that the present answer leads to.
  ///
  /// - Returns: `nil` if the step is refused, since the chain does not end.
  func growChain(for step: any Step, in node: FlowNode) -> ForwardChain?? {
    guard let followed else { return .some(nil) }
    let chain = followed.payload.chain ?? ForwardChain(limit: chainLimit)
    followed.payload.chain = chain
    switch chain.grow() {
    case .goesOn: return chain
    case .breaks: context.issues.report(.endlessSteps(node.name, step, chainLimit))
    case .isBroken: break
    }
    refuse(step, node.flowType, .endless)
    return nil
  }
}

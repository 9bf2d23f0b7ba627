import Foundation

/// One run of a procedure: owns the tasks of its chains until there is an outcome.
@MainActor
final class ProcedureRun {
  let context: NavigationContext
  let activationTimeout: TimeInterval
  private(set) var outcome: ProcedureOutcome?
  var onEnd: (@MainActor (ProcedureOutcome) -> Void)?
  private var tasks: [Task<Void, Never>] = []
  /// What became of each chain, in the order of the commits.
  private var results: [ProcedureOutcome?] = []
  private let waiters = Waiters()
  /// What forks have made, and the chains that wait for it.
  var forks: [ObjectIdentifier: Fork] = [:]

  final class Fork {
    // The key is kept, so that no other fork gets its address.
    let key: ForkKey
    var result: Result<Any, any Error>?
    /// Where the chain that ran the shared steps was at their end.
    var place: ProcedurePlace?
    let waiters = Waiters()

    init(_ key: ForkKey) {
      self.key = key
    }
  }

  init(context: NavigationContext, activationTimeout: TimeInterval) {
    self.context = context
    self.activationTimeout = activationTimeout
  }

  func start(_ chains: [@MainActor (ProcedureChain) async throws -> Void]) {
    guard outcome == nil else { return }
    results = chains.map { _ in nil }
    tasks = chains.indices.map { index in
      let body = chains[index]
      return Task {
        let result = await Self.outcome(of: body, ProcedureChain(self))
        chainDidEnd(index, result)
      }
    }
  }

  private static func outcome(
    of body: @MainActor (ProcedureChain) async throws -> Void, _ chain: ProcedureChain
  ) async -> ProcedureOutcome {
    do {
      try await body(chain)
      return .completed
    } catch is ProcedureStop {
      return .stoppedEarly(chain.place)
    } catch is CancellationError {
      return .cancelled(.byStep(chain.place))
    } catch {
      return .failed(error, at: chain.place)
    }
  }

  private func chainDidEnd(_ index: Int, _ result: ProcedureOutcome) {
    guard outcome == nil else { return }
    results[index] = result
    let ended = results.compactMap { $0 }
    guard ended.count == results.count else { return }
    end(ended.first { if case .completed = $0 { false } else { true } } ?? .completed)
  }

  /// Ends the run; only the first outcome counts.
  func end(_ outcome: ProcedureOutcome) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    for task in tasks { task.cancel() }
    tasks = []
    for fork in forks.values { fork.waiters.resumeAll() }
    forks = [:]
    let onEnd = onEnd
    self.onEnd = nil
    onEnd?(outcome)
    waiters.resumeAll()
  }

  func value() async -> ProcedureOutcome? {
    while outcome == nil, !Task.isCancelled { await waiters.wait() }
    return outcome
  }
}

import Foundation

/// One run of a procedure: owns the tasks of its chains until there is an outcome.
@MainActor
final class ProcedureRun {
  let name: String
  let context: NavigationContext
  let activationTimeout: TimeInterval
  private(set) var outcome: ProcedureOutcome?
  var onEnd: (@MainActor (ProcedureOutcome) -> Void)?
  private var tasks: [Task<Void, Never>] = []
  /// What became of each chain, in the order of the commits.
  private var results: [ProcedureOutcome?] = []
  private let waiters = Waiters()
  /// What chains wait for outside, by their index.
  private var waitingFor: [Int: String] = [:]
  /// What child tasks of chains wait for, if it is they who keep the chain.
  private var asideFor: [Int: String] = [:]
  /// What forks have made, and the chains that wait for it.
  var forks: [ObjectIdentifier: Fork] = [:]

  @MainActor
  final class Fork {
    // The key is kept, so that no other fork gets its address.
    let key: ForkKey
    var result: Result<Any, any Error>?
    /// Where the chain that ran the shared steps was at their end.
    var place: ProcedurePlace?
    /// Open when there is a result.
    let gate: ActivityGate

    init(_ key: ForkKey, context: NavigationContext) {
      self.key = key
      gate = ActivityGate("the shared steps", context: context)
    }
  }

  init(name: String, context: NavigationContext, activationTimeout: TimeInterval) {
    self.name = name
    self.context = context
    self.activationTimeout = activationTimeout
  }

  func start(_ chains: [@MainActor (ProcedureChain) async throws -> Void]) {
    guard outcome == nil else { return }
    results = chains.map { _ in nil }
    tasks = chains.indices.map { index in
      let body = chains[index]
      return WorkInProgress.$current.withValue(ChainWork(self, index)) {
        Task {
          let result = await Self.outcome(of: body, ProcedureChain(self))
          chainDidEnd(index, result)
        }
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
    guard ended.count == results.count else { return tellIfIdle() }
    end(ended.first { if case .completed = $0 { false } else { true } } ?? .completed)
  }

  /// Ends the run; only the first outcome counts.
  func end(_ outcome: ProcedureOutcome) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    for task in tasks { task.cancel() }
    tasks = []
    forks = [:]
    let onEnd = onEnd
    self.onEnd = nil
    onEnd?(outcome)
    waiters.resumeAll()
    context.activity.sourceDidBecomeIdle()
  }

  func value() async -> ProcedureOutcome? {
    while outcome == nil, !Task.isCancelled { await waiters.wait() }
    return outcome
  }
}

extension ProcedureRun: TaskHost {
  var isIdle: Bool { runningChains.isEmpty }

  var runningActivities: [NavigationActivity] {
    runningChains.map { _ in NavigationActivity(name: name) }
  }

  var waitingActivities: [NavigationActivity] {
    guard outcome == nil else { return [] }
    return asideFor.merging(waitingFor) { $1 }.sorted { $0.key < $1.key }
      .map { NavigationActivity(name: name, waitingFor: $0.value) }
  }

  func beginWaiting(for reason: String, in task: Int) -> (@MainActor () -> Void)? {
    guard let index = tasks.firstIndex(where: { $0.hashValue == task }) else { return nil }
    waitingFor[index] = reason
    tellIfIdle()
    return { [weak self] in self?.waitingFor[index] = nil }
  }

  private var runningChains: [Int] {
    guard outcome == nil else { return [] }
    return results.indices.filter {
      results[$0] == nil && waitingFor[$0] == nil && asideFor[$0] == nil
    }
  }

  fileprivate func setAside(_ index: Int, for reason: String) -> (@MainActor () -> Void)? {
    guard outcome == nil, results[index] == nil else { return nil }
    asideFor[index] = reason
    tellIfIdle()
    return { [weak self] in self?.asideFor[index] = nil }
  }

  private func tellIfIdle() {
    if isIdle { context.activity.sourceDidBecomeIdle() }
  }
}

/// A chain of a run, as the child tasks of its steps see it.
@MainActor
private final class ChainWork: WorkInProgress.Part {
  private weak var run: ProcedureRun?
  private let index: Int

  init(_ run: ProcedureRun, _ index: Int) {
    self.run = run
    self.index = index
  }

  func setAside(for reason: String) -> (@MainActor () -> Void)? {
    run?.setAside(index, for: reason)
  }
}

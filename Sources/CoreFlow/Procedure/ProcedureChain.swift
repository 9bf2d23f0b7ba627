import Foundation

/// The identity of a fork.
final class ForkKey: Sendable {}

/// A running chain, and the step that it has reached.
@MainActor
final class ProcedureChain {
  private let run: ProcedureRun
  var number = 0
  private(set) var place = ProcedurePlace(number: 0, fileID: "", line: 0)

  init(_ run: ProcedureRun) {
    self.run = run
  }

  func perform<StepActor, Result>(
    on actor: StepActor, _ fileID: String, _ line: UInt,
    _ body: @MainActor () async throws -> Result
  ) async throws -> Result {
    number += 1
    place = ProcedurePlace(number: number, fileID: fileID, line: line)
    try check()
    guard let core = actor as? any ManagedCore else {
      let result = try await body()
      try check()
      return result
    }
    try await waitUntilActive(core)
    let watch = core.lifeChanges.sink { [run, place] life in
      guard !life.runsSteps else { return }
      run.end(.cancelled(.resigned(core: "\(type(of: core))", at: place)))
    }
    defer { watch.cancel() }
    let result = try await body()
    try check()
    return result
  }

  /// Throws if the run is over, so that no further step begins.
  private func check() throws {
    if run.outcome != nil { throw CancellationError() }
  }

  private func waitUntilActive(_ core: any ManagedCore) async throws {
    guard !core.life.runsSteps else { return }
    let timer = startDeadline(run.activationTimeout, waitingFor: "\(type(of: core))")
    defer { timer.cancel() }
    while !core.life.runsSteps {
      try check()
      let active = ActivityGate("\(type(of: core)) to be active", context: run.context)
      let watch = core.lifeChanges.sink {
        guard $0.runsSteps else { return }
        active.open()
      }
      defer { watch.cancel() }
      try await active.wait()
    }
  }

  func startDeadline(_ seconds: TimeInterval, waitingFor whom: String) -> Cancellation {
    run.context.clock.schedule(after: seconds) { [weak self, weak run] in
      guard let self, let run else { return }
      run.end(.timedOut(place, waitingFor: whom))
    }
  }

  func sleep(_ seconds: TimeInterval) async throws {
    guard seconds > 0 else { return }
    try await run.context.clock.sleep(for: seconds)
    try check()
  }

  /// Waits before another attempt.
  ///
  /// Without a pause, yields the main actor once.
  func pause(_ seconds: TimeInterval, before attempt: Int) async throws {
    guard seconds <= 0 else { return try await sleep(seconds) }
    if attempt == Self.attemptLimit {
      run.context.issues.report(.endlessRetry(run.name, place, attempt))
    }
    await Task.yield()
    try check()
  }

  /// The number of attempts in a row, without a pause, at which an issue is reported.
  private static let attemptLimit = 1_000

  func mayRetry(_ error: any Error) throws -> Bool {
    try check()
    return !(error is CancellationError) && !(error is ProcedureStop)
  }

  /// Runs `body` for the first chain that arrives, and passes its result to all chains.
  func share<Next, Value>(
    _ key: ForkKey, _ body: @MainActor () async throws -> (Next, Value)
  ) async throws -> (Next, Value) {
    let id = ObjectIdentifier(key)
    if let fork = run.forks[id] {
      try check()
      try await fork.gate.wait()
      if let place = fork.place { self.place = place }
      number = place.number
      guard let pair = try fork.result?.get() as? (Next, Value) else { throw CancellationError() }
      return pair
    }
    let fork = ProcedureRun.Fork(key, context: run.context)
    run.forks[id] = fork
    defer {
      fork.place = place
      fork.gate.open()
    }
    do {
      let pair = try await body()
      fork.result = .success(pair)
      return pair
    } catch {
      fork.result = .failure(error)
      throw error
    }
  }
}

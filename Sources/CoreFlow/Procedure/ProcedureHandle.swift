import Foundation

/// A handle on a run of a procedure.
///
/// Releasing the handle cancels the run: retain it, or store it with ``store(in:)``, for example in
/// a core's store. The outcome is set at once; the closure passed to `start` is called in the main
/// queue's next turn, so that it may use the property that held the handle.
@MainActor
public final class ProcedureHandle {
  private let run: ProcedureRun

  init(_ run: ProcedureRun) {
    self.run = run
  }

  deinit {
    onMainActor { [run] in run.endOnRelease() }
  }

  /// The outcome; `nil` until the run has ended.
  public var outcome: ProcedureOutcome? { run.outcome }

  /// Waits for the outcome, without a deadline; a test waits with ``value(within:)``.
  ///
  /// - Returns: The outcome; `nil` if the calling task was cancelled first, which does not cancel
  ///   the run.
  public func value() async -> ProcedureOutcome? {
    await run.value()
  }

  /// Waits for the outcome up to a deadline, as a test does.
  ///
  /// - Parameter seconds: The time to wait: real time, whatever clock the context has, counted only
  ///   while the main actor is free.
  /// - Returns: The outcome.
  /// - Throws: ``/NavigationRuntime/UnsettledError``, naming the run, when the time has passed;
  ///   `CancellationError` if the calling task is cancelled first.
  @discardableResult
  public func value(within seconds: TimeInterval) async throws -> ProcedureOutcome {
    try await run.value(within: seconds)
  }

  /// Cancels the run and its running steps.
  ///
  /// The outcome is set when this method returns. Does nothing after the end. Called off the main
  /// actor, it takes effect in the main queue's next turn.
  public nonisolated func cancel() {
    onMainActor { [run] in run.end(.cancelled(.requested)) }
  }

  /// Stores the handle in a set until the run has ended.
  ///
  /// - Parameter set: The set. The run is cancelled when the set is emptied or released.
  public nonisolated func store(in set: inout Set<Cancellation>) {
    // The set is being changed when it releases the token.
    let token = Cancellation { self.run.endOnRelease() }
    // Weak: the token in the set retains the run, so the run does not retain the token.
    onMainActor { [run, weak token] in
      if let token { run.add(token) }
    }
    token.store(in: &set)
  }
}

/// The outcome of a procedure's run.
public enum ProcedureOutcome: Sendable {
  /// Every committed chain has run to its end.
  case completed
  /// A step threw an error.
  case failed(any Error, at: ProcedureStepLocation)
  /// The run was cancelled.
  case cancelled(ProcedureCancellation)
  /// A step ended without a value for the next one.
  case stoppedEarly(ProcedureStepLocation)
  /// A step waited too long for its core to be active, or steps exceeded their deadline.
  case timedOut(ProcedureStepLocation, waitingFor: String)
}

extension ProcedureOutcome {
  var name: String {
    switch self {
    case .completed: "completed"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .stoppedEarly: "stoppedEarly"
    case .timedOut: "timedOut"
    }
  }
}

extension ProcedureOutcome: CustomStringConvertible {
  /// The outcome in words.
  public var description: String {
    switch self {
    case .completed: "completed"
    case .failed(let error, let location): "failed at \(location): \(error)"
    case .cancelled(let reason): "cancelled: \(reason)"
    case .stoppedEarly(let location): "stopped early at \(location)"
    case .timedOut(let location, let reason): "timed out at \(location), waiting for \(reason)"
    }
  }
}

/// The reason for a procedure's cancellation.
public enum ProcedureCancellation: Sendable, Equatable {
  /// Its handle was cancelled or released, or the procedure cancelled its runs.
  case requested
  /// The core of a step, or that of its flow, has resigned, before the step or during it.
  case resigned(core: String, at: ProcedureStepLocation)
  /// A step threw a `CancellationError`.
  case byStep(ProcedureStepLocation)
  /// No chain had been committed, which is also reported.
  case notCommitted
}

extension ProcedureCancellation: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .requested: "on request"
    case .resigned(let core, let location): "\(core) resigned during \(location)"
    case .byStep(let location): "by \(location)"
    case .notCommitted: "no chain had been committed"
    }
  }
}

/// A step of a procedure, with its source location.
public struct ProcedureStepLocation: Sendable, Equatable, CustomStringConvertible {
  /// The step's number in its chain, from 1.
  public var number: Int
  /// The file of the step.
  public var fileID: String
  /// The line of the step.
  public var line: UInt

  /// The number and the source location.
  public var description: String { "step \(number) (\(fileID):\(line))" }
}

extension NavigationScheduler {
  /// Runs several transitions as one, without any others in between.
  ///
  /// Transitions that `body` schedules in this scheduler are nested in the transaction. The
  /// scheduler is occupied until `body` has returned; the watchdog gives the transaction up if
  /// `body` takes too long until its next transition, or its end.
  ///
  /// - Parameters:
  ///   - name: The name in reports and lists.
  ///   - cause: The cause of the transaction.
  ///   - fileID: The file of the call, for reports; `nil` if there is none.
  ///   - line: The line of the call.
  ///   - body: Runs in the calling task when the scheduler is free. Not called if the task is
  ///     cancelled before the body begins.
  /// - Returns: The outcome.
  /// - Throws: Any error of `body`.
  @discardableResult
  public func transaction(
    _ name: String,
    cause: NavigationCause = .code,
    fileID: String? = #fileID,
    line: UInt? = #line,
    _ body: @MainActor () async throws -> Void
  ) async rethrows -> TransitionOutcome {
    guard !Task.isCancelled else { return .refused(.cancelled(name)) }
    let opening = Signal()
    let transition = schedule(name, cause: cause, fileID: fileID, line: line) { _ in
      opening.signal()
      return .open
    }
    transition.onEnd { _ in opening.signal() }
    await withTaskCancellationHandler {
      // While a gesture occupies the scheduler nothing can proceed, and neither can this task.
      await opening.wait(for: "‘\(name)’", in: activity)
    } onCancel: {
      onMainActor { transition.cancel() }
    }
    if let outcome = transition.outcome { return outcome }
    // The task may be cancelled after the transaction's turn has come and before it continues here.
    guard !Task.isCancelled else {
      transition.end(.refused(.cancelled(name)))
      return await transition.value()
    }
    transactionBodies[transition.id] = TransactionBody(in: self)
    defer { transactionBodies[transition.id] = nil }
    do {
      // Ended transactions are dropped, so that a task that outlives them does not pass them on.
      let enclosing = Self.openTransactions + [transition]
      try await Self.$transactions.withValue(enclosing) { try await body() }
    } catch {
      transition.end()
      _ = await transition.value()
      throw error
    }
    transition.end()
    return await transition.value()
  }

  /// The innermost transaction of this scheduler, among some, that has not ended; `nil` if there is
  /// none.
  package func innermost(of transactions: [ScheduledTransition]) -> ScheduledTransition? {
    transactions.last { $0.outcome == nil && $0.scheduler === self }
  }

  /// The transactions whose bodies the calling code runs in and that have not ended, outermost
  /// first.
  package static var openTransactions: [ScheduledTransition] {
    let all = transactions
    return all.isEmpty ? all : all.filter { $0.outcome == nil }
  }

  /// Whether the calling code runs in the body of a transaction.
  package static var isInTransaction: Bool { !openTransactions.isEmpty }

  /// Starts work that may begin inside the body of a transaction, and does not belong to it.
  package static func outsideTransactions<Result>(_ start: () -> Result) -> Result {
    transactions.isEmpty ? start() : $transactions.withValue([], operation: start)
  }
}

/// The body of a transaction, as work whose own task or child tasks may wait for something outside.
@MainActor
final class TransactionBody: WorkInProgress.Part {
  private weak var scheduler: NavigationScheduler?
  private let task = TaskTracker.currentTaskID
  /// The reason for which its own task waits.
  private var ownWaitingFor: String?
  /// The reason for which its child tasks wait, if it waits only for them.
  private var childWaitingFor: String?

  /// Makes the body that begins in the current task.
  init(in scheduler: NavigationScheduler) {
    self.scheduler = scheduler
  }

  var waitingFor: String? { ownWaitingFor ?? childWaitingFor }

  /// Marks the body as waiting if the current task is its own; notes a child task's wait otherwise.
  func beginWaiting(for reason: String) -> (@MainActor () -> Void)? {
    guard let scheduler else { return nil }
    guard task == TaskTracker.currentTaskID else {
      return scheduler.activity.beginWaiting(for: reason, inChildOf: self)
    }
    ownWaitingFor = reason
    scheduler.bodyDidBeginWaiting()
    return { [self] in
      ownWaitingFor = nil
      self.scheduler?.activity.ownTaskDidContinue(in: self)
    }
  }

  func setChildWait(_ reason: String?) {
    childWaitingFor = reason
    if reason != nil { scheduler?.bodyDidBeginWaiting() }
  }
}

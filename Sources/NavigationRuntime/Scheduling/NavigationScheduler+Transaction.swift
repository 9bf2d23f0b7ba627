extension NavigationScheduler {
  /// Runs several transitions as one, with nothing of anybody else's in between.
  ///
  /// What `body` schedules and awaits in this lane is nested in the transaction. The lane is held
  /// until `body` has returned; the watchdog gives the transaction up if `body` takes too long
  /// until its next transition, or its end.
  ///
  /// - Parameters:
  ///   - name: What it is called in reports and lists.
  ///   - cause: Who wants it.
  ///   - fileID: The file of the call, for reports; `nil` if there is none.
  ///   - line: The line of the call.
  ///   - body: Runs in the calling task when the lane is free. Not called if the task is cancelled
  ///     before.
  /// - Returns: What became of the transaction.
  /// - Throws: What `body` throws.
  @discardableResult
  public func transaction(
    _ name: String,
    cause: NavigationCause = .code,
    fileID: String? = #fileID,
    line: UInt? = #line,
    _ body: @MainActor () async throws -> Void
  ) async rethrows -> TransitionOutcome {
    guard !Task.isCancelled else { return .refused(.cancelled(name)) }
    let opening = ScheduledSignal()
    let transition = schedule(name, cause: cause, fileID: fileID, line: line) { _ in
      opening.signal()
      return .open
    }
    transition.onEnd { _ in opening.signal() }
    await withTaskCancellationHandler {
      await opening.wait()
    } onCancel: {
      onMainActor { transition.cancel() }
    }
    if let outcome = transition.outcome { return outcome }
    do {
      // What has ended matters no more; a task that outlives it would carry it on and on.
      let enclosing = Self.transactions.filter { $0.outcome == nil } + [transition]
      try await Self.$transactions.withValue(enclosing) { try await body() }
    } catch {
      transition.end()
      _ = await transition.value()
      throw error
    }
    transition.end()
    return await transition.value()
  }

  /// The innermost transaction of this lane that has not ended; `nil` outside of all.
  var enclosingTransaction: Int? {
    Self.transactions.last { $0.outcome == nil && $0.lane === self }?.id
  }
}

/// One waiter, one signal, in any order.
@MainActor
private final class ScheduledSignal {
  private var isSignalled = false
  private var waiter: CheckedContinuation<Void, Never>?

  func signal() {
    isSignalled = true
    waiter?.resume()
    waiter = nil
  }

  func wait() async {
    guard !isSignalled else { return }
    await withCheckedContinuation { waiter = $0 }
  }
}

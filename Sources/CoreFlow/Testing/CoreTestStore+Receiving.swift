import Foundation

extension CoreTestStore {
  /// Waits for the next action that the core or an effect sends, and asserts the change of the
  /// state.
  ///
  /// Fails immediately if no effect runs that could send it, if all remaining effects sleep on a
  /// manual clock, or if the calling task is cancelled. Another action in its stead is a failure;
  /// the expected one is still awaited and consumed, so that the following calls find theirs.
  ///
  /// - Parameters:
  ///   - what: A description of the expected action, for failure texts.
  ///   - seconds: The timeout, in seconds of real time, independent of the core's clock.
  ///   - fileID: The file ID of failures.
  ///   - filePath: The file path of failures.
  ///   - line: The line of failures.
  ///   - column: The column of failures.
  ///   - fits: Returns whether an action is the expected one.
  ///   - change: Turns the state before into the state after; `nil` if nothing changes.
  public func receive(
    _ what: String = "an action",
    timeout seconds: TimeInterval = 1,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    where fits: (Action) -> Bool,
    _ change: ((inout State) -> Void)? = nil
  ) async {
    let call = CoreTestCall("receive(\(what))", CallPlace(fileID, filePath, line, column))
    await waitForNews(timeout: seconds) {
      ledger.index(where: fits) != nil || (isExhaustive && ledger.hasNews)
    }
    let hasFailed = isExhaustive && failForOthers(before: ledger.index(where: fits), call)
    if hasFailed { await waitForNews(timeout: seconds) { ledger.index(where: fits) != nil } }
    guard let index = ledger.index(where: fits) else {
      if !hasFailed { ledger.fail(call, "No action was received: \(reasonOfSilence(seconds)).") }
      return
    }
    if !isExhaustive { ledger.skip(index) }
    let received = ledger.take(at: isExhaustive ? index : 0)
    ledger.check(received.number, received.record, call, change)
  }

  private func waitForNews(
    timeout seconds: TimeInterval, until hasHappened: @MainActor () -> Bool
  ) async {
    guard !hasHappened() else { return }
    await core.effects?.waitForNews(timeout: seconds, until: hasHappened)
  }

  /// Fails for actions received before the expected one, or instead of it.
  private func failForOthers(before index: Int?, _ call: CoreTestCall) -> Bool {
    let others = ledger.report(before: index, atMost: index == nil ? 1 : .max)
    guard !others.isEmpty else { return false }
    let actions = others.map { "\($0)" }.joined(separator: ", ")
    let what = others.count == 1 ? "Another action was" : "Other actions were"
    ledger.fail(call, "\(what) received\(index == nil ? "" : " before"): \(actions)")
    return true
  }

  private func reasonOfSilence(_ seconds: TimeInterval) -> String {
    guard let effects = core.effects, !effects.root.isEmpty else {
      return "no effect runs that could send one"
    }
    let left = effects.state
    let sleeping = left.sleeping.joined(separator: ", ")
    if left.running.isEmpty { return "all effects that could send one wait for time: \(sleeping)" }
    let end = Task.isCancelled ? "before the test was cancelled" : "within \(seconds) s"
    let running = (left.running + left.sleeping).joined(separator: ", ")
    return "none came \(end); running: \(running)"
  }

  /// Asserts the oldest call of the router that has not been asserted.
  ///
  /// - Parameters:
  ///   - expected: The expected call.
  ///   - fileID: The file ID of failures.
  ///   - filePath: The file path of failures.
  ///   - line: The line of failures.
  ///   - column: The column of failures.
  public func expectRouting<Call: Equatable>(
    _ expected: Call,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    let call = CoreTestCall(
      "expectRouting(\(expected))", CallPlace(fileID, filePath, line, column))
    guard let routing = ledger.routing, !routing.calls.isEmpty else {
      return ledger.fail(call, "The router was not called.")
    }
    guard let index = routing.calls.firstIndex(where: { ($0 as? Call) == expected }) else {
      let actual = routing.calls.removeFirst()
      return ledger.fail(
        call,
        "The router received another call (− expected, + actual):\n"
          + StateDifference.text(expected: expected, actual: actual))
    }
    let others = routing.calls[..<index].map { "- \($0)" }.joined(separator: "\n")
    routing.calls.removeSubrange(...index)
    guard isExhaustive, !others.isEmpty else { return }
    ledger.fail(call, "The router received other calls before it:\n\(others)")
  }

  /// Skips the received actions that have not been asserted.
  ///
  /// - Parameters:
  ///   - strict: Whether it is a failure if there are none; by default the value of
  ///     ``isExhaustive``.
  ///   - fileID: The file ID of failures.
  ///   - filePath: The file path of failures.
  ///   - line: The line of failures.
  ///   - column: The column of failures.
  public func skipReceived(
    strict: Bool? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    let call = CoreTestCall("skipReceived()", CallPlace(fileID, filePath, line, column))
    if strict ?? isExhaustive, ledger.received.isEmpty {
      ledger.fail(call, "There is nothing to skip.")
    }
    ledger.skip(ledger.received.count)
  }
}

extension CoreTestStore where Action: Equatable {
  /// Waits for the next action that the core or an effect sends, and asserts the change of the
  /// state.
  ///
  /// Fails immediately if no effect runs that could send it, if all remaining effects sleep on a
  /// manual clock, or if the calling task is cancelled. Another action in its stead is a failure;
  /// the expected one is still awaited and consumed, so that the following calls find theirs.
  ///
  /// - Parameters:
  ///   - action: The expected action.
  ///   - seconds: The timeout, in seconds of real time, independent of the core's clock.
  ///   - fileID: The file ID of failures.
  ///   - filePath: The file path of failures.
  ///   - line: The line of failures.
  ///   - column: The column of failures.
  ///   - change: Turns the state before into the state after; `nil` if nothing changes.
  public func receive(
    _ action: Action,
    timeout seconds: TimeInterval = 1,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ change: ((inout State) -> Void)? = nil
  ) async {
    await receive(
      "\(action)", timeout: seconds, fileID: fileID, filePath: filePath, line: line, column: column,
      where: { $0 == action }, change)
  }
}

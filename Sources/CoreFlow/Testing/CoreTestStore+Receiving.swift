import Foundation

extension CoreTestStore {
  /// Waits for the next action that the core or an effect has sent, and checks it.
  ///
  /// Fails at once if nothing runs that could send one, if all that could sleeps on a manual clock, or
  /// if the calling task is cancelled. If another action has come, that is the failure; the
  /// expected one is still waited for and taken, so that the calls that follow find what they expect.
  ///
  /// - Parameters:
  ///   - what: What is expected, for the failure text.
  ///   - seconds: How long to wait: real time, whatever clock the core has.
  ///   - fileID: Where failures are shown.
  ///   - filePath: Where failures are shown.
  ///   - line: Where failures are shown.
  ///   - column: Where failures are shown.
  ///   - fits: Whether it is the expected one.
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

  /// Fails for the actions that came before the expected one, or instead of it.
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
      return "nothing runs that could send one"
    }
    let left = effects.state
    let sleeping = left.sleeping.joined(separator: ", ")
    if left.running.isEmpty { return "what could send one waits for time: \(sleeping)" }
    let end = Task.isCancelled ? "before the test was cancelled" : "within \(seconds) s"
    let running = (left.running + left.sleeping).joined(separator: ", ")
    return "none came \(end); running: \(running)"
  }

  /// Demands a call of the router, the oldest that has not been named.
  ///
  /// - Parameters:
  ///   - expected: The call.
  ///   - fileID: Where failures are shown.
  ///   - filePath: Where failures are shown.
  ///   - line: Where failures are shown.
  ///   - column: Where failures are shown.
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
        "The router was called otherwise (− expected, + actual):\n"
          + StateDifference.text(expected: expected, actual: actual))
    }
    let others = routing.calls[..<index].map { "- \($0)" }.joined(separator: "\n")
    routing.calls.removeSubrange(...index)
    guard isExhaustive, !others.isEmpty else { return }
    ledger.fail(call, "Before it the router was called otherwise:\n\(others)")
  }

  /// Leaves out the received actions that have not been named.
  ///
  /// - Parameters:
  ///   - strict: Whether it is a failure if there are none; by default if everything must be named.
  ///   - fileID: Where failures are shown.
  ///   - filePath: Where failures are shown.
  ///   - line: Where failures are shown.
  ///   - column: Where failures are shown.
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
  /// Waits for the next action that the core or an effect has sent, and checks it.
  ///
  /// Fails at once if nothing runs that could send one, if all that could sleeps on a manual clock, or
  /// if the calling task is cancelled. If another action has come, that is the failure; the
  /// expected one is still waited for and taken, so that the calls that follow find what they expect.
  ///
  /// - Parameters:
  ///   - action: The expected one.
  ///   - seconds: How long to wait: real time, whatever clock the core has.
  ///   - fileID: Where failures are shown.
  ///   - filePath: Where failures are shown.
  ///   - line: Where failures are shown.
  ///   - column: Where failures are shown.
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

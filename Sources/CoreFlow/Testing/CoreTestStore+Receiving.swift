import Foundation

extension CoreTestStore {
  /// Waits for the next action that the core or an effect has sent, and checks it.
  ///
  /// Fails at once if nothing runs that could send one, or the calling task is cancelled.
  ///
  /// - Parameters:
  ///   - what: What is expected, for the failure text.
  ///   - seconds: How long to wait, on the clock of the core's context.
  ///   - fileID: Where failures are shown.
  ///   - line: Where failures are shown.
  ///   - fits: Whether it is the expected one.
  ///   - change: Turns the state before into the state after; `nil` if nothing changes.
  public func receive(
    _ what: String = "an action",
    timeout seconds: TimeInterval = 1,
    fileID: String = #fileID, line: UInt = #line,
    where fits: (Action) -> Bool,
    _ change: ((inout State) -> Void)? = nil
  ) async {
    let call = CoreTestCall("receive(\(what))", isExhaustive, fileID, line)
    if !isExhaustive { ledger.skip(until: fits) }
    var isLate = false
    let timer = core.context.clock.schedule(after: seconds) { [core] in
      isLate = true
      core.effects?.root.wake()
    }
    defer { timer.cancel() }
    while ledger.pending.isEmpty, !isLate, !Task.isCancelled, let effects = core.effects,
      !effects.root.isEmpty
    {
      await effects.root.waitForNews()
      if !isExhaustive { ledger.skip(until: fits) }
    }
    guard let record = ledger.takePending() else {
      let running = core.effects?.root.runningNames ?? []
      let end = isLate ? "within \(seconds) s" : "before the test was cancelled"
      let reason =
        running.isEmpty
        ? "nothing runs that could send one"
        : "none came \(end); running: \(running.joined(separator: ", "))"
      return ledger.fail(call, "No action was received: \(reason).")
    }
    guard fits(record.action) else {
      ledger.fail(call, "Another action was received: \(record.action)")
      ledger.state = record.after
      return
    }
    ledger.check(record, call, change)
  }

  /// Demands a call of the router, the oldest that has not been named.
  ///
  /// - Parameters:
  ///   - expected: The call.
  ///   - fileID: Where failures are shown.
  ///   - line: Where failures are shown.
  public func expectRouting<Call: Equatable>(
    _ expected: Call, fileID: String = #fileID, line: UInt = #line
  ) {
    let call = CoreTestCall("expectRouting(\(expected))", isExhaustive, fileID, line)
    guard let routing = ledger.routing, !routing.calls.isEmpty else {
      return ledger.fail(call, "The router was not called.")
    }
    let isExpected: (Any) -> Bool = { ($0 as? Call) == expected }
    if !isExhaustive, let index = routing.calls.firstIndex(where: isExpected) {
      routing.calls.removeSubrange(...index)
      return
    }
    let actual = routing.calls.removeFirst()
    guard !isExpected(actual) else { return }
    ledger.fail(
      call,
      "The router was called otherwise (− expected, + actual):\n"
        + StateDifference.text(expected: expected, actual: actual))
  }

  /// Leaves out the received actions that have not been named.
  ///
  /// - Parameters:
  ///   - fileID: Where failures are shown.
  ///   - line: Where failures are shown.
  public func skipReceived(fileID: String = #fileID, line: UInt = #line) {
    let call = CoreTestCall("skipReceived()", isExhaustive, fileID, line)
    if ledger.pending.isEmpty { ledger.fail(call, "There is nothing to skip.") }
    while let record = ledger.takePending() { ledger.state = record.after }
  }
}

extension CoreTestStore where Action: Equatable {
  /// Waits for the next action that the core or an effect has sent, and checks it.
  ///
  /// Fails at once if nothing runs that could send one, or the calling task is cancelled.
  ///
  /// - Parameters:
  ///   - action: The expected one.
  ///   - seconds: How long to wait, on the clock of the core's context.
  ///   - fileID: Where failures are shown.
  ///   - line: Where failures are shown.
  ///   - change: Turns the state before into the state after; `nil` if nothing changes.
  public func receive(
    _ action: Action,
    timeout seconds: TimeInterval = 1,
    fileID: String = #fileID, line: UInt = #line,
    _ change: ((inout State) -> Void)? = nil
  ) async {
    await receive(
      "\(action)", timeout: seconds, fileID: fileID, line: line, where: { $0 == action }, change)
  }
}

import Foundation

/// Tests a core exhaustively: the test has to assert everything that the core does.
///
/// ```swift
/// let store = CoreTestStore(core) {
///   let location = $0.location(SourceLocation.init(fileID:filePath:line:column:))
///   Issue.record("\($0)", sourceLocation: location)
/// }
/// store.send(.load) { $0.isLoading = true }
/// await store.receive(.loaded([1, 2])) {
///   $0.isLoading = false
///   $0.items = [1, 2]
/// }
/// await store.finish()
/// ```
///
/// A test describes each state change completely, receives in order each action that the core or
/// its effects send, expects each call of the router, and ends without a running effect. A
/// violation is a failure whose text shows the difference, with the source location of the call
/// that found it. One mistake is one failure: the next call can still assert what a call omitted. A
/// state that is not `Equatable` is compared by its text, and its parts that are by `==`. A core may
/// have several stores; each of them demands all actions, also those that a call of another one
/// asserts. A call of a router that they share is demanded once.
///
/// An issue of an effect, such as an error that no ``Effect/catch(_:_:)`` handles, is a failure of
/// the call that misses its action, or at the end; also if the store is not exhaustive.
///
/// Timeouts are in real time, independent of the core's clock, and count only while the main actor
/// is free. The store does not wait for an effect that sleeps on a manual clock: advance the clock
/// first.
@MainActor
public final class CoreTestStore<Action, State> {
  let core: Core<Action, State>
  let ledger: CoreTestLedger<Action, State>
  private let location: CallLocation

  /// Creates a store, which records the core's actions until it is released.
  ///
  /// - Parameters:
  ///   - core: The core. From now on its effects are described with the actions behind them.
  ///   - routing: The recorder of the core's router.
  ///   - fileID: The file ID of failures at the store's release.
  ///   - filePath: The file path of failures at the store's release.
  ///   - line: The line of failures at the store's release.
  ///   - column: The column of failures at the store's release.
  ///   - onFailure: Called with each failure; by default the process stops with its text, so that
  ///     no failure is overlooked.
  public init(
    _ core: Core<Action, State>,
    routing: RoutingRecorder? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    onFailure: @escaping @MainActor (TestFailure) -> Void = TestFailure.stop
  ) {
    self.core = core
    location = CallLocation(fileID, filePath, line, column)
    let ledger = CoreTestLedger<Action, State>(
      state: core.currentState, routing: routing, onFailure: onFailure)
    self.ledger = ledger
    core.enableTestMode()
    core.startRecording(for: ledger)
  }

  deinit {
    onMainActor { [core, ledger, location] in
      core.stopRecording(for: ledger)
      ledger.close(
        core.effects?.root.leaves ?? [], CoreTestCall("the end of the store", location))
    }
  }

  /// Whether the test must assert everything; `true` by default.
  ///
  /// If `false`, actions and router calls that the test does not assert are skipped, effects may
  /// still run when the store is released, and a closure only assigns the values that it expects
  /// after the action. With ``onSkippedAssertion``, such a closure is called twice.
  public var isExhaustive: Bool {
    get { ledger.isExhaustive }
    set { ledger.isExhaustive = newValue }
  }

  /// Receives a note for each assertion that the test has skipped; `nil` by default.
  ///
  /// ```swift
  /// let store = CoreTestStore(core)
  /// store.isExhaustive = false
  /// store.onSkippedAssertion = { print($0) }
  /// ```
  ///
  /// A note says which actions, calls of the router, changes of the state or effects the test has
  /// not asserted, with the source location of the call that skipped them. To find the changes, the
  /// store calls the closure of a call twice: with the state after the action, which it checks, then
  /// with the state before. So the closure assigns values, and counts, expects and requires nothing:
  /// that belongs after the call. There are no notes while
  /// ``isExhaustive`` is `true`, nor for ``skipReceived(strict:fileID:filePath:line:column:)``.
  public var onSkippedAssertion: (@MainActor (TestFailure) -> Void)? {
    get { ledger.onSkippedAssertion }
    set { ledger.onSkippedAssertion = newValue }
  }

  /// The state after the last action that the test has asserted or skipped.
  ///
  /// Inside the closure of a call, it is the state before the action of that call.
  public var state: State { ledger.state }

  /// Sends an action and asserts the change of the state.
  ///
  /// Not in a reducer or an observer, where it is a failure.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - fileID: The file ID of failures.
  ///   - filePath: The file path of failures.
  ///   - line: The line of failures.
  ///   - column: The column of failures.
  ///   - change: Turns the state before into the state after; `nil` if nothing changes. An error
  ///     that it throws is a failure.
  /// - Returns: A handle on the effects that the action starts.
  @discardableResult
  public func send(
    _ action: Action,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ change: ((inout State) throws -> Void)? = nil
  ) -> ActionHandle {
    let call = CoreTestCall("send(\(action))", CallLocation(fileID, filePath, line, column))
    guard core.phase.isResting else {
      ledger.fail(
        call,
        "The core is reducing an action or notifying its observers, so it handles this one "
          + "afterwards. Send it then, not in a reducer or an observer.")
      return core.send(action)
    }
    ledger.demandNothingReceived(call)
    let (handle, sentAction) = ledger.expectingSentAction { core.send(action) }
    guard let sentAction else {
      ledger.fail(call, "The core did not handle the action; has it resigned?")
      return handle
    }
    ledger.check(sentAction, call, change)
    return handle
  }

  /// Asserts values of the state between actions.
  ///
  /// ```swift
  /// let store = CoreTestStore(core)
  /// store.isExhaustive = false
  /// store.send(.load)
  /// await store.finish()
  /// store.assert { $0.items = [1, 2] }
  /// ```
  ///
  /// The closure receives ``state`` or, if ``isExhaustive`` is `false`, the core's current state,
  /// and assigns the expected values; the assignments must leave the state unchanged. An error that
  /// it throws is a failure.
  ///
  /// - Parameters:
  ///   - fileID: The file ID of failures.
  ///   - filePath: The file path of failures.
  ///   - line: The line of failures.
  ///   - column: The column of failures.
  ///   - expected: Assigns the expected values.
  public func assert(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ expected: (inout State) throws -> Void
  ) {
    ledger.check(
      isExhaustive ? ledger.state : core.currentState,
      CoreTestCall("assert()", CallLocation(fileID, filePath, line, column)), expected)
  }

  /// Ends the test: waits until no effect runs, then fails for everything that has not been
  /// asserted.
  ///
  /// Fails immediately if all remaining effects sleep on a manual clock, with the time by which it
  /// has to advance, or if the calling task is cancelled, with the running effects. Later actions
  /// are checked when the store is released.
  ///
  /// - Parameters:
  ///   - seconds: The timeout, in seconds of real time, independent of the core's clock.
  ///   - fileID: The file ID of failures.
  ///   - filePath: The file path of failures.
  ///   - line: The line of failures.
  ///   - column: The column of failures.
  public func finish(
    timeout seconds: TimeInterval = 1,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    let call = CoreTestCall("finish()", CallLocation(fileID, filePath, line, column))
    do {
      try await core.exhaust(timeout: seconds)
    } catch {
      let effects = core.effects?.root.leaves ?? []
      let names = effects.map(\.description).joined(separator: ", ")
      ledger.failForEffects(
        effects, call,
        error is CancellationError ? "The test was cancelled; running: \(names)." : "\(error)")
    }
    ledger.demandNothingReceived(call)
    ledger.demandNoRouting(call)
    ledger.demandNoIssues(call)
  }
}

extension CoreTestStore {
  /// Waits for the next action that the core or an effect sends, and asserts the change of the
  /// state.
  ///
  /// Fails immediately if no effect runs that could send it, if all remaining effects sleep on a
  /// manual clock, or if the calling task is cancelled. Another action instead is a failure;
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
  ///   - change: Turns the state before into the state after; `nil` if nothing changes. An error
  ///     that it throws is a failure.
  public func receive(
    _ what: String = "an action",
    timeout seconds: TimeInterval = 1,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    where fits: (Action) -> Bool,
    _ change: ((inout State) throws -> Void)? = nil
  ) async {
    let call = CoreTestCall("receive(\(what))", CallLocation(fileID, filePath, line, column))
    await core.effects?.waitForNews(timeout: seconds) {
      ledger.index(where: fits) != nil || (isExhaustive && ledger.hasNews)
    }
    let hasFailed = isExhaustive && failForOthers(before: ledger.index(where: fits), call)
    if hasFailed {
      await core.effects?.waitForNews(timeout: seconds) { ledger.index(where: fits) != nil }
    }
    guard let index = ledger.index(where: fits) else {
      if !hasFailed { ledger.fail(call, "No action was received: \(reasonOfSilence(seconds))") }
      return
    }
    if !isExhaustive { ledger.skip(index, call) }
    ledger.check(ledger.take(at: isExhaustive ? index : 0), call, change)
  }

  /// Waits for an action of a case, whatever its values are.
  ///
  /// ```swift
  /// let store = CoreTestStore(core)
  /// store.send(.load) { $0.isLoading = true }
  /// await store.receive(ListAction.loaded) { $0.items = [1, 2] }
  /// ```
  ///
  /// Actions need not be `Equatable`. A case without values, or with a tuple as its only one, takes
  /// ``receive(_:timeout:fileID:filePath:line:column:where:_:)``, which this call equals otherwise.
  /// A case with a closure as a value takes that, too: Swift 6.3 crashes while it compiles this call
  /// for one.
  ///
  /// - Parameters:
  ///   - action: The case, which has associated values.
  ///   - seconds: The timeout, in seconds of real time, independent of the core's clock.
  ///   - fileID: The file ID of failures.
  ///   - filePath: The file path of failures.
  ///   - line: The line of failures.
  ///   - column: The column of failures.
  ///   - change: Turns the state before into the state after; `nil` if nothing changes. An error
  ///     that it throws is a failure.
  public func receive<each Value>(
    _ action: (repeat each Value) -> Action,
    timeout seconds: TimeInterval = 1,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ change: ((inout State) throws -> Void)? = nil
  ) async {
    var types: [String] = []
    for type in repeat (each Value).self { types.append("\(type)") }
    await receive(
      "a case with \(types.joined(separator: ", "))", timeout: seconds, fileID: fileID,
      filePath: filePath, line: line, column: column,
      where: { ActionCase.matches($0, action) }, change)
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
    let issues = ledger.takeIssues()
    guard issues.isEmpty else { return issues.joined(separator: "\n") }
    guard let effects = core.effects, !effects.root.isEmpty else {
      return "no effect runs that could send one."
    }
    let left = effects.listUnfinished()
    let sleeping = left.sleeping.joined(separator: ", ")
    if left.running.isEmpty { return "all effects that could send one wait for time: \(sleeping)." }
    let end = Task.isCancelled ? "before the test was cancelled" : "within \(seconds) s"
    let running = (left.running + left.sleeping).joined(separator: ", ")
    return "none came \(end); running: \(running)."
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
      "expectRouting(\(expected))", CallLocation(fileID, filePath, line, column))
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
    let others = routing.take(index + 1).dropLast().map { "- \($0)" }.joined(separator: "\n")
    guard !others.isEmpty else { return }
    guard isExhaustive else {
      return ledger.note(call, "Calls of the router were skipped:\n\(others)")
    }
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
    let call = CoreTestCall("skipReceived()", CallLocation(fileID, filePath, line, column))
    if strict ?? isExhaustive, ledger.received.isEmpty {
      ledger.fail(
        call, "There is nothing to skip. Remove the call, or pass `strict: false`.")
    }
    ledger.skip(ledger.received.count)
  }
}

extension CoreTestStore where Action: Equatable {
  /// Waits for an action, as
  /// ``CoreTestStore/receive(_:timeout:fileID:filePath:line:column:where:_:)`` does.
  public func receive(
    _ action: Action,
    timeout seconds: TimeInterval = 1,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ change: ((inout State) throws -> Void)? = nil
  ) async {
    await receive(
      "\(action)", timeout: seconds, fileID: fileID, filePath: filePath, line: line, column: column,
      where: { $0 == action }, change)
  }
}

/// Records the calls that a router receives from a core, for a ``CoreTestStore`` to check.
///
/// ```swift
/// final class RouterDouble: FeatureRouting {
///   let recorder = RoutingRecorder()
///   func routeToDetail(id: Int) { recorder.record("detail \(id)") }
/// }
/// ```
@MainActor
public final class RoutingRecorder {
  var calls: [Any] = []

  /// Creates an empty recorder.
  public init() {}

  /// Records a call.
  ///
  /// - Parameter call: The call: a case of an enumeration of the test's own, or a text.
  public func record(_ call: some Equatable) {
    calls.append(call)
  }

  /// Removes the oldest calls and returns them, because the release of one may record another.
  func take(_ count: Int) -> ArraySlice<Any> {
    let taken = calls.prefix(count)
    calls.removeFirst(count)
    return taken
  }
}

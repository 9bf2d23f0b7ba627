import Foundation

/// Tests a core, and demands that nothing happens that the test does not name.
///
/// ```swift
/// let store = CoreTestStore(core) { Issue.record("\($0)") }
/// store.send(.load) { $0.isLoading = true }
/// await store.receive(.loaded([1, 2])) {
///   $0.isLoading = false
///   $0.items = [1, 2]
/// }
/// await store.finish()
/// ```
///
/// Each state change must be described completely, each action that the core or its effects send
/// must be received in order, each call of the router be expected, and in the end nothing may run.
/// What is wrong is handed over as an issue whose text shows the difference. A state that is not
/// `Equatable` is compared by its text.
@MainActor
public final class CoreTestStore<Action, State> {
  /// Whether everything must be named.
  ///
  /// If not, actions and calls that nobody asks for are skipped, and a closure only has to assign
  /// what is so afterwards.
  public var isExhaustive = true

  let core: Core<Action, State>
  let ledger: CoreTestLedger<Action, State>

  /// Makes a store; until it ends, it records what the core does.
  ///
  /// - Parameters:
  ///   - core: The core; its effects are named from now on.
  ///   - routing: What the core's router notes.
  ///   - fileID: Where failures of the end are shown.
  ///   - line: Where failures of the end are shown.
  ///   - onFailure: Called with each failure; by default the process stops with its text, so that
  ///     no failure is overlooked.
  public init(
    _ core: Core<Action, State>,
    routing: RoutingRecorder? = nil,
    fileID: String = #fileID, line: UInt = #line,
    onFailure: @escaping @MainActor (NavigationIssue) -> Void = CoreTestFailure.stop
  ) {
    self.core = core
    let ledger = CoreTestLedger<Action, State>(
      state: core.currentState, routing: routing, fileID: fileID, line: line, onFailure: onFailure)
    self.ledger = ledger
    core.enableTestMode()
    core.record { [weak ledger, weak core] in
      ledger?.add($0)
      core?.effects?.root.wake()
    }
  }

  deinit {
    onMainActor { [core, ledger] in
      core.record(nil)
      ledger.close(running: core.effects?.root.runningNames ?? [])
    }
  }

  /// The state after all that the test has named so far.
  public var state: State { ledger.state }

  /// Sends an action and checks the change of the state.
  ///
  /// - Parameters:
  ///   - action: What happens.
  ///   - fileID: Where failures are shown.
  ///   - line: Where failures are shown.
  ///   - change: Turns the state before into the state after; `nil` if nothing changes.
  /// - Returns: The handle on the effects that the action starts.
  @discardableResult
  public func send(
    _ action: Action,
    fileID: String = #fileID, line: UInt = #line,
    _ change: ((inout State) -> Void)? = nil
  ) -> ActionHandle {
    let call = CoreTestCall("send(\(action))", isExhaustive, fileID, line)
    ledger.demandNothingPending(call)
    ledger.mine = nil
    ledger.expectsMine = true
    let handle = core.send(action)
    ledger.expectsMine = false
    guard let record = ledger.mine else {
      ledger.fail(call, "The core did not handle the action; has it resigned?")
      return handle
    }
    ledger.check(record, call, change)
    return handle
  }

  /// Ends the test: waits until nothing runs, then demands that nothing is left unnamed.
  ///
  /// - Parameters:
  ///   - seconds: How long to wait, on the clock of the core's context.
  ///   - fileID: Where failures are shown.
  ///   - line: Where failures are shown.
  public func finish(
    timeout seconds: TimeInterval = 1, fileID: String = #fileID, line: UInt = #line
  ) async {
    let call = CoreTestCall("finish()", isExhaustive, fileID, line)
    do {
      try await core.exhaust(timeout: seconds)
    } catch {
      ledger.fail(call, "\(error)")
    }
    ledger.demandNothingPending(call)
    ledger.demandNoRouting(call)
    ledger.isClosed = true
  }
}

/// A call of a test store, for failure texts.
struct CoreTestCall {
  let name: String
  let isExhaustive: Bool
  let fileID: String
  let line: UInt

  init(_ name: String, _ isExhaustive: Bool, _ fileID: String, _ line: UInt) {
    self.name = name
    self.isExhaustive = isExhaustive
    self.fileID = fileID
    self.line = line
  }
}

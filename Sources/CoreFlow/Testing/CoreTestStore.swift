import Foundation

/// Tests a core, and demands that nothing happens that the test does not name.
///
/// ```swift
/// let store = CoreTestStore(core) {
///   let place = $0.location(SourceLocation.init(fileID:filePath:line:column:))
///   Issue.record("\($0)", sourceLocation: place)
/// }
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
/// What is wrong is handed over as a failure whose text shows the difference, with the place of the
/// call that found it. One mistake is one failure: what a call did not name can still be named by the
/// next one. A state that is not `Equatable` is compared by its text.
///
/// The store's patience is real time, whatever clock the core has, and counts only while the main
/// actor is free. What sleeps on a manual clock is not waited for: move the clock first.
@MainActor
public final class CoreTestStore<Action, State> {
  let core: Core<Action, State>
  let ledger: CoreTestLedger<Action, State>
  private let place: CallPlace

  /// Makes a store; until it is released, it records what the core does.
  ///
  /// - Parameters:
  ///   - core: The core; its effects are named from now on.
  ///   - routing: What the core's router notes.
  ///   - fileID: Where failures of the end are shown.
  ///   - filePath: Where failures of the end are shown.
  ///   - line: Where failures of the end are shown.
  ///   - column: Where failures of the end are shown.
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
    place = CallPlace(fileID, filePath, line, column)
    let ledger = CoreTestLedger<Action, State>(
      state: core.currentState, routing: routing, onFailure: onFailure)
    self.ledger = ledger
    core.enableTestMode()
    core.record { [weak ledger, weak core] in
      ledger?.add($0)
      core?.effects?.root.wake()
    }
  }

  deinit {
    onMainActor { [core, ledger, place] in
      core.record(nil)
      ledger.close(
        core.effects?.root.leaves ?? [], CoreTestCall("the end of the store", place))
    }
  }

  /// Whether everything must be named; `true` by default.
  ///
  /// If not, actions and calls that the test does not name are skipped, effects may run on when the
  /// store is released, and a closure only has to assign what is so afterwards.
  public var isExhaustive: Bool {
    get { ledger.isExhaustive }
    set { ledger.isExhaustive = newValue }
  }

  /// The state after all that the test has named so far.
  ///
  /// Inside the closure of a call it is the state before.
  public var state: State { ledger.state }

  /// Sends an action and checks the change of the state.
  ///
  /// - Parameters:
  ///   - action: What happens.
  ///   - fileID: Where failures are shown.
  ///   - filePath: Where failures are shown.
  ///   - line: Where failures are shown.
  ///   - column: Where failures are shown.
  ///   - change: Turns the state before into the state after; `nil` if nothing changes.
  /// - Returns: The handle on the effects that the action starts.
  @discardableResult
  public func send(
    _ action: Action,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ change: ((inout State) -> Void)? = nil
  ) -> ActionHandle {
    let call = CoreTestCall("send(\(action))", CallPlace(fileID, filePath, line, column))
    ledger.demandNothingReceived(call)
    let handle = ledger.expectingMine { core.send(action) }
    guard let mine = ledger.mine else {
      ledger.fail(call, "The core did not handle the action; has it resigned?")
      return handle
    }
    ledger.check(mine.number, mine.record, call, change)
    return handle
  }

  /// Ends the test: waits until nothing runs, then demands that nothing is left unnamed.
  ///
  /// Fails at once if all that is left sleeps on a manual clock, and says how far that has to be moved.
  /// What happens afterwards is looked at when the store is released.
  ///
  /// - Parameters:
  ///   - seconds: How long to wait: real time, whatever clock the core has.
  ///   - fileID: Where failures are shown.
  ///   - filePath: Where failures are shown.
  ///   - line: Where failures are shown.
  ///   - column: Where failures are shown.
  public func finish(
    timeout seconds: TimeInterval = 1,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    let call = CoreTestCall("finish()", CallPlace(fileID, filePath, line, column))
    do {
      try await core.exhaust(timeout: seconds)
    } catch {
      ledger.failForEffects(core.effects?.root.leaves ?? [], call, "\(error)")
    }
    ledger.demandNothingReceived(call)
    ledger.demandNoRouting(call)
  }
}

import Foundation

/// Tests a core exhaustively: the test has to assert everything that the core does.
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
/// A test describes each state change completely, receives in order each action that the core or
/// its effects send, expects each call of the router, and ends without a running effect. A
/// violation is a failure whose text shows the difference, with the source location of the call
/// that found it. One mistake is one failure: the next call can still assert what a call omitted. A
/// state that is not `Equatable` is compared by its text.
///
/// Timeouts are in real time, independent of the core's clock, and count only while the main actor
/// is free. The store does not wait for an effect that sleeps on a manual clock: advance the clock
/// first.
@MainActor
public final class CoreTestStore<Action, State> {
  let core: Core<Action, State>
  let ledger: CoreTestLedger<Action, State>
  private let place: CallPlace

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

  /// Whether the test must assert everything; `true` by default.
  ///
  /// If `false`, actions and router calls that the test does not assert are skipped, effects may
  /// still run when the store is released, and a closure only assigns the values that it expects
  /// after the action.
  public var isExhaustive: Bool {
    get { ledger.isExhaustive }
    set { ledger.isExhaustive = newValue }
  }

  /// The state after the last action that the test has asserted or skipped.
  ///
  /// Inside the closure of a call, it is the state before the action of that call.
  public var state: State { ledger.state }

  /// Sends an action and asserts the change of the state.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - fileID: The file ID of failures.
  ///   - filePath: The file path of failures.
  ///   - line: The line of failures.
  ///   - column: The column of failures.
  ///   - change: Turns the state before into the state after; `nil` if nothing changes.
  /// - Returns: A handle on the effects that the action starts.
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

  /// Ends the test: waits until no effect runs, then fails for everything that has not been
  /// asserted.
  ///
  /// Fails immediately if all remaining effects sleep on a manual clock, with the time by which it
  /// has to advance. Later actions are checked when the store is released.
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

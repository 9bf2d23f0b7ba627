import Foundation

/// A reduced action with the states before and after it.
struct CoreRecord<Action, State> {
  let action: Action
  /// Whether the core or one of its effects sent it, rather than code outside.
  let isReceived: Bool
  let before: State
  let after: State
}

/// The receivers of a core's records; a core without any has none.
@MainActor
final class CoreRecorders<Action, State> {
  typealias Recorder = (CoreRecord<Action, State>) -> Void

  /// The records of the test stores that have not been released.
  var tests: [CoreTestLedger<Action, State>]?
  /// The output of `printChanges(to:)`.
  var printer: Recorder?
  /// The trace of the context.
  var trace: CoreTrace?

  var isEmpty: Bool { tests == nil && printer == nil && trace == nil }

  /// Whether the states before and after an action are needed.
  var comparesStates: Bool {
    tests != nil || printer != nil || trace?.comparesStates ?? false
  }

  func record(_ record: CoreRecord<Action, State>) {
    for test in tests ?? [] { test.add(record) }
    printer?(record)
  }
}

extension Core {
  /// Prints each action with the difference that it makes to the state, from now on.
  ///
  /// ```swift
  /// let core = ListCore(initialState: ListState())
  /// core.printChanges()
  /// ```
  ///
  /// Prints nothing unless called, and an uncalled method costs nothing. For printing, each action
  /// copies the state and reflects both copies, so do not leave the call in a released app.
  /// `printChanges(to: nil)` ends it.
  public final func printChanges() {
    printChanges { try? FileHandle.standardOutput.write(contentsOf: Data("\($0)\n".utf8)) }
  }

  /// Passes each action, with the difference that it makes to the state, to a closure, from now on.
  ///
  /// One output at a time: it replaces that of an earlier call.
  ///
  /// - Parameter output: Receives a text of several lines for each action, after its observers;
  ///   `nil` to end the output.
  public final func printChanges(to output: (@MainActor (String) -> Void)?) {
    guard let output else { return record(\.printer, nil) }
    let name = "\(Self.self)"
    record(\.printer) { record in
      let change =
        StateDifference.areEqual(record.before, record.after)
        ? "  (no change)"
        : StateDifference.text(expected: record.before, actual: record.after)
      output("\(name): \(record.action)\n\(change)")
    }
  }

  /// Records actions for a test store, from now on.
  final func startRecording(for test: CoreTestLedger<Action, State>) {
    record(\.tests, (recorders?.tests ?? []) + [test])
    passIssuesToTests()
  }

  /// Passes the issues of effects to the test stores, from now on.
  final func passIssuesToTests() {
    effects?.onIssue = { [weak self] issue in
      for test in self?.recorders?.tests ?? [] { test.add(issue) }
    }
  }

  /// Records actions for the other test stores only, if there are any.
  final func stopRecording(for test: CoreTestLedger<Action, State>) {
    let others = (recorders?.tests ?? []).filter { $0 !== test }
    record(\.tests, others.isEmpty ? nil : others)
  }

  final func record<Recorder>(
    _ receiver: ReferenceWritableKeyPath<CoreRecorders<Action, State>, Recorder?>,
    _ recorder: Recorder?
  ) {
    guard recorder != nil || recorders != nil else { return }
    let recorders = recorders ?? CoreRecorders()
    let former = recorders[keyPath: receiver]
    recorders[keyPath: receiver] = recorder
    self.recorders = recorders.isEmpty ? nil : recorders
    // During an action, the end of the action sets the resting phase.
    if phase.isResting { phase = restingPhase } else { hasPendingWork = true }
    // Released after the access, because an object in a closure may send an action.
    withExtendedLifetime(former) {}
  }
}

/// A core's part of a trace.
@MainActor
final class CoreTrace {
  /// The trace; `nil` after its end and release.
  private weak var trace: NavigationTrace?
  private let name: String

  init(_ trace: NavigationTrace, name: String) {
    self.trace = trace
    self.name = name
  }

  var isOver: Bool { !(trace?.isRunning ?? false) }

  /// The event in whose consequences the current code runs.
  var current: Int? { trace?.current }

  var comparesStates: Bool { trace.map { $0.isRunning && $0.options.includesValues } ?? false }

  /// Records an action, as the cause of what its handling does.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - cause: The event that led to it; by default the current one.
  ///   - handle: Handles the action.
  /// - Returns: The number of the event, and the result of `handle`.
  func record<Action, Result>(
    _ action: Action, _ cause: Int?, _ handle: () -> Result
  ) -> (event: Int, result: Result) {
    guard let trace, trace.isRunning else { return (0, handle()) }
    let event = trace.record(.action, trace.name(of: action), in: name, cause: cause)
    return (event, trace.within(event, handle))
  }

  /// Adds the change of the state to an action's event.
  func note(_ before: Any, _ after: Any, in event: Int) {
    guard let trace, comparesStates, !trace.hidesContents(of: after),
      !StateDifference.areEqual(before, after)
    else { return }
    let difference = StateDifference.text(expected: before, actual: after)
    trace.amend(event) { $0.difference = difference }
  }
}

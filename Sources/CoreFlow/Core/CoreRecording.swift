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

  /// A test store.
  var test: Recorder?
  /// The output of `printChanges(to:)`.
  var printer: Recorder?

  func record(_ record: CoreRecord<Action, State>) {
    test?(record)
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
    printChanges { FileHandle.standardOutput.write(Data("\($0)\n".utf8)) }
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

  /// Starts recording actions for a test, or stops with `nil`.
  final func recordForTest(_ recorder: CoreRecorders<Action, State>.Recorder?) {
    record(\.test, recorder)
  }

  private func record(
    _ receiver: ReferenceWritableKeyPath<
      CoreRecorders<Action, State>, CoreRecorders<Action, State>.Recorder?
    >, _ recorder: CoreRecorders<Action, State>.Recorder?
  ) {
    guard recorder != nil || recorders != nil else { return }
    let recorders = recorders ?? CoreRecorders()
    recorders[keyPath: receiver] = recorder
    self.recorders = recorders.test == nil && recorders.printer == nil ? nil : recorders
    // During an action, the end of the action sets the resting phase.
    if phase.isResting { phase = restingPhase } else { hasPendingWork = true }
  }
}

/// What a core has done and a test has not named yet.
@MainActor
final class CoreTestLedger<Action, State> {
  typealias Record = CoreRecord<Action, State>

  var state: State
  let routing: RoutingRecorder?
  private let fileID: String
  private let line: UInt
  private let onFailure: @MainActor (NavigationIssue) -> Void
  private(set) var pending: [Record] = []
  /// The action that the test itself is sending.
  var mine: Record?
  var expectsMine = false
  var isClosed = false

  init(
    state: State, routing: RoutingRecorder?, fileID: String, line: UInt,
    onFailure: @escaping @MainActor (NavigationIssue) -> Void
  ) {
    self.state = state
    self.routing = routing
    self.fileID = fileID
    self.line = line
    self.onFailure = onFailure
  }

  func add(_ record: Record) {
    if expectsMine, !record.isReceived {
      expectsMine = false
      mine = record
    } else {
      pending.append(record)
    }
  }

  func takePending() -> Record? { pending.isEmpty ? nil : pending.removeFirst() }

  func skip(until fits: (Action) -> Bool) {
    while let first = pending.first, !fits(first.action) {
      state = first.after
      pending.removeFirst()
    }
  }

  func check(_ record: Record, _ call: CoreTestCall, _ change: ((inout State) -> Void)?) {
    let before = state
    state = record.after
    var expected = call.isExhaustive ? before : record.after
    change?(&expected)
    if call.isExhaustive, change != nil, StateDifference.areEqual(before, expected) {
      fail(call, "The closure changes nothing; leave it out if that is meant.")
    }
    guard call.isExhaustive || change != nil, !StateDifference.areEqual(expected, record.after)
    else { return }
    let what =
      change == nil ? "The state changed, but no change was named" : "The state is not as expected"
    fail(
      call,
      "\(what) (− expected, + actual):\n"
        + StateDifference.text(expected: expected, actual: record.after))
  }

  func demandNothingPending(_ call: CoreTestCall) {
    guard !pending.isEmpty else { return }
    if call.isExhaustive {
      let actions = pending.map { "- \($0.action)" }.joined(separator: "\n")
      fail(call, "Received actions have not been named:\n\(actions)")
    }
    skip { _ in false }
  }

  func demandNoRouting(_ call: CoreTestCall) {
    guard call.isExhaustive, let routing, !routing.calls.isEmpty else { return }
    let calls = routing.calls.map { "- \($0)" }.joined(separator: "\n")
    routing.calls = []
    fail(call, "Calls of the router have not been named:\n\(calls)")
  }

  /// The store is gone.
  func close(running: [String]) {
    guard !isClosed else { return }
    isClosed = true
    let call = CoreTestCall("the end of the store", true, fileID, line)
    demandNothingPending(call)
    demandNoRouting(call)
    guard !running.isEmpty else { return }
    fail(call, "Effects still run:\n" + running.map { "- \($0)" }.joined(separator: "\n"))
  }

  func fail(_ call: CoreTestCall, _ text: String) {
    onFailure(
      NavigationIssue(
        code: .init(rawValue: "testStore"), fact: "\(call.name): \(text)",
        advice: "Name it in the test, or set `isExhaustive` to false.", fileID: call.fileID,
        line: call.line))
  }
}

extension Core {
  /// Has everything recorded, or no longer.
  final func record(_ recorder: ((CoreRecord<Action, State>) -> Void)?) {
    self.recorder = recorder
    // In the middle of an action the end of it looks again at where the core rests.
    if phase == .idle || phase == .recording { phase = restingPhase } else { hasAfterwork = true }
  }
}

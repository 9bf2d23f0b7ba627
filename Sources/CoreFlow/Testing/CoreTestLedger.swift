/// The record of a core's actions, and of those that a test has asserted.
@MainActor
final class CoreTestLedger<Action, State> {
  typealias Record = CoreRecord<Action, State>

  /// An action that the core has handled.
  struct Handled {
    let number: Int
    let record: Record
    /// Whether a failure has reported it.
    var isReported = false
  }

  /// Whether the test must assert everything.
  var isExhaustive = true
  /// The state after the last asserted or skipped action.
  private(set) var state: State
  let routing: RoutingRecorder?
  /// Receives a note for each skipped assertion.
  var onSkippedAssertion: (@MainActor (TestFailure) -> Void)?
  private let onFailure: @MainActor (TestFailure) -> Void
  /// Those sent by the core or an effect that the test has not asserted.
  private(set) var received: [Handled] = []
  /// The action that the test has sent itself; `nil` outside of ``expectingSentAction(_:)``.
  private var sentAction: Handled?
  private var expectsSentAction = false
  private var nextNumber = 0
  /// The number of the latest action that the test has asserted or skipped.
  private var latestNumber = -1
  /// The issues of effects that no failure has reported.
  private var issues: [NavigationIssue] = []
  /// The unfinished effects that a failure has reported.
  private var reportedEffects: [EffectPart] = []

  init(
    state: State, routing: RoutingRecorder?, onFailure: @escaping @MainActor (TestFailure) -> Void
  ) {
    self.state = state
    self.routing = routing
    self.onFailure = onFailure
  }

  func add(_ record: Record) {
    let new = Handled(number: nextNumber, record: record)
    nextNumber += 1
    if expectsSentAction, !record.isReceived {
      expectsSentAction = false
      sentAction = new
    } else {
      received.append(new)
    }
  }

  func add(_ issue: NavigationIssue) { issues.append(issue) }

  /// Returns the issues of effects that no failure has reported, as lines.
  func takeIssues() -> [String] {
    issues.takeAll().map { "\($0.fact) \($0.advice)" }
  }

  /// Records the next action from outside as the test's own, and returns it.
  func expectingSentAction<Result>(_ body: () -> Result) -> (result: Result, action: Handled?) {
    expectsSentAction = true
    let result = body()
    expectsSentAction = false
    return (result, sentAction.take())
  }

  /// Whether there is a received action that no failure has reported.
  var hasNews: Bool { received.contains { !$0.isReported } }

  func index(where fits: (Action) -> Bool) -> Int? {
    received.firstIndex { fits($0.record.action) }
  }

  func take(at index: Int) -> Handled { received.remove(at: index) }

  /// Skips the oldest received actions, with a note if a call gives one.
  func skip(_ count: Int, _ call: CoreTestCall? = nil) {
    if let call, count > 0, onSkippedAssertion != nil {
      let lines = received.prefix(count).map { "- \($0.record.action)" }.joined(separator: "\n")
      note(call, "Received actions were skipped:\n\(lines)")
    }
    let skipped = received.prefix(count)
    if let last = skipped.last { name(last) }
    received.removeFirst(count)
    // Released here, after the access, because an object in an action may send another one.
    withExtendedLifetime(skipped) {}
  }

  /// Marks the oldest unreported actions before an index, at most `count` of them, as reported, and
  /// returns them.
  func report(before end: Int? = nil, atMost count: Int = .max) -> [Action] {
    let indices = received.indices.prefix(end ?? received.count)
      .filter { !received[$0].isReported }.prefix(count)
    for index in indices { received[index].isReported = true }
    return indices.map { received[$0].record.action }
  }

  /// Compares the state after an action with the one that a closure describes.
  func check(
    _ handled: Handled, _ call: CoreTestCall, _ change: ((inout State) throws -> Void)?
  ) {
    let record = handled.record
    var expected = isExhaustive ? record.before : record.after
    do {
      try change?(&expected)
    } catch {
      name(handled)
      return fail(call, "The closure threw \(error).")
    }
    // Otherwise the closure assigns once more what the action has assigned already.
    let isAsExpected = StateDifference.areEqual(
      expected, record.after, countsAssignments: isExhaustive)
    if isExhaustive, change != nil, isAsExpected,
      StateDifference.areEqual(record.before, expected)
    {
      fail(call, "The closure changes nothing; omit it if no change is expected.")
    }
    name(handled)
    guard isExhaustive || change != nil, !isAsExpected else {
      return noteUnassertedChange(record, call, change)
    }
    let what =
      change == nil
      ? "The state changed, but no change was asserted" : "The state is not as expected"
    fail(
      call,
      "\(what) (− expected, + actual):\n"
        + StateDifference.text(expected: expected, actual: record.after))
  }

  /// Compares a state with the values that a closure assigns to it.
  func check(_ state: State, _ call: CoreTestCall, _ change: (inout State) throws -> Void) {
    var expected = state
    do {
      try change(&expected)
    } catch {
      return fail(call, "The closure threw \(error).")
    }
    guard !StateDifference.areEqual(expected, state, countsAssignments: false) else { return }
    fail(
      call,
      "The state is not as expected (− expected, + actual):\n"
        + StateDifference.text(expected: expected, actual: state))
  }

  /// Notes the part of a change that a closure does not describe.
  private func noteUnassertedChange(
    _ record: Record, _ call: CoreTestCall, _ change: ((inout State) throws -> Void)?
  ) {
    guard !isExhaustive, onSkippedAssertion != nil else { return }
    var asserted = record.before
    // It has not thrown on the state after, and assigns the same values here.
    try? change?(&asserted)
    guard !StateDifference.areEqual(asserted, record.after, countsAssignments: false) else {
      return
    }
    note(
      call,
      "Changes of the state were not asserted (− asserted, + actual):\n"
        + StateDifference.text(expected: asserted, actual: record.after))
  }

  private func name(_ handled: Handled) {
    guard handled.number > latestNumber else { return }
    latestNumber = handled.number
    let former = state
    state = handled.record.after
    // Released here, after the access, as a skipped action.
    withExtendedLifetime(former) {}
  }

  /// Fails for received actions that the test has not asserted, once for each.
  func demandNothingReceived(_ call: CoreTestCall) {
    guard isExhaustive else { return skip(received.count, call) }
    let actions = report()
    guard !actions.isEmpty else { return }
    let lines = actions.map { "- \($0)" }.joined(separator: "\n")
    fail(
      call,
      "Received actions have not been asserted:\n\(lines)\n"
        + "Assert each with `receive`, or skip them with `skipReceived()`.")
  }

  func demandNoRouting(_ call: CoreTestCall) {
    guard let routing, !routing.calls.isEmpty else { return }
    let calls = routing.take(routing.calls.count).map { "- \($0)" }.joined(separator: "\n")
    guard isExhaustive else { return note(call, "Calls of the router were skipped:\n\(calls)") }
    fail(
      call,
      "Calls of the router have not been asserted:\n\(calls)\nAssert each with `expectRouting`.")
  }

  /// Fails for the issues of effects, in every mode.
  func demandNoIssues(_ call: CoreTestCall) {
    let lines = takeIssues()
    if !lines.isEmpty { fail(call, lines.joined(separator: "\n")) }
  }

  func failForEffects(_ effects: [EffectPart], _ call: CoreTestCall, _ text: String) {
    reportedEffects = effects
    fail(call, text)
  }

  /// Fails at the store's release for everything that no failure has reported.
  func close(_ effects: [EffectPart], _ call: CoreTestCall) {
    demandNothingReceived(call)
    demandNoRouting(call)
    demandNoIssues(call)
    let left = effects.filter { effect in !reportedEffects.contains { $0 === effect } }
    guard !left.isEmpty else { return }
    let names = left.map { "- \($0.description)" }.joined(separator: "\n")
    guard isExhaustive else { return note(call, "Effects still run:\n\(names)") }
    fail(
      call,
      "Effects still run:\n\(names)\n"
        + "Await them with `finish()`, or cancel them by the handle of `send`.")
  }

  func note(_ call: CoreTestCall, _ text: String) {
    onSkippedAssertion?(call.location.failure("\(call.name): \(text)"))
  }

  func fail(_ call: CoreTestCall, _ text: String) {
    onFailure(call.location.failure("\(call.name): \(text)"))
  }
}

/// A call of a test store, for failure texts.
struct CoreTestCall {
  let name: String
  let location: CallLocation

  init(_ name: String, _ location: CallLocation) {
    self.name = name
    self.location = location
  }
}

import CoreFlow
import TestSupport
import Testing

private struct LoadState: Equatable {
  var isLoading = false
  var items: [Int] = []
  var title = "Items"
}

private enum LoadAction: Equatable {
  case load
  case loaded([Int])
  case open(Int)
  case rename(String)
  case echo([Int])
  case countDown(Int)
  case search(String)
  case found(String)
  case breakDown
  case nothing
}

private struct Broken: Error {}

private final class LoadCore: Core<LoadAction, LoadState> {
  var recorder: RoutingRecorder?
  var gate: Gate?

  override func reduce(state: inout LoadState, action: LoadAction) -> Effect<LoadAction> {
    switch action {
    case .load:
      state.isLoading = true
      return .run { @MainActor [gate] send in
        await gate?.pass()
        await send(.loaded([1, 2]))
      }
    case .loaded(let items):
      state.isLoading = false
      state.items = items
      return .none
    case .open(let item):
      recorder?.record("open \(item)")
      return .none
    case .rename(let title), .found(let title):
      state.title = title
      return .none
    case .echo(let numbers):
      return .concatenate(numbers.map { .send(.rename("\($0)")) })
    case .countDown(let number):
      return number == 0 ? .none : .run { send in await send(.countDown(number - 1)) }
    case .search(let text):
      return .send(.found(text)).debounce(id: text, for: 0.3)
    case .breakDown: return .run { _ in throw Broken() }
    case .nothing:
      return .none
    }
  }
}

@MainActor
@Suite("The test store")
struct CoreTestStoreTests {
  private let bench = Bench()
  private let routing = RoutingRecorder()
  private let core: LoadCore
  private let failures = Failures()

  init() {
    core = LoadCore(initialState: .init(), context: bench.context)
    core.recorder = routing
  }

  private func store() -> CoreTestStore<LoadAction, LoadState> {
    CoreTestStore(core, routing: routing) { [failures] in failures.all.append($0) }
  }

  private func breakdown(startedBy action: String = ", started by breakDown,") -> String {
    "An effect of LoadCore\(action) threw Broken(). "
      + "Catch it inside the effect, or with `.catch(Broken.self) { … }`."
  }

  @Test("An error that no effect handles is a failure at the end", arguments: [true, false])
  func unhandledError(isExhaustive: Bool) async {
    let store = store()
    store.isExhaustive = isExhaustive
    store.send(.breakDown)
    await store.finish()
    #expect(failures.texts == ["finish(): \(breakdown())"])
    #expect(bench.codes == ["effectFailed"])
    await store.finish()
    #expect(failures.texts.count == 1)
  }

  @Test("An error that no effect handles explains why its action was not received")
  func unhandledErrorOfReceive() async {
    let store = store()
    store.send(.breakDown)
    await store.receive(.found("a"))
    await store.finish()
    #expect(failures.texts == [#"receive(found("a")): No action was received: "# + breakdown()])
  }

  @Test("An error that no effect handles is a failure at the release of a store without a finish")
  func unhandledErrorWithoutFinish() async throws {
    core.send(.breakDown)
    do {
      let store = store()
      try await core.exhaust()
      _ = store
    }
    #expect(failures.texts == ["the end of the store: \(breakdown(startedBy: ""))"])
  }

  @Test("A cancelled test waits for no action")
  func cancelled() async {
    let store = store()
    let gate = Gate()
    core.gate = gate
    let handle = store.send(.load) { $0.isLoading = true }
    let test = Task { await store.receive(.loaded([1, 2])) }
    await gate.arrival()
    test.cancel()
    await test.value
    #expect(failures.all.count == 1)
    #expect(failures.all.first?.text.contains("before the test was cancelled") ?? false)
    gate.open()
    await handle.finish()
    store.isExhaustive = false
    await store.finish()
  }

  @Test("A cancelled end names the running effects, and the release of the store names the others")
  func cancelledEnd() async {
    let gate = Gate()
    core.gate = gate
    var handle: ActionHandle?
    do {
      let store = store()
      handle = store.send(.load) { $0.isLoading = true }
      store.send(.search("a"))
      let test = Task { await store.finish() }
      await gate.arrival()
      test.cancel()
      await test.value
      #expect(failures.texts.count == 1)
      let text = failures.texts.first ?? ""
      #expect(text.hasPrefix("finish(): The test was cancelled; running: effect of load"))
      #expect(text.contains(#"effect of search("a")"#))
      store.send(.search("b"))
    }
    #expect(failures.texts.count == 2)
    #expect(failures.texts.last?.contains(#"effect of search("b")"#) == true)
    #expect(failures.texts.last?.contains("effect of load") == false)
    gate.open()
    await handle?.finish()
  }

  @Test("Reports nothing if every action and change is named")
  func content() async {
    let store = store()
    store.send(.load) { $0.isLoading = true }
    await store.receive(.loaded([1, 2])) {
      $0.isLoading = false
      $0.items = [1, 2]
    }
    store.send(.open(2))
    store.expectRouting("open 2")
    await store.finish()
    #expect(failures.texts.isEmpty)
    #expect(store.state == core.currentState)
    #expect(bench.timeoutClock.sleeperCount == 0)
  }

  @Test("Shows a wrong change as a difference, at the caller's line")
  func wrongChange() {
    let store = store()
    core.gate = Gate()
    store.send(.load) { $0.title = "Other" }
    let line = #line - 1
    #expect(
      failures.texts == [
        """
        send(load): The state is not as expected (− expected, + actual):
          LoadState(
        −   isLoading: false
        +   isLoading: true
            items: []
        −   title: "Other"
        +   title: "Items"
          )
        """
      ])
    #expect(failures.all.first?.call.line == line)
    core.gate?.open()
  }

  @Test("Fails for an unnamed change, an empty one, and one that did not happen")
  func changes() async {
    let store = store()
    store.send(.load)
    store.send(.nothing) { _ in }
    store.send(.nothing) { $0.items = [9] }
    #expect(failures.texts.count == 3)
    #expect(failures.texts[0].contains("no change was asserted"))
    #expect(failures.texts[1].contains("changes nothing"))
    #expect(failures.texts[2].contains("−     9") || failures.texts[2].contains("−   items"))
    await store.receive(.loaded([1, 2])) {
      $0.isLoading = false
      $0.items = [1, 2]
    }
    await store.finish()
    #expect(failures.texts.count == 3)
  }

  @Test("Received actions must be named before the next send, and before the end")
  func unnamedActions() async throws {
    let store = store()
    store.send(.load) { $0.isLoading = true }
    try await core.exhaust()
    store.send(.nothing)
    #expect(
      failures.texts == [
        "send(nothing): Received actions have not been asserted:\n- loaded([1, 2])\n"
          + "Assert each with `receive`, or skip them with `skipReceived()`."
      ])
    #expect(store.state == core.currentState)
    store.send(.load) { $0.isLoading = true }
    await store.finish()
    #expect(failures.texts.count == 2)
    #expect(failures.texts.last?.hasPrefix("finish(): Received actions") == true)
  }

  @Test("One mistake is one failure: an action that a send has not named can still be received")
  func keptBySend() async throws {
    let store = store()
    store.send(.load) { $0.isLoading = true }
    try await core.exhaust()
    store.send(.rename("Films")) { $0.title = "Films" }
    #expect(failures.texts.count == 1)
    await store.receive(.loaded([1, 2])) {
      $0.isLoading = false
      $0.items = [1, 2]
    }
    store.send(.rename("All")) { $0.title = "All" }
    await store.finish()
    #expect(failures.texts.count == 1)
    #expect(store.state == core.currentState)
  }

  @Test("One mistake is one failure: an action that another receive found can still be received")
  func keptByReceive() async throws {
    let store = store()
    store.send(.load) { $0.isLoading = true }
    await store.receive(.loaded([3]))
    await store.receive(.loaded([1, 2])) {
      $0.isLoading = false
      $0.items = [1, 2]
    }
    await store.finish()
    #expect(failures.texts == ["receive(loaded([3])): Another action was received: loaded([1, 2])"])
    #expect(store.state == core.currentState)
  }

  @Test("One mistake is one failure: an action in between does not shift the next ones")
  func notShifted() async throws {
    let store = store()
    store.send(.echo([1, 2, 3]))
    await store.receive(.rename("2")) { $0.title = "2" }
    await store.receive(.rename("3")) { $0.title = "3" }
    await store.finish()
    #expect(
      failures.texts == [#"receive(rename("2")): Another action was received before: rename("1")"#])
    store.send(.echo([1, 2]))
    await store.receive(.rename("2")) { $0.title = "2" }
    await store.receive(.rename("1")) { $0.title = "1" }
    await store.finish()
    #expect(failures.texts.count == 2)
  }

  @Test("A send that the core refuses is a failure, and keeps the pending actions")
  func refusedSend() async throws {
    let store = store()
    store.send(.load) { $0.isLoading = true }
    try await core.exhaust()
    let flow = LoadFlow(core)
    _ = flow.core
    flow.finish()
    let refusal = "send(nothing): The core did not handle the action; has it resigned?"
    store.send(.nothing)
    let pending =
      "send(nothing): Received actions have not been asserted:\n- loaded([1, 2])\n"
      + "Assert each with `receive`, or skip them with `skipReceived()`."
    #expect(failures.texts == [pending, refusal])
    await store.receive(.loaded([1, 2])) {
      $0.isLoading = false
      $0.items = [1, 2]
    }
    store.send(.nothing)
    #expect(failures.texts == [pending, refusal, refusal])
    await store.finish()
    #expect(failures.texts.count == 3)
    #expect(store.state == core.currentState)
  }

  @Test("A send from an observer is a failure that says so, and the sends around it are checked")
  func sendWhileHandling() async {
    let store = store()
    core.observeDistinctState(\.title) { [weak store] title in
      if title == "Films" { store?.send(.rename("Books")) }
    }.store(in: &core.store)
    store.send(.rename("Films")) { $0.title = "Films" }
    #expect(failures.texts.count == 1)
    #expect(failures.texts[0].hasPrefix(#"send(rename("Books")): The core is reducing"#))
    await store.receive(.rename("Books")) { $0.title = "Books" }
    await store.finish()
    #expect(failures.texts.count == 1)
  }

  @Test("A closure that assigns the old value is one failure, the difference")
  func assignedBefore() async {
    let store = store()
    store.send(.rename("Films")) { $0.title = "Items" }
    #expect(failures.texts.count == 1)
    #expect(failures.texts[0].contains("The state is not as expected"))
    await store.finish()
  }

  @Test("The store's state is the earlier one inside a closure")
  func stateInside() async {
    let store = store()
    store.send(.rename("Films")) {
      #expect(store.state.title == "Items")
      $0.title = "Films"
    }
    #expect(store.state.title == "Films")
    store.send(.load) { $0.isLoading = true }
    await store.receive(.loaded([1, 2])) {
      #expect(store.state.items == [])
      $0.isLoading = false
      $0.items = [1, 2]
    }
    await store.finish()
    #expect(failures.texts.isEmpty)
  }

  @Test("Each failure has the location of its call")
  func locations() async throws {
    let store = store()
    var lines: [Int] = []
    store.send(.load)
    lines.append(#line - 1)
    await store.receive(.nothing)
    lines.append(#line - 1)
    store.send(.open(1))
    store.expectRouting("open 2")
    lines.append(#line - 1)
    store.skipReceived()
    store.skipReceived()
    lines.append(#line - 1)
    store.send(.open(1))
    await store.finish()
    lines.append(#line - 1)
    #expect(failures.all.map(\.call.line) == lines)
    #expect(Set(failures.all.map(\.call.fileID)) == [#fileID])
    #expect(Set(failures.all.map(\.call.filePath)) == [#filePath])
    #expect(failures.all.allSatisfy { $0.call.column > 1 })
    let location = failures.all[0].location(SourceLocation.init(fileID:filePath:line:column:))
    #expect(location.line == lines[0])
    #expect(location.fileID == #fileID)
  }

  @Test("Timeouts exclude the time for which the main actor is held")
  func held() async {
    let store = store()
    let gate = Gate()
    core.gate = gate
    store.send(.load) { $0.isLoading = true }
    let receive = Task {
      await store.receive(.loaded([1, 2])) {
        $0.isLoading = false
        $0.items = [1, 2]
      }
    }
    await bench.timeoutClock.waitForSleepers()
    bench.timeoutClock.advance(by: 1.3)
    gate.open()
    await receive.value
    core.gate = Gate()
    store.send(.load) { $0.isLoading = true }
    let finish = Task { await store.finish() }
    await bench.timeoutClock.waitForSleepers()
    bench.timeoutClock.advance(by: 1.3)
    core.gate?.open()
    await finish.value
    #expect(failures.texts.map { $0.prefix { $0 != ":" } } == ["finish()"])
    #expect(failures.texts.first?.contains("- loaded([1, 2])") == true)
  }

  @Test("A progressing effect receives the turns that it needs after the timeout")
  func lateTurns() async {
    let store = store()
    store.isExhaustive = false
    store.send(.countDown(100))
    await store.receive(.countDown(0), timeout: 0)
    await store.finish(timeout: 0)
    #expect(failures.texts.isEmpty)
  }

  @Test("An effect that sleeps on a manual clock fails at once, with the missing time")
  func asleep() async {
    let store = store()
    store.send(.search("a"))
    let sleeper =
      #"effect of search("a") (waits for the manual clock to reach 0.3 s, now 0 s: advance(by: 0.3))"#
    await store.receive(.found("a"))
    #expect(
      failures.texts == [
        #"receive(found("a")): No action was received: all effects that could send one wait for time: "#
          + "\(sleeper)."
      ])
    await store.finish()
    #expect(
      failures.texts.last
        == "finish(): LoadCore cannot be exhausted while its clock stands still. Waiting for time:\n"
        + "- \(sleeper)")
    #expect(bench.timeoutClock.sleeperCount == 0)
    bench.clock.advance(by: 0.3)
    await store.receive(.found("a")) { $0.title = "a" }
    await store.finish()
    #expect(failures.texts.count == 2)
  }

  @Test("Reports actions after the end of the test when the store is released")
  func afterFinish() async throws {
    do {
      let store = store()
      store.send(.nothing)
      await store.finish()
      core.send(.rename("late"))
      core.recorder?.record("late")
    }
    #expect(
      failures.texts == [
        #"the end of the store: Received actions have not been asserted:\#n- rename("late")\#n"#
          + "Assert each with `receive`, or skip them with `skipReceived()`.",
        "the end of the store: Calls of the router have not been asserted:\n- late\n"
          + "Assert each with `expectRouting`.",
      ])
  }

  @Test("Reports nothing twice when the store is released after finish")
  func toldOnce() async {
    do {
      let store = store()
      store.send(.search("a"))
      await store.finish()
      #expect(failures.texts.count == 1)
      store.send(.search("b"))
    }
    #expect(failures.texts.count == 2)
    #expect(failures.texts[1].contains(#"effect of search("b")"#))
    #expect(!failures.texts[1].contains(#"effect of search("a")"#))
  }

  @Test("A released store that is not exhaustive requires nothing")
  func notExhaustiveEnd() async throws {
    do {
      let store = store()
      store.isExhaustive = false
      store.send(.open(1))
      store.send(.load)
      try await core.exhaust()
      store.send(.search("a"))
    }
    #expect(failures.texts.isEmpty)
  }

  @Test("Without exhaustiveness, a receive without a match skips nothing")
  func notExhaustiveReceive() async throws {
    let store = store()
    store.isExhaustive = false
    store.send(.load)
    await store.receive(.nothing)
    #expect(failures.texts.count == 1)
    await store.receive(.loaded([1, 2])) { $0.items = [1, 2] }
    await store.finish()
    #expect(failures.texts.count == 1)
  }

  @Test("Fails at once for another action than expected, and for none at all")
  func wrongAction() async {
    let store = store()
    store.send(.load) { $0.isLoading = true }
    await store.receive(.nothing)
    await store.receive(.nothing)
    #expect(
      failures.texts == [
        "receive(nothing): Another action was received: loaded([1, 2])",
        "receive(nothing): No action was received: no effect runs that could send one.",
      ])
  }

  @Test("An action that does not arrive in time fails with the running effects")
  func late() async {
    let store = store()
    let gate = Gate()
    core.gate = gate
    store.send(.load) { $0.isLoading = true }
    await gate.arrival()
    let receive = Task { await store.receive(.nothing) }
    await bench.timeoutClock.spendTimeout()
    await receive.value
    #expect(
      failures.texts == [
        "receive(nothing): No action was received: none came within 1.0 s; running: effect of "
          + "load."
      ])
    gate.open()
  }

  @Test("Calls of the router must be named, in order")
  func unnamedRouting() async {
    let store = store()
    store.send(.open(1))
    store.expectRouting("open 2")
    store.expectRouting("open 3")
    store.send(.open(4))
    await store.finish()
    #expect(
      failures.texts == [
        "expectRouting(open 2): The router received another call (− expected, + actual):\n"
          + "− \"open 2\"\n+ \"open 1\"",
        "expectRouting(open 3): The router was not called.",
        "finish(): Calls of the router have not been asserted:\n- open 4\n"
          + "Assert each with `expectRouting`.",
      ])
  }

  @Test("A released store reports unnamed calls and running effects")
  func released() async {
    let gate = Gate()
    core.gate = gate
    do {
      let store = store()
      store.send(.load) { $0.isLoading = true }
      store.send(.open(1))
    }
    #expect(
      failures.texts == [
        "the end of the store: Calls of the router have not been asserted:\n- open 1\n"
          + "Assert each with `expectRouting`.",
        "the end of the store: Effects still run:\n- effect of load\n"
          + "Await them with `finish()`, or cancel them by the handle of `send`.",
      ])
    gate.open()
  }

  @Test("Without exhaustiveness, skips unnamed actions and checks assigned values")
  func notExhaustive() async {
    let store = store()
    store.isExhaustive = false
    store.send(.load)
    await store.receive(.loaded([1, 2])) { $0.items = [1, 2] }
    store.send(.open(1))
    store.send(.open(2))
    store.expectRouting("open 2")
    store.send(.nothing) { $0.title = "wrong" }
    await store.finish()
    #expect(failures.texts.count == 1)
  }

  @Test("An action that the release of a skipped one sends is received")
  func sentOnRelease() async throws {
    let core = Bench().core()
    let store = CoreTestStore(core) { [failures] in failures.all.append($0) }
    do {
      let lastWord = LastWord { [weak core] in core?.send(.add(1)) }
      core.send(.perform(.run { @MainActor _ in withExtendedLifetime(lastWord) {} }))
    }
    try await core.exhaust()
    store.skipReceived()
    await store.receive(CounterAction.add) { $0.count = 1 }
    await store.finish()
    #expect(failures.texts.isEmpty)
  }

  @Test("A call of the router that the release of an asserted one makes is demanded")
  func recordedOnRelease() async {
    struct Call: Equatable {
      let lastWord: LastWord
      static func == (left: Call, right: Call) -> Bool { left.lastWord === right.lastWord }
    }
    let recorder = RoutingRecorder()
    let store = CoreTestStore(core, routing: recorder) { [failures] in failures.all.append($0) }
    store.isExhaustive = false
    recorder.record(Call(lastWord: LastWord { [weak recorder] in recorder?.record("second") }))
    recorder.record("first")
    store.expectRouting("first")
    store.expectRouting("second")
    #expect(failures.texts.isEmpty)
  }

  @Test("A store does not retain an asserted action")
  func releasesActions() async throws {
    let core = Bench().core()
    let store = CoreTestStore(core) { [failures] in failures.all.append($0) }
    weak var object: LastWord?
    do {
      let lastWord = LastWord {}
      object = lastWord
      store.send(.perform(.run { @MainActor _ in withExtendedLifetime(lastWord) {} }))
    }
    try await core.exhaust()
    #expect(object == nil)
    #expect(failures.texts.isEmpty)
  }

  @Test("Skipping requires received actions")
  func skipping() async throws {
    let store = store()
    store.send(.load) { $0.isLoading = true }
    try await core.exhaust()
    store.skipReceived()
    store.skipReceived(strict: false)
    #expect(failures.texts.isEmpty)
    store.skipReceived()
    #expect(
      failures.texts == [
        "skipReceived(): There is nothing to skip. Remove the call, or pass `strict: false`."
      ])
    store.isExhaustive = false
    store.skipReceived()
    #expect(failures.texts.count == 1)
    store.skipReceived(strict: true)
    #expect(failures.texts.count == 2)
    await store.finish()
  }

  @Test("Compares states that are not Equatable by their text, and shortens long ones")
  func difference() {
    struct Plain {
      var numbers = Array(0..<20)
      var names = ["b": 1, "a": 2]
      var maybe: Int?
      var set: Set<Int> = [3, 1, 2]
      var object = Node()
    }
    var other = Plain()
    #expect(StateDifference.areEqual(Plain(), other))
    other.numbers[10] = 99
    #expect(!StateDifference.areEqual(Plain(), other))
    #expect(
      StateDifference.text(expected: Plain(), actual: other) == """
          …
              7
              8
              9
        −     10
        +     99
              11
              12
              13
          …
        """)
    for (left, right, isEqual) in [
      (Float.nan, Float.nan, true), (.nan, 1, false), (1, .nan, false), (1, 2, false),
    ] {
      #expect(StateDifference.areEqual(Numbers(left), Numbers(right)) == isEqual)
      #expect(StateDifference.areEqual([left], [right]) == isEqual)
      #expect(StateDifference.areEqual(["a": left], ["a": right]) == isEqual)
      #expect(StateDifference.areEqual([left as Float?], [right as Float?]) == isEqual)
      #expect(!StateDifference.areEqual([left as Float?], [nil as Float?]))
      var other = Numbers(right)
      other.title = "another"
      #expect(!StateDifference.areEqual(Numbers(left), other))
    }
    let object = Node()
    object.next = object
    #expect(StateText.lines(of: object) == ["Node(", "  next: Node(…)", ")"])
    #expect(
      StateText.lines(of: ["b": 1, "a": 2]) == ["[", "  \"a\": 2", "  \"b\": 1", "]"])
  }
}

private final class LoadFlow: ScreenLessFlow<LoadCore> {
  private let made: LoadCore

  init(_ core: LoadCore) {
    made = core
    super.init()
  }

  override func createCore() -> LoadCore { made }
}

/// Describes itself with less than it holds.
private struct Numbers: Equatable, CustomStringConvertible {
  enum Kind: Equatable { case one(Float), none }

  var value: Float
  var list: [Float]
  var kind: Kind
  var title = "Numbers"
  var description: String { "numbers" }

  init(_ value: Float) {
    self.value = value
    list = [0, value]
    kind = .one(value)
  }
}

private final class Node {
  var next: Node?
}

@MainActor
final class Failures {
  var all: [TestFailure] = []
  var texts: [String] { all.map(\.text) }
}

import CoreFlow
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
  case nothing
}

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

  @Test("A test that is cancelled waits for no action")
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
    #expect(failures.all.first?.fact.contains("before the test was cancelled") ?? false)
    gate.open()
    await handle.finish()
    store.isExhaustive = false
    await store.finish()
  }

  @Test("It is content when everything is named")
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
    #expect(bench.clock.sleeperCount == 0)
  }

  @Test("A wrong change is shown as a difference, at the caller's line")
  func wrongChange() {
    let store = store()
    core.gate = Gate()
    store.send(.load) { $0.title = "Other" }
    let line = UInt(#line - 1)
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
    #expect(failures.all.first?.line == line)
    core.gate?.open()
  }

  @Test("An unnamed change, a change of nothing, and a change that did not come fail")
  func changes() async {
    let store = store()
    store.send(.load)
    store.send(.nothing) { _ in }
    store.send(.nothing) { $0.items = [9] }
    #expect(failures.texts.count == 3)
    #expect(failures.texts[0].contains("no change was named"))
    #expect(failures.texts[1].contains("changes nothing"))
    #expect(failures.texts[2].contains("−     9") || failures.texts[2].contains("−   items"))
    await store.receive(.loaded([1, 2])) {
      $0.isLoading = false
      $0.items = [1, 2]
    }
    await store.finish()
    #expect(failures.texts.count == 3)
  }

  @Test("Received actions must be named before the next is sent, and before the end")
  func unnamedActions() async throws {
    let store = store()
    store.send(.load) { $0.isLoading = true }
    try await core.exhaust()
    store.send(.nothing)
    #expect(
      failures.texts == ["send(nothing): Received actions have not been named:\n- loaded([1, 2])"])
    store.send(.load) { $0.isLoading = true }
    await store.finish()
    #expect(failures.texts.count == 2)
    #expect(failures.texts.last?.hasPrefix("finish(): Received actions") == true)
  }

  @Test("Another action than expected, and none at all, fail at once")
  func wrongAction() async {
    let store = store()
    store.send(.load) { $0.isLoading = true }
    await store.receive(.nothing)
    await store.receive(.nothing)
    #expect(
      failures.texts == [
        "receive(nothing): Another action was received: loaded([1, 2])",
        "receive(nothing): No action was received: nothing runs that could send one.",
      ])
  }

  @Test("An action that does not come in time fails with what runs")
  func late() async {
    let store = store()
    let gate = Gate()
    core.gate = gate
    store.send(.load) { $0.isLoading = true }
    await gate.arrival()
    let clock = bench.clock
    let advance = Task {
      await clock.waitForSleepers()
      clock.advance(by: 1)
    }
    await store.receive(.nothing)
    await advance.value
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
        "expectRouting(open 2): The router was called otherwise (− expected, + actual):\n"
          + "− \"open 2\"\n+ \"open 1\"",
        "expectRouting(open 3): The router was not called.",
        "finish(): Calls of the router have not been named:\n- open 4",
      ])
  }

  @Test("A store that goes away says what was left, and what still runs")
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
        "the end of the store: Calls of the router have not been named:\n- open 1",
        "the end of the store: Effects still run:\n- effect of load",
      ])
    gate.open()
  }

  @Test("Not exhaustive, it skips what nobody asks for and checks what is assigned")
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

  @Test("Skipping demands that there is something to skip")
  func skipping() async throws {
    let store = store()
    store.send(.load) { $0.isLoading = true }
    try await core.exhaust()
    store.skipReceived()
    store.skipReceived()
    await store.finish()
    #expect(failures.texts == ["skipReceived(): There is nothing to skip."])
  }

  @Test("States are compared by their text if they are not Equatable, and long ones shortened")
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
    let object = Node()
    object.next = object
    #expect(StateText.lines(of: object) == ["Node(", "  next: Node(…)", ")"])
    #expect(
      StateText.lines(of: ["b": 1, "a": 2]) == ["[", "  \"a\": 2", "  \"b\": 1", "]"])
  }
}

private final class Node {
  var next: Node?
}

@MainActor
private final class Failures {
  var all: [NavigationIssue] = []
  var texts: [String] { all.map(\.fact) }
}

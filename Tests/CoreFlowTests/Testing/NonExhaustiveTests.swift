import CoreFlow
import TestSupport
import Testing

private struct FilmState: Equatable {
  var isLoading = false
  var films: [String] = []
  var rating = 0
}

/// Not `Equatable`, with payloads of several shapes.
private enum FilmAction {
  case load
  case loaded([String])
  case loadedOne(name: String)
  case rated(Int, by: String?)
  indirect case later(FilmAction)
  case open(Int)
  case found(any Sendable)
}

private struct NoName: Error {}

private final class FilmCore: Core<FilmAction, FilmState> {
  let recorder = RoutingRecorder()

  override func reduce(state: inout FilmState, action: FilmAction) -> Effect<FilmAction> {
    switch action {
    case .load:
      state.isLoading = true
      return .run { @MainActor send in await send(.loaded(["Playtime", "Trafic"])) }
    case .loaded(let films):
      state.isLoading = false
      state.films = films
    case .loadedOne(let name): state.films = [name]
    case .rated(let rating, _): state.rating = rating
    case .later(let action): return .send(action)
    case .open(let film): recorder.record("open \(film)")
    case .found: break
    }
    return .none
  }
}

@MainActor
@Suite("The test store without Equatable, and without exhaustiveness")
struct NonExhaustiveTests {
  @MainActor
  final class Log {
    var failures: [TestFailure] = []
    var notes: [TestFailure] = []
  }

  private let core: FilmCore
  private let log = Log()

  init() {
    core = FilmCore(
      initialState: FilmState(), context: NavigationContext(clock: ManualNavigationClock()))
  }

  private func store() -> CoreTestStore<FilmAction, FilmState> {
    let store = CoreTestStore(core, routing: core.recorder) { [log] in log.failures.append($0) }
    store.onSkippedAssertion = { [log] in log.notes.append($0) }
    return store
  }

  @Test("A case is received with any values, whatever the shape of its payload")
  func cases() async {
    let store = store()
    store.send(.load) { $0.isLoading = true }
    await store.receive(FilmAction.loaded) {
      $0.isLoading = false
      $0.films = ["Playtime", "Trafic"]
    }
    store.send(.later(.loadedOne(name: "Parade")))
    await store.receive(FilmAction.loadedOne) { $0.films = ["Parade"] }
    store.send(.later(.rated(3, by: nil)))
    await store.receive(FilmAction.rated) { $0.rating = 3 }
    store.send(.later(.later(.open(1))))
    await store.receive(FilmAction.later)
    await store.receive(FilmAction.open)
    store.send(.later(.found(1)))
    await store.receive(FilmAction.found)
    store.expectRouting("open 1")
    await store.finish()
    #expect(log.failures.map(\.text) == [])
    #expect(log.notes.map(\.text) == [])
  }

  @Test("Another case is a failure at the line of the call, also with values of the same type")
  func otherCase() async {
    let store = store()
    store.send(.later(.loadedOne(name: "Parade")))
    await store.receive(FilmAction.loaded)
    let line = #line - 1
    #expect(
      log.failures.map(\.text) == [
        #"receive(a case with Array<String>): Another action was received: loadedOne(name: "Parade")"#
      ])
    #expect(log.failures.first?.call.line == line)
    await store.receive(FilmAction.loadedOne) { $0.films = ["Parade"] }
    store.send(.later(.open(2)))
    await store.receive(FilmAction.rated)
    #expect(log.failures.count == 2)
    store.isExhaustive = false
  }

  @Test("assert compares chosen values with the state after the asserted actions")
  func asserting() async throws {
    let store = store()
    store.send(.load) { $0.isLoading = true }
    try await core.exhaust()
    store.assert { $0.isLoading = true }
    store.isExhaustive = false
    store.assert { $0.films = ["Playtime", "Trafic"] }
    #expect(log.failures.isEmpty)
    store.assert { $0.rating = 1 }
    let line = #line - 1
    #expect(log.failures.count == 1)
    #expect(log.failures[0].text.contains("−   rating: 1\n+   rating: 0"))
    #expect(log.failures[0].call.line == line)
  }

  @Test("A closure may throw: its error is one failure at the line of the call")
  func throwing() async {
    let store = store()
    store.send(.load) { _ in throw NoName() }
    let line = #line - 1
    await store.receive(FilmAction.loaded) { _ in throw NoName() }
    store.assert { _ in throw NoName() }
    #expect(
      log.failures.map(\.text) == [
        "send(load): The closure threw NoName().",
        "receive(a case with Array<String>): The closure threw NoName().",
        "assert(): The closure threw NoName().",
      ])
    #expect(log.failures[0].call.line == line)
    await store.finish()
    #expect(log.failures.count == 3)
  }

  @Test("Skipped changes, actions and calls of the router are notes at their lines, on demand")
  func notes() async throws {
    let store = store()
    store.isExhaustive = false
    store.send(.load)
    let line = #line - 1
    #expect(
      log.notes.map(\.text) == [
        """
        send(load): Changes of the state were not asserted (− asserted, + actual):
          FilmState(
        −   isLoading: false
        +   isLoading: true
            films: []
            rating: 0
          )
        """
      ])
    #expect(log.notes[0].call.line == line)
    try await core.exhaust()
    store.send(.open(1))
    #expect(
      log.notes.dropFirst().map(\.text) == [
        #"send(open(1)): Received actions were skipped:"# + "\n"
          + #"- loaded(["Playtime", "Trafic"])"#
      ])
    store.send(.open(2))
    store.expectRouting("open 2")
    #expect(
      log.notes.last?.text == "expectRouting(open 2): Calls of the router were skipped:\n- open 1")
    store.send(.later(.rated(1, by: "me")))
    store.send(.open(3))
    store.skipReceived()
    let count = log.notes.count
    await store.finish()
    #expect(
      log.notes.dropFirst(count).map(\.text) == [
        "finish(): Calls of the router were skipped:\n- open 3"
      ])
    #expect(log.failures.isEmpty)
  }

  @Test("A skipped call of the router is noted once")
  func skippedOnce() async {
    do {
      let store = store()
      store.isExhaustive = false
      store.send(.open(1))
      await store.finish()
    }
    #expect(log.notes.map(\.text) == ["finish(): Calls of the router were skipped:\n- open 1"])
  }

  @Test("A closure that describes a part of the change leaves a note of the rest")
  func partly() async {
    let store = store()
    store.isExhaustive = false
    store.send(.load) { $0.isLoading = true }
    #expect(log.notes.isEmpty)
    await store.receive(FilmAction.loaded) { $0.isLoading = false }
    #expect(log.notes.count == 1)
    #expect(log.notes.first?.text.contains(#"+     "Playtime""#) == true)
    #expect(log.failures.isEmpty)
  }
}

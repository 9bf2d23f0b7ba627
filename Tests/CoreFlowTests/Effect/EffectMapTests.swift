import CoreFlow
import TestSupport
import Testing

private struct LoadFailure: Error {}

/// A part of features: loads, counts, and remembers the last search.
private enum Row {
  struct State: Equatable {
    var count = 0
    var found: [String] = []
    var isOnMain = true
  }

  enum Action: Equatable {
    case load(by: Int)
    case add(Int)
    case typed(String)
    case found(String)
    case stop
    case fail
    case failed
    case nothing
  }

  static func reduce(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load(let number):
      return .run { @MainActor send in await send(.add(number)) }.cancellable(id: "load")
    case .add(let number): state.count += number
    case .typed(let text): return .send(.found(text)).debounce(id: "search", for: 0.3)
    case .found(let text): state.found.append(text)
    case .stop: return .cancel(id: "search")
    case .fail:
      return .run { _ in throw LoadFailure() }
        .catch(LoadFailure.self) { _, send in await send(.failed) }
    case .failed: state.count = -1
    case .nothing: break
    }
    return .none
  }
}

/// Two rows and a total: the second level of a feature of three.
private enum Pair {
  struct State: Equatable {
    var left = Row.State()
    var right: Row.State? = Row.State()
    var changes = 0
  }

  enum Action: Equatable {
    case left(Row.Action)
    case right(Row.Action)
    case both(Row.Action)
  }

  static func reduce(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .left(let action):
      state.changes += 1
      return Row.reduce(state: &state.left, action: action).map(scope: "left", Action.left)
    case .right(let action):
      state.changes += 1
      guard state.right != nil else { return .none }
      return Row.reduce(state: &state.right!, action: action).map(scope: "right") { .right($0) }
    case .both(let action):
      return .concatenate(.send(.left(action)), .send(.right(action)))
    }
  }
}

private struct AppState: Equatable {
  var pair = Pair.State()
  var log: [String] = []
}

private enum AppAction: Equatable {
  case pair(Pair.Action)
}

private final class AppCore: Core<AppAction, AppState> {
  override func reduce(state: inout AppState, action: AppAction) -> Effect<AppAction> {
    switch action {
    case .pair(let action):
      state.log.append("\(action)")
      return Pair.reduce(state: &state.pair, action: action).map(AppAction.pair)
    }
  }
}

@MainActor
@Suite("A feature that is composed of three")
struct EffectMapTests {
  private let clock = ManualNavigationClock()
  private let core: AppCore

  init() {
    core = AppCore(initialState: AppState(), context: NavigationContext(clock: clock))
  }

  private func store() -> CoreTestStore<AppAction, AppState> {
    CoreTestStore(core) {
      let location = $0.location(SourceLocation.init(fileID:filePath:line:column:))
      Issue.record("\($0)", sourceLocation: location)
    }
  }

  private func logged(_ state: inout AppState, _ action: Pair.Action) {
    state.log.append("\(action)")
    if case .both = action {} else { state.pair.changes += 1 }
  }

  @Test("The effects of the innermost part send actions of the whole")
  func levels() async {
    let store = store()
    store.send(.pair(.left(.load(by: 3)))) { logged(&$0, .left(.load(by: 3))) }
    await store.receive(.pair(.left(.add(3)))) {
      logged(&$0, .left(.add(3)))
      $0.pair.left.count = 3
    }
    store.send(.pair(.both(.add(1)))) { logged(&$0, .both(.add(1))) }
    await store.receive(.pair(.left(.add(1)))) {
      logged(&$0, .left(.add(1)))
      $0.pair.left.count = 4
    }
    await store.receive(.pair(.right(.add(1)))) {
      logged(&$0, .right(.add(1)))
      $0.pair.right?.count = 1
    }
    await store.finish()
  }

  @Test("Equal identifiers of two parts with scopes are two")
  func scopes() async {
    let store = store()
    store.isExhaustive = false
    store.send(.pair(.left(.typed("a"))))
    store.send(.pair(.right(.typed("b"))))
    store.send(.pair(.right(.typed("c"))))
    store.send(.pair(.left(.stop)))
    clock.advance(by: 0.3)
    await store.finish()
    store.assert {
      $0.pair.left.found = []
      $0.pair.right?.found = ["c"]
    }
  }

  @Test("Without scopes, identifiers are those of the whole")
  func shared() async {
    let bench = Bench()
    let core = bench.core()
    func search(_ text: String) -> Effect<CounterAction> {
      Effect<String>.send(text).debounce(id: "search", for: 1).map { .rename($0) }
    }
    core.send(.perform(search("a")))
    core.send(.perform(search("b")))
    core.send(.perform(search("c")))
    core.send(.perform(Effect<String>.cancel(id: "search").map { .rename($0) }))
    core.send(.perform(search("d")))
    bench.clock.advance(by: 1)
    #expect(core.currentState.text == "d")
  }

  @Test("Errors are caught in the part, throttles keep their interval, and none stays none")
  func others() async throws {
    let store = store()
    store.isExhaustive = false
    store.send(.pair(.right(.fail)))
    await store.receive(.pair(.right(.failed))) { $0.pair.right?.count = -1 }
    #expect(store.send(.pair(.left(.nothing))).isFinished)
    await store.finish()

    let bench = Bench()
    let core = bench.core()
    for number in 1...3 {
      core.send(
        .perform(
          Effect<Int>.merge(.send(number)).throttle(id: 0, for: 1).map { .add($0) }))
    }
    #expect(core.currentState.count == 1)
    bench.clock.advance(by: 1)
    #expect(core.currentState.count == 4)
  }

  @Test("Work keeps its isolation, and is cancelled by the handle of the outermost action")
  func isolation() async {
    let bench = Bench()
    let core = bench.core()
    let gate = Gate()
    let handle = core.send(
      .perform(
        Effect<Int>.run { @MainActor send in
          MainActor.assertIsolated()
          await gate.pass()
          await send(1)
        }.map { .add($0) }))
    await gate.arrival()
    handle.cancel()
    gate.open()
    await handle.finish()
    #expect(core.currentState.count == 0)

    await core.send(.perform(Effect<Int>.run { send in await send(2) }.map { .add($0) })).finish()
    #expect(core.currentState.count == 2)
    #expect(bench.codes == [])
  }
}

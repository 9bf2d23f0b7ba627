import CoreFlow
import TestSupport
import Testing

@MainActor
@Suite("Effects within one another")
struct EffectNestingTests {
  private let bench = Bench()

  @Test("The action of a timeout is reduced before the next effect of a concatenation starts")
  func timeoutInTurn() async {
    let core = bench.core()
    var heard: [String] = []
    core.observeDistinctState(\.text) { heard.append($0) }.store(in: &core.store)
    heard = []
    core.send(
      .perform(
        .concatenate(
          .send(.rename("late")).debounce(id: "pause", for: 10)
            .timeout(after: 5, send: .rename("timeout")),
          .send(.rename("next")))))
    bench.clock.advance(by: 5)
    #expect(heard == ["timeout", "next"])
    #expect(await bench.context.settled() == [])
  }

  @Test(
    "An effect does not cancel the one around it that has the same identifier",
    arguments: ["cancellable", "debounce", "debounce inside", "throttle"])
  func sameIdentifier(outer: String) async throws {
    let core = bench.core()
    let inner = Effect<CounterAction>.run { send in await send(.add(1)) }
      .cancellable(id: "id", cancelInFlight: true)
    let effect =
      switch outer {
      case "cancellable": inner.cancellable(id: "id", cancelInFlight: true)
      case "debounce": inner.debounce(id: "id", for: 1)
      case "debounce inside": inner.debounce(id: "id", for: 1).cancellable(id: "id")
      default: inner.throttle(id: "id", for: 1)
      }
    core.send(.perform(effect))
    core.send(.perform(effect))
    bench.clock.advance(by: 1)
    try await core.exhaust()
    #expect(core.currentState.count == 1)
    #expect(bench.issues.isEmpty)
  }

  @Test(
    "A cancelled concatenation sends nothing more, also if a part has the same identifier",
    arguments: [false, true], [false, true])
  func cancelledConcatenation(hasEarlier: Bool, isReplaced: Bool) async {
    let core = bench.core()
    func search(_ number: Int) -> Effect<CounterAction> {
      .send(.add(number)).debounce(id: "search", for: 0.3)
    }
    if hasEarlier { core.send(.perform(search(1))) }
    core.send(
      .perform(.concatenate(search(2), .send(.add(4))).cancellable(id: "search")))
    core.send(.perform(isReplaced ? search(8) : .cancel(id: "search")))
    bench.clock.advance(by: 10)
    #expect(core.currentState.count == (isReplaced ? 8 : 0))
    #expect(await bench.context.settled() == [])
  }

  @Test("A cancelled concatenation with a limit sends nothing more, if a part has its identifier")
  func cancelledLimit() async {
    let core = bench.core()
    func search(_ number: Int) -> Effect<CounterAction> {
      .send(.add(number)).debounce(id: "search", for: 0.3)
    }
    core.send(.perform(search(1)))
    core.send(
      .perform(
        .concatenate(search(2), .send(.add(4))).timeout(after: 5, send: .add(8))
          .cancellable(id: "search")))
    core.send(.perform(.cancel(id: "search")))
    bench.clock.advance(by: 10)
    #expect(core.currentState.count == 0)
    #expect(await bench.context.settled() == [])
  }

  @Test("Cancelling an identifier spares the effect around it, and cancels the earlier ones")
  func cancelInside() async throws {
    let core = bench.core()
    let effect = Effect<CounterAction>.concatenate(
      .cancel(id: "id"), .send(.add(1)).debounce(id: "pause", for: 1)
    )
    .cancellable(id: "id")
    core.send(.perform(.send(.add(10)).debounce(id: "earlier", for: 1).cancellable(id: "id")))
    core.send(.perform(effect))
    #expect(bench.clock.sleeperCount == 1)
    bench.clock.advance(by: 1)
    try await core.exhaust()
    #expect(core.currentState.count == 1)
    #expect(bench.issues.isEmpty)
  }

  @Test("An effect that sends an action which cancels its identifier is cancelled")
  func cancelByAction() async throws {
    let core = bench.core()
    let effect = Effect<CounterAction>.run { send in
      await send(.perform(.cancel(id: "id")))
      await send(.add(1))
    }
    core.send(.perform(effect.cancellable(id: "id")))
    try await core.exhaust()
    #expect(core.currentState.count == 0)
    #expect(bench.issues.isEmpty)
  }

  @Test("A list of one effect is that effect, however deep the lists are nested")
  func listsOfOne() async throws {
    let core = bench.core()
    var effect = Effect<CounterAction>.send(.add(1))
    for _ in 0..<10_000 { effect = .concatenate(.merge(effect, .none), .none) }
    core.send(.perform(effect))
    try await core.exhaust()
    #expect(core.currentState.count == 1)
  }

  @Test("Effects with one identifier are cancelled together, in whatever order others have ended")
  func manyWithOneIdentifier() async throws {
    let core = bench.core()
    for index in 0..<5 {
      core.send(
        .perform(
          .send(.add(1)).debounce(id: "pause \(index)", for: [2, 1, 5, 3, 4][index])
            .cancellable(id: "id")))
    }
    bench.clock.advance(by: 3)
    #expect(core.currentState.count == 3)
    core.send(.perform(.cancel(id: "id")))
    #expect(bench.clock.sleeperCount == 0)
    bench.clock.advance(by: 5)
    #expect(core.currentState.count == 3)
  }
}

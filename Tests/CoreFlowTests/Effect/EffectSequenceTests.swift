import CoreFlow
import Testing

@MainActor
@Suite("Effects in turn")
struct EffectSequenceTests {
  private let bench = Bench()

  @Test("Thousands of effects that end at once run in turn")
  func many() {
    let core = bench.core()
    core.send(.perform(.concatenate((0..<10_000).map { _ in .send(.add(1)) })))
    #expect(core.currentState.count == 10_000)
  }

  @Test("One that takes time holds up those after it, and the order stays")
  func mixed() async {
    let core = bench.core()
    let gate = Gate()
    var heard: [String] = []
    core.observeDistinctState(\.text) { heard.append($0) }.store(in: &core.store)
    heard = []
    let handle = core.send(
      .perform(
        .concatenate(
          .send(.rename("a")), .send(.rename("b")),
          .run { @MainActor send in
            await gate.pass()
            await send(.rename("c"))
          },
          .send(.rename("d")), .concatenate(.send(.rename("e")), .none), .send(.rename("f")))))
    #expect(heard == ["a", "b"])
    gate.open()
    await handle.finish()
    #expect(heard == ["a", "b", "c", "d", "e", "f"])
  }

  @Test("Cancelled while one runs, those after it never start")
  func cancelled() async {
    let core = bench.core()
    let gate = Gate()
    let handle = core.send(
      .perform(.concatenate(.run { @MainActor _ in await gate.pass() }, .send(.add(1)))))
    await gate.arrival()
    handle.cancel()
    gate.open()
    await handle.finish()
    #expect(core.currentState.count == 0)
    #expect(handle.isFinished)
  }

  @Test("An effect may cancel itself: what it sends afterwards is dropped")
  func cancelsItself() async {
    let core = bench.core()
    let handle = core.send(
      .perform(
        .run { @MainActor send in
          await send(.perform(.cancel(id: "self")))
          await send(.add(1))
        }
        .cancellable(id: "self")))
    await handle.finish()
    #expect(core.currentState.count == 0)
    #expect(bench.codes == [])
  }
}

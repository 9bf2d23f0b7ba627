import CoreFlow
import TestSupport
import Testing

@MainActor
@Suite("Concatenated effects")
struct EffectSequenceTests {
  private let bench = Bench()

  @Test("Runs thousands of immediate effects in turn")
  func many() {
    let core = bench.core()
    core.send(.perform(.concatenate((0..<10_000).map { _ in .send(.add(1)) })))
    #expect(core.currentState.count == 10_000)
  }

  /// The ways to fold effects into one.
  static let folds: [(String, @MainActor ([Effect<CounterAction>]) -> Effect<CounterAction>)] = [
    ("merged at the end", { $0.reduce(.none) { .merge($0, $1) } }),
    ("merged at the beginning", { $0.reversed().reduce(.none) { .merge($1, $0) } }),
    ("concatenated at the end", { $0.reduce(.none) { .concatenate($0, $1) } }),
    ("concatenated at the beginning", { $0.reversed().reduce(.none) { .concatenate($1, $0) } }),
  ]

  @Test("Thousands of folded effects start in order and are released", arguments: 0..<4)
  func fold(index: Int) async throws {
    let core = bench.core()
    let fold = Self.folds[index].1
    core.send(.perform(fold((0..<10_000).map { .send(.rename("\($0)")) })))
    #expect(core.currentState.text == "9999")

    var heard: [String] = []
    core.observeDistinctState(\.text) { heard.append($0) }.store(in: &core.store)
    let names = (0..<600).map { "run \($0)" }
    core.send(
      .perform(
        fold(names.map { name in .run { @MainActor send in await send(.rename(name)) } })))
    try await core.exhaust()
    #expect(heard.dropFirst() == names[...])

    // Not started, only mapped and released.
    _ = fold((0..<10_000).map { _ in .run { _ in } }).map { $0 }
  }

  @Test("A long effect holds up later ones, in order")
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

  @Test("Later effects never start after a cancellation")
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

  @Test(
    "A cancellation after a sent action spares its effect, unless the action did not have to wait")
  func sentBeforeCancellation() async {
    let core = bench.core()
    let started = Effect<CounterAction>.send(.add(1)).debounce(id: "started", for: 1)
    let effect = Effect<CounterAction>.concatenate(
      .send(.perform(started)), .cancel(id: "started"))
    core.send(.perform(effect))
    bench.clock.advance(by: 1)
    #expect(core.currentState.count == 1)
    core.send(.perform(effect.debounce(id: "pause", for: 1)))
    bench.clock.advance(by: 5)
    #expect(core.currentState.count == 1)
    #expect(await bench.context.settled() == [])
    // The order that does not depend on it: the cancellation has an action of its own.
    core.send(
      .perform(.concatenate(.send(.perform(started)), .send(.perform(.cancel(id: "started"))))))
    bench.clock.advance(by: 5)
    #expect(core.currentState.count == 1)
  }

  @Test("An effect can cancel itself; its later actions are dropped")
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

  /// The ways in which an identifier holds back effects.
  enum Holding: CaseIterable {
    case throttle, debounce
  }

  private func hold(_ number: Int, by holding: Holding) -> Effect<CounterAction> {
    let effect = Effect<CounterAction>.send(.add(number))
    switch holding {
    case .throttle: return effect.throttle(id: "id", for: 1)
    case .debounce: return effect.debounce(id: "id", for: 1)
    }
  }

  @Test("At most one of the concatenated effects with an identifier waits")
  func oneWaits() async throws {
    for holding in Holding.allCases {
      for count in 1...4 {
        let core = bench.core()
        core.send(.perform(hold(1, by: holding)))
        core.send(.perform(.concatenate((0..<count).map { _ in hold(10, by: holding) })))
        core.send(.perform(hold(100, by: holding)))
        core.send(.perform(.concatenate(hold(1_000, by: holding), hold(1_000, by: holding))))
        var last = core.currentState.count
        var starts: [Int] = []
        for _ in 0..<12 {
          #expect(bench.clock.sleeperCount <= 1)
          bench.clock.advance(by: 1)
          let now = core.currentState.count
          starts.append([1, 10, 100, 1_000].contains(now - last) || now == last ? 0 : now - last)
          last = now
        }
        #expect(starts.allSatisfy { $0 == 0 }, "\(holding) \(count): two at once")
        try await core.exhaust()
        #expect(bench.clock.sleeperCount == 0)
      }
    }
  }

  @Test("Concatenated effects that cancel those in flight run one at a time")
  func oneInFlight() async throws {
    let core = bench.core()
    func inFlight(_ number: Int) -> Effect<CounterAction> {
      .send(.add(number)).debounce(id: "pause \(number)", for: 1)
        .cancellable(id: "id", cancelInFlight: true)
    }
    core.send(.perform(.concatenate(inFlight(1), inFlight(10))))
    core.send(.perform(inFlight(100)))
    #expect(bench.clock.sleeperCount == 1)
    for _ in 0..<3 { bench.clock.advance(by: 1) }
    try await core.exhaust()
    #expect(core.currentState.count == 10)
  }

  @Test(
    "The cost of a throttle does not grow with the number of identifiers",
    .enabled(if: AllocationCount.isAvailable))
  func manyThrottles() {
    func allocations(_ count: Int) -> Int {
      let core = bench.core()
      return AllocationCount.during {
        for number in 0..<count {
          core.send(.perform(.send(.add(1)).throttle(id: number, for: 10_000)))
        }
      }
    }
    let few = allocations(1_000)
    let many = allocations(8_000)
    #expect(many < few * 10)
  }

  @Test("Each of a thousand identifiers throttles its own effects")
  func throttlesByIdentifier() {
    let core = bench.core()
    for number in 0..<1_000 {
      core.send(.perform(.send(.add(1)).throttle(id: number, for: 10_000)))
      core.send(.perform(.send(.add(1)).throttle(id: number, for: 10_000)))
    }
    #expect(core.currentState.count == 1_000)
  }

  @Test("settled() waits for thousands of effects that begin to sleep one after the other")
  func manySleepers() async throws {
    let core = bench.core()
    let clock = bench.clock
    for _ in 0..<5_000 {
      core.send(.perform(.run { @MainActor _ in try await clock.sleep(for: 1) }))
    }
    #expect(await bench.context.settled().count == 5_000)
    clock.advance(by: 1)
    try await core.exhaust()
    #expect(await bench.context.settled() == [])
  }
}

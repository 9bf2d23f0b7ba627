import CoreFlow
import NavigationRuntime
import TestSupport
import Testing

private struct Broken: Error {}

@MainActor
@Suite("An effect")
struct EffectTests {
  let bench = Bench()

  @Test("Runs a chain of effects to its end, on and off the main actor")
  func chain() async throws {
    let core = bench.core()
    core.send(
      .perform(
        .run { send in
          await send(.add(1))
          await send(.perform(.run { @MainActor send in await send(.add(10)) }))
        }))
    try await core.exhaust()
    #expect(core.currentState.count == 11)
  }

  @Test("A gate in an effect does not block settled(), on and off the main actor")
  func gate() async throws {
    let core = bench.core()
    let gate = ActivityGate("the answer", context: core.context)
    core.send(
      .perform(
        .merge(
          .run { send in
            try await gate.wait()
            await send(.add(1))
          },
          .run { @MainActor send in
            try await gate.wait()
            await send(.add(10))
          })))
    let waiting = await core.context.settled()
    #expect(waiting.map(\.waitingFor) == ["the answer", "the answer"])
    gate.open()
    #expect(await core.context.settled() == [])
    #expect(core.currentState.count == 11)
    core.send(.perform(.run { send in await send(.add(100)) }))
    try await core.exhaust()
    #expect(core.currentState.count == 111)
  }

  @Test("A closure without isolation runs off the main actor, before and after it sends")
  func noIsolation() async throws {
    let core = bench.core()
    core.send(
      .perform(
        .run { send in
          await send(.add(isOnMainActor ? 100 : 1))
          await send(.add(isOnMainActor ? 1_000 : 10))
        }))
    try await core.exhaust()
    #expect(core.currentState.count == 11)
  }

  @Test("A closure marked @MainActor stays on the main actor")
  func isolation() async throws {
    let core = bench.core()
    core.send(
      .perform(
        .run { @MainActor send in
          MainActor.assertIsolated()
          await send(.add(1))
        }))
    try await core.exhaust()
    #expect(core.currentState.count == 1)
  }

  @Test("Reduces a sent action before the outer send returns, behind queued ones")
  func sendEffect() {
    let core = bench.core()
    var heard: [Int] = []
    core.observeState(\.count) { heard.append($0) }.store(in: &core.store)
    core.send(.perform(.concatenate(.send(.add(1)), .send(.add(10)))))
    #expect(heard == [0, 0, 1, 11])
  }

  @Test("Runs merged effects side by side, concatenated ones in turn")
  func mergeAndConcatenate() async throws {
    let core = bench.core()
    let gate = Gate()
    core.send(
      .perform(
        .merge(
          .run { send in
            await gate.pass()
            await send(.add(1))
          },
          .run { send in
            await send(.add(10))
            await gate.open()
          })))
    try await core.exhaust()
    #expect(core.currentState.count == 11)
    var heard: [String] = []
    core.observeDistinctState(\.text) { heard.append($0) }.store(in: &core.store)
    heard = []
    core.send(
      .perform(
        .concatenate(
          .run { send in await send(.rename("a")) },
          .merge(.none, .run { send in await send(.rename("b")) }),
          .send(.rename("c")),
          .run { @MainActor send in await send(.rename("d")) })))
    try await core.exhaust()
    #expect(heard == ["a", "b", "c", "d"])
  }

  @Test("Cancels the effects with an identifier, in one core only")
  func cancelByID() async throws {
    let core = bench.core()
    let other = bench.core()
    let gates = [Gate(), Gate()]
    for (index, core) in [core, other].enumerated() {
      let gate = gates[index]
      core.send(
        .perform(
          .concatenate(
            .run { _ in await gate.pass() }, .run { send in await send(.add(1)) }
          ).cancellable(id: "id")))
      await gate.arrival()
    }
    core.send(.perform(.cancel(id: "id")))
    core.send(.perform(.cancel(id: "unused")))
    for gate in gates { gate.open() }
    try await core.exhaust()
    try await other.exhaust()
    #expect(core.currentState.count == 0)
    #expect(other.currentState.count == 1)
    #expect(bench.issues.isEmpty)
  }

  @Test("A later effect can cancel one in flight")
  func cancelInFlight() async throws {
    let core = bench.core()
    let gate = Gate()
    core.send(
      .perform(
        .run { send in
          await gate.pass()
          await send(.add(1))
        }.cancellable(id: 1, cancelInFlight: true)))
    await gate.arrival()
    core.send(
      .perform(.run { send in await send(.add(10)) }.cancellable(id: 1, cancelInFlight: true)))
    gate.open()
    try await core.exhaust()
    #expect(core.currentState.count == 10)
  }

  @Test("Starts a debounced effect after a quiet interval")
  func debounce() async throws {
    let core = bench.core()
    for number in [1, 10, 100] {
      core.send(.perform(.send(.add(number)).debounce(id: "d", for: 0.3)))
      bench.clock.advance(by: 0.2)
    }
    #expect(core.currentState.count == 0)
    bench.clock.advance(by: 0.1)
    #expect(core.currentState.count == 100)
    try await core.exhaust()
    #expect(bench.clock.sleeperCount == 0)
  }

  @Test("Starts a throttled effect at once, then once an interval")
  func throttle() async throws {
    for (latest, expected) in [(true, 1 + 100), (false, 1 + 10)] {
      let core = bench.core()
      for number in [1, 10, 100] {
        core.send(.perform(.send(.add(number)).throttle(id: "t", for: 1, latest: latest)))
      }
      #expect(core.currentState.count == 1)
      bench.clock.advance(by: 1)
      #expect(core.currentState.count == expected)
      core.send(.perform(.send(.add(1000)).throttle(id: "t", for: 1, latest: latest)))
      #expect(core.currentState.count == expected)
      bench.clock.advance(by: 1)
      #expect(core.currentState.count == expected + 1000)
      bench.clock.advance(by: 1)
      core.send(.perform(.send(.add(10_000)).throttle(id: "t", for: 1, latest: latest)))
      #expect(core.currentState.count == expected + 11_000)
    }
    #expect(bench.clock.sleeperCount == 0)
  }

  @Test("An interval that has passed in steps is over, although their sum is not exact")
  func throttleAfterSteps() {
    let core = bench.core()
    for count in 1...3 {
      core.send(.perform(.send(.add(1)).throttle(id: "t", for: 1)))
      #expect(core.currentState.count == count)
      for _ in 0..<10 { bench.clock.advance(by: 0.1) }
    }
    #expect(bench.clock.sleeperCount == 0)
  }

  @Test("A handle waits for the action's effects and their actions")
  func handleWaits() async {
    let core = bench.core()
    let handle = core.send(
      .perform(
        .run { send in
          await send(.perform(.run { send in await send(.add(1)) }))
        }))
    #expect(!handle.isFinished)
    await handle.finish()
    #expect(core.currentState.count == 1)
    #expect(handle.isFinished)
    #expect(core.send(.add(1)).isFinished)
  }

  @Test("The handle of a queued action waits, too")
  func handleOfQueued() async {
    let core = bench.core()
    var handle: ActionHandle?
    core.onReduce = { [unowned core] _ in
      core.onReduce = { _ in }
      handle = core.send(.perform(.run { send in await send(.add(1)) }))
    }
    core.send(.add(0))
    await handle?.finish()
    #expect(core.currentState.count == 1)
  }

  @Test("Cancelling a handle cancels its effects and drops their later actions")
  func handleCancels() async {
    let core = bench.core()
    let gate = Gate()
    let handle = core.send(
      .perform(
        .run { send in
          await send(
            .perform(
              .run { send in
                await gate.pass()
                await send(.add(1))
              }))
        }))
    await gate.arrival()
    handle.cancel()
    gate.open()
    await handle.finish()
    #expect(core.currentState.count == 0)
    #expect(bench.issues.isEmpty)
  }

  @Test("An effect that was cancelled on request stays silent when its core resigns")
  func cancelledThenResigned() async {
    let flow = ProbeFlow("a", Journal(), context: bench.context)
    let gate = Gate()
    let handle = flow.core.send(.work(gate))
    await gate.arrival()
    handle.cancel()
    flow.finish()
    gate.open()
    await handle.finish()
    #expect(bench.codes == [])
  }

  @Test("A wait for effects ends when their timers move to a clock that stands still")
  func movesToManualClock() async throws {
    let flow = ProbeFlow("a", Journal())
    flow.core.send(.debounce)
    let waiting = Task { try await flow.core.exhaust(timeout: 1e6) }
    await letOthersRun()
    let parent = ProbeFlow("parent", Journal(), context: bench.context)
    parent.attach(flow, by: .none)
    let error = await #expect(throws: ExhaustTimeout.self) { try await waiting.value }
    #expect(error?.running == [] && error?.sleeping.count == 1)
  }

  @Test("Catches an error by its type, and reports an uncaught one")
  func errors() async throws {
    let core = bench.core()
    core.send(
      .perform(
        .run { _ in throw Broken() }
          .catch(CancellationError.self) { _, send in await send(.add(1)) }
          .catch(Broken.self) { _, send in await send(.add(10)) }
          .catch((any Error).self) { _, send in await send(.add(100)) }))
    core.send(.perform(.run { _ in throw CancellationError() }))
    try await core.exhaust()
    #expect(core.currentState.count == 10)
    #expect(bench.issues.isEmpty)
    core.send(.perform(.run { _ in throw Broken() }))
    try await core.exhaust()
    #expect(bench.codes == ["effectFailed"])
    #expect(bench.issues[0].fact.contains("Broken()"))
  }

  @Test("A handler of all errors receives a cancellation, unless the effect itself is cancelled")
  func caughtCancellation() async throws {
    let core = bench.core()
    let failing = Effect<CounterAction>.run { _ in throw CancellationError() }
      .catch((any Error).self) { _, send in await send(.add(1)) }
    core.send(.perform(failing))
    try await core.exhaust()
    #expect(core.currentState.count == 1)
    core.send(.perform(.merge(failing.cancellable(id: "load"), .cancel(id: "load"))))
    try await core.exhaust()
    #expect(core.currentState.count == 1)
    #expect(bench.issues.isEmpty)
  }

  @Test("An action that cancels the handle of the timer that has sent it leaves no effect")
  func cancelledByTimersAction() async throws {
    let core = bench.core()
    var handle: ActionHandle?
    core.onReduce = { [clock = bench.clock] _ in if clock.now == 1 { handle?.cancel() } }
    handle = core.send(
      .perform(
        Effect.send(.perform(.run { send in await send(.add(1)) })).debounce(id: "search", for: 1)))
    bench.clock.advance(by: 1)
    try await core.exhaust(timeout: 1)
    #expect(handle?.isFinished == true)
    #expect(core.currentState.count == 0)
    core.onReduce = { _ in }
  }

  @Test("Refuses and reports an action sent after the closure has returned")
  func lateSend() async throws {
    let core = bench.core()
    let kept = KeptSend()
    core.send(.perform(.run { @MainActor send in kept.send = send }))
    try await core.exhaust()
    await kept.send?(.add(1))
    #expect(core.currentState.count == 0)
    #expect(bench.codes == ["effectEnded"])
  }

  @Test("Cancels an effect when its core is released, and reports its actions")
  func coreGoes() async throws {
    let gate = Gate()
    let done = Gate()
    weak var weakCore: CounterCore?
    do {
      let core = bench.core()
      weakCore = core
      core.send(
        .perform(
          .run { send in
            await gate.pass()
            #expect(Task.isCancelled)
            await send(.add(1))
            await done.pass()
          }))
      await gate.arrival()
    }
    #expect(weakCore == nil)
    gate.open()
    await done.arrival()
    #expect(bench.codes == ["coreResigned"])
    done.open()
    await bench.context.settled()
  }

  @Test("Exhausting an idle core returns at once; a timeout names the running work")
  func exhaust() async throws {
    let core = bench.core()
    try await core.exhaust(timeout: 0)
    core.enableTestMode()
    let gate = Gate()
    core.send(.perform(.run { _ in await gate.pass() }))
    await gate.arrival()
    let wait = Task { try await core.exhaust(timeout: 5) }
    await bench.timeoutClock.spendTimeout()
    let error = await #expect(throws: ExhaustTimeout.self) { try await wait.value }
    #expect(error?.running.count == 1)
    #expect(error?.description.contains("CounterCore was not exhausted after 5.0 s") == true)
    #expect(error?.description.contains("effect of perform(") == true)
    gate.open()
    try await core.exhaust()
    #expect(bench.timeoutClock.sleeperCount == 0)
  }

  @Test("The timeout of exhaust() excludes the time for which the main actor is held")
  func exhaustHeld() async throws {
    let core = bench.core()
    let gate = Gate()
    core.send(.perform(.run { _ in await gate.pass() }))
    let wait = Task { try await core.exhaust(timeout: 1) }
    await bench.timeoutClock.waitForSleepers()
    bench.timeoutClock.advance(by: 1.3)
    await bench.timeoutClock.waitForSleepers()
    gate.open()
    try await wait.value
  }

  @Test("Exhausting a core fails at once, too, if a child task of its effect sleeps")
  func exhaustAsleepInChild() async throws {
    let core = bench.core()
    core.send(
      .perform(
        .run { [clock = bench.clock] _ in
          async let pause: Void = clock.sleep(for: 2)
          try await pause
        }))
    let wait = Task { try await core.exhaust() }
    await bench.clock.waitForSleepers()
    // The real timeout may have begun before the child slept; it is not spent.
    let error = await #expect(throws: ExhaustTimeout.self) { try await wait.value }
    #expect(error?.running == [])
    #expect(error?.sleeping.count == 1)
    bench.clock.advance(by: 2)
    try await core.exhaust()
  }

  @Test("The effect that wakes next is listed first, with the time by which to advance")
  func order() async throws {
    let core = bench.core()
    core.send(
      .perform(
        .run { [clock = bench.clock] _ in try await clock.sleep(for: 2) }
          .timeout(after: 30, send: .add(1))))
    await bench.clock.waitForSleepers(2)
    bench.clock.advance(by: 0.5)
    let error = await #expect(throws: ExhaustTimeout.self) { try await core.exhaust() }
    #expect(
      error?.sleeping == [
        "an effect (waits for the manual clock to reach 2 s, now 0.5 s: advance(by: 1.5))",
        "an effect (waits for the manual clock to reach 30 s, now 0.5 s: advance(by: 29.5))",
      ])
    bench.clock.advance(by: 1.5)
    try await core.exhaust()
    #expect(core.currentState.count == 0)
  }

  @Test("Exhausting a core whose effects sleep on a manual clock fails at once, with the time")
  func exhaustAsleep() async throws {
    let core = bench.core()
    core.enableTestMode()
    core.send(.perform(.send(.add(1)).debounce(id: "d", for: 0.3)))
    core.send(.perform(.run { [clock = bench.clock] _ in try await clock.sleep(for: 2) }))
    let error = await #expect(throws: ExhaustTimeout.self) { try await core.exhaust() }
    #expect(error?.running == [])
    #expect(error?.sleeping.count == 2)
    let lines = error?.description.split(separator: "\n") ?? []
    #expect(
      lines.first
        == "CounterCore cannot be exhausted while its clock stands still. Waiting for time:")
    #expect(
      lines.dropFirst().first?.hasSuffix(
        "(waits for the manual clock to reach 0.3 s, now 0 s: advance(by: 0.3))") == true)
    #expect(
      lines.last?.hasSuffix(
        "(waits for the manual clock to reach 2 s, now 0 s: advance(by: 2))") == true)
    bench.clock.advance(by: 2)
    try await core.exhaust()
    #expect(core.currentState.count == 1)
    #expect(bench.timeoutClock.sleeperCount == 0)
  }

  @Test("Exhausting waits for running effects before it fails for sleeping ones")
  func exhaustHalfAsleep() async throws {
    let core = bench.core()
    let gate = Gate()
    core.send(.perform(.send(.add(1)).debounce(id: "d", for: 0.3)))
    core.send(
      .perform(
        .run { send in
          await gate.pass()
          await send(.add(10))
        }))
    let wait = Task { try await core.exhaust() }
    await gate.arrival()
    gate.open()
    await #expect(throws: ExhaustTimeout.self) { try await wait.value }
    #expect(core.currentState.count == 10)
    bench.clock.advance(by: 0.3)
    try await core.exhaust()
    #expect(core.currentState.count == 11)
  }

  @Test("The context settles while effects sleep, and lists them")
  func settledAsleep() async {
    let core = bench.core()
    core.enableTestMode()
    core.send(.perform(.send(.add(1)).debounce(id: "d", for: 0.3)))
    let gate = Gate()
    core.send(.perform(.run { _ in await gate.pass() }))
    let settled = Task { await bench.context.settled() }
    await gate.arrival()
    bench.clock.advance(by: 0.1)
    gate.open()
    let left = await settled.value
    #expect(left.count == 1)
    #expect(
      left.first?.waitingFor == "the manual clock to reach 0.3 s, now 0.1 s: advance(by: 0.2)")
    for number in 0..<2 {
      core.send(.perform(.send(.add(10)).throttle(id: "t", for: 5)))
      #expect(await bench.context.settled().count == 1 + number)
    }
    bench.clock.advance(by: 5)
    #expect(await bench.context.settled() == [])
    #expect(core.currentState.count == 21)
  }

  @Test("A debounced effect on a running clock keeps settled() waiting")
  func settledOnRunningClock() async {
    let context = NavigationContext()
    let core = CounterCore(initialState: .init(), context: context)
    let handle = core.send(.perform(.send(.add(1)).debounce(id: "d", for: 1_000)))
    #expect(!context.activity.isIdle)
    #expect(context.activity.running.count == 1)
    handle.cancel()
    #expect(await context.settled() == [])
  }

  @Test("settled() returns when the last running effect ends while others wait")
  func lastRunning() async {
    let core = bench.core()
    let answer = ActivityGate("the answer", context: bench.context)
    let gate = Gate()
    core.send(.perform(.run { @MainActor _ in try await answer.wait() }))
    core.send(.perform(.run { @MainActor _ in await gate.pass() }))
    let settled = Task { await bench.context.settled() }
    await gate.arrival()
    #expect(answer.waiterCount == 1)
    gate.open()
    #expect(await settled.value.map(\.waitingFor) == ["the answer"])
    answer.open()
    await bench.context.settled()
  }

  @Test("The context settles when the effects of its cores have ended")
  func settled() async {
    let core = bench.core()
    core.send(.perform(.run { send in await send(.add(1)) }))
    #expect(!bench.context.activity.isIdle)
    await bench.context.settled()
    #expect(core.currentState.count == 1)
  }
}

@MainActor
private final class KeptSend {
  var send: Effect<CounterAction>.Send?

  nonisolated init() {}
}

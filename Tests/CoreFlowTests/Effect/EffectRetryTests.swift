import CoreFlow
import TestSupport
import Testing

private struct Broken: Error {}

@MainActor
private final class Attempts {
  var times: [Double] = []
  private let clock: ManualNavigationClock
  private let successAfter: Int

  init(_ clock: ManualNavigationClock, successAfter: Int = .max) {
    self.clock = clock
    self.successAfter = successAfter
  }

  func tryOnce() throws {
    times.append(clock.now)
    if times.count <= successAfter { throw Broken() }
  }
}

@MainActor
@Suite("An effect that is repeated, or has a time limit")
struct EffectRetryTests {
  private let bench = Bench()

  private func run(_ core: CounterCore, _ effect: Effect<CounterAction>) async -> ActionHandle {
    let handle = core.send(.perform(effect))
    await advanceToTheEnd()
    return handle
  }

  private func advanceToTheEnd() async {
    await bench.context.settled()
    while let next = bench.clock.timeToNextSleeper {
      bench.clock.advance(by: next)
      await bench.context.settled()
    }
  }

  @Test("Work that fails is repeated after pauses that double, then the handler has its error")
  func backoff() async {
    for isOnMain in [true, false] {
      let core = bench.core()
      let attempts = Attempts(bench.clock)
      let start = bench.clock.now
      let work: Effect<CounterAction> =
        isOnMain
        ? .run { @MainActor _ in
          MainActor.assertIsolated()
          try attempts.tryOnce()
        } : .run { _ in try await attempts.tryOnce() }
      let handle = await run(
        core,
        work.catch(Broken.self) { _, send in await send(.add(7)) }.retry(3, after: 1))
      #expect(attempts.times.map { $0 - start } == [0, 1, 3, 7])
      #expect(core.currentState.count == 7)
      #expect(handle.isFinished)
    }
    #expect(bench.codes == [])
  }

  @Test("A time limit before or after the retry in the chain covers all attempts and pauses")
  func limitedAttempts() async {
    for isLimitedFirst in [true, false] {
      let core = bench.core()
      let attempts = Attempts(bench.clock)
      let start = bench.clock.now
      let work = Effect<CounterAction>.run { _ in try await attempts.tryOnce() }
      let handle = await run(
        core,
        isLimitedFirst
          ? work.timeout(after: 5, send: .add(7)).retry(9, after: 1)
          : work.retry(9, after: 1).timeout(after: 5, send: .add(7)))
      #expect(attempts.times.map { $0 - start } == [0, 1, 3])
      #expect(core.currentState.count == 7)
      #expect(handle.isFinished)
    }
    #expect(bench.codes == [])
  }

  @Test("Attempts without a pause leave the main actor to other work, and can be cancelled")
  func noPause() async {
    let core = bench.core()
    let (attempts, gate) = (Attempts(bench.clock), Gate())
    gate.open()
    let work = Effect<CounterAction>.run { @MainActor _ in
      await gate.pass()
      try attempts.tryOnce()
    }
    let handle = core.send(.perform(work.retry(100_000, after: 0)))
    await gate.arrival()
    #expect(attempts.times.count < 100_000)
    handle.cancel()
    await handle.finish()
    #expect(attempts.times.count < 100_000)
    #expect(bench.codes == [])
  }

  @Test("An attempt does not begin if the effect is cancelled after the pause, before its turn")
  func cancelledAfterPause() async {
    let core = bench.core()
    let attempts = Attempts(bench.clock)
    let work = Effect<CounterAction>.run { @MainActor _ in try attempts.tryOnce() }
    let handle = core.send(.perform(work.retry(9, after: 1)))
    await bench.context.settled()
    bench.clock.advance(by: 1)
    handle.cancel()
    await handle.finish()
    #expect(attempts.times == [0])
    #expect(bench.codes == [])
    #expect(bench.clock.sleeperCount == 0)
  }

  @Test("A success ends the attempts, also of a part of a mapped effect")
  func success() async {
    let core = bench.core()
    let attempts = Attempts(bench.clock, successAfter: 2)
    let part = Effect<Int>.run { send in
      try await attempts.tryOnce()
      await send(5)
    }
    _ = await run(core, part.retry(9, after: 1, factor: 1).map { .add($0) })
    #expect(attempts.times == [0, 1, 2])
    #expect(core.currentState.count == 5)
  }

  @Test("An error that is not worth it, and a cancellation, end the attempts")
  func noRetry() async {
    let core = bench.core()
    let attempts = Attempts(bench.clock)
    _ = await run(
      core,
      .run { _ in try await attempts.tryOnce() }.retry(3, after: 1) { !($0 is Broken) }
        .catch(Broken.self) { _, send in await send(.add(1)) })
    #expect(attempts.times.count == 1)
    #expect(core.currentState.count == 1)

    let handle = core.send(.perform(.run { _ in try await attempts.tryOnce() }.retry(3, after: 1)))
    await bench.context.settled()
    #expect(attempts.times.count == 2)
    handle.cancel()
    await handle.finish()
    await advanceToTheEnd()
    #expect(attempts.times.count == 2)
    #expect(bench.clock.sleeperCount == 0)
    #expect(bench.codes == [])
  }

  @Test("At its time limit an effect is cancelled, and the action is sent, before what follows")
  func timeout() async {
    let core = bench.core()
    let clock = bench.clock
    let handle = await run(
      core,
      .concatenate(
        .run { send in
          try await clock.sleep(for: 100)
          await send(.add(1000))
        }
        .timeout(after: 10, send: .add(1)),
        .send(.rename("next"))))
    #expect(core.currentState.count == 1)
    #expect(core.currentState.text == "next")
    #expect(clock.now == 10)
    #expect(handle.isFinished)
    #expect(bench.codes == [])
  }

  @Test("An effect that ends in time leaves no timer, and sends no action of the limit")
  func inTime() async {
    let core = bench.core()
    let clock = bench.clock
    let handle = core.send(
      .perform(
        .merge(
          .run { send in
            try await clock.sleep(for: 2)
            await send(.add(5))
          }
          .timeout(after: 10, send: .add(1)),
          .send(.add(3)).timeout(after: 10, send: .add(1)),
          Effect.none.timeout(after: 10, send: .add(1)))))
    await bench.context.settled()
    clock.advance(by: 2)
    await handle.finish()
    #expect(core.currentState.count == 8)
    #expect(clock.sleeperCount == 0)
    core.send(
      .perform(.run { _ in try await clock.sleep(for: 9) }.timeout(after: 5, send: .add(1)))
    )
    .cancel()
    await bench.context.settled()
    #expect(clock.sleeperCount == 0)
    #expect(core.currentState.count == 8)
  }

  @Test("The action of the limit starts effects that the handle of the first action awaits")
  func followUp() async {
    let core = bench.core()
    let clock = bench.clock
    let work = Effect<Int>.run { _ in try await clock.sleep(for: 100) }
      .timeout(after: 1, send: 4)
      .map { number in .perform(.run { send in await send(.add(number)) }) as CounterAction }
    let handle = core.send(.perform(work))
    await bench.context.settled()
    clock.advance(by: 1)
    await handle.finish()
    #expect(core.currentState.count == 4)
  }
}

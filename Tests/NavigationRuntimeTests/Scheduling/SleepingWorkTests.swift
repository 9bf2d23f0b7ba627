import NavigationRuntime
import Testing

@MainActor
@Suite("Work that sleeps on a manual clock")
struct SleepingWorkTests {
  private let clock = ManualNavigationClock()
  private let context: NavigationContext

  init() {
    context = NavigationContext(clock: clock)
  }

  @Test("Waits for time: settled() lists it, and waits for it again when its time has come")
  func listed() async {
    var steps: [String] = []
    let work = context.run("refresh") { [clock] in
      try? await clock.sleep(for: 0.3)
      steps.append("first")
      try? await clock.sleep(for: 1)
      steps.append("second")
    }
    #expect(
      await context.settled().map(\.description) == [
        "refresh (waits for the manual clock to reach 0.3 s)"
      ])
    #expect(clock.timeToNextSleeper == 0.3)
    clock.advance(by: 0.3)
    #expect(
      await context.settled().map(\.description) == [
        "refresh (waits for the manual clock to reach 1.3 s)"
      ])
    #expect(steps == ["first"])
    clock.advance(by: 1)
    #expect(await context.settled() == [])
    #expect(steps == ["first", "second"])
    #expect(clock.timeToNextSleeper == nil)
    work.cancel()
  }

  @Test("A sleep without an end is said to wait for ever")
  func endless() async {
    let work = context.run("refresh") { [clock] in try? await clock.sleep(for: .infinity) }
    #expect(
      await context.settled().map(\.description) == [
        "refresh (waits for the manual clock, for ever)"
      ])
    #expect(clock.reasonToWait(until: .infinity) == "the manual clock, for ever")
    work.cancel()
    #expect(await context.settled() == [])
  }

  @Test("Counts as running from the moment its sleep is cancelled")
  func cancelled() async {
    var hasEnded = false
    let work = context.run("refresh") { [clock] in
      try? await clock.sleep(for: 1)
      hasEnded = true
    }
    #expect(await context.settled().count == 1)
    work.cancel()
    #expect(!context.activity.isIdle)
    #expect(await context.settled() == [])
    #expect(hasEnded)
    #expect(clock.sleeperCount == 0)
  }

  @Test("Wakes also if its time comes before it has suspended", arguments: 0..<20)
  func wokenEarly(round: Int) async {
    var ends = 0
    let work = (0..<10).map { number in
      context.run("work \(number)") { [clock] in
        await Task.detached { try? await clock.sleep(for: 1) }.value
        try? await clock.sleep(for: 1)
        ends += 1
      }
    }
    for _ in 0..<2 {
      await clock.waitForSleepers(10)
      clock.advance(by: 1)
    }
    #expect(await context.settled() == [])
    #expect(ends == 10)
    for work in work { work.cancel() }
  }

  @Test("Is due at the sum of the moves, despite the rounding of seconds")
  func sums() {
    var count = 0
    let timers = [0.3, 0.7].map { clock.schedule(after: $0) { count += 1 } }
    clock.advance(by: 0.1)
    clock.advance(by: 0.2)
    #expect(count == 1)
    clock.advance(by: 0.4)
    #expect(count == 2)
    withExtendedLifetime(timers) {}
  }

  @Test("Blocks settled() on a running clock")
  func runningClock() async {
    let clock = NavigationContext(clock: LiveNavigationClock())
    let work = clock.run("refresh") { try? await clock.clock.sleep(for: 1_000) }
    #expect(!clock.activity.isIdle)
    work.cancel()
    await clock.settled()
  }
}

import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Timeout")
struct TimeoutTests {
  private let clock = ManualNavigationClock()

  @Test("Is spent in slices, each followed by a turn of the main actor")
  func slices() async throws {
    let isOver = ActivityGate("the end of the timeout", context: NavigationContext())
    let timeout = Timeout(1, on: clock) { isOver.open() }
    for spent in 0..<Timeout.sliceCount {
      #expect(!timeout.isOver)
      await clock.waitForSleepers()
      #expect(abs(clock.now - Double(spent) / Double(Timeout.sliceCount)) < 1e-6)
      clock.advance(by: clock.timeToNextSleeper ?? 0)
    }
    try await isOver.wait()
    #expect(timeout.isOver)
    #expect(clock.sleeperCount == 0)
  }

  @Test("Counts at most one slice of the time for which the main actor is held")
  func held() async {
    let timeout = Timeout(1, on: clock) { Issue.record("The time is not over.") }
    for _ in 1..<Timeout.sliceCount {
      await clock.waitForSleepers()
      // An hour passes before the main actor is free again.
      clock.advance(by: 3_600)
    }
    await clock.waitForSleepers()
    #expect(!timeout.isOver)
    timeout.end()
    #expect(clock.sleeperCount == 0)
  }

  @Test("Ends at a call of end(), and when it is released", arguments: [true, false])
  func ends(isCalled: Bool) async {
    var timeout: Timeout? = Timeout(1, on: clock) { Issue.record("The time is not over.") }
    await clock.waitForSleepers()
    #expect(timeout?.isOver == false)
    if isCalled { timeout?.end() } else { timeout = nil }
    #expect(clock.sleeperCount == 0)
    clock.advance(by: 1)
    for _ in 0..<3 { await mainQueueTurn() }
    #expect(timeout?.isOver != true)
  }

  @Test("Ends after its turns without any time")
  func noTime() async throws {
    let isOver = ActivityGate("the end of the timeout", context: NavigationContext())
    let timeout = Timeout(0, on: clock) { isOver.open() }
    #expect(!timeout.isOver)
    try await isOver.wait()
    #expect(timeout.isOver)
  }
}
